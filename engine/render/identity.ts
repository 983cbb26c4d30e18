/**
 * Derives the identity of a page from its project and its row: the same key, seed and rows give the same
 * identities on every machine, so that a second import finds its pages.
 */
import { sha1 } from '@noble/hashes/legacy.js';

const utf8 = new TextEncoder();
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Namespace UUID of project names. */
const PROJECT_NAMESPACE = '8f7c1c1e-5b0a-5d0e-9c4e-2f6a7d3b1e90';
/** Same length as a real UUID: planning needs sizes, not identities. */
export const PLANNED_UUID = '00000000-0000-5000-8000-000000000000';
/** Pages are dated within thirty days before the seed’s own date. */
export const DATE_SPAN_SECONDS = 2_592_000;

function bytesOfUuid(uuid: string): Uint8Array {
  const hex = uuid.replaceAll('-', '');
  return Uint8Array.from({ length: 16 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );
}

/** UUID version 5 (RFC 9562, section 5.5): SHA-1 of namespace and name. */
export function uuidV5(namespace: string, name: string): string {
  const text = utf8.encode(name);
  const input = new Uint8Array(16 + text.length);
  input.set(bytesOfUuid(namespace));
  input.set(text, 16);
  const hash = sha1(input);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  let uuid = '';
  for (let index = 0; index < 16; index += 1) {
    if (index === 4 || index === 6 || index === 8 || index === 10) uuid += '-';
    uuid += HEX[hash[index] ?? 0];
  }
  return uuid;
}

/** Normalizes the key of a project: a UUID is lowercased, any other text is a name to derive a UUID from. */
export function toProjectKey(nameOrUuid: string): string {
  return UUID.test(nameOrUuid) ? nameOrUuid.toLowerCase() : uuidV5(PROJECT_NAMESPACE, nameOrUuid);
}

/** Returns the seconds from a page’s date to the base date: FNV-1a of the row key, mixed, modulo thirty days. */
export function getDateOffset(rowKey: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < rowKey.length; index += 1) {
    hash = Math.imul(hash ^ rowKey.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % DATE_SPAN_SECONDS;
}
