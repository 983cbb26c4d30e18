/**
 * The local folder for unfinished work. Files that a killed process leaves there have no owner: they are
 * removed at the next start.
 */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { adviseOnFolder } from '../app-error.ts';
import { GatewayError } from './gateway-error.ts';

/**
 * Makes the folder if it is not there.
 * @throws GatewayError if that fails
 */
export async function makeScratch(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new GatewayError(
      `Couldn’t create the folder ${folder}: ${(error as Error).message}. ${adviseOnFolder(error)}`,
      { service: 'files', kind: 'unauthorised', cause: error },
    );
  }
}

/**
 * Removes everything that hasn't changed for that time.
 * @param olderThanMs 0 removes all
 */
export async function sweepFolder(folder: string, olderThanMs = 0): Promise<void> {
  const limit = Date.now() - olderThanMs;
  for (const name of await listNames(folder)) {
    const path = join(folder, name);
    if (olderThanMs > 0 && (await newestChange(path)) > limit) continue;
    await rm(path, { recursive: true, force: true });
  }
}

/** A run removes its folder when it ends, also in another process, at the moment that we look. */
async function listNames(folder: string): Promise<string[]> {
  return await readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
}

async function newestChange(path: string): Promise<number> {
  const entry = await stat(path).catch(() => undefined);
  if (entry === undefined) return 0;
  if (!entry.isDirectory()) return entry.mtimeMs;
  const inside = await Promise.all((await listNames(path)).map((name) => newestChange(join(path, name))));
  return Math.max(entry.mtimeMs, ...inside);
}
