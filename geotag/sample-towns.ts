/** Picks towns to review: of the first row, of the longest row, and of the row with most special characters. */
import { chooseSamples, type SampleReason } from '#engine/sheet/choose-samples.ts';
import type { Table } from '#engine/sheet/table.ts';
import type { Town } from './towns.ts';

export interface SampleTown {
  town: Town;
  why: SampleReason;
}

/** Picks the towns of different rows, in their order. */
export function pickSampleTowns(towns: readonly Town[], table: Table): SampleTown[] {
  const texts = towns.map(({ row }) => table.getCells(table.findRow(row)).join(' '));
  const lengths = texts.map(({ length }) => length);
  const specials = texts.map((text) => text.match(/[^\p{L}\p{N}\s,.-]/gu)?.length ?? 0);
  return chooseSamples(lengths, specials)
    .toSorted((a, b) => a.index - b.index)
    .flatMap(({ index, reason }) => {
      const town = towns[index];
      return town ? [{ town, why: reason }] : [];
    });
}
