/** Looks at the first bytes of a sheet: is it a sheet at all, and how are its characters encoded. */

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

/** LF, CR, TAB and the separators of cells. */
const SEPARATORS = new Set([0x0a, 0x0d, 0x09, 0x2c, 0x3b, 0x7c]);

/**
 * Encoding by the byte order mark, else by the zero bytes of UTF-16. Without a mark a sheet is taken
 * for UTF-16 only where it begins with a Latin letter and a zero byte, which no text in UTF-8 does.
 */
export function detectEncoding(head: Uint8Array): { encoding: SheetEncoding; markBytes: number } {
  if (startsWith(head, [0xef, 0xbb, 0xbf])) return { encoding: 'UTF-8', markBytes: 3 };
  if (startsWith(head, [0xff, 0xfe])) return { encoding: 'UTF-16LE', markBytes: 2 };
  if (startsWith(head, [0xfe, 0xff])) return { encoding: 'UTF-16BE', markBytes: 2 };
  const [first = 0, second = 0] = head;
  if (first !== 0 && second === 0 && isWide(head, 0)) return { encoding: 'UTF-16LE', markBytes: 0 };
  if (first === 0 && second !== 0 && isWide(head, 1)) return { encoding: 'UTF-16BE', markBytes: 0 };
  return { encoding: 'UTF-8', markBytes: 0 };
}

/** Whether a separator stands beside a zero byte, or most letters do; `low` is 0 where the low byte comes first. */
function isWide(head: Uint8Array, low: 0 | 1): boolean {
  let zeros = 0;
  for (let at = 0; at + 1 < head.length; at += 2) {
    if (head[at + 1 - low] !== 0) continue;
    if (SEPARATORS.has(head[at + low] ?? 0)) return true;
    zeros += 1;
  }
  return zeros * 4 > head.length;
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
export function detectFileKind(head: string): SheetKind | undefined {
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
 * A control character in a cell is dirt, which is dropped; a NUL in the header, many NULs, or many
 * control characters of all kinds mean that this is no text.
 */
function isBinary(head: string): boolean {
  const line = /^[^\r\n]*/.exec(head)?.[0] ?? '';
  if (line.includes('\0')) return true;
  const counts = new Uint32Array(32);
  let controls = 0;
  for (let at = 0; at < head.length; at += 1) {
    const code = head.charCodeAt(at);
    if (code >= 32 || (code >= 9 && code <= 13)) continue;
    counts[code] = (counts[code] ?? 0) + 1;
    controls += 1;
  }
  const many = Math.max(200, head.length / 20);
  const kinds = counts.filter((count) => count > 0).length;
  return (counts[0] ?? 0) > many || (kinds >= 16 && controls > many);
}
