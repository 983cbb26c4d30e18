/** The scan job: fetches the pages that are still missing, host by host, and then marks the changes since the last scan. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { GuardedFetch } from '#server/gateways/guarded-fetch.ts';
import type { Context } from '../../context.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { fetchHost, type ScannedPage } from './page-fetch.service.ts';
import {
  type Fetched,
  findWork,
  listUnfetched,
  markChanges,
  saveFetched,
  updateScan,
} from './scans.store.ts';

export const SCAN_JOB = 'scan';

export interface ScanJob {
  scanId: number;
}

export interface ScanOptions {
  notifications: Pick<NotificationsService, 'notify'>;
  /** Refuses private addresses. */
  fetch: GuardedFetch;
  /** Minimum time between two requests to one host. */
  gapMs: number;
}

/** Interval at which results are saved and cancellation is checked. */
const POLL_MS = 1_000;
/** Time limit of a scan: `PAGE_MS` per page, but at least `MIN_MS`. */
const MIN_MS = 10 * 60_000;
const PAGE_MS = 2_000;
const SITE_TOO_SLOW = 'The site responds too slowly, so the scan ended before all pages were fetched.';

export function createScanning(context: Pick<Context, 'jobs' | 'clock'>, options: ScanOptions) {
  const { jobs: db, clock } = context;
  const needs = { db, clock, ...options };
  return {
    async scan(scanId: number, signal: AbortSignal): Promise<void> {
      const work = await findWork(db, scanId);
      if (work === undefined || (work.state !== 'queued' && work.state !== 'running')) return;
      if (work.is_cancel_wanted) return finish(needs, scanId, 'canceled');
      const startedAt = work.started_at ?? clock();
      const hasBegun = await updateScan(db, scanId, { state: 'running', started_at: startedAt });
      // Canceled meanwhile.
      if (!hasBegun) return;
      const endsAt = startedAt.getTime() + Math.max(MIN_MS, work.pages_total * PAGE_MS);
      const reason = await fetchAll(needs, { scanId, endsAt, signal });
      await finish(needs, scanId, reason);
    },
    /** Called after the last attempt of the job. */
    async giveUp(scanId: number): Promise<void> {
      const message = 'The scan stopped because of an error on our side. Start it again.';
      await updateScan(db, scanId, { state: 'failed', message, finished_at: clock() });
    },
  };
}

type Needs = ScanOptions & Pick<Context, 'db' | 'clock'>;

type Reason = 'done' | 'late' | 'canceled';

async function fetchAll(
  needs: Needs,
  { scanId, endsAt, signal }: { scanId: number; endsAt: number; signal: AbortSignal },
): Promise<Reason> {
  const { db, clock } = needs;
  const stop = new AbortController();
  const fetched: Fetched[] = [];
  const flush = async () => {
    const rows = fetched.splice(0);
    if (rows.length > 0) await saveFetched(db, scanId, rows);
  };
  const hosts = Map.groupBy(await listUnfetched(db, scanId), readOrigin);
  const inner = AbortSignal.any([signal, stop.signal]);
  const work = fetchHosts(
    { ...needs, signal: inner },
    [...hosts.values()],
    (each) => void fetched.push(each),
  );
  const ended = work.then(
    () => true,
    () => true,
  );
  const poll = async () => {
    const timer = new AbortController();
    const pause = sleep(POLL_MS, false, { signal: timer.signal }).catch(() => false);
    const isEnded = await Promise.race([ended, pause]);
    timer.abort();
    await flush();
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
  await flush();
  signal.throwIfAborted();
  // Rethrows errors of the fetches.
  if (reason === 'done') await work;
  return reason;
}

function readOrigin({ address }: ScannedPage): string {
  return URL.parse(address)?.origin ?? '';
}

/** Fetches one host after another; a project usually has one. */
async function fetchHosts(
  needs: Parameters<typeof fetchHost>[0],
  hosts: readonly (readonly ScannedPage[])[],
  onFetched: (fetched: Fetched) => void,
): Promise<void> {
  for (const pages of hosts) await fetchHost(needs, pages, onFetched);
}

async function finish({ db, notifications, clock }: Needs, scanId: number, reason: Reason): Promise<void> {
  const now = clock();
  await db.transaction().execute(async (trx) => {
    const work = await findWork(trx, scanId);
    if (work === undefined) return;
    if (reason === 'done') await markChanges(trx, scanId);
    const ending = {
      done: { state: 'completed', message: null },
      late: { state: 'failed', message: SITE_TOO_SLOW },
      canceled: { state: 'canceled', message: null },
    } as const;
    const hasEnded = await updateScan(trx, scanId, { ...ending[reason], finished_at: now });
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
