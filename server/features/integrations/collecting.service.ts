/**
 * Collects Google Search figures into our database. One request returns the totals of all days that Google
 * keeps; days whose totals differ are new or were corrected. Only these are read in full, newest first.
 */
import { PERIODS } from '#contract/search-shapes.ts';
import type { Db } from '#server/db/open.ts';
import type { Detail } from '#server/db/search-schema.ts';
import type { GoogleFigures } from '#server/gateways/google.ts';
import type { JobContext } from '#server/jobs/queue.ts';
import type { Context } from '../../context.ts';
import { createPageReports, type ReportPeriod } from '../reporting/page-reports.service.ts';
import {
  type Collected,
  type CollectedDay,
  listMonthsToSum,
  listTotals,
  lockFigures,
  saveDay,
  saveMonth,
} from './collected.store.ts';
import { type Connection, isUnauthorized } from './connection.service.ts';
import { findSource, listDueDomains, type SourceRow, updateSource } from './integrations.store.ts';
import { isReadable } from './property-match.rules.ts';
import { addDays, addMonths, GOOGLE_MONTHS, toCompared, toDays } from './period.rules.ts';

/** Days per job, so that other domains take turns. */
const MAX_DAYS = 30;
/** Bytes of a name: an entry of the index of names holds at most 2,704. */
const MAX_NAME_BYTES = 2_000;
const FIRST_WAIT_S = 60;
const MAX_WAIT_S = 6 * 3600;
const NO_PROPERTY_ACCESS =
  'The Google account no longer has access to this property. Choose another property.';

type CollectingContext = Pick<Context, 'db' | 'clock'> & { connection: Connection };

export function createCollecting({ db, clock }: Context, { connection }: { connection: Connection }) {
  return {
    /** Handles the daily job: queues a job for each domain that is due. */
    async collectAll(): Promise<void> {
      for (const domainId of await listDueDomains(db))
        await db.transaction().execute((trx) => connection.requestFigures(trx, domainId));
    },
    /** Handles the job of one domain, and queues the next one while days are missing. */
    async collectDomain(domainId: number, { signal }: JobContext): Promise<void> {
      const source = await findSource(db, domainId);
      if (source !== undefined && source.status !== 'revoked')
        await collectSource({ db, clock, connection }, source, signal);
      await updateSums(db, domainId, signal);
    },
  };
}

/** Writes the missing sums of months and the missing page reports of a domain. */
export async function updateSums(db: Db, domainId: number, signal: AbortSignal): Promise<void> {
  for (const month of await listMonthsToSum(db, domainId)) {
    signal.throwIfAborted();
    await db.transaction().execute(async (trx) => {
      await lockFigures(trx, domainId);
      await saveMonth(trx, month);
    });
  }
  await createPageReports({ db }, { listPeriods, lock: lockFigures }).refresh(domainId, signal);
}

/**
 * Periods that end with the newest day of a workspace or the day after, which is the newest one as soon as another domain
 * has collected it.
 */
function listPeriods(newest: string): ReportPeriod[] {
  return [newest, addDays(newest, 1)].flatMap((until) =>
    PERIODS.map((period) => {
      const days = toDays(period, until);
      return { until, period, days, previous: toCompared(days, 'previous'), year: toCompared(days, 'year') };
    }),
  );
}

async function collectSource(context: CollectingContext, source: SourceRow, signal: AbortSignal) {
  if (!isReadable(source))
    return updateSource(context.db, source.domain_id, { state: 'failed', message: NO_PROPERTY_ACCESS });
  try {
    await collect(context, source, signal);
  } catch (error) {
    signal.throwIfAborted();
    await storeFailure(context, source, error);
  }
}

