/**
 * Looks at the first bytes of a sheet: is it a sheet at all, how are its characters encoded, what
 * divides cells and rows.
 */
import Papa from 'papaparse';
import { breakLongBlanks, liftBlank } from './break-blanks.ts';

/** What a file is when it is no text of cells. */
export type SheetKind =
  | 'excel'
  | 'old-excel'
  | 'open-document'
  | 'zip'
  | 'gzip'
  | 'pdf'
  | 'image'
  | 'binary'
  | 'html'
  | 'xml';

export type SheetEncoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE';

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

/**
 * Encoding by the byte order mark, else by where the zero bytes of ASCII letters stand. A sheet that
 * begins with a letter of ASCII is UTF-16 only where the byte beside that letter is zero too.
 */
export function guessEncoding(head: Uint8Array): { encoding: SheetEncoding; markBytes: number } {
  if (startsWith(head, [0xef, 0xbb, 0xbf])) return { encoding: 'UTF-8', markBytes: 3 };
  if (startsWith(head, [0xff, 0xfe])) return { encoding: 'UTF-16LE', markBytes: 2 };
  if (startsWith(head, [0xfe, 0xff])) return { encoding: 'UTF-16BE', markBytes: 2 };
  const zeros = [0, 0];
  for (let at = 0; at < head.length; at += 1) {
    if (head[at] === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  // One character in twenty: separators and line ends alone are that many.
  const enough = head.length / 40;
  if (head[1] === 0 && head[0] !== 0 && odd >= enough && even <= odd / 10) {
    return { encoding: 'UTF-16LE', markBytes: 0 };
  }
  if (head[0] === 0 && head[1] !== 0 && even >= enough && odd <= even / 10) {
    return { encoding: 'UTF-16BE', markBytes: 0 };
  }
  return { encoding: 'UTF-8', markBytes: 0 };
}

const MAGIC: readonly (readonly [SheetKind, string])[] = [
  ['old-excel', '\u00d0\u00cf\u0011\u00e0'],
  ['gzip', '\u001f\u008b'],
  ['pdf', '%PDF-'],
  ['image', '\u0089PNG'],
  ['image', '\u00ff\u00d8\u00ff'],
  ['image', 'GIF8'],
];

const HTML_START =
  /^\s*(?:<!--[^]{0,2000}?-->\s*)?<(?:!doctype\s|(?:html|head|body|meta|title|script|table|div)[\s>])/i;
const XML_START = /^\s*<(?:\?xml|rss|feed|urlset)\b/i;

/** What the head (a byte string, without a byte order mark) shows to be no sheet. */
export function findForeignKind(head: string): SheetKind | undefined {
  if (head.startsWith('PK\u0003\u0004')) {
    if (head.includes('opendocument')) return 'open-document';
    return /\bxl\/|\[Content_Types\]\.xml/.test(head) ? 'excel' : 'zip';
  }
  for (const [kind, start] of MAGIC) if (head.startsWith(start)) return kind;
  if (isBinary(head)) return 'binary';
  if (HTML_START.test(head)) return 'html';
  return XML_START.test(head) ? 'xml' : undefined;
}

/**
 * A single control character in a cell is dirt, which is dropped; in the header, or in such numbers
 * as below, it means that this is no text.
 */
function isBinary(head: string): boolean {
  const line = /^[^\r\n]*/.exec(head)?.[0] ?? '';
  if (line.includes('\0')) return true;
  let controls = 0;
  for (let at = 0; at < head.length; at += 1) {
    const code = head.charCodeAt(at);
    if (code < 9 || (code > 13 && code < 32)) controls += 1;
  }
  return controls >= 200 && controls > head.length / 20;
}

export interface Dialect {
  delimiter: string;
  /** LF stands for CRLF too, so that a sheet may hold both. */
  newline: '\n' | '\r';
}

const LIFTED_TAB = liftBlank('\t');

/** Separator and line end, guessed from the first records; `head` is a byte string of whole lines. */
export function guessDialect(head: string, delimiter: string | undefined): Dialect {
  const lifted = breakLongBlanks(head.replaceAll('\t', LIFTED_TAB), '\r');
  const guess = Papa.parse(lifted, { preview: 10, delimitersToGuess: [',', LIFTED_TAB, '|', ';'] }).meta;
  return {
    delimiter: delimiter ?? (guess.delimiter === LIFTED_TAB ? '\t' : guess.delimiter),
    newline: guess.linebreak === '\r' ? '\r' : '\n',
  };
}
