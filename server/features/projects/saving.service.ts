/**
 * Save and test: everything is read and planned before anything is stored, so a refusal leaves all as
 * it was. The project, its run and the run's job are written in one transaction.
 */
import type { z } from 'zod';
import type { UploadedFile } from '#contract/endpoint.ts';
import type { projectFields, SaveReply } from '#contract/project-shapes.ts';
import { PROJECT_TEXTS } from '#contract/project-texts.ts';
import type { Live } from '#server/db/live.ts';
import type { Db, Trx } from '#server/db/open.ts';
import type { FetchLinkedSheet, LinkedSheet } from '#server/gateways/linked-sheet.ts';
import type { EnginePool, PlanAnswer } from '#server/jobs/engine-pool.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { LimitsService } from '../account/limits.service.ts';
import {
  findProject,
  findProjectByKey,
  insertProject,
  type ProjectRow,
  updateProject,
  updateProjectRuns,
} from './projects.store.ts';
import { findFirstAnswer } from './repeated-save.service.ts';
import { cancelWaiting, countQueuedRuns, hasWorkingSave, insertRun } from './runs.store.ts';
import { readUpload } from './stored-upload.service.ts';
import { isStoreFault } from './store-fault.rules.ts';
import { checkSeedType, type UploadsService } from './uploads.service.ts';
import { deleteDrafts, findUpload, type FormOwner, type UploadRow } from './uploads.store.ts';

/** Above this the person is asked whether to split (specification, point 9). */
const SPLIT_QUESTION_BYTES = 10_000_000;
const QUEUED_RUNS_MOST = 10;
const TOO_MANY_QUEUED = `${QUEUED_RUNS_MOST} of your runs wait in the queue already. Wait until some of them are done.`;
const FOREIGN_KEY_VIOLATION = '23503';
/** As the database begins it. */
const FIRST_REVISION = 1;
export const RUN_JOB = 'run';
export const TEST_JOB = 'test';

export type ProjectFields = z.output<typeof projectFields>;

export interface SavingNeeds {
  db: Db;
  files: { read(key: string): Promise<Uint8Array> };
  pool: EnginePool;
  queue: Queue;
  fetchSheet: FetchLinkedSheet;
  live: Live;
  uploads: UploadsService;
  limits: Pick<LimitsService, 'countSheet' | 'countRun'>;
  clock: () => Date;
  newId: () => string;
}

export interface SavingService {
  save(input: SaveInput, caller: Saver): Promise<SaveReply>;
  test(input: SaveInput, caller: Saver): Promise<SaveReply>;
  /** The bytes behind a sheet link. @throws AppError `too_many` when one person fetches without end */
  fetchSheet(link: string, caller: Saver): Promise<LinkedSheet>;
}

/** Whoever saves: a caller, or the product itself for somebody. */
export type Saver = Pick<Caller, 'userId' | 'signal'> & Partial<Pick<Caller, 'role'>>;

export interface SaveInput {
  fields: ProjectFields;
  file?: UploadedFile | undefined;
  /** Of the update call; save-xml and save-test name it among the fields. */
  projectId?: number | undefined;
}

interface Material {
  kind: 'save' | 'test';
  fields: ProjectFields;
  /** Of the update call. */
  isEdit: boolean;
  form: FormOwner;
  project: ProjectRow | undefined;
  /** Perhaps sent before: its project is there already, or is newer than the form knows. */
  mayBeRepeated: boolean;
  key: string;
  seed: UploadRow;
  sheet: Pick<LinkedSheet, 'bytes' | 'name'>;
  isPasted: boolean;
  plan: PlanAnswer;
}

export function createSaving(needs: SavingNeeds): SavingService {
  const begin = async (kind: Material['kind'], input: SaveInput, caller: Saver) => {
    if (kind === 'save') await checkPace(needs, caller);
    const material = await gather(needs, { kind, input, caller });
    return record(needs, material, caller.userId);
  };
  return {
    save: (input, caller) => begin('save', input, caller),
    test: (input, caller) => begin('test', input, caller),
    fetchSheet: (link, caller) => fetchSheet(needs, link, caller),
  };
}

async function fetchSheet(needs: SavingNeeds, link: string, { userId, signal }: Saver) {
  await needs.limits.countSheet(userId);
  return needs.fetchSheet(link, signal);
}

/** Runs take machine time from everybody; whoever owns the machine is not counted. */
async function checkPace({ db, limits }: SavingNeeds, { userId, role }: Saver): Promise<void> {
  if (role === undefined || role === 'superadmin') return;
  if ((await countQueuedRuns(db, userId)) >= QUEUED_RUNS_MOST) {
    throw new AppError('too_many', { message: TOO_MANY_QUEUED, headers: { 'retry-after': '30' } });
  }
  await limits.countRun(userId);
}

