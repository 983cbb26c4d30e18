/**
 * Keeps search figures by day for 36 months, then by month. Reports read at most 32 months by day: 16 and the 16 before
 * them. The sums of a month are written before its days are deleted, so that a crash loses nothing.
 */
import type { Db, Trx } from '#server/db/open.ts';
import { repeatBatches } from '#server/db/repeat-batches.ts';
import { DIMENSION_NUMBERS } from '#server/db/search-schema.ts';
import type { Context } from '../../context.ts';
import { lockFigures, saveMonth } from './collected.store.ts';
import {
  deleteDays,
  deleteFigureBatch,
  listOldMonths,
  type OldMonth,
  saveMonthTotals,
} from './figure-retention.store.ts';

/** Counted from the newest day of a domain, so that reports of a disconnected one stay the same. */
const DAILY_MONTHS = 36;
const DOMAIN_BATCH = 100;
const DIMENSIONS = Object.values(DIMENSION_NUMBERS);

type PruneContext = Pick<Context, 'db' | 'logError'>;

/** Turns old days of all domains into months; idempotent. A failure is logged and doesn't stop the other domains. */
export async function pruneFigures(context: PruneContext, signal: AbortSignal): Promise<void> {
  const { db } = context;
  for (let after = 0; ; ) {
    const months = await listOldMonths(db, { after, dailyMonths: DAILY_MONTHS, limit: DOMAIN_BATCH });
    for (const month of months) await pruneDomain(context, month, signal);
    const last = months.at(-1);
    if (last === undefined) return;
    after = last.domainId;
  }
}

async function pruneDomain({ db, logError }: PruneContext, first: OldMonth, signal: AbortSignal) {
  const { domainId } = first;
  try {
    for (let month: OldMonth | undefined = first; month !== undefined; ) {
      await pruneMonth(db, month, signal);
      const of = { after: domainId - 1, dailyMonths: DAILY_MONTHS, limit: 1 };
      [month] = (await listOldMonths(db, of)).filter((next) => next.domainId === domainId);
    }
  } catch (error) {
    signal.throwIfAborted();
    logError(error, `Failed to prune the search figures of domain ${domainId}; retrying in an hour`);
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
    await repeatBatches(() => deleteFigureBatch(db, { ...month, dimension }), signal);
  await deleteDays(db, month);
}
