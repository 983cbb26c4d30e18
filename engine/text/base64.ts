/** Encodes and decodes base64 of UTF-8 (RFC 4648), as PHP's `base64_encode()` and browsers write it. */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const NO_DIGIT = 255;
/** Value of each digit by UTF-16 code unit; complete, so that no lookup is out of bounds. */
const VALUES = new Uint8Array(65_536).fill(NO_DIGIT);
for (const [value, digit] of [...DIGITS].entries()) VALUES[digit.charCodeAt(0)] = value;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @param isPadded pad the last group of four with `=` */
export function encodeBase64(text: string, isPadded: boolean): string {
  const bytes = encoder.encode(text);
  let encoded = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second, third] = [bytes[at], bytes[at + 1], bytes[at + 2]];
    const group = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    encoded += `${DIGITS[group >> 18]}${DIGITS[(group >> 12) & 63]}`;
    encoded += second === undefined ? '' : DIGITS[(group >> 6) & 63];
    encoded += third === undefined ? '' : DIGITS[group & 63];
  }
  return isPadded ? encoded.padEnd(Math.ceil(encoded.length / 4) * 4, '=') : encoded;
}

/**
 * Returns the number of continuation bytes that must follow; -1 if the byte can't be text. Almost every word could be
 * base64; this rejects it at its first bytes.
 */
function countContinuation(byte: number, missing: number): number {
  if (missing > 0) return byte >> 6 === 0b10 ? missing - 1 : -1;
  if (byte < 0x80) return (byte < 0x20 && (byte < 0x09 || byte > 0x0d)) || byte === 0x7f ? -1 : 0;
  if (byte < 0xc2 || byte > 0xf4) return -1;
  if (byte < 0xe0) return 1;
  return byte < 0xf0 ? 2 : 3;
}

/** Decodes base64, ignoring line breaks; returns `undefined` if it isn't text. */
export function decodeBase64(encoded: string): string | undefined {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  let missing = 0;
  for (let at = 0; at < encoded.length; at += 1) {
    const value = VALUES[encoded.charCodeAt(at)] as number;
    if (value === NO_DIGIT) continue;
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    const byte = (held >> bits) & 255;
    missing = countContinuation(byte, missing);
    if (missing < 0) return undefined;
    bytes.push(byte);
  }
  if (missing > 0) return undefined;
  try {
    return decoder.decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}

const isDigit = (text: string, at: number): boolean => VALUES[text.charCodeAt(at)] !== NO_DIGIT;

/** `[zip]` has eight digits, the last of which may be padding. */
const MIN_DIGITS = 7;
/** Matches padding and further lines, as in email and PHP's `chunk_split()`. */
const REST = /={0,2}(?:\r?\n[A-Za-z0-9+/]{4,}={0,2})*/y;

/**
 * Finds sequences of digits that are long enough for base64, with their padding and further lines. Checks every
 * seventh character first, which skips most of a page.
 */
export function findBase64Digits(text: string): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  let from = 0;
  while (from + MIN_DIGITS <= text.length) {
    let at = from + MIN_DIGITS - 1;
    while (at >= from && isDigit(text, at)) at -= 1;
    if (at >= from) {
      from = at + 1;
      continue;
    }
    let to = from + MIN_DIGITS;
    while (to < text.length && isDigit(text, to)) to += 1;
    REST.lastIndex = to;
    REST.test(text);
    to = REST.lastIndex;
    found.push({ from, to });
    from = to;
  }
  return found;
}
