/**
 * A byte string holds one byte of UTF-8 in each character, so that records are divided in the bytes of
 * the file as they are: all that is looked for is ASCII, nothing is decoded that nobody asks for, and
 * whether a cell is UTF-8 at all is found out where it is stored.
 */

/** Arguments of one call; engines refuse above some 60,000. */
const PIECE = 8192;

const ENCODER = new TextEncoder();
const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true });
/** In a piece; above it the bytes of the whole piece are spelled sooner. */
const FEW = 64;
const BEYOND_ASCII = /\P{ASCII}+/gu;

/** One character a byte. */
export function toByteString(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) text += pieceToByteString(bytes.subarray(at, at + PIECE));
  return text;
}

/** Decoding is many times faster than to look at each byte, and tells by itself where it is wrong. */
function pieceToByteString(piece: Uint8Array): string {
  const decoded = UTF_8.decode(piece);
  // Bytes that are no UTF-8, and characters that the piece cuts.
  if (decoded.includes('\ufffd')) return spellBytes(piece);
  const more = piece.length - decoded.length;
  if (more === 0) return decoded;
  // Few letters beyond ASCII are spelled one by one.
  if (more > FEW) return spellBytes(piece);
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

/** The text of a byte string; what is not UTF-8 is read as Windows-1252. */
export function decodeByteString(byteString: string): string {
  const bytes = toBytes(byteString);
  return UTF_8.decode(isUtf8(bytes, 0, bytes.length) ? bytes : toBytes(repairUtf8(byteString)));
}

/** The text of a sheet as its cells are read: UTF-8, and each byte that belongs to none as Windows-1252. */
export function decodeSheetText(bytes: Uint8Array): string {
  return decodeByteString(toByteString(bytes)).replace(/^\ufeff/, '');
}

/** Byte string of the letter that each byte stands for in Windows-1252. */
const LETTERS = Array.from({ length: 256 }, (_, byte) =>
  toByteString(ENCODER.encode(new TextDecoder('windows-1252').decode(Uint8Array.of(byte)))),
);

/**
 * A byte string in UTF-8 throughout: sequences of UTF-8 stay, and each byte that belongs to none is
 * read as Windows-1252. So one broken byte does not spoil the letters around it.
 */
export function repairUtf8(byteString: string): string {
  const bytes = toBytes(byteString);
  let fixed = '';
  let done = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at, bytes.length);
    if (length === 0) {
      fixed += byteString.slice(done, at) + (LETTERS[bytes[at] ?? 0] ?? '');
      done = at + 1;
    }
    at += length || 1;
  }
  return fixed + byteString.slice(done);
}

/** Whether `bytes` from `start` to `end` are UTF-8. */
export function isUtf8(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; ) {
    const length = (bytes[at] ?? 0) < 0x80 ? 1 : sequenceLength(bytes, at, end);
    if (length === 0) return false;
    at += length;
  }
  return true;
}

/** Bytes of the character at `at`, 0 where there is none as Unicode defines it (table 3-7): shortest forms, no surrogates. */
function sequenceLength(bytes: Uint8Array, at: number, end: number): 0 | 1 | 2 | 3 | 4 {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (at + length > end) return 0;
  const second = bytes[at + 1] ?? 0;
  // These four leads allow less than the whole range of a second byte.
  if (lead === 0xe0 && second < 0xa0) return 0;
  if (lead === 0xed && second > 0x9f) return 0;
  if (lead === 0xf0 && second < 0x90) return 0;
  if (lead === 0xf4 && second > 0x8f) return 0;
  for (let more = at + 1; more < at + length; more += 1) {
    if (((bytes[more] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}