interface Request {
  kind: Material['kind'];
  input: SaveInput;
  caller: Saver;
}

async function gather(needs: SavingNeeds, { kind, input, caller }: Request): Promise<Material> {
  const { fields, file } = input;
  const { project, mayBeRepeated } = await findTarget(needs, input, caller.userId);
  const form = { userId: caller.userId, projectId: findEdited(kind, input) };
  const seed = await findSeed(needs, { fields, file, project, form });
  const isPasted = fields.script.trim() !== '';
  const sheet = isPasted
    ? { bytes: new TextEncoder().encode(fields.script), name: 'pasted-data.csv' }
    : await fetchSheet(needs, fields.google_spread_sheet, caller);
  const key = project?.key ?? fields.key ?? needs.newId();
  const question = {
    seed: { bytes: await readSeed(needs, seed), file: seed.name },
    sheet: { bytes: sheet.bytes.slice(), file: sheet.name },
    key,
    footer: fields.footer_links,
    isTest: kind === 'test',
  };
  const plan = await needs.pool.plan(question, caller.signal);
  if (plan.isRefused) {
    throw new AppError('invalid', {
      message: 'The pages cannot be made yet. Mend what is listed.',
      problems: plan.problems,
    });
  }
  const isEdit = input.projectId !== undefined;
  return { kind, fields, isEdit, form, project, mayBeRepeated, key, seed, sheet, isPasted, plan };
}

/** One that the store has lost is asked for again; one that came along was stored a moment ago. */
async function readSeed({ files }: SavingNeeds, upload: UploadRow): Promise<Uint8Array> {
  return readUpload(files, upload).catch((error: unknown) => {
    if (!isStoreFault(error) || error.kind !== 'absent') throw error;
    const message = `The seed page “${upload.name}” is not in the store of the files any more. Choose it again under Edit.`;
    throw new AppError('invalid', { message, fields: { file: [message] }, cause: error });
  });
}

/**
 * The project whose edit form was sent. A test names it among its fields; a save-xml that names one comes
 * from the form of a new project, after the split question.
 */
function findEdited(kind: Material['kind'], { fields, projectId }: SaveInput): number | undefined {
  return projectId ?? (kind === 'test' ? fields.project_id : undefined);
}

interface Target {
  project: ProjectRow | undefined;
  mayBeRepeated: boolean;
}

/** The project that is saved again; one of somebody else is not found. */
async function findTarget(
  { db }: SavingNeeds,
  { fields, projectId }: SaveInput,
  userId: number,
): Promise<Target> {
  const id = projectId ?? fields.project_id;
  if (id === undefined) {
    const made = fields.key === undefined ? undefined : await findProjectByKey(db, fields.key, userId);
    return { project: made, mayBeRepeated: made !== undefined };
  }
  const project = await findProject(db, id, userId);
  if (project === undefined) throw new AppError('not_found');
  return { project, mayBeRepeated: isStale(fields, project) };
}

const isStale = ({ revision }: ProjectFields, project: ProjectRow): boolean =>
  revision !== undefined && revision !== project.revision;

interface SeedPlaces {
  fields: ProjectFields;
  file: UploadedFile | undefined;
  project: ProjectRow | undefined;
  form: FormOwner;
}

/** A file that came along wins over the draft's, the draft's over the one that the project has. */
async function findSeed(needs: SavingNeeds, { fields, file, project, form }: SeedPlaces): Promise<UploadRow> {
  const { userId } = form;
  if (file !== undefined) {
    checkSeedType(file);
    return needs.uploads.store({ userId, kind: 'seed', name: file.name, bytes: file.bytes });
  }
  const draft = fields.draft === 'leave' ? undefined : await needs.uploads.findDraft(form, fields.type);
  const id = (draft?.is_open === true ? draft.seed_id : null) ?? project?.seed_id;
  const upload = id === undefined ? undefined : await findUpload(needs.db, id, userId);
  if (upload === undefined) throw new AppError('invalid', { fields: { file: [PROJECT_TEXTS.seedRequired] } });
  return upload;
}

/** Where the same form was sent twice at one moment, the second one finds the project that the first made. */
async function record(needs: SavingNeeds, material: Material, userId: number): Promise<SaveReply> {
  const isNew = material.project === undefined;
  return recordOnce(needs, material, userId).catch(async (error: unknown) => {
    if (!isNew || readConstraint(error) !== 'projects_of_form') return explainConflict(error);
    const project = await findProjectByKey(needs.db, material.key, userId);
    if (project === undefined) throw new AppError('conflict', { cause: error });
    return recordOnce(needs, { ...material, project, mayBeRepeated: true }, userId).catch(explainConflict);
  });
}

