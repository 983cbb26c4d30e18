/**
 * Passwords that attackers try first: the 10,000 most frequent ones of at least eight characters from
 * published breaches, in lower case and gzipped. The list is a local file, so that no password is sent to a
 * service.
 */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

const LIST = new URL('common-passwords.txt.gz', import.meta.url);

/**
 * Loads the list.
 * @returns a function that checks a password against the list, ignoring case
 */
export async function loadCommonPasswords(): Promise<(password: string) => boolean> {
  const list = new Set(await readList());
  return (password) => list.has(password.toLowerCase());
}

/** Returns all entries of the list. */
export async function readList(): Promise<string[]> {
  const bytes = await promisify(gunzip)(await readFile(LIST));
  return bytes.toString('utf8').trimEnd().split('\n');
}
