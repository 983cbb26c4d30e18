/**
 * Cleans a cell when the sheet is read, so that a page shows what the spreadsheet shows: trims it and unwraps
 * `="00501"` and the `'` that marks a number as text.
 */
import { CELL_BYTES } from '../limits.ts';
import { trimEdges } from '../text/trim-edges.ts';

/** Spaces and zero-width characters, without joiners and direction marks, which change how text looks. */
const BLANKS =
  ' \t\n\v\f\r\u0085\u00a0\u1680\u180e\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b' +
  '\u200c\u2028\u2029\u202f\u205f\u2060\u3000\ufeff';

/** Trims blanks and invisible characters. */
export const trimCell = (cell: string): string => trimEdges(cell, BLANKS);

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
/** Matches a `'` before an ASCII or full-width sign that begins a formula, or before a line break. */
const GUARD = /(^|[\r\n])'(?='*[ \u00a0]*[=+\-@\t\0\uff1d\uff0b\uff0d\uff20])|^'(?='*[\r\n])/g;

/** Checks by its columns if a sheet is a report that was downloaded from this product. */
export const isDownloadedSheet = (columns: readonly { name: string }[]): boolean =>
  columns.some(({ name }) => OWN_COLUMN.test(name));

/**
 * Removes one formula guard from each line of a cell. Reports that users download have a `'` before each line that a
 * spreadsheet would run as a formula; it is removed when such a report is uploaded as a sheet.
 */
export const removeFormulaGuard = (cell: string): string =>
  cell.includes("'") ? cell.replace(GUARD, '$1') : cell;

const ENCODER = new TextEncoder();

/** Maximum number of bytes of UTF-8 for each code unit. */
export const MAX_UNIT_BYTES = 3;

/** Counts the bytes of UTF-8 of a well-formed text. */
export function countBytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Each half of a surrogate pair is two of four bytes.
    if (code > 0x7f) bytes += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2;
  }
  return bytes;
}

/** Matches what XML 1.0 doesn't allow: control characters, lone surrogates and noncharacters. */
export const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Text of a cell as the table stores it, and its changes. */
export interface StoredCell {
  text: string;
  /** Length in bytes before it was truncated; 0 if it wasn't. */
  cutFrom: number;
  /** Number of removed characters, which XML 1.0 doesn't allow. */
  dropped: number;
  /** CRLF or CR became LF. */
  hasLineEnds: boolean;
  /** Vertical tabs or form feeds became spaces. */
  hasBreaks: boolean;
}

const UNCHANGED = { cutFrom: 0, dropped: 0, hasLineEnds: false, hasBreaks: false };
/** Matches what may be replaced or dropped, and surrogate pairs. */
const UNUSUAL = /[^\t\n\u0020-\ud7ff\ue000-\ufffd]/;

/** Makes the line ends of a cell LF, removes what XML 1.0 doesn't allow, and truncates it at a whole character. */
export function toStoredCell(cell: string): StoredCell {
  const isShort = cell.length * MAX_UNIT_BYTES <= CELL_BYTES;
  if (isShort && !UNUSUAL.test(cell)) return { text: cell, ...UNCHANGED };
  // CR CR LF is also one line end: text mode converts the LF of CRLF to CRLF.
  const lines = cell.replaceAll(/\r{1,2}\n|\r/g, '\n');
  const spaced = lines.replaceAll(/[\v\f]/g, ' ');
  const text = spaced.replaceAll(FORBIDDEN, '');
  const changes = {
    dropped: spaced.length - text.length,
    hasLineEnds: lines !== cell,
    hasBreaks: spaced !== lines,
  };
  if (isShort || countBytes(text) <= CELL_BYTES) return { text, cutFrom: 0, ...changes };
  const { read } = ENCODER.encodeInto(text, new Uint8Array(CELL_BYTES));
  return { text: text.slice(0, read), cutFrom: countBytes(cell), ...changes };
}