/** @throws unexpected errors */
async function storeFailure({ db, connection }: CollectingContext, source: SourceRow, error: unknown) {
  const { domain_id: domainId, failures, integration_id: id } = source;
  if (!(error instanceof Error) || !('kind' in error) || !('retryable' in error)) throw error;
  if (isUnauthorized(error)) return connection.markRevoked({ ...source, id });
  const change = { state: 'failed' as const, message: error.message, failures: failures + 1 };
  // The daily job retries: a property that is forbidden today may be readable tomorrow.
  if (error.retryable !== true) return updateSource(db, domainId, change);
  await db.transaction().execute(async (trx) => {
    await updateSource(trx, domainId, change);
    const startAfterSeconds = Math.min(MAX_WAIT_S, FIRST_WAIT_S * 4 ** failures);
    await connection.requestFigures(trx, domainId, startAfterSeconds);
  });
}

async function collect(context: CollectingContext, source: SourceRow, signal: AbortSignal): Promise<void> {
  const { db, clock, connection } = context;
  const { google } = connection;
  if (google === undefined) return;
  const { domain_id: domainId, site } = source;
  const token = connection.openToken(source.sealed_token);
  const to = clock().toISOString().slice(0, 10);
  const window = { from: addDays(addMonths(to, -GOOGLE_MONTHS), 1), to };
  const published = await google.readFigures(token, { site, ...window, dimension: 'date', signal });
  const days = listPublished(published);
  const until = days.at(-1)?.name ?? null;
  const changed = await listChanged(db, domainId, days);
  const now = changed.slice(0, MAX_DAYS);
  const isLeft = changed.length > now.length;
  if (changed.length > 0) await updateSource(db, domainId, { state: 'collecting', message: null });
  for (const { name: day, ...totals } of now) {
    signal.throwIfAborted();
    const read = async (dimension: Detail) =>
      totals.impressions === 0
        ? []
        : (await google.readFigures(token, { site, from: day, to: day, dimension, signal })).map(toCollected);
    const details: CollectedDay['details'] = {
      query: await read('query'),
      page: await read('page'),
      country: await read('country'),
      device: await read('device'),
    };
    const { property_id: propertyId } = source;
    const collected = { domainId, propertyId, day, totals, details, now: clock() };
    const isStored = await db.transaction().execute((trx) => saveDay(trx, collected));
    // Another property was chosen in the meantime, and has its own job.
    if (!isStored) return;
  }
  await db.transaction().execute(async (trx) => {
    const state = isLeft ? 'collecting' : 'ready';
    await updateSource(trx, domainId, {
      state,
      message: null,
      failures: 0,
      data_until: until,
      collected_at: clock(),
    });
    await (isLeft ? connection.requestFigures(trx, domainId) : connection.requestInspections(trx, domainId));
  });
}

/** Lists all days from the first published one to the last, in order; days that Google omits have no clicks. */
function listPublished(rows: readonly GoogleFigures[]): Collected[] {
  const known = new Map(rows.map((row) => [row.keys[0] ?? '', toCollected(row)]));
  const names = [...known.keys()].toSorted();
  const [first, last] = [names[0], names.at(-1)];
  if (first === undefined || last === undefined) return [];
  const days: Collected[] = [];
  for (let day = first; day <= last; day = addDays(day, 1))
    days.push(known.get(day) ?? { name: day, clicks: 0, impressions: 0, position_sum: 0 });
  return days;
}

/** Days that are missing here or have different totals, newest first. */
async function listChanged(db: Db, domainId: number, days: readonly Collected[]): Promise<Collected[]> {
  const kept = new Map((await listTotals(db, domainId)).map((row) => [row.day, row]));
  return days
    .filter(({ name, clicks, impressions }) => {
      const known = kept.get(name);
      return known === undefined || known.clicks !== clicks || known.impressions !== impressions;
    })
    .toReversed();
}

function toCollected({ keys: [name = ''], clicks, impressions, position }: GoogleFigures): Collected {
  return { name: cutName(name), clicks, impressions, position_sum: position * impressions };
}

/** Shortens a name to the length that the database accepts. */
function cutName(name: string): string {
  const bytes = Buffer.from(name.replaceAll('\0', '').toWellFormed());
  if (bytes.length <= MAX_NAME_BYTES) return bytes.toString();
  return bytes.subarray(0, MAX_NAME_BYTES).toString().replace(/�+$/, '');
}
