/**
 * The passwords that attackers try first. The list is in a file next to this one, so that no password
 * is ever asked of a service: the 10,000 most frequent ones of at least eight characters among those
 * that became public in break-ins, in lower case, packed.
 */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

const LIST = new URL('common-passwords.txt.gz', import.meta.url);

/**
 * Reads the list.
 * @returns a check whether a password is on the list, ignoring case
 */
export async function loadCommonPasswords(): Promise<(password: string) => boolean> {
  const list = new Set(await readList());
  return (password) => list.has(password.toLowerCase());
}

/** Every entry of the list. */
export async function readList(): Promise<string[]> {
  const bytes = await promisify(gunzip)(await readFile(LIST));
  return bytes.toString('utf8').trimEnd().split('\n');
}
