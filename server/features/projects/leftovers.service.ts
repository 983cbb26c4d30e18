/**
 * Removes what nobody will ask for again: drafts that were left, uploads that nothing names, and files
 * without a row, which is what a killed process leaves. Rows go first, so none ever names a missing file.
 */
import type { Db } from '#server/db/open.ts';
import type { Files } from '#server/gateways/files.ts';
import { listKeptRuns } from './runs.store.ts';
import { deleteOldDrafts, deleteUnusedUploads, listKnownUploads } from './uploads.store.ts';

const DRAFT_LIFE_MS = 24 * 3600 * 1000;
const BATCH = 500;

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
   */
  sweep(before: Date, signal?: AbortSignal): Promise<number>;
}

export function createLeftovers(needs: Needs): LeftoversService {
  return {
    sweep: async (before, signal) => {
      const { db, files, clock } = needs;
      await deleteOldDrafts(db, new Date(clock().getTime() - DRAFT_LIFE_MS));
      const unused = await deleteUnusedUploads(db, { before });
      for (const key of unused) await files.remove(key);
      const sweeping = { ...needs, before, signal };
      return unused.length + (await sweepUploads(sweeping)) + (await sweepRuns(sweeping));
    },
  };
}

interface Sweeping extends Needs {
  before: Date;
  signal: AbortSignal | undefined;
}

/** Files whose upload was cut off before its row was written. */
async function sweepUploads(sweeping: Sweeping): Promise<number> {
  const { db, files } = sweeping;
  let count = 0;
  for await (const keys of inBatches(listOldKeys(sweeping, 'uploads/'))) {
    const known = new Set(await listKnownUploads(db, keys));
    for (const key of keys) {
      if (known.has(key)) continue;
      await files.remove(key);
      count++;
    }
  }
  return count;
}

/** Folders of runs that are gone, failed or were cancelled: only what landed, or still may, keeps files. */
async function sweepRuns(sweeping: Sweeping): Promise<number> {
  const { db, files } = sweeping;
  let count = 0;
  for await (const ids of inBatches(listOldRuns(sweeping))) {
    const kept = new Set(await listKeptRuns(db, ids));
    for (const id of ids) {
      if (kept.has(id)) continue;
      await files.removeFolder(`runs/${id}`);
      count++;
    }
  }
  return count;
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
