/**
 * Sheets that people get from us, written once for server, command line and browser: they open in a
 * spreadsheet without a question and without running anything that stood in a cell.
 */

/** First of the file: spreadsheets take it for UTF-8 by it. */
export const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';
/**
 * How spreadsheets recognize a formula, also in full width as East Asian keyboards write it. A `'` in front
 * is guarded like the formula itself, so that removing one `'` always restores the cell.
 */
const FORMULA = /^'*[ \u00a0]*[=+\-@\t\0＝＋－＠]/;
/** `-95.3`, `+1e3`, `-12%` */
const NUMBER = /^[+-](\d[\d,]*(\.\d*)?|\.\d+)(e[+-]?\d+)?%?$/i;
/** `+1 (555) 010-0100`: with a space in it no spreadsheet calculates it. */
const PHONE = /^\+\d[\d().-]* [\d(). -]*$/;

/** A cell that is text or a number to every spreadsheet: each line that looks like a formula gets a `'`. */
export function guardCell(text: string): string {
  if (NUMBER.test(text) || PHONE.test(text)) return text;
  const lines = text.split(/(\r\n|\r|\n)/);
  const guarded = lines.map((line) => (FORMULA.test(line) ? `'${line}` : line)).join('');
  return /^'*[\r\n]/.test(text) ? `'${guarded}` : guarded;
}

function writeCell(text: string): string {
  const guarded = guardCell(text);
  return /[",;\r\n\t]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** One line of a sheet with its end: cells guarded, quoted where they must be, apart by commas. */
export function writeRecord(cells: readonly string[]): string {
  return cells.map(writeCell).join(',') + LINE_END;
}
