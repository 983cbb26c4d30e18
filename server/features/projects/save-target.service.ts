/** Second stage of a save: finds the project, draft and domain that a request names and checks that its caller may change them. */
import { isGeocoder } from '#contract/project-types.ts';
import { checkWritable } from '#server/db/scope.ts';
import { AppError, getFound } from '../../app-error.ts';
import type { Scope } from '../../caller.ts';
import { toImagesForm } from './image-saving.service.ts';
import {
  NO_DRAFT,
  type ProjectFields,
  type SaveContext,
  type SaveInput,
  type SaveRequest,
  type SaveTarget,
} from './planned-save.service.ts';
import type { DraftRow } from './drafts.store.ts';
import { findProject, findProjectByKey, type ProjectRow } from './projects.store.ts';

/** @throws AppError `not_found` for rows of other workspaces, `invalid` for a domain that can't be chosen */
export async function authorizeSave(
  needs: Pick<SaveContext, 'db' | 'drafts' | 'domains'>,
  request: SaveRequest,
): Promise<SaveRequest & SaveTarget> {
  const { scope } = request.caller;
  const { project, mayBeRepeated } = await findTarget(needs, request);
  if (project !== undefined) checkWritable(scope, project);
  const draft = await findDraft(needs, request, { project, mayBeRepeated });
  const type = project?.type ?? draft?.type ?? request.fields.type;
  const fields = { ...(isGeocoder(type) ? toImagesForm(request.fields) : request.fields), type };
  const workspaceId = project?.workspace_id ?? scope.homeId;
  const domainId = await chooseDomain(needs, { fields, project, workspaceId }, scope);
  return { ...request, fields, project, mayBeRepeated, draft, workspaceId, domainId };
}

type Found = Pick<SaveTarget, 'project' | 'mayBeRepeated'>;

/** Finds the project that is saved again; `not_found` for a project of another workspace. */
async function findTarget(
  { db }: Pick<SaveContext, 'db'>,
  { fields, projectId, caller }: SaveRequest,
): Promise<Found> {
  const { scope } = caller;
  const id = projectId ?? fields.project_id;
  if (id === undefined) {
    const key = fields.draft_id || fields.key;
    const made = key === undefined ? undefined : await findProjectByKey(db, key, scope);
    return { project: made, mayBeRepeated: made !== undefined };
  }
  const project = getFound(await findProject(db, id, scope));
  checkNames(project, fields, projectId);
  return { project, mayBeRepeated: isStale(fields, project) };
}

/** The update call may name the type and ID of its project, but not change them. */
function checkNames({ id, type }: ProjectRow, fields: ProjectFields, updatedId: number | undefined): void {
  const { projectId, template_type: template = '' } = fields;
  if (projectId !== undefined && projectId !== id) throw new AppError('not_found');
  if (updatedId === undefined || template === '' || template.trim().toLowerCase() === type) return;
  throw new AppError('invalid', { fields: { template_type: ['You can’t change the type of a project'] } });
}

/** True if the project was saved after the form was opened. */
export const isStale = ({ revision }: ProjectFields, project: ProjectRow): boolean =>
  revision !== undefined && revision !== project.revision;

/**
 * Finds the draft that a call names, or the latest open one of its form. A missing draft may have been saved by an
 * earlier attempt of this call: the project then has everything that the draft had.
 */
async function findDraft(
  { drafts }: Pick<SaveContext, 'drafts'>,
  request: SaveRequest,
  { project, mayBeRepeated }: Found,
): Promise<DraftRow | undefined> {
  const { kind, caller } = request;
  const { type, draft_id: id } = request.fields;
  if (id === '') return undefined;
  if (id === undefined)
    return drafts.find({ type: project?.type ?? type, project_id: findEdited(kind, request) }, caller);
  const draft = await drafts.find({ type, draft_id: id }, caller);
  const isOfForm = draft?.project_id === null || draft?.project_id === project?.id;
  if (draft !== undefined && isOfForm) return draft;
  if (draft === undefined && mayBeRepeated) return undefined;
  throw new AppError('not_found', { message: NO_DRAFT });
}

/**
 * The project whose edit form was sent. A test names it among its fields; a save-xml that names one comes
 * from the form of a new project, after the split question.
 */
function findEdited(kind: SaveRequest['kind'], { fields, projectId }: SaveInput): number | undefined {
  return projectId ?? (kind === 'test' ? fields.project_id : undefined);
}

/** A chosen domain must be active and in the workspace of the project; a project keeps the one that it has. */
async function chooseDomain(
  { domains }: Pick<SaveContext, 'domains'>,
  { fields, project, workspaceId }: Pick<SaveRequest & SaveTarget, 'fields' | 'project' | 'workspaceId'>,
  scope: Scope,
): Promise<number | null> {
  const { domain_id: chosen = project?.domain_id ?? null } = fields;
  if (chosen === null || chosen === project?.domain_id) return chosen;
  const { status, workspace_id: itsWorkspaceId } = await domains.get(chosen, scope);
  const isElsewhere = itsWorkspaceId !== workspaceId;
  if (!isElsewhere && status === '1') return chosen;
  const fault = isElsewhere ? 'Choose a domain of the same workspace' : 'This domain is inactive';
  throw new AppError('invalid', { fields: { domain_id: [fault] } });
}
