/** SQL for columns of projects that runs change, and for the pages of runs. */
import { type ExpressionBuilder, sql, type SqlBool, type Updateable } from 'kysely';
import type { BuildOptions } from '#server/db/build-options.ts';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';
import { owned, type Scope } from '#server/db/scope.ts';

export function findProjectRuns(db: Db, id: number, scope: Scope) {
  const query = db.selectFrom('projects').select(['id', 'workspace_id', 'current_run_id', 'last_run_id']);
  return owned(query, scope, 'projects').where('id', '=', id).executeTakeFirst();
}

export type ProjectRuns = NonNullable<Awaited<ReturnType<typeof findProjectRuns>>>;

/** Reads the quality gate of a project, which its runs start with; empty for none. */
export async function getQualityGate(db: Db, id: number): Promise<string> {
  const { quality_gate: gate } = await db
    .selectFrom('projects')
    .select('quality_gate')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return gate;
}

/** Locks a project. Every change of a project and its runs takes this lock first, to avoid deadlocks. */
export async function lockProject(trx: Db, id: number): Promise<void> {
  await trx.selectFrom('projects').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** Like `lockProject`, for all projects of a workspace that have runs. @returns their IDs */
export async function lockWorkspaceProjects(trx: Db, workspaceId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('projects')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('last_run_id', 'is not', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists users who created a project or started a run of it, and can still open it. */
export async function listStarters(trx: Db, projectId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select users.id
    from projects join members on members.workspace_id = projects.workspace_id
      join users on users.id = members.user_id
    where projects.id = ${projectId} and (users.id = projects.created_by
      or exists (select from runs where runs.project_id = projects.id and runs.started_by = users.id))
    order by users.id`.execute(trx);
  return rows.map(({ id }) => id);
}

type RunChange = Pick<Updateable<Schema['projects']>, 'last_run_id' | 'current_run_id' | 'pages' | 'site'> & {
  /** Bytes of the parts that the run has written; negative for those that retention removes. */
  writtenBytes?: number;
};

/** Applies the changes of a run. They aren't edits by a user, so the revision stays. */
export async function updateProjectRuns(
  db: Db,
  id: number,
  { writtenBytes = 0, ...change }: RunChange,
): Promise<void> {
  await db
    .updateTable('projects')
    .set((eb) => ({ ...change, output_bytes: eb('output_bytes', '+', writtenBytes) }))
    .where('id', '=', id)
    .execute();
}

/** Restores the form of a project to the input of a run. Increments the revision, so that open forms are stale. */
export async function restoreContent(
  db: Db,
  id: number,
  content: BuildOptions &
    Pick<
      Updateable<Schema['projects']>,
      'seed_id' | 'sheet_id' | 'combined_id' | 'google_spread_sheet' | 'updated_at'
    >,
): Promise<void> {
  const change = (eb: ExpressionBuilder<Schema, 'projects'>) => ({
    ...content,
    revision: eb('revision', '+', 1),
  });
  await db.updateTable('projects').set(change).where('id', '=', id).execute();
}

/**
 * Inserts pages of a run, and the name of each page that has none yet and isn't left out. Idempotent; does nothing if the run was deleted.
 * Joins only by unique keys, because cached query plans may date from empty tables.
 * @param pages JSON array from the engine
 */
export async function insertPages(db: Db, runId: number, pages: string): Promise<void> {
  await sql`with page as materialized (
      select * from jsonb_to_recordset(${pages}::jsonb) as page("row" integer, url text, label text,
        title text, part integer, latitude double precision, longitude double precision, row_key text, slug text, content_hash uuid,
        scheduled_at double precision, town jsonb, held text, held_reason text, combined_row integer)),
    named as (
      insert into page_names (project_id, row_key, slug, first_run, scheduled_at, town)
      select runs.project_id, page.row_key, page.slug, runs.id, page.scheduled_at, page.town
      from runs cross join page
      where runs.id = ${runId} and page.held is distinct from 'leave-out'
      on conflict (project_id, row_key) do update set
          scheduled_at = coalesce(page_names.scheduled_at, excluded.scheduled_at),
          town = coalesce(excluded.town, page_names.town)
        where (page_names.scheduled_at is null and excluded.scheduled_at is not null) or excluded.town is not null)
    insert into run_pages (run_id, sheet_row, address, label, title, part, latitude, longitude, row_key, content_hash,
      held, held_reason, combined_row)
    select runs.id, page."row", page.url, page.label, page.title, page.part, page.latitude, page.longitude, page.row_key, page.content_hash,
      page.held, page.held_reason, page.combined_row
    from runs cross join page
    where runs.id = ${runId} on conflict do nothing`.execute(db);
}

/** Deletes names from runs of the project that did not complete, before another run writes its own. */
export async function deleteUnfinishedNames(db: Db, projectId: number): Promise<void> {
  const stopped = await db
    .selectFrom('runs')
    .select('id')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'save')
    .where('state', 'in', ['failed', 'canceled'])
    .execute();
  if (stopped.length === 0) return;
  const ids = stopped.map(({ id }) => id);
  await db
    .deleteFrom('page_names')
    .where('project_id', '=', projectId)
    .where('first_run', 'in', ids)
    .execute();
}

/** Returns the slug that each of these row keys first got in a completed run of the project. */
export async function listPageNames(
  db: Db,
  projectId: number,
  rowKeys: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('page_names')
    .innerJoin('runs', 'runs.id', 'page_names.first_run')
    .select(['row_key', 'slug'])
    .where('page_names.project_id', '=', projectId)
    .where(sql<SqlBool>`row_key = any(${[...rowKeys]}::text[])`)
    .where('runs.state', 'in', ['completed', 'completed_with_skips'])
    .execute();
  return new Map(rows.map((row) => [row.row_key, row.slug]));
}

/** Pages per statement, which blocks the embedded database for a few milliseconds. */
const DELETE_BATCH = 1000;

/** Deletes the pages of a run that failed or was canceled. */
export async function deletePages(db: Db, runId: number): Promise<void> {
  for (let deleted = DELETE_BATCH; deleted >= DELETE_BATCH; ) {
    const some = db
      .selectFrom('run_pages')
      .select('sheet_row')
      .where('run_id', '=', runId)
      .limit(DELETE_BATCH);
    const { numDeletedRows } = await db
      .deleteFrom('run_pages')
      .where('run_id', '=', runId)
      .where('sheet_row', 'in', some)
      .executeTakeFirst();
    deleted = Number(numDeletedRows);
  }
}

/**
 * Returns the dates of scheduled pages by row key, in seconds since 1970.
 * @param until run after which pages are new
 */
export async function listScheduledDates(
  db: Db,
  projectId: number,
  until?: number,
): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('page_names')
    .select(['row_key', 'scheduled_at'])
    .where('project_id', '=', projectId)
    .where('scheduled_at', 'is not', null)
    .$if(until !== undefined, (query) => query.where('first_run', '<=', until ?? 0))
    .execute();
  return Object.fromEntries(rows.map((row) => [row.row_key, row.scheduled_at ?? 0]));
}

/**
 * Returns the towns that rows were found to be as a JSON array, which is parsed on a thread: there may be one for each
 * of 100,000 rows. Empty if there are none.
 * @param until ignores the rows of later runs
 */
export async function listKnownTowns(db: Db, projectId: number, until?: number): Promise<string> {
  const { rows } = await sql<{
    towns: string | null;
  }>`select json_agg(town order by town ->> 'key' collate "C", town ->> 'cells' collate "C")::text as towns
    from page_names where project_id = ${projectId} and town is not null
      ${until === undefined ? sql`` : sql`and first_run <= ${until}`}`.execute(db);
  return rows[0]?.towns ?? '';
}
