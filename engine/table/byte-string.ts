/**
 * A byte string holds one byte of UTF-8 in each character, so that the CSV parser works on the bytes
 * of the file as they are: all that it looks for is ASCII, nothing is decoded that nobody asks for,
 * and whether the sheet is UTF-8 at all may be found out last.
 */

/** Arguments of one call; engines refuse above some 60,000. */
const PIECE = 8192;

/** One character a byte. */
export function toByteString(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) {
    // A typed array is what `apply` takes at full speed; its type asks for a plain one.
    text += String.fromCharCode.apply(null, bytes.subarray(at, at + PIECE) as unknown as number[]);
  }
  return text;
}

/** The bytes of a byte string; only the low eight bits of each character count. */
export function toBytes(byteString: string): Uint8Array {
  const bytes = new Uint8Array(byteString.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = byteString.charCodeAt(at);
  return bytes;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is the point
const ASCII_ONLY = /^[\x00-\x7f]*$/;
const ENCODER = new TextEncoder();

/** The byte string of ordinary text; half of a surrogate pair becomes a control character, which no cell keeps. */
export function encodeByteString(text: string): string {
  if (ASCII_ONLY.test(text)) return text;
  return toByteString(ENCODER.encode(text.replaceAll(/\p{Surrogate}/gu, '\u0001')));
}