async function recordOnce(needs: SavingNeeds, material: Material, userId: number): Promise<SaveReply> {
  const { kind, fields, plan } = material;
  const { bytes, name } = material.sheet;
  const sheet = await needs.uploads.store({ userId, kind: 'sheet', name, bytes });
  const answered = await findAnswered(needs, material, sheet);
  if (answered !== undefined) return answered;
  const isAsked =
    kind === 'save' && plan.singleFileBytes > SPLIT_QUESTION_BYTES && fields.split_xml_file === undefined;
  const { projectId, runId, revision } = await needs.db
    .transaction()
    .execute((trx) => write(needs, { material, sheet, isAsked, userId, trx }));
  return {
    project_id: projectId,
    run_id: runId,
    revision,
    ...(isAsked
      ? {
          question_is_split_file: true as const,
          split_xml_file: plan.splitParts,
          output_bytes: plan.singleFileBytes,
        }
      : {}),
  };
}

/** A save that was answered before is not done twice; one that would overwrite a change is refused. */
async function findAnswered({ db }: SavingNeeds, material: Material, sheet: UploadRow) {
  const { kind, fields, project, mayBeRepeated, seed, isPasted } = material;
  if (project === undefined || !mayBeRepeated) return undefined;
  const isSave = kind === 'save';
  const pasted = isPasted ? sheet : null;
  const answer = isSave && (await findFirstAnswer(db, { project, fields, seed, sheet: pasted }));
  if (answer) return answer;
  if (isStale(fields, project)) throw new AppError('conflict');
  return undefined;
}

interface Writing {
  material: Material;
  sheet: UploadRow;
  isAsked: boolean;
  userId: number;
  trx: Trx;
}

async function write(needs: SavingNeeds, { material, sheet, isAsked, userId, trx }: Writing) {
  const { kind, fields, isEdit, form, project, seed, plan } = material;
  const now = needs.clock();
  const { projectId, revision } = await writeProject(trx, { material, sheet, userId, now });
  // A test beside a full run does not take its place: the longer one is what the project shows. Asked before
  // runs are touched: a save locks its project first, too.
  const isBeside = kind === 'test' && (await hasWorkingSave(trx, projectId));
  await cancelWaiting(trx, { userId, projectId }, now);
  const runId = await insertRun(trx, {
    project_id: projectId,
    user_id: userId,
    kind,
    state: isAsked ? 'waiting_for_split' : 'queued',
    // Read-only on the edit form: the files are named as the project is.
    title: isEdit ? (project?.title ?? fields.title) : fields.title,
    footer_links: fields.footer_links,
    seed_id: seed.id,
    sheet_id: sheet.id,
    split: kind === 'test' ? 0 : (fields.split_xml_file ?? (isAsked ? null : 0)),
    pages_total: kind === 'test' ? Math.min(3, plan.pages) : plan.pages,
    lost: kind === 'test' ? 0 : plan.lost,
    output_bytes: plan.singleFileBytes,
    split_parts: plan.splitParts,
    message: null,
    report: null,
    created_at: now,
    started_at: null,
    finished_at: null,
  });
  if (!isBeside) await updateProjectRuns(trx, projectId, { last_run_id: runId });
  // A test stores nothing of an edit: what was entered stays in its draft.
  const isOver = fields.draft !== 'leave' && (kind === 'save' || form.projectId === undefined);
  if (isOver) await deleteDrafts(trx, form, fields.type);
  if (!isAsked) await needs.queue.send(trx, kind === 'test' ? TEST_JOB : RUN_JOB, { runId });
  await needs.live.publish(trx, `project:${projectId}`);
  await needs.live.publish(trx, `user:${userId}`);
  return { projectId, runId, revision };
}

interface ProjectWriting {
  material: Material;
  sheet: UploadRow;
  userId: number;
  now: Date;
}

/** A test leaves a saved project as it is; of a page that was never saved it makes the project. */
async function writeProject(trx: Db, { material, sheet, userId, now }: ProjectWriting) {
  const { kind, fields, isEdit, project, key, seed, isPasted } = material;
  if (project !== undefined && kind === 'test') return { projectId: project.id, revision: project.revision };
  const content = {
    notes: fields.notes,
    google_spread_sheet: fields.google_spread_sheet,
    footer_links: fields.footer_links,
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

function readConstraint(error: unknown): unknown {
  return ((error ?? {}) as { constraint?: unknown }).constraint;
}

/**
 * Two saves at the same moment: the database lets one run begin, the other is told. So is a save whose
 * seed went away under it, together with the project that had it.
 */
function explainConflict(error: unknown): never {
  const { code } = (error ?? {}) as { code?: unknown };
  if (readConstraint(error) === 'runs_active') throw new AppError('run_in_progress', { cause: error });
  if (code === FOREIGN_KEY_VIOLATION) throw new AppError('conflict', { cause: error });
  throw error;
}
