/** Projects: lists, shows and deletes them. */
import { readColumnChoices } from '#contract/column-choices.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { findGateObstacle } from '#contract/gate-obstacles.ts';
import { type QualityGate, readQualityGate, writeQualityGate } from '#contract/quality-gate.ts';
import type { projectsContract } from '#contract/projects.contract.ts';
import { getFileExtension, isGeocoder } from '#contract/project-types.ts';
import {
  PASTED_NAME,
  type Project,
  type ProjectFigures,
  type ProjectListItem,
  type ProjectState,
} from '#contract/project-shapes.ts';
import { BUILD_OPTIONS, pickFields } from '#server/db/build-options.ts';
import { checkWritable, isReadOnly } from '#server/db/scope.ts';
import { AppError, getFound } from '../../app-error.ts';
import type { Caller, Scope } from '../../caller.ts';
import { type Context, withServices } from '../../context.ts';
import { discardFiles } from '../files/discarding.service.ts';
import type { Sign, SignFor } from '../files/signing.service.ts';
import type { UploadsService } from '../files/uploads.service.ts';
import type { CopiesService } from '../images/copies.service.ts';
import { describeImage, type ImagesService } from '../images/images.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { RunNotices } from '../runs/run-notices.service.ts';
import type { RunsService } from '../runs/runs.service.ts';
import {
  countByState,
  countSteps,
  deleteProject,
  findProject,
  hasDomain,
  listProjects,
  listUploadsOfProject,
  lockInWorkspace,
  type ProjectListRow,
  type ProjectRow,
  lockQualityGate,
  updateQualityGate,
} from './projects.store.ts';
import { readStoredFiles } from './stored-files.service.ts';

type ProjectsContext = Pick<Context, 'db' | 'files' | 'live' | 'audit' | 'logError'>;

interface ProjectsServices {
  runs: RunsService;
  uploads: UploadsService;
  images: Pick<ImagesService, 'list'>;
  copies: Pick<CopiesService, 'list' | 'listFirst'>;
  notifications: Pick<NotificationsService, 'forget'>;
  notices: Pick<RunNotices, 'deleted'>;
  signFor: SignFor;
}

type Needs = ProjectsContext & ProjectsServices;

type ListQuery = HandlerInput<(typeof projectsContract)['list']>['query'];

type ImagesQuery = HandlerInput<(typeof projectsContract)['images']>['query'] & { id: number };

const AUDITED = [
  'title',
  'type',
  'notes',
  'google_spread_sheet',
  ...BUILD_OPTIONS,
  'seed_id',
  'sheet_id',
  'combined_id',
  'domain_id',
] as const;
type AuditedProject = Pick<ProjectRow, (typeof AUDITED)[number]>;

/** Selects the values of a project that the audit log keeps. */
export function describeForAudit(project: AuditedProject): AuditedProject {
  return pickFields(project, AUDITED);
}

export type ProjectsService = ReturnType<typeof createProjects>;

export function createProjects(context: ProjectsContext, services: ProjectsServices) {
  const needs = withServices(context, services);
  return {
    list: (query: ListQuery, caller: Caller) => list(needs, query, caller),
    figures: (caller: Caller) => addUp(needs, caller),
    show: async (id: number, caller: Caller) => [
      await describe(needs, await getProject(needs, id, caller), caller),
    ],
    /** Lists the copies of the current run by town. */
    listImages: (query: ImagesQuery, caller: Caller) => listImages(needs, query, caller),
    /** Sets the gate that the next run starts with. @throws AppError `not_found`, `invalid` if the platform can't do it */
    setQualityGate: (id: number, gate: QualityGate | null, caller: Caller) =>
      changeQualityGate(needs, { id, gate }, caller),
    /** @param project `type` as the caller knows it; omitted by other services. @throws AppError `not_found`, `invalid` */
    remove: (project: { id: number; type?: string }, caller: Caller) => remove(needs, project, caller),
  };
}

