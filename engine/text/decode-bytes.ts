/**
 * Bytes of a seed to text: byte order mark, UTF-16, the encoding that the XML declaration names,
 * else UTF-8; always strict, because a wrong guess would be written into every page.
 */
import type { Problem } from '../problem.ts';

export interface DecodedBytes {
  text: string;
  encoding: string;
}

function declaredEncoding(bytes: Uint8Array): string {
  let head = '';
  for (const byte of bytes.subarray(0, 200)) head += String.fromCharCode(byte);
  return /^\s*<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(head)?.[1] ?? 'utf-8';
}

function markedEncoding(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0x3c && second === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c) return 'utf-16be';
  return undefined;
}

function decodes(bytes: Uint8Array): boolean {
  try {
    // a sequence that is cut at the end is not broken yet
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Where the first broken UTF-8 sequence stands: line and column from 1. */
function firstBrokenByte(bytes: Uint8Array): { line: number; column: number } {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (decodes(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  const before = new TextDecoder('utf-8').decode(bytes.subarray(0, good), { stream: true });
  const line = before.split('\n').length;
  return { line, column: before.length - before.lastIndexOf('\n') };
}

/** Its one name (`utf8` is `utf-8`); `undefined` where nobody knows it. */
function findEncoding(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** Names of ASCII, for which TextDecoder would take Windows-1252: other bytes of it are a guess. */
const ASCII = /^(?:us-ascii|ascii|iso646-us|ansi_x3\.4-1968|iso-ir-6|csascii)$/;

/**
 * The encoding of the bytes. A declaration that could be read as ASCII is not in UTF-16; and what claims
 * to be ASCII is read as UTF-8, which all of ASCII is.
 */
function encodingOf(bytes: Uint8Array): string {
  const marked = markedEncoding(bytes);
  if (marked !== undefined) return marked;
  const declared = declaredEncoding(bytes).toLowerCase();
  return declared.startsWith('utf-16') || ASCII.test(declared) ? 'utf-8' : declared;
}

/** Text of a seed; a fault when its bytes are not of the encoding that it claims. */
export function decodeSeedBytes(bytes: Uint8Array, file: string): DecodedBytes | Problem {
  const label = encodingOf(bytes);
  const encoding = findEncoding(label);
  const fault = { code: 'seed-encoding', severity: 'fault', file } as const;
  if (encoding === undefined) {
    return {
      ...fault,
      line: 1,
      column: 1,
      text: `The seed names an encoding that is not known: ${label}. Export the page again, or save the file as UTF-8.`,
    };
  }
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
  } catch {
    return {
      ...fault,
      ...(encoding === 'utf-8' ? firstBrokenByte(bytes) : {}),
      text: `The seed holds bytes that are not ${encoding.toUpperCase()}. Export the page again, or save the file as UTF-8.`,
    };
  }
}
