/** The job of a scan: fetches what is not fetched yet, host by host, and says at the end what changed. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#server/db/open.ts';
import type { GuardedFetch } from '#server/gateways/guarded-fetch.ts';
import type { Queue } from '#server/jobs/queue.ts';
import type { AuditLog } from '../audit-log/audit-log.service.ts';
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

export interface ScanWish {
  scanId: number;
}

export interface ScansNeeds {
  db: Db;
  queue: Pick<Queue, 'send'>;
  audit: AuditLog;
  notifications: Pick<NotificationsService, 'notify'>;
  /** Refuses private addresses. */
  fetch: GuardedFetch;
  /** Between two requests to one host. */
  gapMs: number;
  clock: () => Date;
}

/** How often what was fetched is written, and whether the scan is to stop is asked. */
const LOOK_MS = 1_000;
/** A scan ends, whatever the site does: so long, and so long for each page. */
const LEAST_MS = 10 * 60_000;
const PAGE_MS = 2_000;
const LATE = 'The site answers too slowly: the scan ended before all pages were fetched.';

export function createScanning(needs: ScansNeeds) {
  const { db, clock } = needs;
  return {
    async scan(scanId: number, signal: AbortSignal): Promise<void> {
      const work = await findWork(db, scanId);
      if (work === undefined || (work.state !== 'queued' && work.state !== 'running')) return;
      if (work.is_cancel_wanted) return finish(needs, scanId, 'canceled');
      const startedAt = work.started_at ?? clock();
      const hasBegun = await updateScan(db, scanId, { state: 'running', started_at: startedAt });
      // Canceled meanwhile.
      if (!hasBegun) return;
      const endsAt = startedAt.getTime() + Math.max(LEAST_MS, work.pages_total * PAGE_MS);
      const reason = await fetchAll(needs, { scanId, endsAt, signal });
      await finish(needs, scanId, reason);
    },
    /** After the third failure of the job. */
    async giveUp(scanId: number): Promise<void> {
      const message = 'The scan stopped because of a fault on our side. Start it again.';
      await updateScan(db, scanId, { state: 'failed', message, finished_at: clock() });
    },
  };
}

interface Run {
  scanId: number;
  endsAt: number;
  signal: AbortSignal;
}

type Reason = 'done' | 'late' | 'canceled';

async function fetchAll(needs: ScansNeeds, { scanId, endsAt, signal }: Run): Promise<Reason> {
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
  const lookAgain = async () => {
    const look = new AbortController();
    const pause = sleep(LOOK_MS, false, { signal: look.signal }).catch(() => false);
    const isEnded = await Promise.race([ended, pause]);
    look.abort();
    await flush();
    return !isEnded;
  };
  let reason: Reason = 'done';
  try {
    while (reason === 'done' && (await lookAgain())) {
      const isWanted = (await findWork(db, scanId))?.is_cancel_wanted === false;
      if (!isWanted) reason = 'canceled';
      else if (clock().getTime() > endsAt) reason = 'late';
    }
  } finally {
    // Also where saving fails: the next try fetches from the same host.
    stop.abort(new Error('The scan ends.'));
    await ended;
  }
  await flush();
  signal.throwIfAborted();
  // What went wrong with it is thrown here.
  if (reason === 'done') await work;
  return reason;
}

function readOrigin({ address }: ScannedPage): string {
  return URL.parse(address)?.origin ?? '';
}

/** One host after the other: projects have one. */
async function fetchHosts(
  needs: Parameters<typeof fetchHost>[0],
  hosts: readonly (readonly ScannedPage[])[],
  onFetched: (fetched: Fetched) => void,
): Promise<void> {
  for (const pages of hosts) await fetchHost(needs, pages, onFetched);
}

async function finish(
  { db, notifications, clock }: ScansNeeds,
  scanId: number,
  reason: Reason,
): Promise<void> {
  const now = clock();
  await db.transaction().execute(async (trx) => {
    const work = await findWork(trx, scanId);
    if (work === undefined) return;
    if (reason === 'done') await markChanges(trx, scanId);
    const ending = {
      done: { state: 'completed', message: null },
      late: { state: 'failed', message: LATE },
      canceled: { state: 'canceled', message: null },
    } as const;
    const isNow = await updateScan(trx, scanId, { ...ending[reason], finished_at: now });
    if (!isNow || reason === 'canceled') return;
    const text = reason === 'done' ? 'The scan of your pages is complete.' : LATE;
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