async function list({ db, runs }: Needs, query: ListQuery, { scope }: Caller) {
  const { domain_id: domainId } = query;
  if (domainId !== undefined && !(await hasDomain(db, domainId, scope))) throw new AppError('not_found');
  const { rows, meta } = await listProjects(db, scope, query);
  return { data: rows.map((row) => describeInList(row, runs, scope)), meta };
}

function describeInList(
  row: ProjectListRow,
  runs: Pick<RunsService, 'describeInList'>,
  scope: Scope,
): ProjectListItem {
  const { run_id: runId, run_kind: kind, run_state: state, run_created_at: createdAt } = row;
  const hasRun = runId !== null && kind !== null && state !== null && createdAt !== null;
  return {
    id: row.id,
    title: row.title,
    type: row.type,
    is_read_only: isReadOnly(scope, row),
    domain: row.domain,
    state: row.state as ProjectState,
    pages: row.pages,
    skipped: row.current_skipped,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    last_run: hasRun
      ? runs.describeInList(
          {
            id: runId,
            kind,
            state,
            pages_total: row.run_pages_total ?? 0,
            pages_done: row.run_pages_done ?? 0,
            skipped: row.run_skipped ?? 0,
            held: row.run_held ?? 0,
            dropped: row.run_dropped ?? 0,
            bytes: row.run_bytes ?? 0,
            created_at: createdAt,
            started_at: row.run_started_at,
            finished_at: row.run_finished_at,
            pinned_at: row.run_pinned_at,
            pruned_at: row.run_pruned_at,
          },
          row.current_run_id,
        )
      : null,
  };
}

async function addUp({ db }: Needs, { scope }: Caller): Promise<ProjectFigures> {
  const [groups, steps] = await Promise.all([countByState(db, scope), countSteps(db, scope)]);
  const sum = (name: 'projects' | 'with_pages' | 'pages' | 'skipped') =>
    groups.reduce((total, group) => total + group[name], 0);
  return {
    projects: sum('projects'),
    with_pages: sum('with_pages'),
    pages: sum('pages'),
    skipped: sum('skipped'),
    ...steps,
    states: Object.fromEntries(groups.map(({ state, projects }) => [state, projects])),
  };
}

async function getProject({ db }: Needs, id: number, { scope }: Caller): Promise<ProjectRow> {
  return getFound(await findProject(db, id, scope));
}

/** Reads the project and its runs consistently: if the current run changes meanwhile, everything is read again. */
async function describe(needs: Needs, project: ProjectRow, caller: Caller): Promise<Project> {
  const described = await describeRead(needs, project, caller);
  const now = await getProject(needs, project.id, caller);
  return now.current_run_id === project.current_run_id ? described : describe(needs, now, caller);
}

async function describeRead(needs: Needs, project: ProjectRow, caller: Caller): Promise<Project> {
  const sign = needs.signFor(caller.actor);
  const { current_run_id: currentId, sheet_id: sheetId } = project;
  const hasCopies = isGeocoder(project.type) && currentId !== null;
  const [report, links, { progress, test }, runs, { script, unreadable }, images, towns] = await Promise.all([
    needs.runs.describe(currentId, project, sign),
    needs.runs.listLinks(currentId),
    needs.runs.describeNewest(project, sign),
    needs.runs.listNewest(project),
    readStoredFiles(needs.files, project),
    needs.images.list({ projectId: project.id }),
    hasCopies ? needs.copies.listFirst(currentId, sign) : NO_TOWNS,
  ]);
  return {
    id: project.id,
    title: project.title,
    type: project.type,
    template_type: project.type,
    is_read_only: isReadOnly(caller.scope, project),
    notes: project.notes,
    revision: project.revision,
    domain_id: project.domain_id,
    domain: project.domain,
    base_site_url: project.site,
    google_spread_sheet: project.google_spread_sheet,
    script,
    script_url: sheetId === null ? null : sign({ kind: 'sheet', id: sheetId, name: PASTED_NAME }),
    script_name: project.sheet_name,
    ...pickFields(project, BUILD_OPTIONS),
    columns: readColumnChoices(project.columns),
    quality_gate: readQualityGate(project.quality_gate),
    formed_links: links,
    formed_links_url:
      links.length === 0 ? null : sign({ kind: 'links', id: String(currentId), name: 'formed-links.html' }),
    xmlFiles: report?.parts.filter(({ pages }) => pages > 0).map(({ url }) => url) ?? [],
    parts: report?.parts ?? [],
    key: project.key,
    template_file: describeSeed(project, sign),
    files: images.map((image) => describeImage(image, sign)),
    download_all_url: report?.download_all_url ?? null,
    cities: towns.data.map(({ city }) => city),
    images: towns.data,
    town_count: towns.meta.total,
    download_all_images_url: report?.download_all_images_url ?? null,
    unreadable,
    report,
    progress,
    test,
    runs,
    created_at: project.created_at.toISOString(),
    updated_at: project.updated_at.toISOString(),
  };
}

