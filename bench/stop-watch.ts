/** Rounds of measurements: the first is discarded, of the others the median counts. */

export function findMedian(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  if (low === undefined || high === undefined) throw new Error('no figure was measured');
  return (low + high) / 2;
}

/** The figure that this share of all does not pass: 0.99 gives the 99th percentile. */
export function findPercentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const figure = sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)];
  if (figure === undefined) throw new Error('no figure was measured');
  return figure;
}

/** Milliseconds that the work takes. */
export function measureMs(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Runs the measurements in turn, so that what disturbs the machine disturbs all of them alike. */
export async function runRounds<Name extends string>(
  rounds: number,
  measures: Record<Name, () => number | Promise<number>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(measures) as Name[];
  const figures = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const figure = await measures[name]();
      if (round > 0) figures[name].push(figure);
    }
  }
  return figures;
}

/** Says next to the table how long a part of the bench took, for who waits. */
export function reportTime(part: string, startMs: number): void {
  process.stderr.write(`${part}: ${((performance.now() - startMs) / 1000).toFixed(1)} s\n`);
}
