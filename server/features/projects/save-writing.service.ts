/**
 * What a save or a test leaves in the database: the project, its run and the run's job, in one transaction
 * and in one order of locks: the person, the project, then its runs.
 */
import type { z } from 'zod';
import type { projectFields } from '#contract/project-shapes.ts';
import type { Live } from '#server/db/live.ts';
import type { Db, Trx } from '#server/db/open.ts';
import type { LinkedSheet } from '#server/gateways/linked-sheet.ts';
import type { PlanAnswer } from '#server/jobs/engine-pool.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { AppError } from '../../app-error.ts';
import type { LimitsService } from '../account/limits.service.ts';
import { insertProject, type ProjectRow, updateProject, updateProjectRuns } from './projects.store.ts';
import {
  cancelWaiting,
  continueWaiting,
  countQueuedRuns,
  hasWorkingSave,
  insertRun,
  lockPerson,
} from './runs.store.ts';
import { deleteDrafts, type FormOwner, type UploadRow } from './uploads.store.ts';

/** As the database begins it. */
const FIRST_REVISION = 1;
const QUEUED_RUNS_MOST = 10;
const TOO_MANY_QUEUED = `${QUEUED_RUNS_MOST} of your runs wait in the queue already. Wait until some of them are done.`;
export const RUN_JOB = 'run';
export const TEST_JOB = 'test';

export type ProjectFields = z.output<typeof projectFields>;

/** A form that was read, found good and planned. */
export interface Material {
  kind: 'save' | 'test';
  fields: ProjectFields;
  /** Of the update call. */
  isEdit: boolean;
  /** Runs of the person are counted. */
  isPaced: boolean;
  form: FormOwner;
  project: ProjectRow | undefined;
  /** Perhaps sent before: its project is there already, or is newer than the form knows. */
  mayBeRepeated: boolean;
  key: string;
  /** Names of brackets that stay as they are, comma-joined. */
  keep: string;
  seed: UploadRow;
  sheet: Pick<LinkedSheet, 'bytes' | 'name'>;
  isPasted: boolean;
  plan: PlanAnswer;
}

export interface WritingNeeds {
  queue: Pick<Queue, 'send'>;
  live: Live;
  limits: Pick<LimitsService, 'countRun'>;
  clock: () => Date;
}

export interface Writing {
  material: Material;
  sheet: UploadRow;
  /** The run waits for the answer whether to split. */
  isAsked: boolean;
  userId: number;
}

/** @throws AppError `too_many` where so many runs of the person wait that another one may not */
export async function checkQueue(db: Db, userId: number): Promise<void> {
  if ((await countQueuedRuns(db, userId)) < QUEUED_RUNS_MOST) return;
  throw new AppError('too_many', { message: TOO_MANY_QUEUED, headers: { 'retry-after': '30' } });
}

export async function writeSave(trx: Trx, needs: WritingNeeds, writing: Writing) {
  const { material, isAsked, userId } = writing;
  const { kind, fields, form } = material;
  const now = needs.clock();
  if (kind === 'save' && !isAsked && material.isPaced) await takePlace(trx, needs, userId);
  const { projectId, revision } = await writeProject(trx, writing, now);
  // Asked before runs are touched: a save locks its project first, too.
  const isBeside = (isAsked || kind === 'test') && (await hasWorkingSave(trx, projectId));
  // The question is no run that works yet, so the database alone would not refuse it.
  if (isAsked && isBeside) throw new AppError('run_in_progress');
  const runId = await writeRun(trx, writing, { projectId, now });
  // A test beside a full run does not take its place: the longer one is what the project shows.
  if (!isBeside) await updateProjectRuns(trx, projectId, { last_run_id: runId });
  // A test stores nothing of an edit: what was entered stays in its draft.
  const isOver = fields.draft !== 'leave' && (kind === 'save' || form.projectId === undefined);
  if (isOver) await deleteDrafts(trx, form, fields.type);
  if (!isAsked) await needs.queue.send(trx, kind === 'test' ? TEST_JOB : RUN_JOB, { runId });
  await needs.live.publish(trx, `project:${projectId}`);
  await needs.live.publish(trx, `user:${userId}`);
  return { projectId, runId, revision };
}

/** Saves at the same moment must not all find the last place free. */
async function takePlace(trx: Trx, { limits }: WritingNeeds, userId: number): Promise<void> {
  await lockPerson(trx, userId);
  await checkQueue(trx, userId);
  await limits.countRun(userId, trx);
}

/** A test leaves a saved project as it is; of a page that was never saved it makes the project. */
async function writeProject(trx: Trx, { material, sheet, userId }: Writing, now: Date) {
  const { kind, fields, isEdit, project, key, seed, isPasted } = material;
  if (project !== undefined && kind === 'test') return { projectId: project.id, revision: project.revision };
  const content = {
    notes: fields.notes,
    google_spread_sheet: fields.google_spread_sheet,
    footer_links: fields.footer_links,
    keep: material.keep,
    seed_id: seed.id,
    sheet_id: isPasted ? sheet.id : null,
    updated_at: now,
  };
  if (project === undefined) {
    const head = { user_id: userId, key, title: fields.title, type: fields.type, created_at: now };
    return { projectId: await insertProject(trx, { ...head, ...content }), revision: FIRST_REVISION };
  }
  // The title is read-only on the edit form; the form of a new one may change it after the split question.
  const change = isEdit ? content : { ...content, title: fields.title };
  if (!(await updateProject(trx, project, change))) throw new AppError('conflict');
  return { projectId: project.id, revision: project.revision + 1 };
}

interface Place {
  projectId: number;
  now: Date;
}

/** The run that asked goes on with its answer; any other one that asks is over. */
async function writeRun(trx: Trx, { material, sheet, isAsked, userId }: Writing, { projectId, now }: Place) {
  const { kind, fields, isEdit, keep, project, seed, plan } = material;
  const isTest = kind === 'test';
  const content = {
    state: isAsked ? 'waiting_for_split' : 'queued',
    // Read-only on the edit form: the files are named as the project is.
    title: isEdit ? (project?.title ?? fields.title) : fields.title,
    split: isTest ? 0 : (fields.split_xml_file ?? (isAsked ? null : 0)),
    pages_total: isTest ? Math.min(3, plan.pages) : plan.pages,
    lost: isTest ? 0 : plan.lost,
    output_bytes: plan.singleFileBytes,
    split_parts: plan.splitParts,
  } as const;
  const madeOf = { footer_links: fields.footer_links, keep, seed_id: seed.id, sheet_id: sheet.id };
  const same = isTest ? undefined : await continueWaiting(trx, { project_id: projectId, ...madeOf }, content);
  await cancelWaiting(trx, { userId, projectId, exceptRunId: same }, now);
  if (same !== undefined) return same;
  const times = { created_at: now, started_at: null, finished_at: null };
  const head = { project_id: projectId, user_id: userId, kind, message: null, report: null };
  return insertRun(trx, { ...head, ...madeOf, ...content, ...times });
}
