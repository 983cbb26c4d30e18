/** Rows of a sheet as one bit each: if every second of 100,000 rows is skipped, a list of numbers takes 300 kB. */

/** Later rows are omitted: a sheet has no more, but blank lines between them count as well. */
const MAX_ROWS = 100_000;
/** The header is row 1. */
const FIRST_ROW = 2;
const BITS = 8;

/**
 * @param rows as a spreadsheet counts them: the header is row 1
 * @returns base64; bit n of byte k, lowest first, is row 8k + n + 2; empty without rows
 */
export function toBitmap(rows: Iterable<number>): string {
  const bytes = new Uint8Array(MAX_ROWS / BITS);
  let length = 0;
  for (const row of rows) {
    const position = row - FIRST_ROW;
    if (position < 0 || position >= MAX_ROWS) continue;
    const index = Math.floor(position / BITS);
    bytes[index] = (bytes[index] ?? 0) | (1 << (position % BITS));
    length = Math.max(length, index + 1);
  }
  return Buffer.from(bytes.buffer, 0, length).toString('base64');
}
