/** All SQL about projects. Rows outside of the scope aren't found. */
import { type Insertable, sql, type SqlBool, type Updateable } from 'kysely';
import type { ProjectState } from '#contract/project-shapes.ts';
import { isAmong, listPage, type ListOptions } from '#server/db/list-page.ts';
import type { BuildOptions } from '#server/db/build-options.ts';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';
import { owned, type Scope } from '#server/db/scope.ts';

type ProjectsTable = Schema['projects'];

const LAST_RUN = [
  'runs.id as run_id',
  'runs.kind as run_kind',
  'runs.state as run_state',
  'runs.pages_total as run_pages_total',
  'runs.pages_done as run_pages_done',
  'runs.skipped as run_skipped',
  'runs.held as run_held',
  'runs.dropped as run_dropped',
  'runs.bytes as run_bytes',
  'runs.created_at as run_created_at',
  'runs.started_at as run_started_at',
  'runs.finished_at as run_finished_at',
  'runs.pinned_at as run_pinned_at',
  'runs.pruned_at as run_pruned_at',
] as const;

/**
 * State that a project shows. If the last run completed, it is that of the current run, because an earlier run may have
 * been restored. A test never makes a project completed, and a canceled test never makes it canceled.
 */
const STATE = sql<string>`case
  when runs.id is null then 'draft'
  when runs.state in ('completed', 'completed_with_skips') or (runs.kind = 'test' and runs.state = 'canceled')
    then coalesce(current_run.state, case when runs.state = 'canceled' then runs.state else 'test_only' end)
  else runs.state end`;

function selectOwn(db: Db, scope: Scope) {
  const query = db
    .selectFrom('projects')
    .leftJoin('runs', 'runs.id', 'projects.last_run_id')
    .leftJoin('runs as current_run', 'current_run.id', 'projects.current_run_id');
  return owned(query, scope, 'projects');
}

/** Sort options of the contract. */
const SORTS = {
  title: { by: sql`lower(projects.title)` },
  updated_at: { by: sql.ref('projects.updated_at') },
  created_at: { by: sql.ref('projects.created_at') },
  pages: { by: sql.ref('projects.pages'), mayBeEmpty: true },
};

/** Filters of the list; empty ones are ignored. */
interface Filters {
  state?: readonly ProjectState[] | undefined;
  type?: readonly string[] | undefined;
  domain_id?: number | undefined;
}

