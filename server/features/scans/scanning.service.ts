/**
 * The scan job: fetches the pages that are still missing, host by host, and then marks the changes since the last scan. A
 * job has an hour, so a long scan takes several turns, each with its own job.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { GuardedFetch } from '#server/gateways/guarded-fetch.ts';
import { AppError } from '../../app-error.ts';
import type { Context } from '../../context.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { compareScan, type QualityNeeds } from './live-quality.service.ts';
import { deleteMeasured, saveMeasured } from './live-quality.store.ts';
import { type FetchedPage, fetchHost, type ScannedPage } from './page-fetch.service.ts';
import { createPoliteSite, type PoliteSite } from './polite-site.service.ts';
import { combineReadings, searchSitemaps, type SitemapReading } from './sitemap.service.ts';
import {
  findWork,
  listIndexable,
  listUnfetched,
  markChanges,
  saveFetched,
  saveMissing,
  saveSitemap,
  updateScan,
} from './scans.store.ts';

export const SCAN_JOB = 'scan';

export interface ScanJob {
  scanId: number;
  /** Time left for fetching; the turns before used the rest. Missing in the first turn. */
  leftMs?: number;
}

export interface ScanOptions {
  notifications: Pick<NotificationsService, 'notify'>;
  /** Rejects private addresses. */
  fetch: GuardedFetch;
  /** Minimum time between two requests to one host. */
  gapMs: number;
  /** Time after which a job fetches no more pages; 40 minutes without it. */
  turnMs?: number | undefined;
  /** Time limit for comparing the pages, including the wait for a thread; 10 minutes without it. */
  compareMs?: number | undefined;
}

/** Interval at which results are saved and cancellation is checked. */
const POLL_MS = 1_000;
/** Time limit of a scan: `PAGE_MS` per page, but at least `MIN_MS`. */
const MIN_MS = 10 * 60_000;
const PAGE_MS = 2_000;
/** The rest of the hour is for open requests, sitemaps and the comparison. */
const TURN_MS = 40 * 60_000;
const COMPARE_MS = 10 * 60_000;
const SITE_TOO_SLOW = 'The site responds too slowly, so the scan ended before all pages were fetched.';

export type ScanningContext = Pick<Context, 'jobs' | 'pool' | 'files' | 'newId' | 'clock' | 'logError'> & {
  queue: Pick<Context['queue'], 'send'>;
};

export function createScanning(context: ScanningContext, options: ScanOptions) {
  const { jobs: db, pool, files, newId, clock, logError, queue } = context;
  const needs = { db, pool, files, newId, clock, logError, queue, ...options };
  return {
    async scan({ scanId, leftMs }: ScanJob, signal: AbortSignal): Promise<void> {
      const work = await findWork(db, scanId);
      // A scan that is canceled between two turns leaves measurements.
      if (work === undefined || (work.state !== 'queued' && work.state !== 'running'))
        return deleteMeasured(db, scanId);
      if (work.is_cancel_wanted) return finish(needs, scanId, { reason: 'canceled' });
      const startedAt = work.started_at ?? clock();
      const hasBegun = await updateScan(db, scanId, { state: 'running', started_at: startedAt });
      // Canceled in the meantime.
      if (!hasBegun) return;
      const now = clock().getTime();
      const endsAt =
        leftMs === undefined
          ? startedAt.getTime() + Math.max(MIN_MS, work.pages_total * PAGE_MS)
          : now + leftMs;
      const scan = { scanId, userId: work.created_by ?? 0, signal, getSite: createSites(needs) };
      const turnEndsAt = now + (options.turnMs ?? TURN_MS);
      const { reason, isAll } = await fetchAll(needs, { ...scan, endsAt, turnEndsAt });
      if (reason !== 'done') return finish(needs, scanId, { reason });
      if (!isAll) return continueLater(needs, { scanId, leftMs: endsAt - clock().getTime() });
      await finish(needs, scanId, await completeScan(needs, scan));
    },
    /** Called after the last attempt of the job. */
    async giveUp(scanId: number): Promise<void> {
      const message = 'The scan stopped because of an error on our side. Start it again.';
      await db.transaction().execute(async (trx) => {
        await updateScan(trx, scanId, { state: 'failed', message, finished_at: clock() });
        await deleteMeasured(trx, scanId);
      });
    },
  };
}

