/**
 * Sheets that people get from us, written once for server, command line and browser: they open in a
 * spreadsheet without a question and without running anything that stood in a cell.
 */

/** First of the file: spreadsheets take it for UTF-8 by it. */
export const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';
/** What spreadsheets take for the beginning of a formula, also in full width as East Asian keyboards write it. */
const FORMULA = /^[ \u00a0]*[=+\-@\t\0＝＋－＠]/;

/** A cell that is text to every spreadsheet: what looks like a formula, on any of its lines, gets a `'`. */
export function guardCell(text: string): string {
  const lines = text.split(/(\r\n|\r|\n)/);
  const guarded = lines.map((line) => (FORMULA.test(line) ? `'${line}` : line)).join('');
  return /^[\r\n]/.test(text) ? `'${guarded}` : guarded;
}

function writeCell(text: string): string {
  const guarded = guardCell(text);
  return /[",;\r\n\t]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** One line of a sheet with its end: cells guarded, quoted where they must be, apart by commas. */
export function writeRecord(cells: readonly string[]): string {
  return cells.map(writeCell).join(',') + LINE_END;
}
