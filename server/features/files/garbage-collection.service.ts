/**
 * Garbage collection of expired drafts, unused uploads, and orphaned files of killed processes. Rows are
 * deleted first, so that none ever refers to a missing file.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { formatCause } from '#server/db/database-error.ts';
import type { Context } from '../../context.ts';
import { inBatches } from './batches.rules.ts';
import { claimStore, leaveStore } from './store-generation.service.ts';
import { recordListing } from './store-generation.store.ts';

export const GARBAGE_JOB = 'collect-garbage';

const BATCH = 500;
/** Time that a stopping server waits for the file store. */
const LEAVE_MS = 2_000;

/** The part of a feature in the garbage collection: rows that it no longer needs, and files that it keeps. */
export interface FileHolder {
  /**
   * Deletes expired rows before their files are compared; the signal ends it early.
   * @returns true if files lost their rows, so that the sweep lists the store immediately
   */
  expire?(now: Date, signal?: AbortSignal): Promise<boolean | void>;
  /** Deletes unused rows from before a time, in batches. @returns the keys of their files */
  deleteUnused?(before: Date): AsyncIterable<string[]>;
  /** Prefix of the keys of its files. */
  folder?: `${string}/`;
  /** Spares newer files, used or not. */
  sparesMs?: number;
  /** @returns the unit that a file is deleted with: itself, or a folder with a trailing slash; undefined spares it */
  nameUnit?(key: string): string | undefined;
  /** @returns the files and folders that are needed */
  listNeeded?(units: readonly string[]): Promise<string[]>;
}

type GarbageContext = Pick<Context, 'db' | 'files' | 'clock' | 'newId'>;

interface GarbageOptions {
  /** In the order of deletion, because the rows of one may use files of a later one. */
  holders: readonly FileHolder[];
  /** Notifies the operator of the server. */
  warn(text: string): void;
}

export type GarbageCollection = ReturnType<typeof createGarbageCollection>;

export function createGarbageCollection(context: GarbageContext, { holders, warn }: GarbageOptions) {
  let lastWarning = '';
  const warnOnce = (text: string) => {
    if (text !== lastWarning) warn(text);
    lastWarning = text;
  };
  const sweep = async (before: Date, signal?: AbortSignal, listEveryMs = 0) => {
    const { db, files, clock } = context;
    const isStopped = () => signal?.aborted === true;
    if (isStopped()) return 0;
    const failures: unknown[] = [];
    const attempt: Attempt = (step) => step().catch((error: unknown) => void failures.push(error));
    const claim = await attempt(() => claimStore(context, before));
    if (claim?.warning !== undefined) warnOnce(claim.warning);
    // Rows expire even while the file store is down.
    let isDue = false;
    for (const { expire } of holders) if (await attempt(async () => expire?.(clock(), signal))) isDue = true;
    let count = 0;
    if (claim?.isOurs === true) {
      const { since, listedAt } = claim;
      const eachHolder = async (remove: (sweep: Sweep, holder: FileHolder) => Promise<number>) => {
        for (const holder of holders)
          count += (await attempt(() => remove({ files, before, since, signal }, holder))) ?? 0;
      };
      await eachHolder(deleteUnused);
      const sinceListingMs = clock().getTime() - Date.parse(listedAt ?? '1970-01-01');
      // A failed step may have deleted other rows before.
      isDue ||= failures.length > 0 || sinceListingMs >= listEveryMs;
      if (isDue) await eachHolder(deleteOrphans);
      if (isDue && failures.length === 0 && !isStopped()) await attempt(() => recordListing(db, clock()));
    }
    throwAll(failures);
    return count;
  };
  let running: Promise<number> | undefined;
  return {
    /**
     * Sweeps the store.
     * @param before spares files that were stored later, because a request may be about to use them
     * @param signal ends it early; the next sweep continues
     * @param listEveryMs lists the store, to find files without rows, only if the last listing is older
     * @returns the number of deleted files and folders; 0 if the store belongs to another database
     * @throws the errors of failed steps, after all other steps
     */
    sweep: (...options: Parameters<typeof sweep>) => (running = sweep(...options)),
    /** Advances the store generation when the server stops, so that later files are newer than any backup. */
    async leave(): Promise<void> {
      const deadline = AbortSignal.timeout(LEAVE_MS);
      const leaving = Promise.allSettled([running]).then(() => leaveStore(context, deadline));
      await Promise.race([leaving, sleep(LEAVE_MS, undefined, { ref: false })]);
    },
  };
}

interface Sweep {
  files: Context['files'];
  before: Date;
  /** Spares files that changed earlier. */
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

async function deleteUnused({ files, before, since, signal }: Sweep, holder: FileHolder): Promise<number> {
  let count = 0;
  for await (const keys of holder.deleteUnused?.(before) ?? []) {
    // A newer copy of the database may use these files, so they wait with the orphans.
    if (since === undefined) {
      await files.remove(keys);
      count += keys.length;
    }
    if (signal?.aborted === true) break;
  }
  return count;
}

/** Lists all orphans before it deletes any, because a list that changes while it is read may skip files. */
async function deleteOrphans(sweep: Sweep, holder: FileHolder): Promise<number> {
  const found: string[] = [];
  for await (const units of inBatches(listOldUnits(sweep, holder), BATCH)) {
    const needed = new Set(await holder.listNeeded?.(units));
    found.push(...units.filter((unit) => !needed.has(unit)));
  }
  await deleteUnits(sweep, found);
  return found.length;
}

async function deleteUnits({ files, since }: Sweep, units: readonly string[]): Promise<void> {
  if (since === undefined) return files.remove(units);
  const keys: string[] = [];
  for (const unit of units) {
    // A run that is unfinished in the backup may have completed in the newer database, under the same number.
    if (!unit.endsWith('/')) keys.push(unit);
    else for await (const { key, changedAt } of files.list(unit)) if (changedAt >= since) keys.push(key);
  }
  await files.remove(keys);
}

async function* listOldUnits(
  { files, before, since, signal }: Sweep,
  { folder, sparesMs = 0, nameUnit = (key) => key }: FileHolder,
): AsyncGenerator<string> {
  if (folder === undefined) return;
  const latest = before.getTime() - sparesMs;
  // Files of a folder are next to each other in the list.
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
