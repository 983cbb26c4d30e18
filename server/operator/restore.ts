/**
 * `geoloom restore`: verifies a complete backup, then restores it to the data folder of an embedded
 * installation.
 */
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { takeLock } from '../db/lock.ts';
import { readSchemaState } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import {
  checkRestored,
  type CheckOptions,
  type RestoredState,
} from '../features/operation/restored.service.ts';
import { openFiles } from '../infrastructure.ts';
import { BackupError, type Manifest, readManifest } from './backup-manifest.ts';
import { type CopyProgress, explainDisk } from './backup.ts';
import { checkRoom, copyFile, forEachConcurrently, makeFolders, syncFolder } from './copy-files.ts';
import { nameDatabaseFolder, openExisting } from './open-existing.ts';

export type { RestoredState } from '../features/operation/restored.service.ts';

const STAGE = 'restoring';

export interface Restored {
  manifest: Manifest;
  state: RestoredState;
  /** Folder with the previous contents. */
  movedTo?: string;
  /** True if the backup contains the key that its tokens are encrypted with. */
  hasKey: boolean;
}

interface RestoreOptions extends CopyProgress {
  /** True to move the contents of the data folder away. */
  isReplacing: boolean;
}

/** Restores a backup. @throws BackupError, DatabaseError or LockError with instructions */
export async function restoreBackup(
  config: Config,
  backup: string,
  options: RestoreOptions,
): Promise<Restored> {
  const manifest = readManifest(backup);
  const { dataFolder } = config;
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const lock = await takeLock(nameDatabaseFolder(config));
  try {
    const before = listOccupants(dataFolder);
    if (before.length > 0 && !options.isReplacing) {
      throw new BackupError(
        `The data folder ${dataFolder} is not empty (${before.join(', ')}). Set GEOLOOM_DATA_DIR to an empty folder, or add --replace to move its contents to a subfolder. Nothing is deleted.`,
      );
    }
    await checkRoom(dataFolder, manifest.bytes);
    const stage = join(dataFolder, STAGE);
    await rm(stage, { recursive: true, force: true });
    const forget = options.onPartial(stage);
    try {
      await copyChecked(resolve(backup), stage, { manifest, onProgress: options.onProgress });
      const state = await checkStage(stage);
      const movedTo = await moveAway(dataFolder, before);
      await moveIn(stage, dataFolder);
      const hasKey = existsSync(join(dataFolder, 'secret.key'));
      return { manifest, state, hasKey, ...(movedTo === undefined ? {} : { movedTo }) };
    } catch (error) {
      throw explainDisk(error, dataFolder);
    } finally {
      await rm(stage, { recursive: true, force: true });
      forget();
    }
  } finally {
    lock.release();
  }
}

/** Compares the database of the installation with its files. @throws DatabaseError, LockError, GatewayError */
export async function checkInstallation(config: Config, options: CheckOptions): Promise<RestoredState> {
  const database = await openExisting(config);
  try {
    return await checkRestored({ db: database.db, files: await openFiles(config) }, options);
  } finally {
    await database.close();
  }
}

const listOccupants = (folder: string): string[] =>
  readdirSync(folder).filter((name) => !/^(database\.lock-.*|before-restore-.*|restoring)$/.test(name));

async function copyChecked(
  backup: string,
  stage: string,
  { manifest, onProgress }: Pick<RestoreOptions, 'onProgress'> & { manifest: Manifest },
): Promise<void> {
  await makeFolders(stage, manifest.folders);
  let done = 0;
  await forEachConcurrently(manifest.files, async ({ path, size, sha256 }) => {
    if (!existsSync(join(backup, path)))
      throw new BackupError(
        `The backup is incomplete: ${path} is missing. Nothing was changed. Use another backup.`,
      );
    const copied = await copyFile(join(backup, path), join(stage, path));
    if (copied.size !== size || copied.sha256 !== sha256)
      throw new BackupError(
        `The backup is damaged: ${path} has changed since the backup. Nothing was changed. Use another backup.`,
      );
    done += copied.size;
    onProgress(done / manifest.bytes, path);
  });
  for (const folder of ['', ...manifest.folders]) await syncFolder(join(stage, folder));
}

/** Opens the copy before anything is moved, in case this version isn't compatible with the database. */
async function checkStage(stage: string): Promise<RestoredState> {
  const database = await openDatabase({ folder: join(stage, 'database') });
  try {
    await database.check();
    await readSchemaState(database);
    const files = await openFiles({ s3: undefined, dataFolder: stage });
    return await checkRestored({ db: database.db, files }, { isWhole: false });
  } finally {
    await database.close();
  }
}

async function moveAway(dataFolder: string, names: readonly string[]): Promise<string | undefined> {
  if (names.length === 0) return undefined;
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const place = join(dataFolder, `before-restore-${stamp}`);
  await mkdir(place, { mode: 0o700 });
  for (const name of names) await rename(join(dataFolder, name), join(place, name));
  return place;
}

/** Moves the database last, because a start without it finds no installation. */
async function moveIn(stage: string, dataFolder: string): Promise<void> {
  const isDatabase = (name: string) => Number(name === 'database');
  const names = readdirSync(stage).filter((name) => !name.startsWith('database.lock-'));
  for (const name of names.toSorted((a, b) => isDatabase(a) - isDatabase(b)))
    await rename(join(stage, name), join(dataFolder, name));
  await syncFolder(dataFolder);
}
