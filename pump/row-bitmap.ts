/**
 * Which rows of a sheet are meant, as one bit each: with every second of 100,000 rows skipped, a list of numbers
 * would be the largest thing in the report.
 */

/** A bitmap reaches this far; a sheet has no more rows, but blank lines between them count as rows, too. */
const MOST_ROWS = 100_000;
/** The header is row 1. */
const FIRST_ROW = 2;
const BITS = 8;

/**
 * @param rows as a spreadsheet counts them: the header is row 1
 * @returns base64; bit n of byte k, the lowest first, stands for row 8k + n + 2; empty where there are none
 */
export function toBitmap(rows: Iterable<number>): string {
  const bytes = new Uint8Array(MOST_ROWS / BITS);
  let length = 0;
  for (const row of rows) {
    const position = row - FIRST_ROW;
    if (position < 0 || position >= MOST_ROWS) continue;
    const index = Math.floor(position / BITS);
    bytes[index] = (bytes[index] ?? 0) | (1 << (position % BITS));
    length = Math.max(length, index + 1);
  }
  return Buffer.from(bytes.buffer, 0, length).toString('base64');
}
