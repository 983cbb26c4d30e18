/**
 * Last stage of a save: writes the project, its run and the run's job in one transaction and in one order of locks: the
 * user, the workspace, the project, then its runs. A save that is repeated gets the first answer again.
 */
import { joinColumnChoices, readColumnChoices, writeColumnChoices } from '#contract/column-choices.ts';
import type { SaveReply } from '#contract/project-shapes.ts';
import type { Db, Trx } from '#server/db/open.ts';
import { AppError, toConflict } from '../../app-error.ts';
import type { AuditLog } from '../audit-log/audit-log.service.ts';
import type { UploadRow } from '../files/uploads.service.ts';
import { type NewRun, startRun } from '../runs/run-start.service.ts';
import { deleteDraft, lockDraft, updateDraft } from './drafts.store.ts';
import { NO_DRAFT, type PlannedSave, type SaveContext } from './planned-save.service.ts';
import {
  findLastSave,
  findProjectByKey,
  insertProject,
  lockInWorkspace,
  type ProjectRow,
  updateProject,
} from './projects.store.ts';
import { describeForAudit } from './projects.service.ts';
import { askToSplit, compareWithFirst } from './repeated-save.service.ts';
import { checkFreeSpace, countSave, takeLimits, takePages } from './save-limits.service.ts';
import { isStale } from './save-target.service.ts';

const FOREIGN_KEY_VIOLATION = '23503';
/** Revision of a new project, as in the schema. */
const FIRST_REVISION = 1;

/** A planned save whose sheet is stored. */
interface StoredSave extends PlannedSave {
  sheetUpload: UploadRow;
  combinedUpload: UploadRow | undefined;
}

/** Stores a planned save. If the same form was sent twice at once, the second call finds the project of the first. */
export async function commitSave(needs: SaveContext, save: PlannedSave): Promise<SaveReply> {
  await checkFreeSpace(needs.files, save);
  return commitOnce(needs, save).catch(async (error: unknown) => {
    if (save.project !== undefined || readConstraint(error) !== 'projects_of_form')
      return explainConflict(error);
    const project = await findProjectByKey(needs.db, save.key, save.caller.scope);
    if (project === undefined) throw new AppError('conflict', { cause: error });
    return commitOnce(needs, { ...save, project, mayBeRepeated: true }).catch(explainConflict);
  });
}

async function commitOnce(needs: SaveContext, planned: PlannedSave): Promise<SaveReply> {
  const { fields, plan, workspaceId, isAsked, caller } = planned;
  const { bytes, name } = planned.sheet;
  const place = { workspaceId, createdBy: caller.actor.userId };
  const sheetUpload = await needs.uploads.store({ ...place, kind: 'sheet', name, bytes });
  const { combined } = planned;
  const combinedUpload = combined && (await needs.uploads.store({ ...place, kind: 'sheet', ...combined }));
  const save = { ...planned, sheetUpload, combinedUpload };
  const answered = await findAnswered(needs, save);
  if (answered !== undefined) return answered;
  if (fields.draft_id && save.draft === undefined) throw new AppError('not_found', { message: NO_DRAFT });
  const uncount = await countSave(needs, save);
  const { projectId, runId, revision } = await needs.db
    .transaction()
    .execute((trx) => writeSave(trx, needs, save))
    .catch(async (error: unknown) => {
      await uncount();
      throw error;
    });
  const reply = { project_id: projectId, run_id: runId, revision };
  return isAsked ? { ...reply, ...askToSplit(plan.splitParts, plan.singleFileBytes) } : reply;
}

/**
 * Returns the answer of a save that was stored before, and refuses one that would overwrite a change. Repeating a save
 * overwrites nothing: a client that knows only the previous revision has lost the answer to it.
 */
async function findAnswered(
  { db, runs, images }: Pick<SaveContext, 'db' | 'runs' | 'images'>,
  save: StoredSave,
): Promise<SaveReply | undefined> {
  const { kind, fields, project, mayBeRepeated } = save;
  if (project === undefined || !mayBeRepeated) return undefined;
  const { last_run_id: last } = project;
  const areImagesSame = last === null || (await images.isOfRun(last, save.images));
  const files = { sheet: save.sheetUpload, combined: save.combinedUpload };
  const comparing = { ...save, project, ...files, areImagesSame };
  const { isSame, answer } =
    kind === 'save' ? await compareWithFirst(runs, comparing) : { isSame: false, answer: undefined };
  if (answer === undefined && !isSame && isStale(fields, project)) throw await refuseOverwriting(db, project);
  return answer;
}

