/**
 * Derives the identity of a page from its project and its row: the same key, seed and rows give the same
 * identities on every machine, so that a second import finds its pages.
 */
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { hash32 } from '../text/hash32.ts';

const utf8 = new TextEncoder();
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Namespace UUID of project names. */
const PROJECT_NAMESPACE = '8f7c1c1e-5b0a-5d0e-9c4e-2f6a7d3b1e90';
/** Same length as a real UUID: planning needs sizes, not identities. */
export const PLANNED_UUID = '00000000-0000-5000-8000-000000000000';
/** Pages are dated within thirty days before the seed’s own date. */
export const DATE_SPAN_SECONDS = 2_592_000;
/** A key column may hold long texts, and an index of a database takes no more than 2,704 bytes. */
const STORED_CHARACTERS = 255;
/** Hex digits of 128 bits. */
const STORED_HASH_DIGITS = 32;

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

/** Returns the seconds from a page’s date to the base date: a hash of the row key, modulo thirty days. */
export function getDateOffset(rowKey: string): number {
  return hash32(rowKey) % DATE_SPAN_SECONDS;
}

/**
 * Returns the row key that stores keep what belongs to a row by. A long one ends with its hash, and NUL and halves of
 * characters are replaced, which JSON of a database can't hold. The result is its own stored key.
 */
export function toStoredKey(rowKey: string): string {
  const key = rowKey.replaceAll('\0', '').toWellFormed();
  if (key.length <= STORED_CHARACTERS) return key;
  const suffix = `…${bytesToHex(sha256(utf8.encode(rowKey))).slice(0, STORED_HASH_DIGITS)}`;
  return key.slice(0, STORED_CHARACTERS - suffix.length).toWellFormed() + suffix;
}
