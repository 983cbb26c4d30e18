/** How often the suites kill, stop and break: DEEP_TIMES=10 does all of it ten times as often. */
const FACTOR = Number(process.env['DEEP_TIMES'] ?? 1);

export function times(count: number): number {
  return count * FACTOR;
}
