/**
 * The local folder for unfinished work. Files left by a killed process are orphans and are removed at the
 * next start.
 */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { adviseOnFolder } from '../app-error.ts';
import { GatewayError } from './gateway-error.ts';

/**
 * Creates the folder if it is missing.
 * @throws GatewayError if that fails
 */
export async function makeScratch(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new GatewayError(
      `Couldn’t create the folder ${folder}: ${(error as Error).message}. ${adviseOnFolder(error)}`,
      { service: 'files', kind: 'unauthorized', cause: error },
    );
  }
}

/**
 * Removes all entries that haven't changed for this time.
 * @param olderThanMs 0 removes all
 */
export async function sweepFolder(folder: string, olderThanMs = 0): Promise<void> {
  const limit = Date.now() - olderThanMs;
  for (const name of await listNames(folder)) {
    const path = join(folder, name);
    if (olderThanMs > 0 && (await findLastChange(path)) > limit) continue;
    await rm(path, { recursive: true, force: true });
  }
}

/** A run of another process may remove its folder at any moment. */
async function listNames(folder: string): Promise<string[]> {
  return await readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
}

async function findLastChange(path: string): Promise<number> {
  const entry = await stat(path).catch(() => undefined);
  if (entry === undefined) return 0;
  if (!entry.isDirectory()) return entry.mtimeMs;
  const inside = await Promise.all((await listNames(path)).map((name) => findLastChange(join(path, name))));
  return Math.max(entry.mtimeMs, ...inside);
}
