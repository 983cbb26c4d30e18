/**
 * The key that seals addresses and hashes e-mail addresses in the log: from the settings, or made once and
 * kept in the data folder.
 */
import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adviseOnFolder } from '../app-error.ts';
import { GatewayError } from './gateway-error.ts';

const KEY_BYTES = 32;
const LEAST_CHARACTERS = 32;

/**
 * Reads the key of this folder; makes it on the first start, readable by its owner only.
 * @throws GatewayError when the folder cannot be used, or the file holds no key that could protect anything
 */
export function openSecretKey(folder: string): string {
  const file = join(folder, 'secret.key');
  const key = inDataFolder(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) makeKey(file);
    return readFileSync(file, 'utf8').trim();
  });
  if (key.length >= LEAST_CHARACTERS) return key;
  throw new GatewayError(
    `The key in ${file} is damaged: it has less than ${LEAST_CHARACTERS} characters. Put its backup in its place, or delete the file: then links to files that are open in browsers have to be asked for again.`,
    { service: 'secret key', kind: 'rejected' },
  );
}

/** What a key of its own is derived for: a leak of one of them discloses none of the others. */
export type KeyPurpose =
  | 'signed URLs'
  | 'log hashes'
  | 'mailed links'
  | 'outside tokens'
  | 'two-factor secrets';

/** Derives the key of one purpose (HKDF, RFC 5869); the same each time. */
export function deriveKey(secret: string, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `geoloom ${purpose}`, KEY_BYTES));
}

function inDataFolder<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new GatewayError(
      `The data folder ${folder} cannot be used: ${(error as Error).message}. ${adviseOnFolder(error)}`,
      { service: 'secret key', kind: 'unauthorised', cause: error },
    );
  }
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
