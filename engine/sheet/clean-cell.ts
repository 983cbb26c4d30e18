/**
 * Cleans a cell when the sheet is read, so that a page shows what the spreadsheet shows: trims it and unwraps
 * `="00501"` and the `'` that marks a number as text. Cells are byte strings.
 */

/** Non-ASCII spaces and zero-width characters in UTF-8; without joiners and direction marks, which change how text looks. */
const WIDE_BLANKS: readonly string[] = [
  '\u00c2\u0085',
  '\u00c2\u00a0',
  '\u00e1\u009a\u0080',
  '\u00e1\u00a0\u008e',
  ...Array.from({ length: 12 }, (_, last) => `\u00e2\u0080${String.fromCharCode(0x80 + last)}`),
  '\u00e2\u0080\u008c',
  '\u00e2\u0080\u00a8',
  '\u00e2\u0080\u00a9',
  '\u00e2\u0080\u00af',
  '\u00e2\u0081\u009f',
  '\u00e2\u0081\u00a0',
  '\u00e3\u0080\u0080',
  '\u00ef\u00bb\u00bf',
];
const BLANKS = new Set(WIDE_BLANKS);
const LEADS = new Set(WIDE_BLANKS.map((blank) => blank.charCodeAt(0)));
const BLANK = 0x20;
const NO_BREAK_SPACE = 0xa0;

/** Matches TAB to CR and the space. */
const isAsciiBlank = (code: number): boolean => code === BLANK || (code >= 9 && code <= 13);

/** Length of the blank that begins at `at`; 0 if none does. */
function blankAt(cell: string, at: number): number {
  const code = cell.charCodeAt(at);
  if (isAsciiBlank(code)) return 1;
  if (code < 0x80) return 0;
  // A continuation byte can't begin a UTF-8 character, so this is a no-break space in Windows-1252.
  if (code === NO_BREAK_SPACE) return 1;
  if (!LEADS.has(code)) return 0;
  const length = code < 0xe0 ? 2 : 3;
  return BLANKS.has(cell.slice(at, at + length)) ? length : 0;
}

/** Length of the blank that ends at `end`; 0 if none does. */
function blankBefore(cell: string, end: number): number {
  const code = cell.charCodeAt(end - 1);
  if (isAsciiBlank(code)) return 1;
  if (code < 0x80 || code > 0xbf) return 0;
  if (BLANKS.has(cell.slice(Math.max(0, end - 3), end))) return 3;
  if (BLANKS.has(cell.slice(Math.max(0, end - 2), end))) return 2;
  return code === NO_BREAK_SPACE && cell.charCodeAt(end - 2) < 0x80 ? 1 : 0;
}

/** Trims blanks and invisible characters. */
export function trimCell(cell: string): string {
  let from = 0;
  let to = cell.length;
  for (let length = 1; from < to && length > 0; from += length) length = blankAt(cell, from);
  for (let length = 1; to > from && length > 0; to -= length) length = blankBefore(cell, to);
  return from === 0 && to === cell.length ? cell : cell.slice(from, to);
}

/** `="00501"`, which programs write so that a spreadsheet doesn't convert the value to a number. */
const FORMULA_TEXT = /^=[\t ]*"((?:[^"]|"")*)"$/;
/** Matches a `'` before a number, a date or a formula, but not before a word: `'t Harde`. */
const TEXT_MARK = /^'+(?=(?:[=+\-@(.]?\d[\d\s().,/:+%-]*|[=+@-].*)$)/s;
const EQUALS = 0x3d;
const APOSTROPHE = 0x27;

/** Removes one wrapper. */
function unwrapOnce(cell: string): string {
  const code = cell.charCodeAt(0);
  if (code === EQUALS) {
    const text = FORMULA_TEXT.exec(cell)?.[1];
    return text === undefined ? cell : text.replaceAll('""', '"');
  }
  return code === APOSTROPHE ? cell.replace(TEXT_MARK, '') : cell;
}

/** Removes spreadsheet wrappers. Idempotent. */
export function unwrapCell(cell: string): string {
  let text = cell;
  for (let next = unwrapOnce(text); next !== text; next = unwrapOnce(text)) text = trimCell(next);
  return text;
}

/** Checks if the cleaned cell is a formula as text: a function call or a cell reference. */
export function isFormulaText(cell: string): boolean {
  return cell.charCodeAt(0) === EQUALS && /^=[\s+-]*(?:[A-Z][A-Z0-9._]*\(|\$?[A-Z]{1,3}\$?\d)/i.test(cell);
}

/** Columns that only downloaded reports have: the reason (by its earlier name as well) and the row number. */
const OWN_COLUMN = /^(skip_reason|why_left_out|row_in_sheet)(_\d+)?$/i;
/** Matches byte strings: a no-break space is `C2 A0`, full-width signs begin with `EF BC`. */
const GUARD =
  /(^|[\r\n])'(?='*(?: |\u00c2\u00a0)*(?:[=+\-@\t\0]|\u00ef\u00bc[\u009d\u008b\u008d\u00a0]))|^'(?='*[\r\n])/g;

/** Checks by its columns if a sheet is a report that was downloaded from this product. */
export const isDownloadedSheet = (columns: readonly { name: string }[]): boolean =>
  columns.some(({ name }) => OWN_COLUMN.test(name));

/**
 * Removes one formula guard from each line of a cell. Reports that users download have a `'` before each line that a
 * spreadsheet would run as a formula; it is removed when such a report is uploaded as a sheet.
 */
export const removeFormulaGuard = (cell: string): string =>
  cell.includes("'") ? cell.replace(GUARD, '$1') : cell;
