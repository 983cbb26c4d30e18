/** Base64 of UTF-8 (RFC 4648), as PHP's `base64_encode()` and browsers write it. */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map([...DIGITS].map((digit, value) => [digit.charCodeAt(0), value]));
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** What no text holds, but what bytes of a picture soon do. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL = /[\0-\u0008\u000e-\u001f\u007f]/;

/** @param isPadded whether `=` fills the last group of four */
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

/** The text that base64 stands for; `undefined` where that is none. Line breaks do not count. */
export function decodeBase64(encoded: string): string | undefined {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (let at = 0; at < encoded.length; at += 1) {
    const value = VALUES.get(encoded.charCodeAt(at));
    if (value === undefined) continue;
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 255);
  }
  try {
    const text = decoder.decode(Uint8Array.from(bytes));
    return CONTROL.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
