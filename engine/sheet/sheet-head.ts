/** Detects the encoding of a sheet, and files of other kinds, from the first bytes. */
import { findByteOrderMark } from '../text/decode-bytes.ts';
import { findSignature, type Signature } from '../text/file-kinds.ts';

/** Kinds of files that aren't sheets of text. */
export type SheetKind = Exclude<Signature, 'archive'> | 'excel' | 'open-document' | 'binary' | 'html' | 'xml';

type SheetEncoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE';

/** LF, CR, TAB and the separators of cells. */
const SEPARATORS = new Set([0x0a, 0x0d, 0x09, 0x2c, 0x3b, 0x7c]);

/**
 * Detects the encoding by the byte order mark, or by the zero bytes of UTF-16. Without a mark only a sheet that begins
 * with a Latin letter and a zero byte is UTF-16, because UTF-8 never does.
 */
export function detectEncoding(head: Uint8Array): { encoding: SheetEncoding; markBytes: number } {
  const found = findByteOrderMark(head);
  if (found) return { encoding: found.encoding.toUpperCase() as SheetEncoding, markBytes: found.mark.length };
  const [first = 0, second = 0] = head;
  if (first !== 0 && second === 0 && isWide(head, 0)) return { encoding: 'UTF-16LE', markBytes: 0 };
  if (first === 0 && second !== 0 && isWide(head, 1)) return { encoding: 'UTF-16BE', markBytes: 0 };
  return { encoding: 'UTF-8', markBytes: 0 };
}

/** Checks if a separator or most letters are next to a zero byte; `low` is 0 if the low byte is first. */
function isWide(head: Uint8Array, low: 0 | 1): boolean {
  let zeros = 0;
  for (let at = 0; at + 1 < head.length; at += 2) {
    if (head[at + 1 - low] !== 0) continue;
    if (SEPARATORS.has(head[at + low] ?? 0)) return true;
    zeros += 1;
  }
  return zeros * 4 > head.length;
}

const HTML_START =
  /^\s*(?:<!--[^]{0,2000}?-->\s*)?<(?:!doctype\s|(?:html|head|body|meta|title|script|table|div)[\s>])/i;
const XML_START = /^\s*<(?:\?xml|rss|feed|urlset)\b/i;

/**
 * Detects a file that isn't a sheet.
 * @param head its decoded first block
 */
export function detectFileKind(bytes: Uint8Array, head: string): SheetKind | undefined {
  const signature = findSignature(bytes);
  if (signature === 'zip') {
    if (head.includes('opendocument')) return 'open-document';
    return /\bxl\/|\[Content_Types\]\.xml/.test(head) ? 'excel' : 'zip';
  }
  if (signature !== undefined) return signature === 'archive' ? 'binary' : signature;
  if (isBinary(head)) return 'binary';
  if (HTML_START.test(head)) return 'html';
  return XML_START.test(head) ? 'xml' : undefined;
}

/**
 * Checks for binary data: a NUL in the header, many NULs, or many different control characters. A few control
 * characters in cells are dropped later.
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
