/** Drafts: unsaved entries of forms. Each form has its own; the draft of an edit form starts as a copy of its project. */
import { isDeepStrictEqual } from 'node:util';
import type { ReplyInput, HandlerInput } from '#contract/endpoint.ts';
import {
  type ColumnChoices,
  joinColumnChoices,
  listOwnChoices,
  markRemembered,
  readColumnChoices,
} from '#contract/column-choices.ts';
import type { Draft, DraftFields, DraftPart, DraftSource } from '#contract/draft-shapes.ts';
import type { draftsContract } from '#contract/drafts.contract.ts';
import { DRAFT_LIFE_MS } from '#contract/limits.ts';
import { DEFAULT_FOOTER_LINKS, PASTED_NAME } from '#contract/project-shapes.ts';
import { BUILD_OPTIONS, pickFields } from '#server/db/build-options.ts';
import { onViolation } from '#server/db/database-error.ts';
import type { Db } from '#server/db/open.ts';
import { checkWritable } from '#server/db/scope.ts';
import { AppError, getFound } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { type Context, withServices } from '../../context.ts';
import type { DomainsService } from '../domains/domains.service.ts';
import type { FileHolder } from '../files/garbage-collection.service.ts';
import type { SignFor } from '../files/signing.service.ts';
import type { ImagesService } from '../images/images.service.ts';
import type { RunsService } from '../runs/runs.service.ts';
import { describeDraft, EMPTY_FIELDS } from './draft-answer.service.ts';
import {
  closeDrafts,
  deleteDraft,
  deleteOldDrafts,
  deleteSurplusDrafts,
  type DraftChange,
  type DraftFiles,
  type DraftRow,
  findClosedDraft,
  findDraft,
  findOpenDraft,
  insertDraft,
  listUnansweredProjects,
  updateDraft,
} from './drafts.store.ts';
import { findProject, type ProjectRow } from './projects.store.ts';
import type { ProjectsService } from './projects.service.ts';

type DraftsContext = Pick<Context, 'db' | 'files' | 'clock' | 'newId'>;

interface DraftsServices {
  images: Pick<ImagesService, 'list' | 'copy'>;
  runs: Pick<RunsService, 'cancelWaiting'>;
  domains: Pick<DomainsService, 'find'>;
  projects: Pick<ProjectsService, 'remove'>;
  signFor: SignFor;
}

type Needs = DraftsContext & DraftsServices;

/** Author of the drafts, with the scope of their projects. */
export type Author = Pick<Caller, 'actor' | 'scope'>;

/** A draft that its author may change. */
export interface OpenedDraft {
  draft: DraftRow;
  /** The project that is edited. */
  project: ProjectRow | undefined;
  /** Workspace of the draft's files. */
  workspaceId: number;
}

/** A form that may have a draft. */
export interface Form {
  type: string;
  project_id?: number | undefined;
  /** Defaults to the newest open draft of the form. */
  draft_id?: string | undefined;
}

type Input<Verb extends keyof typeof draftsContract> = HandlerInput<(typeof draftsContract)[Verb]>;
type Reply<Verb extends keyof typeof draftsContract> = ReplyInput<(typeof draftsContract)[Verb]>;

/** Open drafts are deleted after this long without a change (90 days). */
const MAX_IDLE_MS = 90 * DRAFT_LIFE_MS;
/** Per user; drafts have no other limit. */
const MAX_DRAFTS = 100;

/** Fields of a new project, before anything is typed. */
const BLANK_FIELDS: DraftFields = { ...EMPTY_FIELDS, footer_links: DEFAULT_FOOTER_LINKS };

export type DraftsService = ReturnType<typeof createDrafts>;

