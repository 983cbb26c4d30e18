/** Picks towns to review: of the first row, of the longest row, and of the row with most special characters. */
import type { Table } from '#engine/sheet/table.ts';
import type { Town } from './towns.ts';

export interface SampleTown {
  town: Town;
  why: 'first' | 'longest' | 'special';
}

function findHighest(scores: readonly number[], taken: readonly number[]): number | undefined {
  let best: number | undefined;
  for (const [index, score] of scores.entries())
    if (!taken.includes(index) && (best === undefined || score > (scores[best] ?? 0))) best = index;
  return best;
}

/** Picks different rows: if one row meets several criteria, the next best is used. */
export function pickSampleTowns(towns: readonly Town[], table: Table): SampleTown[] {
  const texts = towns.map(({ row }) => table.getCells(table.findRow(row)).join(' '));
  const longest = findHighest(
    texts.map(({ length }) => length),
    [0],
  );
  const specials = texts.map((text) => text.match(/[^\p{L}\p{N}\s,.-]/gu)?.length ?? 0);
  const special = longest === undefined ? undefined : findHighest(specials, [0, longest]);
  const chosen = [
    { index: 0, why: 'first' as const },
    ...(longest === undefined ? [] : [{ index: longest, why: 'longest' as const }]),
    ...(special === undefined ? [] : [{ index: special, why: 'special' as const }]),
  ];
  return chosen
    .toSorted((a, b) => a.index - b.index)
    .flatMap(({ index, why }) => {
      const town = towns[index];
      return town ? [{ town, why }] : [];
    });
}
