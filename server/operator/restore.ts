/** `geoloom restore`: puts a backup into the data folder of an embedded installation, checked before anything is moved. */
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
import { openFiles } from '../ground.ts';
import { BackupError, type Manifest, readManifest } from './backup-manifest.ts';
import { type CopyProgress, explainDisk } from './backup.ts';
import { checkRoom, copyFile, forEachOf, makeFolders, syncFolder } from './copy-files.ts';
import { nameDatabaseFolder, openExisting } from './open-existing.ts';

export type { RestoredState } from '../features/operation/restored.service.ts';

const STAGE = 'restoring';

export interface Restored {
  manifest: Manifest;
  state: RestoredState;
  /** Folder that holds what was there before. */
  movedTo?: string;
  /** Whether the backup holds the key that its tokens are sealed with. */
  hasKey: boolean;
}

interface Wish extends CopyProgress {
  /** Whether what is in the data folder is moved away. */
  isReplacing: boolean;
}

/** @throws BackupError, DatabaseError or LockError with a text that says what to do */
export async function restoreBackup(config: Config, backup: string, wish: Wish): Promise<Restored> {
  const manifest = readManifest(backup);
  const { dataFolder } = config;
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const lock = await takeLock(nameDatabaseFolder(config));
  try {
    const before = listOccupants(dataFolder);
    if (before.length > 0 && !wish.isReplacing) {
      throw new BackupError(
        `The data folder ${dataFolder} is not empty (${before.join(', ')}). Set GEOLOOM_DATA_DIR to an empty folder, or add --replace: what is there is then moved away within that folder, and nothing is deleted.`,
      );
    }
    await checkRoom(dataFolder, manifest.bytes);
    const stage = join(dataFolder, STAGE);
    await rm(stage, { recursive: true, force: true });
    const forget = wish.onPartial(stage);
    try {
      await copyChecked(resolve(backup), stage, { manifest, onProgress: wish.onProgress });
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

/** Compares the installation of the settings with its files. @throws DatabaseError, LockError, GatewayError */
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
  { manifest, onProgress }: Pick<Wish, 'onProgress'> & { manifest: Manifest },
): Promise<void> {
  await makeFolders(stage, manifest.folders);
  let done = 0;
  await forEachOf(manifest.files, async ({ path, size, sha256 }) => {
    if (!existsSync(join(backup, path)))
      throw new BackupError(
        `The backup is not whole: ${path} is missing. Nothing was changed. Use another backup.`,
      );
    const copied = await copyFile(join(backup, path), join(stage, path));
    if (copied.size !== size || copied.sha256 !== sha256)
      throw new BackupError(
        `The backup is damaged: ${path} is not the file that was backed up. Nothing was changed. Use another backup.`,
      );
    done += copied.size;
    onProgress(done / manifest.bytes, path);
  });
  for (const folder of ['', ...manifest.folders]) await syncFolder(join(stage, folder));
}

/** Opens the copy, so that nothing is moved for a database that this version cannot use. */
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

/** The database last: without it a start finds no installation. */
async function moveIn(stage: string, dataFolder: string): Promise<void> {
  const isDatabase = (name: string) => Number(name === 'database');
  const names = readdirSync(stage).filter((name) => !name.startsWith('database.lock-'));
  for (const name of names.toSorted((a, b) => isDatabase(a) - isDatabase(b)))
    await rename(join(stage, name), join(dataFolder, name));
  await syncFolder(dataFolder);
}
