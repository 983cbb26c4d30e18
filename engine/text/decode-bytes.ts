/**
 * Decodes a seed: by its byte order mark, as UTF-16, by its XML declaration, or as UTF-8. Decoding is strict, because a
 * wrong guess would be written to every page.
 */
import type { Problem } from '../problem.ts';

export interface DecodedBytes {
  text: string;
  encoding: string;
}

function getDeclaredEncoding(bytes: Uint8Array): string {
  let head = '';
  for (const byte of bytes.subarray(0, 200)) head += String.fromCharCode(byte);
  return /^\s*<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(head)?.[1] ?? 'utf-8';
}

const BYTE_ORDER_MARKS = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
] as const;

/** Returns the byte order mark at the start of the bytes and its encoding. */
export function findByteOrderMark(bytes: Uint8Array): (typeof BYTE_ORDER_MARKS)[number] | undefined {
  return BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
}

/** Detects Unicode by its byte order mark, or UTF-16 by its first `<`. */
function detectUnicode(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0x3c && second === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c) return 'utf-16be';
  return findByteOrderMark(bytes)?.encoding;
}

function isUtf8Prefix(bytes: Uint8Array): boolean {
  try {
    // Streaming accepts a sequence that is cut at the end.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Finds the first invalid UTF-8 sequence; line and column from 1. */
function findInvalidByte(bytes: Uint8Array): { line: number; column: number } {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isUtf8Prefix(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  const before = new TextDecoder('utf-8').decode(bytes.subarray(0, good), { stream: true });
  const line = before.split('\n').length;
  return { line, column: before.length - before.lastIndexOf('\n') };
}

/** Normalizes a label (`utf8` to `utf-8`); returns `undefined` if it is unknown. */
function findEncoding(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** Labels of ASCII, which TextDecoder would decode as Windows-1252. */
const ASCII = /^(?:us-ascii|ascii|iso646-us|ansi_x3\.4-1968|iso-ir-6|csascii)$/;

/**
 * Detects the encoding. A declaration of UTF-16 that was read as ASCII must be wrong, and ASCII is decoded as its
 * superset UTF-8.
 */
function detectEncoding(bytes: Uint8Array): string {
  const unicode = detectUnicode(bytes);
  if (unicode !== undefined) return unicode;
  const declared = getDeclaredEncoding(bytes).toLowerCase();
  return declared.startsWith('utf-16') || ASCII.test(declared) ? 'utf-8' : declared;
}

/** Decodes a seed; returns a fault if its bytes aren't valid in its encoding. */
export function decodeSeedBytes(bytes: Uint8Array, file: string): DecodedBytes | Problem {
  const label = detectEncoding(bytes);
  const encoding = findEncoding(label);
  const fault = { code: 'seed-encoding', severity: 'fault', file } as const;
  if (encoding === undefined) {
    return {
      ...fault,
      line: 1,
      column: 1,
      text: `The seed declares an unknown encoding: ${label}. Export the page again, or save the file as UTF-8.`,
    };
  }
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
  } catch {
    return {
      ...fault,
      ...(encoding === 'utf-8' ? findInvalidByte(bytes) : {}),
      text: `The seed has bytes that aren’t ${encoding.toUpperCase()}. Export the page again, or save the file as UTF-8.`,
    };
  }
}
