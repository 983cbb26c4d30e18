/** Finds cells that hold a marker for a missing value, such as `TBD`, which no page should show. */
import type { Table } from './table.ts';

const WORDS = ['TBD', 'tbd', 'TBA', 'tba', 'n/a', 'N/A', 'null', 'NULL', '-', '--', '---', '–', '—'];
/** Maximum length in bytes. */
const MAX_LENGTH = 4;

const packBytes = (bytes: Iterable<number>): number =>
  [...bytes].reduce((packed, byte) => packed * 256 + byte, 0);
const BY_BYTES = new Map(WORDS.map((word) => [packBytes(new TextEncoder().encode(word)), word]));

/** Checks that the marker can only mean a missing value; a dash or `null` may be intended. */
export const isAlwaysMissing = (word: string): boolean => /^(?:tb[ad]|n\/a)$/i.test(word);

/** Returns the marker, or `undefined` if the cell has a value. Called for each cell that a page shows. */
export function findMissingMarker(table: Table, cell: number): string | undefined {
  const length = table.getLength(cell);
  if (length === 0 || length > MAX_LENGTH) return undefined;
  let packed = 0;
  for (let index = 0; index < length; index += 1) packed = packed * 256 + table.byteAt(cell, index);
  return BY_BYTES.get(packed);
}
