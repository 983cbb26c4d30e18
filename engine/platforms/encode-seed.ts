/** An edited seed as a file again. */
import type { Seed } from '../render/seed.ts';
import { getPlatform } from './registry.ts';
import { setUtf8Declaration } from './shared/xml/declaration.ts';

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const ENCODER = new TextEncoder();

/**
 * The text in UTF-8, with the byte order mark and the empty lines at the top that the file had.
 * @param original bytes of the file
 */
export function encodeSeed(text: string, seed: Seed, original: Uint8Array): Uint8Array<ArrayBuffer> {
  const isXml = getPlatform(seed.platform).extension === 'xml';
  const body = '\n'.repeat(seed.skippedLines) + (isXml ? setUtf8Declaration(text) : text);
  const hasMark = BYTE_ORDER_MARK.every((byte, index) => original[index] === byte);
  return ENCODER.encode(hasMark ? `\ufeff${body}` : body);
}
