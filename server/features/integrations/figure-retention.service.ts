/**
 * Search figures are kept by day for 36 months, then by month: more than any report reads by day, which is 16 months and
 * the 16 before them. Sums of a month come before its days go, so that a killed process loses nothing.
 */
import type { Db, Trx } from '#server/db/open.ts';
import { repeatBatches } from '#server/db/repeat-batches.ts';
import { DIMENSION_NUMBERS } from '#server/db/search-schema.ts';
import { lockFigures, saveMonth } from './collected.store.ts';
import {
  deleteDays,
  deleteSomeFigures,
  listOldMonths,
  type OldMonth,
  saveMonthTotals,
} from './figure-retention.store.ts';

/** Counted from the newest day of a domain: reports of one that is no longer connected stay as they are. */
const KEPT_MONTHS = 36;
const DOMAINS_AT_ONCE = 100;
const DIMENSIONS = Object.values(DIMENSION_NUMBERS);

interface Needs {
  db: Db;
  logError(error: unknown, text: string): void;
}

/** Turns old days of all domains into months; idempotent. A domain that fails is logged, and the next ones follow. */
export async function pruneFigures(needs: Needs, signal: AbortSignal): Promise<void> {
  const { db } = needs;
  for (let after = 0; ; ) {
    const months = await listOldMonths(db, { after, keptMonths: KEPT_MONTHS, limit: DOMAINS_AT_ONCE });
    for (const month of months) await pruneDomain(needs, month, signal);
    const last = months.at(-1);
    if (last === undefined) return;
    after = last.domainId;
  }
}

async function pruneDomain({ db, logError }: Needs, first: OldMonth, signal: AbortSignal): Promise<void> {
  const { domainId } = first;
  try {
    for (let month: OldMonth | undefined = first; month !== undefined; ) {
      await pruneMonth(db, month, signal);
      const of = { after: domainId - 1, keptMonths: KEPT_MONTHS, limit: 1 };
      [month] = (await listOldMonths(db, of)).filter((next) => next.domainId === domainId);
    }
  } catch (error) {
    signal.throwIfAborted();
    logError(
      error,
      `Failed to prune the search figures of domain ${domainId}; they are tried again in an hour`,
    );
  }
}

async function pruneMonth(db: Db, month: OldMonth, signal: AbortSignal): Promise<void> {
  const write = (save: (trx: Trx) => Promise<void>) =>
    db.transaction().execute(async (trx) => {
      await lockFigures(trx, month.domainId);
      await save(trx);
    });
  await write((trx) => saveMonthTotals(trx, month));
  for (const dimension of DIMENSIONS) await write((trx) => saveMonth(trx, { ...month, dimension }));
  for (const dimension of DIMENSIONS)
    await repeatBatches(() => deleteSomeFigures(db, { ...month, dimension }), signal);
  await deleteDays(db, month);
}
