/**
 * The local folder for half-written work. What a killed process leaves there is nobody's: it is
 * removed at the next start.
 */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Makes the folder if it is not there. */
export async function makeScratch(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
}

/**
 * Removes everything in it in which nothing has changed for so long.
 * @param olderThanMs 0 removes all
 */
export async function sweepFolder(folder: string, olderThanMs = 0): Promise<void> {
  const limit = Date.now() - olderThanMs;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (olderThanMs > 0 && (await newestChange(path)) > limit) continue;
    await rm(path, { recursive: true, force: true });
  }
}

async function newestChange(path: string): Promise<number> {
  const entry = await stat(path).catch(() => undefined);
  if (entry === undefined) return 0;
  if (!entry.isDirectory()) return entry.mtimeMs;
  const inside = await Promise.all((await readdir(path)).map((name) => newestChange(join(path, name))));
  return Math.max(entry.mtimeMs, ...inside);
}