type Needs = ScanOptions & Pick<ScanningContext, 'clock' | 'queue'> & QualityNeeds;

type Reason = 'done' | 'late' | 'canceled';

interface StartedScan {
  scanId: number;
  userId: number;
  signal: AbortSignal;
  getSite: (origin: string) => PoliteSite;
}

/** Requests to a site are spaced, and its robots.txt is requested once, in all steps of a scan. */
function createSites(needs: Pick<ScanOptions, 'fetch' | 'gapMs'>): StartedScan['getSite'] {
  const sites = new Map<string, PoliteSite>();
  return (origin) => {
    const site = sites.get(origin) ?? createPoliteSite(needs);
    sites.set(origin, site);
    return site;
  };
}

interface Turn extends StartedScan {
  endsAt: number;
  turnEndsAt: number;
}

/** Fetches the missing pages until the turn ends. */
async function fetchAll(
  needs: Needs,
  { scanId, userId, endsAt, turnEndsAt, signal, getSite }: Turn,
): Promise<{ reason: Reason; isAll: boolean }> {
  const { db } = needs;
  const fetched: FetchedPage[] = [];
  const pages = (await listUnfetched(db, scanId)).map(toScannedPage);
  const hosts = Map.groupBy(pages, readOrigin);
  const measure = createMeasuring(needs, userId);
  let left = pages.length;
  const isOver = () => needs.clock().getTime() >= turnEndsAt;
  // One host after another; a project usually has one.
  const fetchHosts = async (inner: AbortSignal) => {
    for (const [origin, own] of hosts) {
      const host = { site: getSite(origin), clock: needs.clock, measure, signal: inner, isOver };
      await fetchHost(host, own, (each) => {
        left -= 1;
        fetched.push(each);
      });
    }
  };
  const reason = await follow(needs, {
    scanId,
    signal,
    endsAt,
    work: fetchHosts,
    onPoll: async () => {
      await saveAll(db, scanId, fetched.splice(0));
    },
  });
  return { reason, isAll: left === 0 };
}

/** Queues the next turn; until then, the scan can be canceled like one that hasn't begun. */
async function continueLater({ db, queue }: Needs, next: Required<ScanJob>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await updateScan(trx, next.scanId, { state: 'queued' })) await queue.send(trx, SCAN_JOB, next);
  });
}

/** Stores measurements first: a page with a result isn't fetched again. */
async function saveAll(db: Needs['db'], scanId: number, fetched: readonly FetchedPage[]): Promise<void> {
  if (fetched.length === 0) return;
  const measured = fetched.flatMap((page) =>
    page.measured ? [{ position: page.position, ...page.measured }] : [],
  );
  if (measured.length > 0) await saveMeasured(db, scanId, measured);
  await saveFetched(
    db,
    scanId,
    fetched.map(({ measured: _stored, ...page }) => page),
  );
}

/** Looks for the fetched pages in sitemaps, and compares them. */
async function completeScan(needs: Needs, scan: StartedScan): Promise<Ending> {
  let problem: string | undefined;
  const reason = await follow(needs, {
    ...scan,
    endsAt: Number.POSITIVE_INFINITY,
    work: async (signal) => {
      await checkSitemaps(needs, { ...scan, signal });
      problem = await compareScan(needs, { ...scan, signal, limitMs: needs.compareMs ?? COMPARE_MS });
    },
    onPoll: async () => {},
  });
  return { reason, problem };
}

interface Followed extends Pick<StartedScan, 'scanId' | 'signal'> {
  endsAt: number;
  work(signal: AbortSignal): Promise<void>;
  /** Called periodically, and once after the work has ended. */
  onPoll(): Promise<void>;
}

