/** SQL that prunes runs: reads projects in batches, marks runs per project, deletes rows in batches. */
import { sql, type SqlBool } from 'kysely';
import { isGeocoder } from '#contract/project-types.ts';
import type { Db, Trx } from '#server/db/open.ts';

/** Literal condition of the index, so that the planner uses it. */
const HAS_FILES = sql<SqlBool>`runs.pruned_at is null and runs.state in ('completed', 'completed_with_skips')`;
/** Rows per statement, which blocks the embedded database for a few milliseconds. */
const ROW_BATCH = 1000;

/** Projects with more than one run that has files, in order. */
export function listProjectsWithRuns(db: Db, { after, limit }: { after: number; limit: number }) {
  return db
    .selectFrom('runs')
    .innerJoin('projects', 'projects.id', 'runs.project_id')
    .select(['projects.id', 'projects.workspace_id'])
    .where('runs.project_id', '>', after)
    .where(HAS_FILES)
    .groupBy(['projects.id', 'projects.workspace_id'])
    .having(({ fn }) => fn.countAll(), '>', 1)
    .orderBy('projects.id')
    .limit(limit)
    .execute();
}

/** Finds the current and last run of a project, and its runs with files. */
export async function findStoredRuns(db: Db, projectId: number) {
  const project = await db
    .selectFrom('projects')
    .select(['current_run_id', 'last_run_id', 'type'])
    .where('id', '=', projectId)
    .executeTakeFirst();
  const runs = await db
    .selectFrom('runs')
    .select(['id', 'kind', 'finished_at', 'pinned_at'])
    .where('project_id', '=', projectId)
    .where(HAS_FILES)
    .execute();
  return project && { ...project, runs };
}

/** Marks runs as pruned: they have no files, and their inputs may be deleted. @returns bytes of their parts */
export async function markPruned(trx: Trx, runIds: readonly number[], now: Date): Promise<number> {
  const parts = await trx.deleteFrom('run_parts').where('run_id', 'in', runIds).returning('size').execute();
  await trx
    .updateTable('runs')
    .set({ pruned_at: now, bytes: 0, seed_id: null, sheet_id: null, combined_id: null })
    .where('id', 'in', runIds)
    .execute();
  return parts.reduce((sum, { size }) => sum + size, 0);
}

/** Pruned runs that may still have rows. */
export function listHalfPruned(db: Db, limit: number) {
  return db
    .selectFrom('runs')
    .innerJoin('projects', 'projects.id', 'runs.project_id')
    .select(['runs.id', 'projects.type'])
    .where(sql<SqlBool>`runs.pruned_at is not null and runs.has_rows`)
    .orderBy('runs.id')
    .limit(limit)
    .execute();
}

/** Tables of a run, with the column that numbers their rows. */
const ROWS = [
  ['run_pages', 'sheet_row'],
  ['run_skipped_towns', 'sheet_row'],
] as const;
/** Images of pages stay, because sites show them at our URLs. */
const GEOCODER_ROWS = [...ROWS, ['run_towns', 'position'], ['run_images', 'position']] as const;

/** Deletes a batch of rows of a pruned run. @returns true if some may remain */
export async function deleteRowBatch(db: Db, { id, type }: { id: number; type: string }): Promise<boolean> {
  for (const [name, number] of isGeocoder(type) ? GEOCODER_ROWS : ROWS) {
    const [table, column] = [sql.table(name), sql.ref(number)];
    const { numAffectedRows = 0n } = await sql`delete from ${table} where run_id = ${id} and ${column} <= (
      select max(${column}) from (
        select ${column} from ${table} where run_id = ${id} order by ${column} limit ${ROW_BATCH}
      ) as first)`.execute(db);
    if (numAffectedRows >= BigInt(ROW_BATCH)) return true;
  }
  await db.deleteFrom('page_reports').where('run_id', '=', id).execute();
  await db.updateTable('runs').set({ has_rows: false }).where('id', '=', id).execute();
  return false;
}
