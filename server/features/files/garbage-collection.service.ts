/**
 * Removes what nobody will ask for again: drafts that were left, uploads that nothing names, and files
 * without a row, which is what a killed process leaves. Rows go first, so none ever names a missing file.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DRAFT_LIFE_MS } from '#contract/limits.ts';
import type { Db } from '#server/db/open.ts';
import type { Files } from '#server/gateways/files.ts';
import { claimStore, leaveStore, readRunNumber } from './store-mark.service.ts';
import { deleteUnusedUploads, listKnownUploads } from './uploads.store.ts';

const BATCH = 500;
/** A server that stops does not wait longer for a store that is away. */
const LEAVING_MS = 2_000;

interface Needs {
  db: Db;
  files: Files;
  clock: () => Date;
  newId: () => string;
  /** Of the nouns whose files these are. */
  deleteOldDrafts(before: Date): Promise<void>;
  listRunStates(ids: readonly number[]): Promise<{ id: number; state: string }[]>;
  /** Hears what the person who runs the server should know. */
  tell: (text: string) => void;
}

export interface GarbageCollection {
  /**
   * @param before spares what was stored later: a request may be about to name it
   * @param signal ends it early; the next one goes on
   * @returns how many files and folders went; none where the store belongs to another database
   */
  sweep(before: Date, signal?: AbortSignal): Promise<number>;
  /** When the server stops: what is stored after a backup shall be known as newer than it. */
  leave(): Promise<void>;
}

export function createGarbageCollection(needs: Needs): GarbageCollection {
  let told = '';
  const tellOnce = (text: string) => {
    if (text !== told) needs.tell(text);
    told = text;
  };
  const sweep = async (before: Date, signal?: AbortSignal) => {
    if (signal?.aborted === true) return 0;
    const { isOurs, since, news } = await claimStore(needs, before);
    if (news !== undefined) tellOnce(news);
    return isOurs ? await sweepOwn({ ...needs, before, since, signal }) : 0;
  };
  let running: Promise<number> | undefined;
  return {
    sweep: (before, signal) => (running = sweep(before, signal)),
    leave: async () => {
      const late = AbortSignal.timeout(LEAVING_MS);
      const leaving = Promise.allSettled([running]).then(() => leaveStore(needs, late));
      await Promise.race([leaving, sleep(LEAVING_MS, undefined, { ref: false })]);
    },
  };
}

interface Sweeping extends Needs {
  before: Date;
  /** Files that changed before this are spared. */
  since: Date | undefined;
  signal: AbortSignal | undefined;
}

async function sweepOwn(sweeping: Sweeping): Promise<number> {
  const { clock, deleteOldDrafts } = sweeping;
  await deleteOldDrafts(new Date(clock().getTime() - DRAFT_LIFE_MS));
  const unused = await removeUnused(sweeping);
  const found: Found = { ended: [], rowless: [] };
  await lookAtUploads(sweeping, found);
  await lookAtRuns(sweeping, found);
  for (const key of found.rowless) await removeAll(sweeping, key);
  for (const folder of found.ended) await removeAll(sweeping, folder);
  return unused + found.rowless.length + found.ended.length;
}

/** In batches, so that however much has gathered, no statement takes longer than one may. */
async function removeUnused({ db, files, before, since, signal }: Sweeping): Promise<number> {
  let count = 0;
  for (;;) {
    const keys = await deleteUnusedUploads(db, { before, most: BATCH });
    // A newer copy of the database may use what this one does not: its file waits with those without a row.
    if (since === undefined) {
      for (const key of keys) await files.remove(key);
      count += keys.length;
    }
    if (keys.length < BATCH || signal?.aborted === true) return count;
  }
}

/** Files of uploads, and folders of runs with a slash at their end. */
interface Found {
  /** Of runs that failed or were canceled: only what completed, or still may, keeps files. */
  ended: string[];
  rowless: string[];
}

async function removeAll({ files, since }: Sweeping, key: string): Promise<void> {
  if (!key.endsWith('/')) return files.remove(key);
  if (since === undefined) return files.removeFolder(key);
  // A run that the backup has as unfinished may have completed in the newer database, under the same number.
  for await (const file of files.list(key)) if (file.changedAt >= since) await files.remove(file.key);
}

async function lookAtUploads(sweeping: Sweeping, found: Found): Promise<void> {
  for await (const keys of inBatches(listOldKeys(sweeping, 'uploads/'))) {
    const known = new Set(await listKnownUploads(sweeping.db, keys));
    found.rowless.push(...keys.filter((key) => !known.has(key)));
  }
}

async function lookAtRuns(sweeping: Sweeping, found: Found): Promise<void> {
  for await (const ids of inBatches(listOldRuns(sweeping))) {
    const states = new Map((await sweeping.listRunStates(ids)).map(({ id, state }) => [id, state]));
    for (const id of ids) {
      const state = states.get(id);
      if (state === undefined) found.rowless.push(`runs/${id}/`);
      else if (state === 'failed' || state === 'canceled') found.ended.push(`runs/${id}/`);
    }
  }
}

async function* listOldKeys(
  { files, before, since, signal }: Sweeping,
  prefix: string,
): AsyncGenerator<string> {
  for await (const { key, changedAt } of files.list(prefix)) {
    if (signal?.aborted === true) return;
    if (changedAt < before && (since === undefined || changedAt >= since)) yield key;
  }
}

async function* listOldRuns(sweeping: Sweeping): AsyncGenerator<number> {
  // The files of a run stand together in the list.
  let last: number | undefined;
  for await (const key of listOldKeys(sweeping, 'runs/')) {
    const id = readRunNumber(key);
    if (id === undefined || id === last) continue;
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
