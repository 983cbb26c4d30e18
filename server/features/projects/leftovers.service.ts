/**
 * Removes what nobody will ask for again: drafts that were left, uploads that nothing names, and files
 * without a row, which is what a killed process leaves. Rows go first, so none ever names a missing file.
 */
import { DRAFT_LIFE_MS } from '#contract/limits.ts';
import type { Db } from '#server/db/open.ts';
import type { Files } from '#server/gateways/files.ts';
import { listRunStates } from './runs.store.ts';
import { deleteOldDrafts, deleteUnusedUploads, listKnownUploads } from './uploads.store.ts';

const BATCH = 500;
/** So many files may be without a row, whatever the others are: a project was being deleted when it crashed. */
const FEW = 50;

interface Needs {
  db: Db;
  files: Files;
  clock: () => Date;
}

export interface LeftoversService {
  /**
   * @param before spares what was stored later: a request may be about to name it
   * @param signal ends it early; the next one goes on
   * @returns how many files and folders went
   * @throws when the database seems to be another one than that of the files
   */
  sweep(before: Date, signal?: AbortSignal): Promise<number>;
}

export function createLeftovers(needs: Needs): LeftoversService {
  return {
    sweep: async (before, signal) => {
      const { db, files, clock } = needs;
      await deleteOldDrafts(db, new Date(clock().getTime() - DRAFT_LIFE_MS));
      const unused = await removeUnused({ ...needs, before, signal });
      const found: Found = { known: 0, ended: [], rowless: [] };
      await lookAtUploads({ ...needs, before, signal }, found);
      await lookAtRuns({ ...needs, before, signal }, found);
      checkDatabase(found);
      for (const key of found.rowless) await removeAll(files, key);
      for (const folder of found.ended) await removeAll(files, folder);
      return unused + found.rowless.length + found.ended.length;
    },
  };
}

interface Sweeping extends Needs {
  before: Date;
  signal: AbortSignal | undefined;
}

/** In batches, so that however much has gathered, no statement takes longer than one may. */
async function removeUnused({ db, files, before, signal }: Sweeping): Promise<number> {
  let count = 0;
  for (;;) {
    const keys = await deleteUnusedUploads(db, { before, most: BATCH });
    for (const key of keys) await files.remove(key);
    count += keys.length;
    if (keys.length < BATCH || signal?.aborted === true) return count;
  }
}

/** Files of uploads, and folders of runs with a slash at their end. */
interface Found {
  /** How many have a row that wants them. */
  known: number;
  /** Of runs that failed or were cancelled: only what landed, or still may, keeps files. */
  ended: string[];
  rowless: string[];
}

/** An empty or another database has rows for none of the files; all of them would go. */
function checkDatabase({ known, ended, rowless }: Found): void {
  if (rowless.length <= FEW || rowless.length <= known + ended.length) return;
  throw new Error(
    `${rowless.length} files are unknown to the database, which knows ${known + ended.length}. It seems to be another one, so no file was removed.`,
  );
}

async function removeAll(files: Files, key: string): Promise<void> {
  if (key.endsWith('/')) await files.removeFolder(key);
  else await files.remove(key);
}

async function lookAtUploads(sweeping: Sweeping, found: Found): Promise<void> {
  for await (const keys of inBatches(listOldKeys(sweeping, 'uploads/'))) {
    const known = new Set(await listKnownUploads(sweeping.db, keys));
    found.known += known.size;
    found.rowless.push(...keys.filter((key) => !known.has(key)));
  }
}

async function lookAtRuns(sweeping: Sweeping, found: Found): Promise<void> {
  for await (const ids of inBatches(listOldRuns(sweeping))) {
    const states = new Map((await listRunStates(sweeping.db, ids)).map(({ id, state }) => [id, state]));
    for (const id of ids) {
      const state = states.get(id);
      if (state === undefined) found.rowless.push(`runs/${id}/`);
      else if (state === 'failed' || state === 'cancelled') found.ended.push(`runs/${id}/`);
      else found.known++;
    }
  }
}

async function* listOldKeys({ files, before, signal }: Sweeping, prefix: string): AsyncGenerator<string> {
  for await (const { key, changedAt } of files.list(prefix)) {
    if (signal?.aborted === true) return;
    if (changedAt < before) yield key;
  }
}

async function* listOldRuns(sweeping: Sweeping): AsyncGenerator<number> {
  // The files of a run stand together in the list.
  let last: number | undefined;
  for await (const key of listOldKeys(sweeping, 'runs/')) {
    const id = Number(/^runs\/(\d{1,9})\//.exec(key)?.[1]);
    if (Number.isNaN(id) || id === last) continue;
    last = id;
    yield id;
  }
}

async function* inBatches<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    if (batch.push(item) < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
