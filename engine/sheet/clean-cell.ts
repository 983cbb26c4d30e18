/**
 * Cleans a cell once, when the sheet is read, so that a page shows what the spreadsheet shows: blanks at
 * the edges, `="00501"` and the `'` that keeps a number as text. Cells are byte strings.
 */

/** Blanks and characters without a width beyond ASCII, in UTF-8; joiners and direction marks change how text looks. */
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

/** TAB to CR, and the space. */
const isAsciiBlank = (code: number): boolean => code === BLANK || (code >= 9 && code <= 13);

/** Bytes of the blank that begins at `at`; 0 where there is none. */
function blankAt(cell: string, at: number): number {
  const code = cell.charCodeAt(at);
  if (isAsciiBlank(code)) return 1;
  if (code < 0x80) return 0;
  // A continuation byte can't begin a UTF-8 letter: this is a no-break space in Windows-1252.
  if (code === NO_BREAK_SPACE) return 1;
  if (!LEADS.has(code)) return 0;
  const length = code < 0xe0 ? 2 : 3;
  return BLANKS.has(cell.slice(at, at + length)) ? length : 0;
}

/** Bytes of the blank that ends before `end`; 0 where there is none. */
function blankBefore(cell: string, end: number): number {
  const code = cell.charCodeAt(end - 1);
  if (isAsciiBlank(code)) return 1;
  if (code < 0x80 || code > 0xbf) return 0;
  if (BLANKS.has(cell.slice(Math.max(0, end - 3), end))) return 3;
  if (BLANKS.has(cell.slice(Math.max(0, end - 2), end))) return 2;
  return code === NO_BREAK_SPACE && cell.charCodeAt(end - 2) < 0x80 ? 1 : 0;
}

/** The cell without blanks and invisible characters at its edges. */
export function trimCell(cell: string): string {
  let from = 0;
  let to = cell.length;
  for (let length = 1; from < to && length > 0; from += length) length = blankAt(cell, from);
  for (let length = 1; to > from && length > 0; to -= length) length = blankBefore(cell, to);
  return from === 0 && to === cell.length ? cell : cell.slice(from, to);
}

/** `="00501"`: how programs keep a spreadsheet from reading a number. */
const FORMULA_TEXT = /^=[\t ]*"((?:[^"]|"")*)"$/;
/** A `'` before what a spreadsheet would take for a number, a date or a formula; never before a word: `'t Harde`. */
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

/** The cell without spreadsheet wrappers; a cleaned cell is unchanged when it is read again. */
export function unwrapCell(cell: string): string {
  let text = cell;
  for (let next = unwrapOnce(text); next !== text; next = unwrapOnce(text)) text = trimCell(next);
  return text;
}

/** Is the cleaned cell a formula as text: a name with arguments, or a sum of cells? */
export function isFormulaText(cell: string): boolean {
  return cell.charCodeAt(0) === EQUALS && /^=[\s+-]*(?:[A-Z][A-Z0-9._]*\(|\$?[A-Z]{1,3}\$?\d)/i.test(cell);
}
