/** Rounds of measurements: the first is discarded, and the median of the others counts. */

export function findMedian(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  if (low === undefined || high === undefined) throw new Error('No figures were measured');
  return (low + high) / 2;
}

/** Returns a percentile; 0.99 is the 99th. */
export function findPercentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const figure = sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)];
  if (figure === undefined) throw new Error('No figures were measured');
  return figure;
}

/** Measures work in milliseconds. */
export function measureMs(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Alternates the measurements, so that other load on the machine affects all of them. */
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

/** Reports the time of a part of the benchmark on stderr. */
export function reportTime(part: string, startMs: number): void {
  process.stderr.write(`${part}: ${((performance.now() - startMs) / 1000).toFixed(1)} s\n`);
}
