/** `geoloom backup`: a consistent copy of the data folder of an embedded installation. */
import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import { BackupError, MANIFEST, type Manifest } from './backup-manifest.ts';
import { checkRoom, copyFile, forEachConcurrently, listTree, makeFolders, syncFolder } from './copy-files.ts';
import { openAnyVersion } from './open-existing.ts';

export interface CopyProgress {
  /** @param share from 0 to 1 */
  onProgress(share: number, text: string): void;
  /** Called with an incomplete folder. @returns a function to call when it is complete or removed */
  onPartial(folder: string): () => void;
}

const PARTIAL = '.partial';

/** Work in progress, locks, and data that a restore has moved away. */
const isSkipped = (path: string): boolean =>
  /^(database\.(lock-.*|first-boot)|scratch|files\/\.scratch|before-restore-.*|restoring)$/.test(path);

/** False for installations that are backed up with other tools. */
export function isEmbedded({ databaseUrl, s3 }: Pick<Config, 'databaseUrl' | 's3'>): boolean {
  return databaseUrl === undefined && s3 === undefined;
}

/**
 * Creates a backup.
 * @param version of the product
 * @throws BackupError, DatabaseError or LockError with instructions
 */
export async function makeBackup(
  config: Config,
  target: string,
  { version, ...progress }: CopyProgress & { version: string },
): Promise<Manifest> {
  const { dataFolder } = config;
  const place = resolve(target);
  checkTarget(place, dataFolder);
  // The open, idle database holds the lock, and its files don't change after the checkpoint.
  const database = await openAnyVersion(config);
  try {
    await database.check();
    const schema = await findSchema(database);
    await sql`checkpoint`.execute(database.db);
    return await copyAll(dataFolder, place, { version, schema, ...progress });
  } finally {
    await database.close();
  }
}

function checkTarget(place: string, dataFolder: string): void {
  if (`${place}${sep}`.startsWith(`${dataFolder}${sep}`))
    throw new BackupError(`${place} is inside the data folder. Choose a folder on another disk.`);
  if (existsSync(place) && readdirSync(place).length > 0)
    throw new BackupError(`${place} is not empty. Use a new folder for each backup.`);
}

async function findSchema({ db }: Database): Promise<string> {
  const last = await sql<{ name: string | null }>`select max(name) as name from migrations`.execute(db);
  return last.rows[0]?.name ?? '';
}

type Facts = CopyProgress & Pick<Manifest, 'version' | 'schema'>;

async function copyAll(
  source: string,
  place: string,
  { version, schema, onProgress, onPartial }: Facts,
): Promise<Manifest> {
  const tree = await listTree(source, isSkipped);
  await mkdir(dirname(place), { recursive: true });
  await checkRoom(dirname(place), tree.bytes);
  const partial = `${place}${PARTIAL}`;
  // Left by an earlier attempt that was killed.
  await rm(partial, { recursive: true, force: true });
  const forget = onPartial(partial);
  try {
    await makeFolders(partial, tree.folders);
    const manifest: Manifest = {
      format: 'geoloom-backup-1',
      version,
      made_at: new Date().toISOString(),
      schema,
      bytes: 0,
      folders: tree.folders,
      files: [],
    };
    await forEachConcurrently(tree.files, async ({ path }, index) => {
      const copied = await copyFile(join(source, path), join(partial, path));
      manifest.files[index] = { path, ...copied };
      manifest.bytes += copied.size;
      onProgress(manifest.bytes / tree.bytes, path);
    });
    for (const folder of ['', ...tree.folders]) await syncFolder(join(partial, folder));
    await writeManifest(partial, manifest);
    if (existsSync(place)) rmdirSync(place);
    await rename(partial, place);
    await syncFolder(dirname(place));
    return manifest;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw explainDisk(error, place);
  } finally {
    forget();
  }
}

async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const handle = await open(join(folder, MANIFEST), 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(manifest, undefined, 1)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncFolder(folder);
}

/** Converts disk errors to a BackupError; returns other errors unchanged. */
export function explainDisk(error: unknown, place: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BackupError(
      `The disk of ${place} is full. The incomplete copy was removed. Free some space and try again.`,
    );
  if (code !== undefined && /^E[A-Z]+$/.test(code))
    return new BackupError(`Couldn’t write to ${place}: ${message}. The incomplete copy was removed.`, {
      cause: error,
    });
  return error;
}