export function createDrafts(context: DraftsContext, services: DraftsServices) {
  const needs = withServices(context, services);
  const { db, images, runs, clock, signFor } = needs;
  const show = async (id: string, author: Author): Promise<Draft> => {
    const { draft, project, workspaceId } = await get(needs, id, author);
    const described = await describeDraft(needs.files, draft, {
      sign: signFor(author.actor),
      images: await images.list({ draftId: draft.id }),
    });
    const isKept = draft.fields.domain_id === (project?.domain_id ?? null);
    return isKept ? described : dropForeignDomain(needs, { draft: described, workspaceId }, author);
  };
  return {
    open: async ({ body }: Input<'open'>, caller: Author): Promise<Draft> =>
      show(await open(needs, body, caller), caller),
    show: ({ params }: Input<'show'>, caller: Author): Promise<Draft> => show(params.id, caller),
    findClosed: ({ query }: Input<'findClosed'>, caller: Author) =>
      findClosed(needs, query.project_id, caller),
    keep: ({ params, body }: Input<'keep'>, caller: Author) =>
      keepFields(needs, { ...params, ...body }, caller),
    async restore({ params }: Input<'restore'>, caller: Author): Promise<Draft> {
      const { draft } = await getWritable(needs, params.id, caller);
      await change(needs, { id: draft.id }, { is_changed: draft.is_changed });
      return show(draft.id, caller);
    },
    async discard({ params }: Input<'discard'>, { actor }: Author) {
      await deleteDraft(db, getFound(await findDraft(db, params.id, actor.userId)).id);
      return {};
    },
    /** Closes the drafts of all forms of a user and cancels the runs that wait for the split answer. */
    async close(caller: Caller): Promise<void> {
      const { userId } = caller.actor;
      await closeDrafts(db, userId, clock());
      for (const id of await listUnansweredProjects(db, userId)) await needs.projects.remove({ id }, caller);
      await runs.cancelWaiting(userId);
    },
    describe: show,
    /** @throws AppError `not_found`, `read_only` */
    getWritable: (id: string, author: Author) => getWritable(needs, id, author),
    /** Finds or opens the draft of a form. */
    async getOfForm(form: Form, author: Author): Promise<OpenedDraft> {
      const id = form.draft_id ?? (await findOfForm(needs, form, author))?.id;
      return getWritable(needs, id ?? (await open(needs, form, author)), author);
    },
    /** Finds the draft or the project that an upload belongs to. @throws AppError `not_found`, `read_only` */
    async findPlace({ draft_id: id, ...form }: Form, author: Author) {
      if (id !== undefined) return getWritable(needs, id, author);
      const project = await findEdited(needs, form.project_id, author);
      return { project, workspaceId: project?.workspace_id ?? author.scope.homeId };
    },
    find: (form: Form, author: Author) => findOfForm(needs, form, author),
    /** Writes entries; reopens a draft that was closed in the meantime. @throws AppError `not_found` */
    change: ({ id }: Pick<DraftRow, 'id'>, changed: DraftChange, read?: DraftFiles) =>
      change(needs, { id, read }, changed),
  };
}

/** For the garbage collection: uploads of expired drafts are no longer used. */
export function holdDrafts(db: Db): FileHolder {
  return {
    expire: (now) =>
      deleteOldDrafts(db, { closed: getExpiry(now), open: new Date(now.getTime() - MAX_IDLE_MS) }),
  };
}

/** Drafts that were closed before this time have expired. */
function getExpiry(now: Date): Date {
  return new Date(now.getTime() - DRAFT_LIFE_MS);
}

/** The project of an edit form. @throws AppError `not_found`, `read_only` */
async function findEdited({ db }: Pick<Needs, 'db'>, id: number | null | undefined, { scope }: Author) {
  if (id === null || id === undefined) return undefined;
  const project = getFound(await findProject(db, id, scope));
  checkWritable(scope, project);
  return project;
}

/** A draft for another user's project isn't found, like the project. */
async function get({ db, clock }: Needs, id: string, { actor, scope }: Author) {
  const draft = getFound(await findDraft(db, id, actor.userId));
  if (draft.closed_at !== null && draft.closed_at < getExpiry(clock())) {
    throw new AppError('not_found', { message: 'This draft no longer exists.' });
  }
  const project =
    draft.project_id === null ? undefined : getFound(await findProject(db, draft.project_id, scope));
  return { draft, project, workspaceId: project?.workspace_id ?? scope.homeId };
}

const DROPPED = 'so it was removed from the form. Everything else is kept.';
const DOMAIN_GONE = `You no longer have access to the domain of this draft, ${DROPPED}`;
const DOMAIN_ELSEWHERE = `The domain of this draft belongs to another workspace, ${DROPPED}`;

/** The author of a draft may have left the agency of its domain, or joined another one. */
async function dropForeignDomain(
  { domains }: Needs,
  { draft, workspaceId }: { draft: Draft; workspaceId: number },
  { scope }: Author,
): Promise<Draft> {
  const { domain_id: id } = draft.fields;
  if (id === null) return draft;
  const domain = await domains.find(id, scope);
  if (domain?.workspace_id === workspaceId) return draft;
  const dropped = domain === undefined ? DOMAIN_GONE : DOMAIN_ELSEWHERE;
  return { ...draft, fields: { ...draft.fields, domain_id: null }, dropped };
}

async function getWritable(needs: Needs, id: string, author: Author): Promise<OpenedDraft> {
  const opened = await get(needs, id, author);
  if (opened.project !== undefined) checkWritable(author.scope, opened.project);
  return opened;
}

async function findOfForm({ db }: Needs, { type, ...form }: Form, { actor }: Author) {
  const { draft_id: id, project_id: projectId } = form;
  const { userId } = actor;
  return id === undefined ? findOpenDraft(db, { userId, projectId }, type) : findDraft(db, id, userId);
}

interface OpenRequest extends Form {
  from?: DraftSource | undefined;
}

