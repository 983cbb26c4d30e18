/** Background work: the job queue, scheduled jobs and garbage collection. */
import { randomUUID } from 'node:crypto';
import { maintainTables } from './db/maintenance.ts';
import { holdDrafts } from './features/projects/drafts.service.ts';
import {
  createGarbageCollection,
  type GarbageCollection,
} from './features/files/garbage-collection.service.ts';
import { startReading } from './features/billing/billing.jobs.ts';
import { BILLING_JOB } from './features/billing/reading.service.ts';
import { pruneEmailChanges } from './features/account/email-changes.store.ts';
import { pruneSessions } from './features/account/sessions.service.ts';
import { startCollecting } from './features/files/files.jobs.ts';
import { holdUploads } from './features/files/uploads.service.ts';
import { holdImages } from './features/images/images.service.ts';
import { createTagging } from './features/images/tagging.service.ts';
import { pruneFigures } from './features/integrations/figure-retention.service.ts';
import { deleteOldIndexStates } from './features/integrations/inspecting.store.ts';
import { startCollectingFigures } from './features/integrations/integrations.jobs.ts';
import { SEARCH_JOB } from './features/integrations/connection.service.ts';
import { startRetention } from './features/operation/retention.jobs.ts';
import { createExecution } from './features/runs/execution.service.ts';
import { createRetention } from './features/runs/retention.service.ts';
import { createRunHandler, createSlotCheck, RUN_JOBS } from './features/runs/runs.jobs.ts';
import { holdRunFolders } from './features/runs/run-folders.service.ts';
import { pruneSiteStyles } from './features/runs/site-styles.service.ts';
import { startScanning } from './features/scans/scans.jobs.ts';
import { holdPictures } from './features/files/pictures.service.ts';
import { PREVIEWS } from './features/tutorials/tutorials.service.ts';
import { AVATARS } from './features/account/avatars.service.ts';
import { startMailing } from './features/mail/mail.jobs.ts';
import { purgeDeletedWorkspaces } from './features/workspaces/workspaces.service.ts';
import type { Mailer } from './gateways/mail.ts';
import type { Infrastructure } from './infrastructure.ts';
import { copies } from './jobs/engine-copies.ts';
import { type Services, UPLOAD_USES } from './services.ts';

const SCRATCH_LIFE_MS = 5 * 60 * 1000;
const SCRATCH_SWEEP_MS = 5 * 60 * 1000;

/**
 * Starts workers and scheduled jobs.
 * @param warn shows a warning to the operator
 * @returns a function that stops them
 */
export async function startWork(
  infrastructure: Infrastructure & { mailer: Mailer | undefined },
  services: Pick<
    Services,
    'audit' | 'notifications' | 'emailTemplates' | 'billing' | 'plans' | 'integrations' | 'scans' | 'images'
  >,
  warn: (text: string) => void,
): Promise<() => Promise<void>> {
  const { notifications, emailTemplates, images, plans } = services;
  const { files, queue, metrics, progressMs, logError } = infrastructure;
  const { db, jobs } = infrastructure.database;
  const context = { ...infrastructure, db, jobs, newId: randomUUID };
  const jobContext = { ...context, db: jobs };
  const tagging = createTagging(context, copies);
  const execution = createExecution(context, { notifications, tagging, images, metrics, progressMs });
  const handle = createRunHandler(execution);
  for (const { name, concurrency, delayMs } of RUN_JOBS) {
    const acquireSlot = createSlotCheck(execution, delayMs);
    await queue.work(name, handle, { concurrency, onGivenUp: execution.giveUp, acquireSlot });
  }
  await startMailing(queue, emailTemplates, infrastructure.mailer);
  const stop = new AbortController();
  const garbage = collectGarbage({ ...jobContext, warn });
  const send: Parameters<typeof startCollecting>[1]['send'] = (job, when) =>
    db.transaction().execute((trx) => queue.send(trx, job, {}, when));
  await startCollecting(infrastructure, { isAlone: infrastructure.isAlone, garbage, send }, stop.signal);
  const retention = createRetention(context, plans);
  const steps = {
    'files of old runs': retention.prune,
    'search figures by day': (signal: AbortSignal) => pruneFigures(jobContext, signal),
    'index states': () => deleteOldIndexStates(db),
    sessions: (signal: AbortSignal) => pruneSessions(jobs, infrastructure.clock(), signal),
    'changes of email addresses': (signal: AbortSignal) =>
      pruneEmailChanges(jobs, infrastructure.clock(), signal),
    'styles of sites': (signal: AbortSignal) => pruneSiteStyles(jobs, infrastructure.clock(), signal),
    'entries of the audit log': (signal: AbortSignal) => services.audit.prune(jobs, signal),
  };
  await startRetention({ ...infrastructure, steps, send }, stop.signal);
  await startOutside(infrastructure, services);
  const timer = setInterval(() => {
    files
      .sweepScratch(SCRATCH_LIFE_MS)
      .catch((error: unknown) => logError(error, 'Failed to clear the scratch folder'));
  }, SCRATCH_SWEEP_MS);
  timer.unref();
  const endMaintenance =
    infrastructure.database.kind === 'pglite'
      ? maintainTables({
          database: infrastructure.database,
          onError: (error) =>
            logError(error, 'Failed to vacuum or analyze the database; retrying in a minute'),
        })
      : () => Promise.resolve();
  return async () => {
    clearInterval(timer);
    stop.abort();
    const fail = (error: unknown) => logError(error, 'Failed to update the store generation');
    await Promise.all([queue.drain(), garbage.leave().catch(fail), endMaintenance()]);
  };
}

/** Starts the jobs of configured outside services. */
async function startOutside(
  { queue, database: { db } }: Pick<Infrastructure, 'queue' | 'database'>,
  { billing, integrations, scans }: Pick<Services, 'billing' | 'integrations' | 'scans'>,
): Promise<void> {
  if (billing.isOpen)
    await startReading({
      queue,
      billing,
      send: (job, when) => db.transaction().execute((trx) => queue.send(trx, BILLING_JOB, job, when)),
    });
  if (integrations.isOpen)
    await startCollectingFigures({
      queue,
      integrations,
      send: (job, when) => db.transaction().execute((trx) => queue.send(trx, SEARCH_JOB, job, when)),
    });
  await startScanning({ queue }, scans);
}

/** Creates the garbage collection of all features with files. */
export function collectGarbage(
  context: Parameters<typeof createGarbageCollection>[0] & { warn: (text: string) => void },
): GarbageCollection {
  const { db, warn } = context;
  const holders = [
    purgeDeletedWorkspaces(db),
    holdDrafts(db),
    holdUploads({ db, uses: UPLOAD_USES }),
    holdRunFolders(db),
    holdPictures(db, PREVIEWS),
    holdPictures(db, AVATARS),
    holdImages(db),
  ];
  return createGarbageCollection(context, { holders, warn });
}
