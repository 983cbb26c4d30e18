/**
 * Keys of stored files. The server creates all of them, so an unusual one is a bug or an attack, and is
 * refused before it becomes part of a path.
 */
import { GatewayError } from './gateway-error.ts';

const SEGMENT = /^[a-z0-9_-][a-z0-9._-]*$/;
const MAX_KEY = 512;
const MAX_SEGMENT = 200;

/**
 * Gives the key back when it may be used: segments of `[a-z0-9._-]`, parted by `/`, none of which
 * begins with a dot.
 * @throws GatewayError `rejected` for every other text
 */
export function checkKey(key: string): string {
  const isGood =
    key.length <= MAX_KEY &&
    key.split('/').every((segment) => segment.length <= MAX_SEGMENT && SEGMENT.test(segment));
  if (!isGood) throw refuse('This isn’t a valid file key.');
  return key;
}

/**
 * The same for a folder, with or without a `/` at its end; the empty text means all files.
 * @returns the folder with a `/` at its end, or the empty text
 */
export function checkPrefix(prefix: string): string {
  if (prefix === '') return '';
  return `${checkKey(prefix.replace(/\/$/, ''))}/`;
}

function refuse(text: string): GatewayError {
  return new GatewayError(text, { service: 'files', kind: 'rejected' });
}
