/** Returns a few values by which a user recognizes a column. */
import { cutText } from '../text/cut-text.ts';

/** Maximum number of rows to read. */
export const MAX_LOOKED_ROWS = 100;
const MAX_SHOWN_CHARACTERS = 200;

/** Returns the first two different texts that aren’t blank, cut to the length that is shown. */
export function takeFirst(rows: readonly number[], read: (row: number) => string): string[] {
  const found = new Set<string>();
  for (const row of rows) {
    const text = cutText(read(row).trim(), MAX_SHOWN_CHARACTERS);
    if (text !== '') found.add(text);
    if (found.size === 2) break;
  }
  return [...found];
}

/** Returns the indexes of the first rows of a sheet. */
export function firstRows(rowCount: number): number[] {
  return Array.from({ length: Math.min(MAX_LOOKED_ROWS, rowCount) }, (_, row) => row);
}