async function open(needs: Needs, form: OpenRequest, author: Author): Promise<string> {
  const { db, images, clock, newId } = needs;
  const project = await findEdited(needs, form.project_id, author);
  const { draft: source } = form.from ? await get(needs, form.from.draft_id, author) : {};
  const parts = new Set(source && form.from?.parts);
  const id = newId();
  const row = {
    id,
    user_id: author.actor.userId,
    project_id: project?.id ?? null,
    type: project?.type ?? form.type,
    fields: JSON.stringify(project === undefined ? BLANK_FIELDS : toFields(project)),
    seed_id: project?.seed_id ?? null,
    seed_changes: '[]',
    sheet_id: project?.sheet_id ?? null,
    combined_id: project?.combined_id ?? null,
    is_pasted: project?.sheet_name === PASTED_NAME,
    revision: project?.revision ?? null,
    is_open: true,
    is_changed: parts.size > 0,
    closed_at: null,
    updated_at: clock(),
    ...(source && takeFiles(source, parts)),
  };
  await db
    .transaction()
    .execute(async (trx) => {
      await deleteSurplusDrafts(trx, row.user_id, MAX_DRAFTS - 1);
      await insertDraft(trx, row);
      if (source && parts.has('images')) await images.copy(trx, { draftId: source.id }, id);
      else if (project !== undefined) await images.copy(trx, { projectId: project.id }, id);
    })
    .catch(refuseGone);
  return id;
}

function takeFiles(source: DraftRow, parts: ReadonlySet<DraftPart>) {
  const { seed_id, seed_changes, sheet_id, is_pasted, sheet_choice, hidden_rows, encoding, sheet_note } =
    source;
  const { linked_id, linked_from, linked_at, linked_notice, combined_id, combined_reading } = source;
  const linked = { linked_id, linked_from, linked_at, linked_notice };
  return {
    ...(parts.has('seed') && { seed_id, seed_changes: JSON.stringify(seed_changes) }),
    ...(parts.has('sheet') && {
      sheet_id,
      is_pasted,
      sheet_choice,
      hidden_rows,
      encoding,
      sheet_note,
      combined_id,
      combined_reading: JSON.stringify(combined_reading),
      ...linked,
    }),
  };
}

/** A project that is being deleted counts as not found. */
const refuseGone = onViolation(['drafts_project_id_fkey'], (cause) => new AppError('not_found', { cause }));

function toFields(project: ProjectRow): DraftFields {
  const texts = pickFields(project, ['title', 'notes', 'google_spread_sheet', 'domain_id', ...BUILD_OPTIONS]);
  return { ...texts, columns: readColumnChoices(project.columns) };
}

async function findClosed(
  { db, clock }: Needs,
  projectId: number | undefined,
  author: Author,
): Promise<Reply<'findClosed'>> {
  if (projectId !== undefined) getFound(await findProject(db, projectId, author.scope));
  const { userId } = author.actor;
  const found = await findClosedDraft(db, { userId, projectId }, getExpiry(clock()));
  return found === undefined ? null : { ...found, title: found.fields.title };
}

interface KeepRequest {
  id: string;
  fields: DraftFields;
}

async function keepFields(needs: Needs, { id, fields }: KeepRequest, author: Author): Promise<Reply<'keep'>> {
  const { draft } = await getWritable(needs, id, author);
  const remembered = await findRemembered(needs, { draft, fields }, author);
  const kept = { ...fields, ...(remembered && { columns: remembered }) };
  const isSame = isDeepStrictEqual(kept, { ...EMPTY_FIELDS, ...draft.fields });
  const now = await change(
    needs,
    { id },
    {
      fields: JSON.stringify(kept),
      is_changed: draft.is_changed || !isSame,
    },
  );
  return { updated_at: now, columns: remembered ?? null };
}

/**
 * A new project of a domain begins with the choices that were made for it before.
 * @returns nothing if the domain is unchanged or has no effect
 */
async function findRemembered(
  { domains }: Needs,
  { draft, fields }: { draft: DraftRow; fields: DraftFields },
  { scope }: Author,
): Promise<ColumnChoices | undefined> {
  const { domain_id: id, columns } = fields;
  if (draft.project_id !== null || id === draft.fields.domain_id) return undefined;
  const domain = id === null ? undefined : await domains.find(id, scope);
  const remembered = markRemembered(readColumnChoices(domain?.columns ?? ''));
  const chosen = joinColumnChoices(remembered, listOwnChoices(columns));
  return isDeepStrictEqual(chosen, columns) ? undefined : chosen;
}

async function change(
  { db, clock }: Needs,
  of: { id: string; read?: DraftFiles | undefined },
  changed: DraftChange,
): Promise<Date> {
  const now = clock();
  const row = { is_changed: true, ...changed, is_open: true, closed_at: null, updated_at: now };
  if (!(await updateDraft(db, of, row))) throw new AppError('not_found');
  return now;
}
