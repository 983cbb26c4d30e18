/** Writes CSV for server, command line and browser: spreadsheets open it without a prompt and run no formulas of cells. */

/** Written first, so that spreadsheets read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';
/**
 * First characters of formulas, also in full width as East Asian keyboards type them. A leading `'` is guarded as well,
 * so that removing one `'` always restores the cell.
 */
const FORMULA = /^'*[ \u00a0]*[=+\-@\t\0＝＋－＠]/;
/** `-95.3`, `+1e3`, `-12%` */
const NUMBER = /^[+-](\d[\d,]*(\.\d*)?|\.\d+)(e[+-]?\d+)?%?$/i;
/** `+1 (555) 010-0100`: spreadsheets don't calculate it because of the space. */
const PHONE = /^\+\d[\d().-]* [\d(). -]*$/;

/** Adds a `'` to each line that looks like a formula, so that every spreadsheet reads text or a number. */
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

/** Writes one record with its line end: cells are guarded, quoted if necessary, and separated by commas. */
export function writeRecord(cells: readonly string[]): string {
  return cells.map(writeCell).join(',') + LINE_END;
}
