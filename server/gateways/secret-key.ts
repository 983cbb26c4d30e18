/** The key that signs addresses: from the settings, or made once and kept in the data folder. */
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GatewayError } from './gateway-error.ts';

const KEY_BYTES = 32;
const LEAST_CHARACTERS = 32;

/**
 * Reads the key of this folder; makes it on the first start, readable by its owner only.
 * @throws GatewayError when the file holds no key that could protect anything
 */
export function openSecretKey(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'secret.key');
  makeKey(file);
  const key = readFileSync(file, 'utf8').trim();
  if (key.length >= LEAST_CHARACTERS) return key;
  throw new GatewayError(
    `The key in ${file} is damaged: it has less than ${LEAST_CHARACTERS} characters. Put its backup in its place, or delete the file: then links to files that are open in browsers have to be asked for again.`,
    { service: 'secret key', kind: 'rejected' },
  );
}

/** The file appears whole or not at all, and one that is there is never replaced. */
function makeKey(file: string): void {
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, {
    mode: 0o600,
    flush: true,
  });
  try {
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}