/** Waits for the work, and stops it if the scan is canceled or takes too long. */
async function follow(
  { db, clock }: Needs,
  { scanId, signal, endsAt, work, onPoll }: Followed,
): Promise<Reason> {
  const stop = new AbortController();
  const working = work(AbortSignal.any([signal, stop.signal]));
  const ended = working.then(
    () => true,
    () => true,
  );
  const poll = async () => {
    const timer = new AbortController();
    const pause = sleep(POLL_MS, false, { signal: timer.signal }).catch(() => false);
    const isEnded = await Promise.race([ended, pause]);
    timer.abort();
    await onPoll();
    return !isEnded;
  };
  let reason: Reason = 'done';
  try {
    while (reason === 'done' && (await poll())) {
      const isWanted = (await findWork(db, scanId))?.is_cancel_wanted === false;
      if (!isWanted) reason = 'canceled';
      else if (clock().getTime() > endsAt) reason = 'late';
    }
  } finally {
    // Even if saving fails: the retry fetches from the same host.
    stop.abort(new Error('The scan ends.'));
    await ended;
  }
  await onPoll();
  signal.throwIfAborted();
  // Rethrows errors of the work.
  if (reason === 'done') await working;
  return reason;
}

/** Recognizes the error of an engine thread that crashed. */
const isThreadCrash = (error: unknown): boolean => error instanceof Error && 'isOutOfMemory' in error;

/** A page that can't be measured has no score, but the scan continues. */
function createMeasuring(
  { pool, logError }: Needs,
  userId: number,
): Parameters<typeof fetchHost>[0]['measure'] {
  return async (page, signal) => {
    try {
      return await pool.measurePage({ ...page, userId }, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof AppError || isThreadCrash(error))) throw error;
      logError(error, `Failed to measure ${page.url}; the scan continues without it`);
      return undefined;
    }
  };
}

/** Checks only pages that search engines may index: others needn't be in a sitemap. */
async function checkSitemaps(
  { db }: Needs,
  { scanId, signal, getSite }: Pick<StartedScan, 'scanId' | 'signal' | 'getSite'>,
): Promise<void> {
  const hosts = Map.groupBy(await listIndexable(db, scanId), readOrigin);
  const readings: SitemapReading[] = [];
  for (const [origin, pages] of hosts) {
    const search = { site: getSite(origin), home: new URL('/', origin), signal };
    const urls = pages.map(({ address }) => address);
    const reading = await searchSitemaps(search, urls);
    const missing = new Set(reading.missing);
    const positions = pages.flatMap(({ position, address }) => (missing.has(address) ? [position] : []));
    await saveMissing(db, scanId, positions);
    readings.push(reading);
  }
  if (readings.length > 0) await saveSitemap(db, scanId, combineReadings(readings));
}

function toScannedPage(page: Awaited<ReturnType<typeof listUnfetched>>[number]): ScannedPage {
  const { position, address, search_title: title, canonical, h1, is_noindex: isNoindex } = page;
  return { position, address, file: h1 === null ? undefined : { title, canonical, h1, isNoindex } };
}

function readOrigin({ address }: Pick<ScannedPage, 'address'>): string {
  return URL.parse(address)?.origin ?? '';
}

interface Ending {
  reason: Reason;
  /** Why a completed scan has no quality. */
  problem?: string | undefined;
}

async function finish(
  { db, notifications, clock }: Needs,
  scanId: number,
  { reason, problem }: Ending,
): Promise<void> {
  const now = clock();
  await db.transaction().execute(async (trx) => {
    const work = await findWork(trx, scanId);
    if (work === undefined) return;
    if (reason === 'done') await markChanges(trx, scanId);
    const ending = {
      done: { state: 'completed', message: problem ?? null },
      late: { state: 'failed', message: SITE_TOO_SLOW },
      canceled: { state: 'canceled', message: null },
    } as const;
    const hasEnded = await updateScan(trx, scanId, { ...ending[reason], finished_at: now });
    await deleteMeasured(trx, scanId);
    if (!hasEnded || reason === 'canceled') return;
    const text = reason === 'done' ? 'The scan of your pages is complete.' : SITE_TOO_SLOW;
    const link = '/reporting/scan-reporting';
    await notifications.notify(trx, {
      userId: work.created_by,
      // A user who has left the agency can't open its scans.
      workspaceId: work.workspace_id,
      text,
      link,
      eventKey: `scan:${scanId}`,
    });
  });
}
