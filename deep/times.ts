/** Number of kills, stops and failures: DEEP_TIMES=10 does ten times as many. */
const FACTOR = Number(process.env['DEEP_TIMES'] ?? 1);

export function times(count: number): number {
  return count * FACTOR;
}
