/** SQL for styles of sites, stored with their projects. */
import { type SqlBool, sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { deleteInBatches } from '#server/db/repeat-batches.ts';

export async function findSiteStyles(db: Db, projectId: number) {
  return db
    .selectFrom('site_styles')
    .select(['site', 'styles', 'fetched_at'])
    .where('project_id', '=', projectId)
    .executeTakeFirst();
}

/** Name of the domain of a project. */
export async function findProjectDomain(db: Db, projectId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('projects')
    .innerJoin('domains', 'domains.id', 'projects.domain_id')
    .select('domains.name')
    .where('projects.id', '=', projectId)
    .executeTakeFirst();
  return row?.name;
}

/** Replaces the styles of a project; does nothing if it was deleted. */
export async function saveSiteStyles(
  db: Db,
  projectId: number,
  { site, styles, now }: { site: string; styles: object | null; now: Date },
): Promise<void> {
  const json = styles && JSON.stringify(styles);
  await sql`insert into site_styles (project_id, site, styles, fetched_at)
    select id, ${site}, ${json}::jsonb, ${now}::timestamptz from projects where id = ${projectId}
    on conflict (project_id) do update
      set site = excluded.site, styles = excluded.styles, fetched_at = excluded.fetched_at`.execute(db);
}

/** Rows of up to 2 MB each. */
const BATCH_SIZE = 100;

export function deleteOldStyles(db: Db, before: Date, signal: AbortSignal): Promise<void> {
  const where = sql<SqlBool>`fetched_at < ${before}::timestamptz`;
  return deleteInBatches(db, { table: 'site_styles', where, count: BATCH_SIZE }, signal);
}
