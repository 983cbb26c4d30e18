/** Words that a list has in a cell until the value is known, such as `TBD`: no page should show them. */
import type { Table } from './table.ts';

const WORDS = ['TBD', 'tbd', 'TBA', 'tba', 'n/a', 'N/A', 'null', 'NULL', '-', '--', '---', '–', '—'];
/** In bytes. */
const MAX_LENGTH = 4;

const packBytes = (bytes: Iterable<number>): number =>
  [...bytes].reduce((packed, byte) => packed * 256 + byte, 0);
const BY_BYTES = new Map(WORDS.map((word) => [packBytes(new TextEncoder().encode(word)), word]));

/** Checks that the word can only mean a missing value; a dash or `null` may be intended. */
export const isAlwaysMissing = (word: string): boolean => /^(?:tb[ad]|n\/a)$/i.test(word);

/** The word that the cell consists of; nothing where it has a value. Asked for each cell that a page shows. */
export function findMissingMarker(table: Table, cell: number): string | undefined {
  const length = table.getLength(cell);
  if (length === 0 || length > MAX_LENGTH) return undefined;
  let packed = 0;
  for (let index = 0; index < length; index += 1) packed = packed * 256 + table.byteAt(cell, index);
  return BY_BYTES.get(packed);
}
