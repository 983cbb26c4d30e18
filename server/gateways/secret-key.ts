/** The key that signs addresses: from the settings, or made once and kept in the data folder. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const KEY_BYTES = 32;

/** Reads the key of this folder; makes it on the first start, readable by its owner only. */
export function openSecretKey(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'secret.key');
  try {
    writeFileSync(file, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
