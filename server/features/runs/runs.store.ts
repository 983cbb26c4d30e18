/** SQL for runs and their parts. */
import { type ExpressionBuilder, type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import { ACTIVE_STATES, type RunState } from '#contract/run-shapes.ts';
import { BUILD_OPTIONS, type BuildOptions } from '#server/db/build-options.ts';
import { listPage, type ListOptions } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';
import { owned, type Scope } from '#server/db/scope.ts';

export type RunChange = Omit<Updateable<Schema['runs']>, 'state'> & { state?: RunState };

const LIST_COLUMNS = [
  'id',
  'kind',
  'state',
  'pages_total',
  'pages_done',
  'skipped',
  'held',
  'dropped',
  'bytes',
  'created_at',
  'started_at',
  'finished_at',
  'pinned_at',
  'pruned_at',
] as const;

/** All columns but `quality`, which is large: it has its own query. */
const RUN_COLUMNS = [
  'runs.id',
  'runs.project_id',
  'runs.started_by',
  'runs.kind',
  'runs.state',
  'runs.title',
  'runs.footer_links',
  'runs.keep',
  'runs.seed_page',
  'runs.schedule',
  'runs.columns',
  'runs.quality_gate',
  'runs.site_base_url',
  'runs.file_name',
  'runs.caption',
  'runs.seed_id',
  'runs.sheet_id',
  'runs.combined_id',
  'runs.sheet_link',
  'runs.pages_planned',
  'runs.split',
  'runs.pages_total',
  'runs.pages_done',
  'runs.parts_total',
  'runs.parts_done',
  'runs.skipped',
  'runs.held',
  'runs.dropped',
  'runs.is_measuring',
  'runs.compared',
  'runs.bytes',
  'runs.output_bytes',
  'runs.table_bytes',
  'runs.split_parts',
  'runs.message',
  'runs.report',
  'runs.now_writing',
  'runs.is_cancel_wanted',
  'runs.downloaded_at',
  'runs.pinned_at',
  'runs.pruned_at',
  'runs.has_rows',
  'runs.created_at',
  'runs.started_at',
  'runs.finished_at',
] as const;

export async function insertRun(db: Db, run: Insertable<Schema['runs']>): Promise<number> {
  const { id } = await db.insertInto('runs').values(run).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Locks the user, so that concurrent saves don't count the same runs. */
export async function lockUser(trx: Db, userId: number): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/** Counts the queued full runs of a user. */
export async function countQueuedRuns(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('runs')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('started_by', '=', userId)
    .where('kind', '=', 'save')
    .where('state', '=', 'queued')
    .executeTakeFirstOrThrow();
  return count;
}

export function findRun(db: Db, id: number) {
  return db
    .selectFrom('runs')
    .select(RUN_COLUMNS)
    .select(sql<number | null>`(quality ->> 'score')::float8`.as('quality_score'))
    .where('id', '=', id)
    .executeTakeFirst();
}

export type RunRow = NonNullable<Awaited<ReturnType<typeof findRun>>>;

/** A run without its report, which may be long. */
export function findRunFigures(db: Db, id: number) {
  return db
    .selectFrom('runs')
    .select(LIST_COLUMNS)
    .select(['parts_total', 'parts_done', 'message', 'now_writing', 'split_parts', 'output_bytes'])
    .select(['is_measuring', 'compared'])
    .select(sql<boolean>`report is not null`.as('has_report'))
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Finds the changing columns of the newest test of a project. */
export function findNewestTest(db: Db, projectId: number) {
  return db
    .selectFrom('runs')
    .select(['id', 'state', 'pages_done'])
    .where('project_id', '=', projectId)
    .where('kind', '=', 'test')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Finds the full run of a project that is in progress; none starts until the transaction ends. */
export async function findWorkingSave(trx: Db, projectId: number): Promise<number | undefined> {
  await trx.selectFrom('projects').select('id').where('id', '=', projectId).forNoKeyUpdate().execute();
  const working = await trx
    .selectFrom('runs')
    .select('id')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'save')
    .where('state', 'in', ACTIVE_STATES)
    .executeTakeFirst();
  return working?.id;
}

/** Finds a run of a project in the scope. */
export function findOwnRun(db: Db, id: number, { scope, projectId }: { scope: Scope; projectId?: number }) {
  const runs = db
    .selectFrom('runs')
    .innerJoin('projects', 'projects.id', 'runs.project_id')
    .select(RUN_COLUMNS)
    .select(['projects.key as project_key', 'projects.type as project_type']);
  let query = owned(runs, scope, 'projects').where('runs.id', '=', id);
  if (projectId !== undefined) query = query.where('runs.project_id', '=', projectId);
  return query.executeTakeFirst();
}

export type OwnRunRow = NonNullable<Awaited<ReturnType<typeof findOwnRun>>>;

/** Stores the time of the first download. */
export async function noteDownload(db: Db, id: number, now: Date): Promise<void> {
  await db
    .updateTable('runs')
    .set({ downloaded_at: now })
    .where('id', '=', id)
    .where('downloaded_at', 'is', null)
    .execute();
}

/** Finds a run with the storage keys of its seed and sheet. */
export function findRunInput(db: Db, id: number) {
  return db
    .selectFrom('runs')
    .innerJoin('projects', 'projects.id', 'runs.project_id')
    .leftJoin('uploads as seed', 'seed.id', 'runs.seed_id')
    .innerJoin('uploads as sheet', 'sheet.id', 'runs.sheet_id')
    .leftJoin('uploads as combined', 'combined.id', 'runs.combined_id')
    .where('runs.id', '=', id)
    .select(RUN_COLUMNS)
    .select(['projects.key as project_key', 'projects.type as project_type', 'projects.workspace_id'])
    .select(['seed.name as seed_name', 'sheet.name as sheet_name'])
    .select(['seed.storage_key as seed_storage_key', 'sheet.storage_key as sheet_storage_key'])
    .select(['seed.sha256 as seed_sha256', 'sheet.sha256 as sheet_sha256'])
    .select(['combined.name as combined_name', 'combined.storage_key as combined_storage_key'])
    .select('combined.sha256 as combined_sha256')
    .executeTakeFirst();
}

export type RunInputRow = NonNullable<Awaited<ReturnType<typeof findRunInput>>>;

/** Finds name, size and checksum of the input of a run. */
export async function findRunSources(db: Db, id: number) {
  const { seed_name, seed_bytes, seed_sha256, rows_name, rows_bytes, rows_sha256, ...second } = await db
    .selectFrom('runs')
    .innerJoin('uploads as seed', 'seed.id', 'runs.seed_id')
    .innerJoin('uploads as sheet', 'sheet.id', 'runs.sheet_id')
    .leftJoin('uploads as combined', 'combined.id', 'runs.combined_id')
    .where('runs.id', '=', id)
    .select(['seed.name as seed_name', 'seed.size as seed_bytes', 'seed.sha256 as seed_sha256'])
    .select(['sheet.name as rows_name', 'sheet.size as rows_bytes', 'sheet.sha256 as rows_sha256'])
    .select(['combined.name as file', 'combined.size as bytes', 'combined.sha256'])
    .executeTakeFirstOrThrow();
  const { file, bytes, sha256 } = second;
  return {
    seed: { file: seed_name, bytes: seed_bytes, sha256: seed_sha256 },
    rows: { file: rows_name, bytes: rows_bytes, sha256: rows_sha256 },
    ...(file !== null && bytes !== null && sha256 !== null && { combined: { file, bytes, sha256 } }),
  };
}

/** Lists a page of the runs of a project, newest first. */
export function listRuns(db: Db, projectId: number, page: ListOptions) {
  const rows = db.selectFrom('runs').where('project_id', '=', projectId);
  return listPage({ rows, key: 'runs.id', sorts: {} }, page, (query) => query.select(LIST_COLUMNS));
}

/** Updates an active run. @returns false if it has ended */
export async function updateRun(db: Db, id: number, change: RunChange): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('runs')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', ACTIVE_STATES)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countPinned(db: Db, projectId: number): Promise<number> {
  const row = await db
    .selectFrom('runs')
    .select(sql<number>`count(*)::int`.as('pinned'))
    .where('project_id', '=', projectId)
    .where('pinned_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return row.pinned;
}

/** @param at null unpins the run */
export async function setPinned(db: Db, id: number, at: Date | null): Promise<void> {
  await db.updateTable('runs').set({ pinned_at: at }).where('id', '=', id).execute();
}

/** True for a run that was canceled, was deleted with its project, or belongs to an inactive workspace. */
export async function isCancelWanted(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('runs')
    .innerJoin('projects', 'projects.id', 'runs.project_id')
    .innerJoin('workspaces', 'workspaces.id', 'projects.workspace_id')
    .select(['runs.is_cancel_wanted', 'workspaces.status'])
    .where('runs.id', '=', id)
    .executeTakeFirst();
  return row?.is_cancel_wanted !== false || row.status !== 'active';
}

/** A run that was stopped before its end. */
export interface StoppedRun {
  id: number;
  project_id: number;
  kind: 'save' | 'test';
  title: string;
  started_by: number | null;
}

const STOPPED = ['id', 'project_id', 'kind', 'title', 'started_by'] as const;

/** Cancels queued runs immediately, and requests the others to stop. @returns newly canceled runs */
export async function cancelRuns(db: Db, projectIds: readonly number[], now: Date): Promise<StoppedRun[]> {
  const isOfProjects = sql<SqlBool>`project_id = any(${[...projectIds]}::integer[])`;
  const canceled = await db
    .updateTable('runs')
    .set({ state: 'canceled', finished_at: now })
    .where(isOfProjects)
    .where('state', 'in', ['waiting_for_split', 'queued'])
    .returning(STOPPED)
    .execute();
  const asked = await db
    .updateTable('runs')
    .set({ is_cancel_wanted: true })
    .where(isOfProjects)
    .where('state', 'in', ACTIVE_STATES)
    .where('is_cancel_wanted', '=', false)
    .returning(STOPPED)
    .execute();
  return [...canceled, ...asked];
}

/** Input of a plan. */
export interface PlanInput {
  projectId: number;
  options: BuildOptions;
  seedId: string;
  sheetSha256: string;
  combinedSha256: string | null;
}

type NewRun = Insertable<Schema['runs']>;
/** Columns that determine a run. */
export type RunInput = BuildOptions & Pick<NewRun, 'seed_id' | 'combined_id'> & { sheet_id: string };

/** Matches runs that wait for the split answer and have these options. */
const waitsWith = (options: BuildOptions) => (eb: ExpressionBuilder<Schema, 'runs'>) =>
  eb.and([
    eb('runs.state', '=', 'waiting_for_split'),
    ...BUILD_OPTIONS.map((name) => eb(`runs.${name}`, '=', options[name])),
  ]);

/** Continues the run of a project that waits for the split answer, if it has the same input. @returns its ID */
export async function continueWaiting(
  trx: Db,
  input: RunInput & Pick<NewRun, 'project_id'>,
  change: RunChange,
): Promise<number | undefined> {
  const row = await trx
    .updateTable('runs')
    .set(change)
    .where('project_id', '=', input.project_id)
    .where(waitsWith(input))
    .where('seed_id', 'is not distinct from', input.seed_id ?? null)
    .where('sheet_id', '=', input.sheet_id)
    .where('combined_id', 'is not distinct from', input.combined_id ?? null)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Finds the plan of a run that waits for the split answer, if it has the same input. */
export function findWaitingPlan(db: Db, input: PlanInput) {
  return db
    .selectFrom('runs')
    .innerJoin('uploads as sheet', 'sheet.id', 'runs.sheet_id')
    .leftJoin('uploads as combined', 'combined.id', 'runs.combined_id')
    .select(['runs.pages_total as pages', 'runs.skipped'])
    .select(['runs.output_bytes', 'runs.table_bytes', 'runs.split_parts'])
    .where('runs.project_id', '=', input.projectId)
    .where(waitsWith(input.options))
    .where('runs.seed_id', '=', input.seedId)
    .where('sheet.sha256', '=', input.sheetSha256)
    .where('combined.sha256', 'is not distinct from', input.combinedSha256)
    .executeTakeFirst();
}

/** Cancels the runs of a user or a project that wait for the split answer. @returns them */
export async function cancelWaiting(
  db: Db,
  of: { startedBy: number } | { projectId: number; exceptRunId: number | undefined },
  now: Date,
): Promise<StoppedRun[]> {
  let query = db
    .updateTable('runs')
    .set({ state: 'canceled', finished_at: now })
    .where('state', '=', sql.lit('waiting_for_split'));
  if ('startedBy' in of) query = query.where('started_by', '=', of.startedBy);
  else
    query = query
      .where('project_id', '=', of.projectId)
      .where('id', 'is distinct from', of.exceptRunId ?? null);
  return await query.returning(STOPPED).execute();
}

/** Parts of a run, in order. */
export function listParts(db: Db, runId: number) {
  return db.selectFrom('run_parts').selectAll().where('run_id', '=', runId).orderBy('position').execute();
}

export type PartRow = Awaited<ReturnType<typeof listParts>>[number];

export async function insertParts(db: Db, parts: PartRow[]): Promise<void> {
  if (parts.length > 0) await db.insertInto('run_parts').values(parts).execute();
}

export function findPart(db: Db, runId: number, position: number) {
  return db
    .selectFrom('run_parts')
    .selectAll()
    .where('run_id', '=', runId)
    .where('position', '=', position)
    .executeTakeFirst();
}

export async function listRunIds(db: Db, projectId: number): Promise<number[]> {
  const rows = await db.selectFrom('runs').select('id').where('project_id', '=', projectId).execute();
  return rows.map((row) => row.id);
}

export function listRunStates(db: Db, ids: readonly number[]) {
  return db.selectFrom('runs').select(['id', 'state', 'pruned_at']).where('id', 'in', ids).execute();
}
