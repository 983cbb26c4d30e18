/**
 * A byte string (a "binary string") holds one byte of UTF-8 in each character. Records are split in the bytes of
 * the file, because all separators are ASCII, and each cell is validated as UTF-8 only when it is stored.
 */

/** Arguments of one call; engines refuse more than about 60,000. */
const CHUNK_BYTES = 8192;

const ENCODER = new TextEncoder();
const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true });
/** Non-ASCII bytes in a chunk that are spelled one by one; with more, the whole chunk is spelled. */
const MAX_NON_ASCII = 64;
const BEYOND_ASCII = /\P{ASCII}+/gu;

/** One character a byte. */
export function toByteString(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    text += chunkToByteString(bytes.subarray(at, at + CHUNK_BYTES));
  return text;
}

/** Decodes the chunk with the native decoder, which reports invalid bytes as U+FFFD. */
function chunkToByteString(chunk: Uint8Array): string {
  const decoded = UTF_8.decode(chunk);
  // Invalid UTF-8, or a character that the chunk cuts.
  if (decoded.includes('\ufffd')) return spellBytes(chunk);
  const more = chunk.length - decoded.length;
  if (more === 0) return decoded;
  if (more > MAX_NON_ASCII) return spellBytes(chunk);
  return decoded.replaceAll(BEYOND_ASCII, (letters) => spellBytes(ENCODER.encode(letters)));
}

function spellBytes(bytes: Uint8Array): string {
  // `apply` takes a typed array at full speed; its type knows plain arrays only.
  return String.fromCharCode.apply(null, bytes as unknown as number[]);
}

/** The bytes of a byte string. */
export function toBytes(byteString: string): Uint8Array {
  const bytes = new Uint8Array(byteString.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = byteString.charCodeAt(at);
  return bytes;
}

const ASCII_ONLY = /^\p{ASCII}*$/u;
/** Replaces half of a surrogate pair: a control character, which is removed from cells. */
const LONE_SURROGATE = '\u0001';

/** Encodes a text as UTF-8; lone surrogates become a character that is removed from cells. */
export function encodeText(text: string): Uint8Array {
  return ENCODER.encode(text.isWellFormed() ? text : text.replaceAll(/\p{Surrogate}/gu, LONE_SURROGATE));
}

/** Converts a text to a byte string. */
export function encodeByteString(text: string): string {
  return ASCII_ONLY.test(text) ? text : toByteString(encodeText(text));
}

/** Converts a byte string to a text; bytes that aren't UTF-8 are read as Windows-1252. */
export function decodeByteString(byteString: string): string {
  const bytes = toBytes(byteString);
  return UTF_8.decode(isUtf8(bytes, 0, bytes.length) ? bytes : toBytes(repairUtf8(byteString)));
}

/** Decodes a whole sheet as its cells are decoded: as UTF-8, with invalid bytes as Windows-1252. */
export function decodeSheetText(bytes: Uint8Array): string {
  return decodeByteString(toByteString(bytes)).replace(/^\ufeff/, '');
}

/** Byte string of the Windows-1252 character of each byte. */
const WINDOWS_1252 = Array.from({ length: 256 }, (_, byte) =>
  toByteString(ENCODER.encode(new TextDecoder('windows-1252').decode(Uint8Array.of(byte)))),
);

/**
 * Replaces each invalid byte with the UTF-8 of its Windows-1252 character, so that one invalid byte doesn't change
 * the characters around it.
 */
export function repairUtf8(byteString: string): string {
  const bytes = toBytes(byteString);
  let fixed = '';
  let done = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at, bytes.length);
    if (length === 0) {
      fixed += byteString.slice(done, at) + (WINDOWS_1252[bytes[at] ?? 0] ?? '');
      done = at + 1;
    }
    at += length || 1;
  }
  return fixed + byteString.slice(done);
}

/** Checks that `bytes` from `start` to `end` are valid UTF-8. */
export function isUtf8(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; ) {
    const length = (bytes[at] ?? 0) < 0x80 ? 1 : sequenceLength(bytes, at, end);
    if (length === 0) return false;
    at += length;
  }
  return true;
}

/** Length in bytes of the character at `at`; 0 if it isn't well-formed (Unicode, table 3-7). */
function sequenceLength(bytes: Uint8Array, at: number, end: number): 0 | 1 | 2 | 3 | 4 {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (at + length > end) return 0;
  const second = bytes[at + 1] ?? 0;
  // These four lead bytes restrict the second byte.
  if (lead === 0xe0 && second < 0xa0) return 0;
  if (lead === 0xed && second > 0x9f) return 0;
  if (lead === 0xf0 && second < 0x90) return 0;
  if (lead === 0xf4 && second > 0x8f) return 0;
  for (let more = at + 1; more < at + length; more += 1) {
    if (((bytes[more] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}