async function writeSave(trx: Trx, needs: SaveContext, save: StoredSave) {
  const { project, draft, kind, images, isAsked, caller } = save;
  const now = needs.clock();
  await takeLimits(trx, needs, save);
  const { projectId, revision } = await writeProject(trx, needs.audit, { ...save, now });
  const runId = await startRun(trx, needs.queue, toRun(save, { projectId, now }));
  // The first run of a project has no images yet that these would replace.
  if (project !== undefined || images.length > 0) await needs.images.keepForRun(trx, runId, images);
  await takePages(trx, needs, { save, runId });
  // A test of a project stores nothing: entries stay in its draft.
  if (kind === 'save' || project === undefined) {
    if (draft !== undefined && !(await lockDraft(trx, draft.id)))
      throw new AppError('not_found', { message: NO_DRAFT });
    const isDraftKept = kind === 'test' || isAsked;
    await needs.images.replace(trx, projectId, { draftId: draft?.id, isDraftKept, images });
    await rememberColumns(trx, needs, save);
  }
  // The draft may continue after the question about splitting.
  if (draft !== undefined && isAsked)
    await updateDraft(trx, draft, { is_changed: true, ...(draft.project_id !== null && { revision }) });
  if (draft !== undefined && kind === 'save' && !isAsked) await deleteDraft(trx, draft.id);
  await needs.live.publish(trx, `project:${projectId}`, `user:${caller.actor.userId}`);
  return { projectId, runId, revision };
}

/**
 * Stores the columns for the next project of the domain. A new project began with the stored ones, and an edit changes
 * only its own: choices that were reset are removed.
 */
async function rememberColumns(
  trx: Trx,
  { domains }: Pick<SaveContext, 'domains'>,
  { domainId, project, options: { columns } }: PlannedSave,
): Promise<void> {
  if (domainId === null || columns === project?.columns) return;
  await domains.remember(trx, domainId, (known) => {
    if (project === undefined) return columns;
    const chosen = readColumnChoices(columns);
    const taken = Object.keys(readColumnChoices(project.columns)).filter(
      (name) => !Object.hasOwn(chosen, name),
    );
    const kept = Object.entries(readColumnChoices(known)).filter(([name]) => !taken.includes(name));
    return writeColumnChoices(joinColumnChoices(Object.fromEntries(kept), chosen));
  });
}

/** A test doesn't change a saved project; the test of a page that was never saved inserts the project. */
async function writeProject(trx: Trx, audit: AuditLog, save: StoredSave & { now: Date }) {
  const { kind, fields, isEdit, project, workspaceId, key, seed, isPasted, sheetUpload, now, caller } = save;
  const { actor } = caller;
  if (project !== undefined && !(await lockInWorkspace(trx, project)))
    throw await refuseOverwriting(trx, project);
  if (project !== undefined && kind === 'test') return { projectId: project.id, revision: project.revision };
  const content = {
    notes: fields.notes,
    google_spread_sheet: fields.google_spread_sheet,
    ...save.options,
    seed_id: seed?.id ?? null,
    sheet_id: isPasted ? sheetUpload.id : null,
    combined_id: save.combinedUpload?.id ?? null,
    domain_id: save.domainId,
    updated_at: now,
  };
  if (project === undefined) {
    const owner = { workspace_id: workspaceId, created_by: actor.userId };
    const made = { ...owner, ...content, key, title: fields.title, type: fields.type, created_at: now };
    const projectId = await insertProject(trx, made);
    const object = { kind: 'project', id: projectId } as const;
    await audit.record(trx, actor, { verb: 'create', object, after: describeForAudit(made) });
    return { projectId, revision: FIRST_REVISION };
  }
  // The title is read-only on the edit form; the form of a new one may change it after the split question.
  const change = isEdit ? content : { ...content, title: fields.title };
  if (!(await updateProject(trx, project, change))) throw await refuseOverwriting(trx, project);
  await audit.record(trx, actor, {
    verb: 'update',
    object: { kind: 'project', id: project.id },
    before: describeForAudit(project),
    after: describeForAudit({ ...project, ...change }),
  });
  return { projectId: project.id, revision: project.revision + 1 };
}

/** Names the user whose later save this one would overwrite. */
async function refuseOverwriting(db: Db, { id }: Pick<ProjectRow, 'id'>): Promise<AppError> {
  const newer = await findLastSave(db, id);
  return newer === undefined ? new AppError('not_found') : toConflict(newer);
}

function toRun(save: StoredSave, { projectId, now }: { projectId: number; now: Date }): NewRun {
  const { kind, fields, isEdit, options, project, seed } = save;
  return {
    projectId,
    now,
    userId: save.caller.actor.userId,
    kind,
    // Read-only on the edit form: the files are named after the project.
    title: isEdit ? (project?.title ?? fields.title) : fields.title,
    input: {
      ...options,
      seed_id: seed?.id ?? null,
      sheet_id: save.sheetUpload.id,
      combined_id: save.combinedUpload?.id ?? null,
    },
    sheetLink: save.isPasted ? null : fields.google_spread_sheet,
    plan: save.plan,
    split: fields.split_xml_file,
    isAsked: save.isAsked,
    isProjectNew: project === undefined,
  };
}

function readConstraint(error: unknown): unknown {
  return ((error ?? {}) as { constraint?: unknown }).constraint;
}

/**
 * Two saves at the same time: the database starts one run and refuses the other. A save is refused as well if its seed
 * was deleted meanwhile, together with the project that had it.
 */
function explainConflict(error: unknown): never {
  const { code } = (error ?? {}) as { code?: unknown };
  if (readConstraint(error) === 'runs_active') throw new AppError('run_in_progress', { cause: error });
  if (code === FOREIGN_KEY_VIOLATION) throw new AppError('conflict', { cause: error });
  throw error;
}
