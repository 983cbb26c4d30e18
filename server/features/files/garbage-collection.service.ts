/**
 * Removes what nobody will ask for again: drafts that were left, uploads that nothing names, and files
 * without a row, which is what a killed process leaves. Rows go first, so none ever names a missing file.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { formatCause } from '#server/db/database-error.ts';
import type { Db } from '#server/db/open.ts';
import type { Files } from '#server/gateways/files.ts';
import { inBatches } from './batches.rules.ts';
import { claimStore, leaveStore } from './store-generation.service.ts';
import { recordListing } from './store-generation.store.ts';

export const GARBAGE_JOB = 'collect-garbage';

const BATCH = 500;
/** A server that stops does not wait longer for a store that is away. */
const LEAVING_MS = 2_000;

/** What a noun registers of itself: the rows that it no longer needs, and the files that it keeps. */
export interface FileHolder {
  /**
   * Deletes expired rows, before their files are compared; the signal ends it early.
   * @returns true if files lost their rows, so that the sweep lists the store at once
   */
  expire?(now: Date, signal?: AbortSignal): Promise<boolean | void>;
  /** Deletes rows of before a moment that nothing uses, in batches. @returns the keys of their files */
  deleteUnused?(before: Date): AsyncIterable<string[]>;
  /** Where its files are: keys begin with it. */
  folder?: `${string}/`;
  /** Files that are younger by so many milliseconds are spared, whatever needs them. */
  sparesMs?: number;
  /** What is removed at once: the file, unless a folder with a slash at its end is named; nothing to spare it. */
  nameUnit?(key: string): string | undefined;
  /** @returns those of the files and folders that it needs */
  listNeeded?(units: readonly string[]): Promise<string[]>;
}

interface Needs {
  db: Db;
  files: Files;
  clock: () => Date;
  newId: () => string;
  /** In this order: what one deletes another may need no more. */
  holders: readonly FileHolder[];
  /** Hears what the person who runs the server should know. */
  warn: (text: string) => void;
}

export interface GarbageCollection {
  /**
   * @param before spares what was stored later: a request may be about to name it
   * @param signal ends it early; the next one goes on
   * @param listEveryMs lists the store, to find files without rows, only if the last listing is older
   * @returns how many files and folders went; none where the store belongs to another database
   * @throws what failed, after everything else was done
   */
  sweep(before: Date, signal?: AbortSignal, listEveryMs?: number): Promise<number>;
  /** When the server stops: what is stored after a backup shall be known as newer than it. */
  leave(): Promise<void>;
}

export function createGarbageCollection(needs: Needs): GarbageCollection {
  let told = '';
  const reportOnce = (text: string) => {
    if (text !== told) needs.warn(text);
    told = text;
  };
  const sweep = async (before: Date, signal?: AbortSignal, listEveryMs = 0) => {
    const isStopped = () => signal?.aborted === true;
    if (isStopped()) return 0;
    const failures: unknown[] = [];
    const attempt: Attempt = (step) => step().catch((error: unknown) => void failures.push(error));
    const claim = await attempt(() => claimStore(needs, before));
    if (claim?.warning !== undefined) reportOnce(claim.warning);
    // Rows expire even while the file store is down.
    let isDue = false;
    for (const { expire } of needs.holders)
      if (await attempt(async () => expire?.(needs.clock(), signal))) isDue = true;
    let count = 0;
    if (claim?.isOurs === true) {
      const { since, listedAt } = claim;
      const sweeping = { ...needs, before, since, signal };
      count += await removeOfEach(sweeping, removeUnused, attempt);
      const sinceListingMs = needs.clock().getTime() - Date.parse(listedAt ?? '1970-01-01');
      // A failed step may have deleted other rows before.
      isDue ||= failures.length > 0 || sinceListingMs >= listEveryMs;
      if (isDue) count += await removeOfEach(sweeping, removeRowless, attempt);
      if (isDue && failures.length === 0 && !isStopped())
        await attempt(() => recordListing(needs.db, needs.clock()));
    }
    throwAll(failures);
    return count;
  };
  let running: Promise<number> | undefined;
  return {
    sweep: (...given) => (running = sweep(...given)),
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

/** Runs a step; its error is thrown at the end. */
type Attempt = <Result>(step: () => Promise<Result>) => Promise<Result | void>;

/** Throws one failure as it is, several as an AggregateError. */
export function throwAll(failures: readonly unknown[]): void {
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, failures.map(formatCause).join('; '));
}

async function removeOfEach(
  sweeping: Sweeping,
  remove: (sweeping: Sweeping, holder: FileHolder) => Promise<number>,
  attempt: Attempt,
): Promise<number> {
  let count = 0;
  for (const holder of sweeping.holders) count += (await attempt(() => remove(sweeping, holder))) ?? 0;
  return count;
}

async function removeUnused(
  { files, before, since, signal }: Sweeping,
  { deleteUnused }: FileHolder,
): Promise<number> {
  let count = 0;
  for await (const keys of deleteUnused?.(before) ?? []) {
    // A newer copy of the database may use what this one does not: its file waits with those without a row.
    if (since === undefined) {
      await files.remove(keys);
      count += keys.length;
    }
    if (signal?.aborted === true) break;
  }
  return count;
}

/** Found first and removed then: a list that changes while it is read may skip files. */
async function removeRowless(sweeping: Sweeping, holder: FileHolder): Promise<number> {
  const found: string[] = [];
  for await (const units of inBatches(listOldUnits(sweeping, holder), BATCH)) {
    const needed = new Set(await holder.listNeeded?.(units));
    found.push(...units.filter((unit) => !needed.has(unit)));
  }
  await removeAll(sweeping, found);
  return found.length;
}

async function removeAll({ files, since }: Sweeping, units: readonly string[]): Promise<void> {
  if (since === undefined) return files.remove(units);
  const keys: string[] = [];
  for (const unit of units) {
    // A run that the backup has as unfinished may have completed in the newer database, under the same number.
    if (!unit.endsWith('/')) keys.push(unit);
    else for await (const { key, changedAt } of files.list(unit)) if (changedAt >= since) keys.push(key);
  }
  await files.remove(keys);
}

async function* listOldUnits(
  { files, before, since, signal }: Sweeping,
  { folder, sparesMs = 0, nameUnit = (key) => key }: FileHolder,
): AsyncGenerator<string> {
  if (folder === undefined) return;
  const latest = before.getTime() - sparesMs;
  // The files of a folder stand together in the list.
  let last: string | undefined;
  for await (const { key, changedAt } of files.list(folder)) {
    if (signal?.aborted === true) return;
    if (changedAt.getTime() >= latest || (since !== undefined && changedAt < since)) continue;
    const unit = nameUnit(key);
    if (unit === undefined || unit === last) continue;
    last = unit;
    yield unit;
  }
}
