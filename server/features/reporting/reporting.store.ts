/** SQL for search figures of domains, and for the first steps of a workspace. */
import { type SqlBool, sql } from 'kysely';
import { AGENCY } from '#server/db/domain-facts.ts';
import { listPage, type ListOptions } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';
import { owned, type Scope } from '#server/db/scope.ts';
import type { Days } from '#server/db/search-sums.ts';

function sumDays(db: Db, { from, to }: Days) {
  return db
    .selectFrom('search_days')
    .select('domain_id')
    .select(sql<number>`sum(clicks)::float8`.as('clicks'))
    .select(sql<number>`sum(impressions)::float8`.as('impressions'))
    .select(sql<number>`sum(position_sum)`.as('position_sum'))
    .where(sql<SqlBool>`day between ${from}::date and ${to}::date`)
    .groupBy('domain_id');
}

const PORTFOLIO_ORDERS = {
  clicks: { by: sql`coalesce(now.clicks, 0)` },
  impressions: { by: sql`coalesce(now.impressions, 0)` },
  change: { by: sql`now.clicks / nullif(before.clicks, 0)`, mayBeEmpty: true },
  name: { by: sql.ref('domains.name') },
};

/** One page of the active domains with their sums. */
export function listPortfolio(
  db: Db,
  { scope, days, compared }: { scope: Scope; days: Days; compared: Days },
  options: ListOptions<keyof typeof PORTFOLIO_ORDERS>,
) {
  const rows = owned(
    db
      .selectFrom('domains')
      .leftJoin(sumDays(db, days).as('now'), 'now.domain_id', 'domains.id')
      .leftJoin(sumDays(db, compared).as('before'), 'before.domain_id', 'domains.id')
      .leftJoin('search_sources', 'search_sources.domain_id', 'domains.id')
      .leftJoin('search_properties', 'search_properties.id', 'search_sources.property_id'),
    scope,
    'domains',
  ).where('domains.status', '=', '1');
  const list = { rows, key: 'domains.id', sorts: PORTFOLIO_ORDERS, searched: ['domains.name'] } as const;
  return listPage(list, options, (query) =>
    query.select([
      'domains.id',
      'domains.name',
      AGENCY.as('agency'),
      'domains.workspace_id',
      'search_properties.site as property',
      'search_sources.state',
      sql<string | null>`(select max(day)::text from search_days where domain_id = domains.id)`.as(
        'data_until',
      ),
      sql<number>`coalesce(now.clicks, 0)`.as('clicks'),
      sql<number>`coalesce(now.impressions, 0)`.as('impressions'),
      sql<number>`coalesce(now.position_sum, 0)`.as('position_sum'),
      sql<number>`coalesce(before.clicks, 0)`.as('previous_clicks'),
    ]),
  );
}

/** Lists clicks of domains by day. */
export async function listClicks(db: Db, domainIds: readonly number[], { from, to }: Days) {
  return db
    .selectFrom('search_days')
    .select(['domain_id', sql<string>`day::text`.as('day'), 'clicks'])
    .where(sql<SqlBool>`domain_id = any(${[...domainIds]}::int[])`)
    .where(sql<SqlBool>`day between ${from}::date and ${to}::date`)
    .execute();
}

/** Counts results of the first steps. */
export async function countSteps(db: Db, { workspaceIds }: Scope) {
  const ids = sql`any(${[...workspaceIds]}::int[])`;
  const done = sql`state in ('completed', 'completed_with_skips')`;
  const { rows } = await sql<
    Record<'domain' | 'search_console' | 'project' | 'test' | 'download', number>
  >`with runs_of_all as (
      select runs.state, runs.downloaded_at from runs join projects on projects.id = runs.project_id
      where projects.workspace_id = ${ids})
    select (select count(*) from domains where workspace_id = ${ids} and status = '1')::int as domain,
      (select count(*) from search_sources join domains on domains.id = domain_id
        where workspace_id = ${ids})::int as search_console,
      (select count(*) from projects where workspace_id = ${ids})::int as project,
      (select count(*) from runs_of_all where ${done})::int as test,
      (select count(*) from runs_of_all where downloaded_at is not null)::int as download`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The database returned no row.');
  return row;
}

/** True if the project is in the scope. */
export async function hasProject(db: Db, id: number, scope: Scope): Promise<boolean> {
  const row = await owned(db.selectFrom('projects'), scope, 'projects')
    .select('projects.id')
    .where('projects.id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
