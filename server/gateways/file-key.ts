/**
 * Validates keys of stored files. The server generates all keys, so an unusual one is a bug or an attack and
 * is rejected before it becomes part of a path.
 */
import { GatewayError } from './gateway-error.ts';

const SEGMENT = /^[a-z0-9_-][a-z0-9._-]*$/;
const MAX_KEY = 512;
const MAX_SEGMENT = 200;

/**
 * Returns the key if it is valid: segments of `[a-z0-9._-]` separated by `/`, none of which begins with a
 * dot.
 * @throws GatewayError `rejected` if it is invalid
 */
export function checkKey(key: string): string {
  const isGood =
    key.length <= MAX_KEY &&
    key.split('/').every((segment) => segment.length <= MAX_SEGMENT && SEGMENT.test(segment));
  if (!isGood) throw toRejected('This isn’t a valid file key.');
  return key;
}

/**
 * Validates a folder, with or without a trailing `/`; an empty string means all files.
 * @returns the folder with a trailing `/`, or an empty string
 */
export function checkPrefix(prefix: string): string {
  if (prefix === '') return '';
  return `${checkKey(prefix.replace(/\/$/, ''))}/`;
}

function toRejected(text: string): GatewayError {
  return new GatewayError(text, { service: 'files', kind: 'rejected' });
}