const NO_TOWNS = { data: [], meta: { total: 0 } };

function describeSeed({ type, ...seed }: ProjectRow, sign: Sign): Project['template_file'] {
  const { seed_id: id, seed_name: name, seed_size: size } = seed;
  if (id === null || name === null || size === null) return null;
  return { name, size, url: sign({ kind: 'seed', id, name: `seed.${getFileExtension(type)}` }) };
}

async function listImages(needs: Needs, { id, ...page }: ImagesQuery, caller: Caller) {
  const { current_run_id: runId } = await getProject(needs, id, caller);
  const sign = needs.signFor(caller.actor);
  // Run 0 doesn't exist, so its list is empty.
  return needs.copies.list(runId ?? 0, page, sign);
}

async function changeQualityGate(
  needs: Needs,
  { id, gate }: { id: number; gate: QualityGate | null },
  caller: Caller,
): Promise<{ gate: QualityGate | null }> {
  const { db, live, audit } = needs;
  const project = await getProject(needs, id, caller);
  checkWritable(caller.scope, project);
  const obstacle = gate === null ? undefined : findGateObstacle(project.type, gate.action);
  if (obstacle !== undefined) throw new AppError('invalid', { fields: { gate: [obstacle] } });
  const after = { quality_gate: writeQualityGate(gate) };
  await db.transaction().execute(async (trx) => {
    const before = await lockQualityGate(trx, project);
    if (before === undefined) throw new AppError('not_found');
    await updateQualityGate(trx, id, after.quality_gate);
    const object = { kind: 'project', id } as const;
    await audit.record(trx, caller.actor, { verb: 'update', object, before, after });
    await live.publish(trx, `project:${id}`);
  });
  return { gate };
}

/** Deletes the rows in a transaction, then the files in the background, because the store may be slow or down. */
async function remove(
  needs: Needs,
  { id, type }: { id: number; type?: string },
  caller: Caller,
): Promise<void> {
  const { db, files, live, runs, uploads, notifications, audit, logError } = needs;
  const project = await getProject(needs, id, caller);
  checkWritable(caller.scope, project);
  if (type !== undefined && type !== project.type)
    throw new AppError('invalid', {
      fields: { type: [`The type of this project is ${project.type}. Reload the list.`] },
    });
  await runs.stop(id);
  const left = await db.transaction().execute(async (trx) => {
    if (!(await lockInWorkspace(trx, project))) throw new AppError('not_found');
    const folders = await runs.listFolders(trx, id);
    const named = await listUploadsOfProject(trx, id);
    const { title } = project;
    await needs.notices.deleted(trx, { title, readers: await runs.listStarters(trx, id) }, caller);
    await deleteProject(trx, id);
    // Notifications must not link to a deleted page.
    await notifications.forget(trx, `/projects/${id}`);
    const unused = await uploads.deleteUnused(trx, named);
    const object = { kind: 'project', id } as const;
    await audit.record(trx, caller.actor, { verb: 'delete', object, before: describeForAudit(project) });
    await live.publish(trx, `project:${id}`, `user:${caller.actor.userId}`);
    return [...folders, ...unused];
  });
  discardFiles({ db, files }, left).catch((error: unknown) => {
    logError(
      error,
      'Failed to delete the files of a deleted project; the garbage collection deletes them later',
    );
  });
}
