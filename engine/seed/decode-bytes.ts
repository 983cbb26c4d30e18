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

/** Where the first broken UTF-8 sequence stands: line and column from 1. */
function firstBrokenByte(bytes: Uint8Array): { line: number; column: number } {
  const lenient = new TextDecoder('utf-8').decode(bytes);
  const at = lenient.indexOf('�');
  const before = lenient.slice(0, at < 0 ? 0 : at);
  const line = before.split('\n').length;
  return { line, column: before.length - before.lastIndexOf('\n') };
}

/** Text of a seed; a fault when its bytes are not of the encoding that it claims. */
export function decodeSeedBytes(bytes: Uint8Array, file: string): DecodedBytes | Problem {
  const encoding = (markedEncoding(bytes) ?? declaredEncoding(bytes)).toLowerCase();
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
  } catch {
    const place = encoding === 'utf-8' ? firstBrokenByte(bytes) : {};
    return {
      code: 'seed-encoding',
      severity: 'fault',
      file,
      ...place,
      text: `The seed holds bytes that are not ${encoding.toUpperCase()}. Export the page again, or save the file as UTF-8.`,
    };
  }
}
