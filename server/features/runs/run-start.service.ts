/** Starts runs: stores the run and its job in the transaction of the save. Lock order: user, project, runs. */
import type { Db, Trx } from '#server/db/open.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { AppError } from '../../app-error.ts';
import type { RunFigures } from './runs.service.ts';
import { getQualityGate, updateProjectRuns } from './project-runs.store.ts';
import {
  cancelWaiting,
  continueWaiting,
  countQueuedRuns,
  findWorkingSave,
  insertRun,
  lockUser,
  type RunInput,
} from './runs.store.ts';

const MAX_QUEUED_RUNS = 10;
const TOO_MANY_QUEUED = `You already have ${MAX_QUEUED_RUNS} runs in the queue. Wait until some of them finish.`;
export const RUN_JOB = 'run';
export const TEST_JOB = 'test';

export interface NewRun {
  projectId: number;
  userId: number;
  kind: 'save' | 'test';
  /** Determines the names of the files. */
  title: string;
  input: RunInput;
  sheetLink: string | null;
  plan: RunFigures;
  split: 0 | 2 | undefined;
  /** True if the run waits for the split answer. */
  isAsked: boolean;
  /** True if the same save created the project, which then has no other runs. */
  isProjectNew: boolean;
  now: Date;
}

/** @throws AppError `too_many` if the user has too many queued runs */
export async function checkQueue(db: Db, userId: number): Promise<void> {
  if ((await countQueuedRuns(db, userId)) < MAX_QUEUED_RUNS) return;
  throw new AppError('too_many', { message: TOO_MANY_QUEUED, headers: { 'retry-after': '30' } });
}

/** Checks the queue under a lock of the user: saves at the same time must not share the last slot. */
export async function acquireQueueSlot(trx: Trx, userId: number): Promise<void> {
  await lockUser(trx, userId);
  await checkQueue(trx, userId);
}

/** @returns ID of the run @throws AppError `run_in_progress` for a split question during a full run */
export async function startRun(trx: Trx, queue: Pick<Queue, 'send'>, run: NewRun): Promise<number> {
  const { projectId, kind, isAsked, isProjectNew } = run;
  // Locks the project before its runs, as a save does.
  const isDuringSave =
    !isProjectNew && (isAsked || kind === 'test') && (await findWorkingSave(trx, projectId)) !== undefined;
  // The unique index of the database doesn't cover runs that wait for the split answer.
  if (isAsked && isDuringSave) throw new AppError('run_in_progress');
  const runId = await writeRun(trx, run);
  // During a full run, the project shows that one instead of the test.
  if (!isDuringSave) await updateProjectRuns(trx, projectId, { last_run_id: runId });
  if (!isAsked) await queue.send(trx, kind === 'test' ? TEST_JOB : RUN_JOB, { runId });
  return runId;
}

/** Continues the run that waits for this split answer; cancels other waiting runs. */
async function writeRun(trx: Trx, run: NewRun): Promise<number> {
  const { projectId, userId, kind, title, input, sheetLink, plan, split, isAsked, isProjectNew, now } = run;
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
    quality_gate: isTest || isProjectNew ? '' : await getQualityGate(trx, projectId),
  } as const;
  if (!isProjectNew) {
    const same = isTest
      ? undefined
      : await continueWaiting(trx, { project_id: projectId, ...input }, content);
    await cancelWaiting(trx, { projectId, exceptRunId: same }, now);
    if (same !== undefined) return same;
  }
  const times = { created_at: now, started_at: null, finished_at: null };
  const head = { project_id: projectId, started_by: userId, kind, message: null, report: null };
  return insertRun(trx, { ...head, ...input, ...content, ...times });
}
