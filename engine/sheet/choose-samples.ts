/** Chooses samples of rows: the first, the longest and the one with the most special characters. */

/** Reason why a row is a sample. */
export type SampleReason = 'first' | 'longest' | 'special';

/** Finds the index of the highest score among the untaken rows; ties go to the earlier row. */
function findHighest(scores: Iterable<number>, taken: readonly number[]): number | undefined {
  let best: number | undefined;
  let most = -1;
  let index = 0;
  for (const score of scores) {
    if (score > most && !taken.includes(index)) [best, most] = [index, score];
    index += 1;
  }
  return best;
}

/**
 * Chooses different rows: one that would be two of the samples is replaced by the next best. There is at least one row.
 * @param lengths length of each row
 * @param specials score of each row's special characters
 */
export function chooseSamples(
  lengths: Iterable<number>,
  specials: Iterable<number>,
): { index: number; reason: SampleReason }[] {
  const longest = findHighest(lengths, [0]);
  if (longest === undefined) return [{ index: 0, reason: 'first' }];
  const special = findHighest(specials, [0, longest]);
  return [
    { index: 0, reason: 'first' },
    { index: longest, reason: 'longest' },
    ...(special === undefined ? [] : [{ index: special, reason: 'special' } as const]),
  ];
}
