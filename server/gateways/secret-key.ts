/**
 * The key for encryption and for hashes of email addresses in the log: from the settings, or generated once
 * and stored in the data folder.
 */
import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adviseOnFolder } from '../app-error.ts';
import { GatewayError } from './gateway-error.ts';

const KEY_BYTES = 32;
const MIN_CHARACTERS = 32;

/**
 * Reads the key of this folder; on the first start, generates it with access only for its owner.
 * @throws GatewayError if the folder can't be used or the key is too short
 */
export function openSecretKey(folder: string): string {
  const file = join(folder, 'secret.key');
  return inDataFolder(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) makeKey(file);
    return readKey(file);
  });
}

function readKey(file: string): string {
  const key = readFileSync(file, 'utf8').trim();
  if (key.length >= MIN_CHARACTERS) return key;
  throw new GatewayError(
    `The key in ${file} is damaged: it has fewer than ${MIN_CHARACTERS} characters. Restore it from a backup, or delete the file: then users must reconnect their Google accounts, and links in earlier emails no longer work.`,
    { service: 'secret key', kind: 'rejected' },
  );
}

/** The current secret, and the previous one, which is still accepted. */
export interface Secrets {
  current: string;
  old?: string | undefined;
}

/** File with the previous secret, while both are accepted. */
export const OLD_KEY_FILE = 'secret.key.old';

/** Reads the keys of this folder; creates the first one on the first start. @throws GatewayError like `openSecretKey` */
export function openSecrets(folder: string): Secrets {
  const current = openSecretKey(folder);
  const file = join(folder, OLD_KEY_FILE);
  return existsSync(file) ? { current, old: inDataFolder(folder, () => readKey(file)) } : { current };
}

/**
 * Creates a new key for the folder and keeps the previous one. After an interruption, both files contain the same key.
 * @throws GatewayError if an older key exists, which may still be needed
 */
export function replaceSecretKey(folder: string): Secrets {
  const old = openSecretKey(folder);
  const oldFile = join(folder, OLD_KEY_FILE);
  return inDataFolder(folder, () => {
    if (existsSync(oldFile) && readKey(oldFile) !== old) {
      throw new GatewayError(
        `${oldFile} still contains the previous key. Run "geoloom doctor". When nothing needs that key, delete the file and try again.`,
        { service: 'secret key', kind: 'rejected' },
      );
    }
    const current = randomBytes(KEY_BYTES).toString('base64url');
    for (const [name, key] of [
      [OLD_KEY_FILE, old],
      ['secret.key', current],
    ] as const) {
      const temporary = writeKey(join(folder, name), key);
      renameSync(temporary, join(folder, name));
    }
    return { current, old };
  });
}

/** Purposes with separate derived keys, so that the leak of one key doesn't disclose the others. */
export type KeyPurpose =
  | 'signed URLs'
  | 'log hashes'
  | 'mailed links'
  | 'outside tokens'
  | 'two-factor secrets';

/** Derives the key of one purpose (HKDF, RFC 5869), deterministically. */
export function deriveKey(secret: string, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `geoloom ${purpose}`, KEY_BYTES));
}

/** Derives the current key, followed by the previous one if it is still accepted. */
export function deriveKeys({ current, old }: Secrets, purpose: KeyPurpose): [Buffer, ...Buffer[]] {
  const older = old === undefined || old === current ? [] : [deriveKey(old, purpose)];
  return [deriveKey(current, purpose), ...older];
}

function inDataFolder<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    throw new GatewayError(
      `Couldn’t use the data folder ${folder}: ${(error as Error).message}. ${adviseOnFolder(error)}`,
      { service: 'secret key', kind: 'unauthorized', cause: error },
    );
  }
}

/** Writes the key to a temporary file and flushes it. @returns its name */
function writeKey(file: string, key: string): string {
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, `${key}\n`, { mode: 0o600, flush: true });
  return temporary;
}

/** Creates the file atomically, and never replaces an existing one. */
function makeKey(file: string): void {
  const temporary = writeKey(file, randomBytes(KEY_BYTES).toString('base64url'));
  try {
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}
