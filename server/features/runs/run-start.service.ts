/**
 * Begins runs: what a save or a test leaves of its run in the database, with the run's job, in the
 * transaction of the save. Locks are taken in one order: the person, the project, then its runs.
 */
import type { Db, Trx } from '#server/db/open.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { AppError } from '../../app-error.ts';
import type { RunFigures } from './runs.service.ts';
import { updateProjectRuns } from './project-runs.store.ts';
import {
  cancelWaiting,
  continueWaiting,
  countQueuedRuns,
  findWorkingSave,
  insertRun,
  lockPerson,
  type MadeOf,
} from './runs.store.ts';

const QUEUED_RUNS_MOST = 10;
const TOO_MANY_QUEUED = `${QUEUED_RUNS_MOST} of your runs wait in the queue already. Wait until some of them are done.`;
export const RUN_JOB = 'run';
export const TEST_JOB = 'test';

export interface NewRun {
  projectId: number;
  userId: number;
  kind: 'save' | 'test';
  /** As the files are named. */
  title: string;
  /** What the run is made of. */
  madeOf: MadeOf;
  sheetLink: string | null;
  plan: RunFigures;
  split: 0 | 2 | undefined;
  /** The run waits for the answer whether to split. */
  isAsked: boolean;
  /** Made by the same save, so that it has no other runs. */
  isProjectNew: boolean;
  now: Date;
}

/** @throws AppError `too_many` where so many runs of the person wait that another one may not */
export async function checkQueue(db: Db, userId: number): Promise<void> {
  if ((await countQueuedRuns(db, userId)) < QUEUED_RUNS_MOST) return;
  throw new AppError('too_many', { message: TOO_MANY_QUEUED, headers: { 'retry-after': '30' } });
}

/** Checks the queue under a lock of the user: saves at the same time must not share the last slot. */
export async function acquireQueueSlot(trx: Trx, userId: number): Promise<void> {
  await lockPerson(trx, userId);
  await checkQueue(trx, userId);
}

/** @returns its number @throws AppError `run_in_progress` for a question beside a full run */
export async function startRun(trx: Trx, queue: Pick<Queue, 'send'>, run: NewRun): Promise<number> {
  const { projectId, kind, isAsked, isProjectNew } = run;
  // Asked before runs are touched: a save locks its project first, too.
  const isBeside =
    !isProjectNew && (isAsked || kind === 'test') && (await findWorkingSave(trx, projectId)) !== undefined;
  // The question is no run that works yet, so the database alone would not refuse it.
  if (isAsked && isBeside) throw new AppError('run_in_progress');
  const runId = await writeRun(trx, run);
  // A test beside a full run does not take its place: the longer one is what the project shows.
  if (!isBeside) await updateProjectRuns(trx, projectId, { last_run_id: runId });
  if (!isAsked) await queue.send(trx, kind === 'test' ? TEST_JOB : RUN_JOB, { runId });
  return runId;
}

/** The run that asked goes on with its answer; any other one that asks is over. */
async function writeRun(trx: Trx, run: NewRun): Promise<number> {
  const { projectId, userId, kind, title, madeOf, sheetLink, plan, split, isAsked, isProjectNew, now } = run;
  const isTest = kind === 'test';
  const content = {
    state: isAsked ? 'waiting_for_split' : 'queued',
    title,
    sheet_link: sheetLink,
    pages_planned: plan.allPages,
    split: isTest ? 0 : (split ?? (isAsked ? null : 0)),
    pages_total: isTest ? Math.min(3, plan.pages) : plan.pages,
    skipped: isTest ? 0 : plan.skipped,
    output_bytes: plan.singleFileBytes,
    table_bytes: plan.tableBytes,
    split_parts: plan.splitParts,
  } as const;
  if (!isProjectNew) {
    const same = isTest
      ? undefined
      : await continueWaiting(trx, { project_id: projectId, ...madeOf }, content);
    await cancelWaiting(trx, { projectId, exceptRunId: same }, now);
    if (same !== undefined) return same;
  }
  const times = { created_at: now, started_at: null, finished_at: null };
  const head = { project_id: projectId, started_by: userId, kind, message: null, report: null };
  return insertRun(trx, { ...head, ...madeOf, ...content, ...times });
}
