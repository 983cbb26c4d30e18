/**
 * A byte string holds one byte of UTF-8 in each character, so that the CSV parser works on the bytes
 * of the file as they are: all that it looks for is ASCII, nothing is decoded that nobody asks for,
 * and whether a cell is UTF-8 at all is found out where it is stored.
 */

/** Arguments of one call; engines refuse above some 60,000. */
const PIECE = 8192;

const ENCODER = new TextEncoder();
const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true });
const WINDOWS_1252 = new TextDecoder('windows-1252');

/** One character a byte. */
export function toByteString(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) text += pieceToByteString(bytes.subarray(at, at + PIECE));
  return text;
}

function pieceToByteString(piece: Uint8Array): string {
  // Decoding is many times faster, and right where all is ASCII: any other sequence of bytes becomes
  // fewer characters or U+FFFD.
  const decoded = UTF_8.decode(piece);
  if (decoded.length === piece.length && !decoded.includes('\ufffd')) return decoded;
  // `apply` takes a typed array at full speed; its type knows plain arrays only.
  return String.fromCharCode.apply(null, piece as unknown as number[]);
}

/** The bytes of a byte string; only the low eight bits of each character count. */
function toBytes(byteString: string): Uint8Array {
  const bytes = new Uint8Array(byteString.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = byteString.charCodeAt(at);
  return bytes;
}

const ASCII_ONLY = /^\p{ASCII}*$/u;
/** Half of a surrogate pair becomes this control character, which no cell keeps. */
const LONE_SURROGATE = '\u0001';

/** UTF-8 of a text whose lone surrogates are marked to be dropped. */
export function encodeText(text: string): Uint8Array {
  return ENCODER.encode(text.isWellFormed() ? text : text.replaceAll(/\p{Surrogate}/gu, LONE_SURROGATE));
}

/** The byte string of an ordinary text. */
export function encodeByteString(text: string): string {
  return ASCII_ONLY.test(text) ? text : toByteString(encodeText(text));
}

/** The text of a byte string, read as Windows-1252 where it is not UTF-8. */
export function decodeByteString(byteString: string): string {
  const bytes = toBytes(byteString);
  return isUtf8(bytes, 0, bytes.length) ? UTF_8.decode(bytes) : WINDOWS_1252.decode(bytes);
}

/** A byte string in Windows-1252 becomes one in UTF-8. */
export function recodeWindows1252(byteString: string): string {
  return toByteString(ENCODER.encode(WINDOWS_1252.decode(toBytes(byteString))));
}

/** Whether `bytes` from `start` to `end` are UTF-8 as Unicode defines it (table 3-7): shortest forms, no surrogates. */
export function isUtf8(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end) {
    const lead = bytes[at] ?? 0;
    at += 1;
    if (lead < 0x80) continue;
    if (lead < 0xc2 || lead > 0xf4) return false;
    const more = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    if (at + more > end) return false;
    const second = bytes[at] ?? 0;
    // These four leads allow less than the whole range of a second byte.
    if (lead === 0xe0 && second < 0xa0) return false;
    if (lead === 0xed && second > 0x9f) return false;
    if (lead === 0xf0 && second < 0x90) return false;
    if (lead === 0xf4 && second > 0x8f) return false;
    for (const next = at + more; at < next; at += 1) {
      if (((bytes[at] ?? 0) & 0xc0) !== 0x80) return false;
    }
  }
  return true;
}
