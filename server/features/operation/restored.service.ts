/** Compares a database with its file store after one or both were restored from a backup, without changes. */
import { finished } from 'node:stream/promises';
import type { Files } from '#server/gateways/files.ts';
import type { Context } from '../../context.ts';
import { isStoreFault } from '../files/store-fault.service.ts';
import { compareStore, type StoreState } from '../files/store-generation.service.ts';
import { type ExpectedFile, listExpectedFiles } from './expected-files.store.ts';

/** Files that are checked concurrently, because each waits for the store. */
const BATCH = 32;
/** One file in this many is read in full. */
const SAMPLE_STEP = 20;

export interface RestoredState {
  store: StoreState;
  /** Files that the database refers to, and how many of them were read. */
  files: number;
  read: number;
  missing: string[];
  corrupt: string[];
}

export interface CheckOptions {
  /** True to read every file; otherwise sizes are compared, and 1 in 20 files is read. */
  isWhole: boolean;
  onProgress?(files: number): void;
}

export async function checkRestored(
  { db, files }: Pick<Context, 'db' | 'files'>,
  { isWhole, onProgress }: CheckOptions,
): Promise<RestoredState> {
  const store = await compareStore({ db, files });
  const state: RestoredState = { store, files: 0, read: 0, missing: [], corrupt: [] };
  for await (const batch of listExpectedFiles(db, BATCH)) {
    const checks = batch.map(async (file, index) => {
      const isRead = isWhole || (state.files + index) % SAMPLE_STEP === 0;
      return { file, isRead, fault: await checkFile(files, file, isRead) };
    });
    for (const { file, isRead, fault } of await Promise.all(checks)) {
      if (isRead && fault !== 'missing') state.read += 1;
      if (fault !== undefined) state[fault].push(file.storage_key);
    }
    state.files += batch.length;
    onProgress?.(state.files);
  }
  return state;
}

async function checkFile(
  files: Files,
  { storage_key: key, size, sha256 }: ExpectedFile,
  isRead: boolean,
): Promise<'missing' | 'corrupt' | undefined> {
  const found = await files.stat(key);
  if (found === undefined) return 'missing';
  if (found.size !== size) return 'corrupt';
  if (!isRead) return undefined;
  try {
    await finished((await files.open(key, undefined, { size, sha256 })).resume());
    return undefined;
  } catch (error) {
    if (isStoreFault(error) && error.kind === 'corrupt') return 'corrupt';
    throw error;
  }
}