/** Checks that the scope has such a domain. */
export async function hasDomain(db: Db, id: number, scope: Scope): Promise<boolean> {
  const row = await owned(db.selectFrom('domains'), scope, 'domains')
    .select('domains.id')
    .where('domains.id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** A join would compare every pair of rows if the planner expects small tables. */
const DOMAIN = sql<string | null>`(select domains.name from domains where domains.id = projects.domain_id)`;

export function listProjects(
  db: Db,
  scope: Scope,
  { state = [], type = [], domain_id: domainId, ...options }: ListOptions<keyof typeof SORTS> & Filters,
) {
  const filters = [
    ...(state.length === 0 ? [] : [sql<SqlBool>`${STATE} in (${sql.join(state)})`]),
    ...(domainId === undefined ? [] : [sql<SqlBool>`projects.domain_id = ${domainId}`]),
    ...(type.length === 0 ? [] : [sql<SqlBool>`projects.type in (${sql.join(type)})`]),
  ];
  const findDomains = (pattern: string) =>
    owned(db.selectFrom('domains'), scope, 'domains')
      .select('domains.id')
      .where('domains.name', 'ilike', pattern);
  const searched = [
    'projects.title',
    (pattern: string) => isAmong('projects.domain_id', findDomains(pattern)),
  ] as const;
  const list = { rows: selectOwn(db, scope), key: 'projects.id', sorts: SORTS, searched, filters } as const;
  return listPage(list, options, (query) =>
    query.select([
      'projects.id',
      'projects.title',
      'projects.type',
      'projects.workspace_id',
      DOMAIN.as('domain'),
      'projects.pages',
      'projects.current_run_id',
      'projects.created_at',
      'projects.updated_at',
      'current_run.skipped as current_skipped',
      STATE.as('state'),
      ...LAST_RUN,
    ]),
  );
}

export type ProjectListRow = Awaited<ReturnType<typeof listProjects>>['rows'][number];

/** A Geocoder has copies of images instead of pages. */
const HAS_PAGES = sql`projects.type <> 'geocoder'`;

/** Counts projects by state, with the pages of their current runs. */
export function countByState(db: Db, scope: Scope) {
  return selectOwn(db, scope)
    .select([
      STATE.as('state'),
      sql<number>`count(*)::int`.as('projects'),
      sql<number>`(count(projects.pages) filter (where ${HAS_PAGES}))::int`.as('with_pages'),
      sql<number>`coalesce(sum(projects.pages) filter (where ${HAS_PAGES}), 0)::float8`.as('pages'),
      sql<number>`coalesce(sum(current_run.skipped), 0)::float8`.as('skipped'),
    ])
    .groupBy(STATE)
    .execute();
}

/** Counts projects with a completed test, and those whose pages were downloaded. */
export function countSteps(db: Db, scope: Scope) {
  const query = db.selectFrom('runs').innerJoin('projects', 'projects.id', 'runs.project_id');
  return owned(query, scope, 'projects')
    .select([
      sql<number>`(count(distinct project_id) filter (where runs.kind = 'test' and runs.state = 'completed'))::int`.as(
        'tested',
      ),
      sql<number>`(count(distinct project_id) filter (where runs.downloaded_at is not null))::int`.as(
        'downloaded',
      ),
    ])
    .executeTakeFirstOrThrow();
}

export function findProject(db: Db, id: number, scope: Scope) {
  return owned(selectWhole(db), scope, 'projects').where('projects.id', '=', id).executeTakeFirst();
}

function selectWhole(db: Db) {
  return db
    .selectFrom('projects')
    .leftJoin('uploads as seed', 'seed.id', 'projects.seed_id')
    .leftJoin('uploads as sheet', 'sheet.id', 'projects.sheet_id')
    .leftJoin('uploads as combined', 'combined.id', 'projects.combined_id')
    .leftJoin('domains', 'domains.id', 'projects.domain_id')
    .selectAll('projects')
    .select('domains.name as domain')
    .select(['seed.name as seed_name', 'seed.size as seed_size', 'seed.storage_key as seed_storage_key'])
    .select(['sheet.name as sheet_name', 'sheet.size as sheet_size'])
    .select(['sheet.storage_key as sheet_storage_key', 'sheet.sha256 as sheet_sha256'])
    .select(['combined.name as combined_name', 'combined.storage_key as combined_storage_key'])
    .select(['seed.sha256 as seed_sha256', 'combined.sha256 as combined_sha256']);
}

/** Finds the project of a form by the key that the form chose. */
export function findProjectByKey(db: Db, key: string, scope: Scope) {
  return owned(selectWhole(db), scope, 'projects').where('projects.key', '=', key).executeTakeFirst();
}

export type ProjectRow = NonNullable<Awaited<ReturnType<typeof findProject>>>;

/** Finds the last save of a project: its revision, time and user. */
export function findLastSave(db: Db, id: number) {
  return db
    .selectFrom('projects')
    .select(['revision', 'updated_at'])
    .select(({ selectFrom }) =>
      selectFrom('runs')
        .innerJoin('users', 'users.id', 'runs.started_by')
        .select(sql<string>`first_name || ' ' || last_name`.as('name'))
        .whereRef('runs.project_id', '=', 'projects.id')
        .where('runs.kind', '=', 'save')
        .orderBy('runs.id', 'desc')
        .limit(1)
        .as('saved_by'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
}

export type NewProject = Pick<
  Insertable<ProjectsTable>,
  | 'workspace_id'
  | 'created_by'
  | 'key'
  | 'title'
  | 'type'
  | 'notes'
  | 'google_spread_sheet'
  | keyof BuildOptions
  | 'seed_id'
  | 'sheet_id'
  | 'combined_id'
  | 'domain_id'
  | 'created_at'
  | 'updated_at'
>;

export async function insertProject(db: Db, project: NewProject): Promise<number> {
  const { id } = await db
    .insertInto('projects')
    .values({ ...project, current_run_id: null, last_run_id: null, pages: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks a project. @returns false if it was moved to another workspace or deleted */
export async function lockInWorkspace(
  trx: Db,
  { id, workspace_id: workspaceId }: { id: number; workspace_id: number },
): Promise<boolean> {
  const found = await trx
    .selectFrom('projects')
    .select('id')
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

/** Locks a project. @returns its gate; undefined if it was moved to another workspace or deleted */
export function lockQualityGate(
  trx: Db,
  { id, workspace_id: workspaceId }: { id: number; workspace_id: number },
) {
  return trx
    .selectFrom('projects')
    .select('quality_gate')
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Sets the gate. The revision stays, because the form doesn't show it. */
export async function updateQualityGate(trx: Db, id: number, gate: string): Promise<void> {
  await trx.updateTable('projects').set({ quality_gate: gate }).where('id', '=', id).execute();
}

/** Updates a project if it still has the revision. @returns false if it hasn't */
export async function updateProject(
  db: Db,
  { id, revision }: { id: number; revision: number },
  change: Updateable<ProjectsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('projects')
    .set({ ...change, revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lists the seeds, sheets and images of a project, its runs and the drafts of its edit form. */
export async function listUploadsOfProject(db: Db, projectId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('projects')
    .select(['seed_id', 'sheet_id'])
    .where('id', '=', projectId)
    .unionAll((from) =>
      from.selectFrom('runs').select(['seed_id', 'sheet_id']).where('project_id', '=', projectId),
    )
    .unionAll((from) =>
      from.selectFrom('drafts').select(['seed_id', 'sheet_id']).where('project_id', '=', projectId),
    )
    .unionAll((from) =>
      from
        .selectFrom('drafts')
        .select(['linked_id as seed_id', 'linked_id as sheet_id'])
        .where('project_id', '=', projectId),
    )
    .unionAll((from) =>
      from
        .selectFrom('drafts')
        .select(['combined_id as seed_id', 'combined_id as sheet_id'])
        .where('project_id', '=', projectId),
    )
    .unionAll((from) =>
      from
        .selectFrom('runs')
        .select(['combined_id as seed_id', 'combined_id as sheet_id'])
        .where('project_id', '=', projectId),
    )
    .unionAll((from) =>
      from
        .selectFrom('projects')
        .select(['combined_id as seed_id', 'combined_id as sheet_id'])
        .where('id', '=', projectId),
    )
    .unionAll((from) =>
      from
        .selectFrom('images')
        .leftJoin('drafts', 'drafts.id', 'images.draft_id')
        .select(['upload_id as seed_id', 'upload_id as sheet_id'])
        .where(({ or, eb }) =>
          or([eb('images.project_id', '=', projectId), eb('drafts.project_id', '=', projectId)]),
        ),
    )
    .unionAll((from) =>
      from
        .selectFrom('run_images')
        .innerJoin('runs', 'runs.id', 'run_images.run_id')
        .select(['upload_id as seed_id', 'upload_id as sheet_id'])
        .where('runs.project_id', '=', projectId),
    )
    .execute();
  const ids = rows.flatMap(({ seed_id: seed, sheet_id: sheet }) => [seed, sheet]);
  return [...new Set(ids.filter((id) => id !== null))];
}

export async function deleteProject(db: Db, id: number): Promise<void> {
  await db.deleteFrom('projects').where('id', '=', id).execute();
}
