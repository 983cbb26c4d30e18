/**
 * Collects figures of Google Search into our own store. One question gives the totals of all days that Google keeps;
 * days whose totals are others than ours are new or were corrected, and these alone are read in full, the newest first.
 */
import { PERIODS } from '#contract/search-shapes.ts';
import type { Db } from '#server/db/open.ts';
import type { Detail } from '#server/db/search-schema.ts';
import type { GoogleFigures } from '#server/gateways/google.ts';
import type { JobContext } from '#server/jobs/queue.ts';
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
import { askForFigures, type ConnectionNeeds, isRefused, markRevoked, TOKEN } from './connection.service.ts';
import { findSource, listDueDomains, type SourceRow, updateSource } from './integrations.store.ts';
import { isReadable } from './property-match.rules.ts';
import { addDays, addMonths, KEPT_MONTHS, toCompared, toDays } from './period.rules.ts';

/** Days of one job: others have their turn in between. */
const DAYS_A_JOB = 30;
/** Bytes of a name: the index of names takes no more than 2,704. */
const NAME_BYTES = 2_000;
const FIRST_WAIT_S = 60;
const LONGEST_WAIT_S = 6 * 3600;
const UNREADABLE = 'The Google account may not read this property any more. Choose another property.';

export interface CollectingNeeds extends ConnectionNeeds {
  db: Db;
}

export function createCollecting(needs: CollectingNeeds) {
  const { db } = needs;
  const pageReports = createPageReports({ db, listPeriods, lock: lockFigures });
  return {
    /** The daily job: one job for each domain that is due. */
    async collectAll(): Promise<void> {
      for (const domainId of await listDueDomains(db))
        await db.transaction().execute((trx) => askForFigures(needs, trx, { domainId }));
    },
    /** The job of one domain; asks for the next one while days are left. */
    async collectDomain(domainId: number, { signal }: JobContext): Promise<void> {
      await collectDomain(needs, domainId, signal);
      await sumUpMonths(db, domainId, signal);
      await pageReports.refresh(domainId, signal);
    },
  };
}

/** Writes what changed days have deleted, and months that are over since. */
async function sumUpMonths(db: Db, domainId: number, signal: AbortSignal): Promise<void> {
  for (const month of await listMonthsToSum(db, domainId)) {
    signal.throwIfAborted();
    await db.transaction().execute(async (trx) => {
      await lockFigures(trx, domainId);
      await saveMonth(trx, month);
    });
  }
}

/**
 * Periods that end with the newest day of a workspace, and with the day after: to that one other domains bring a
 * report while this one waits for its turn.
 */
function listPeriods(newest: string): ReportPeriod[] {
  return [newest, addDays(newest, 1)].flatMap((until) =>
    PERIODS.map((period) => {
      const days = toDays(period, until);
      return { until, period, days, previous: toCompared(days, 'previous'), year: toCompared(days, 'year') };
    }),
  );
}

async function collectDomain(needs: CollectingNeeds, domainId: number, signal: AbortSignal): Promise<void> {
  const { db } = needs;
  const source = await findSource(db, domainId);
  if (source === undefined || source.status === 'revoked') return;
  if (!isReadable(source)) {
    await updateSource(db, domainId, { state: 'failed', message: UNREADABLE });
    return;
  }
  try {
    await collect(needs, source, signal);
  } catch (error) {
    signal.throwIfAborted();
    await keepFailure(needs, source, error);
  }
}

/** @throws what it does not know */
async function keepFailure(needs: CollectingNeeds, source: SourceRow, error: unknown): Promise<void> {
  const { db } = needs;
  const { domain_id: domainId, failures, integration_id: id } = source;
  if (!(error instanceof Error) || !('kind' in error) || !('retryable' in error)) throw error;
  if (isRefused(error)) return markRevoked(needs, { ...source, id });
  const change = { state: 'failed' as const, message: error.message, failures: failures + 1 };
  // What is refused today may be allowed tomorrow: the daily job asks again.
  if (error.retryable !== true) return updateSource(db, domainId, change);
  await db.transaction().execute(async (trx) => {
    await updateSource(trx, domainId, change);
    const startAfterSeconds = Math.min(LONGEST_WAIT_S, FIRST_WAIT_S * 4 ** failures);
    await askForFigures(needs, trx, { domainId, startAfterSeconds });
  });
}

async function collect(needs: CollectingNeeds, source: SourceRow, signal: AbortSignal): Promise<void> {
  const { db, google, seal, clock } = needs;
  if (google === undefined) return;
  const { domain_id: domainId, site } = source;
  const token = seal.open(source.sealed_token, TOKEN);
  const to = clock().toISOString().slice(0, 10);
  const window = { from: addDays(addMonths(to, -KEPT_MONTHS), 1), to };
  const published = await google.readFigures(token, { site, ...window, dimension: 'date', signal });
  const days = listPublished(published);
  const until = days.at(-1)?.name ?? null;
  const changed = await listChanged(db, domainId, days);
  const now = changed.slice(0, DAYS_A_JOB);
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
    const isWanted = await db.transaction().execute((trx) => saveDay(trx, collected));
    // Somebody chose another property meanwhile, which has a job of its own.
    if (!isWanted) return;
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
    if (isLeft) await askForFigures(needs, trx, { domainId });
  });
}

/** From the first published day to the last one, in order; a day that Google leaves out had nothing. */
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

/** Those that are not kept, or kept with other totals; the newest first. */
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

/** What the database can hold of it. */
function cutName(name: string): string {
  const bytes = Buffer.from(name.replaceAll('\0', '').toWellFormed());
  if (bytes.length <= NAME_BYTES) return bytes.toString();
  return bytes.subarray(0, NAME_BYTES).toString().replace(/�+$/, '');
}
