/** All SQL that joins figures of Google Search with our own domains, projects and generated pages. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { listPage, type ListWishes } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';
import { owned, type Scope } from '#server/db/scope.ts';
import { DIMENSION_NUMBERS } from '#server/db/search-schema.ts';

interface Days {
  from: string;
  to: string;
}

/** The domain of a project: the chosen one, or the one that its pages are on. */
const DOMAIN = sql`coalesce(projects.domain_id, (
  select domains.id from domains where domains.workspace_id = projects.workspace_id
    and regexp_replace(domains.name, '^www\.', '')
      = regexp_replace(substring(projects.site from '^https?://([^/:]+)'), '^www\.', '')
  order by domains.id limit 1))`;

export interface PagesWish {
  scope: Scope;
  domainId: number | undefined;
  projectId: number | undefined;
  /** None while there are no figures. */
  days: Days | undefined;
  compared: Days | undefined;
}

const SUMS = sql`coalesce(sum(clicks), 0)::float8 as clicks, coalesce(sum(impressions), 0)::float8 as impressions,
  coalesce(sum(position_sum), 0) as position_sum`;
const NO_SUMS = sql`select null::int as domain_id, null::uuid as page_key, null::float8 as clicks,
  null::float8 as impressions, null::float8 as position_sum where false`;

/** The projects that are asked for. */
function ofProjects({ scope, domainId, projectId }: PagesWish): RawBuilder<unknown> {
  return sql`projects.workspace_id = any(${[...scope.workspaceIds]}::int[])
      ${projectId === undefined ? sql`` : sql`and projects.id = ${projectId}`}
      ${domainId === undefined ? sql`` : sql`and ${DOMAIN} = ${domainId}`}`;
}

/** The pages of the current runs that are asked for, each with the domain that has its figures. */
function selectPages(wish: PagesWish): RawBuilder<unknown> {
  return sql`select projects.id as project_id, projects.title as project, ${DOMAIN} as domain_id,
      run_pages.sheet_row, run_pages.label, run_pages.address, run_pages.page_key,
      run_pages.latitude, run_pages.longitude
    from projects join run_pages on run_pages.run_id = projects.current_run_id
    where ${ofProjects(wish)}`;
}

/** Sums of the pages of these domains, by page: first by number, because names are few and figures are many. */
function sumPages(domainIds: readonly number[], days: Days | undefined): RawBuilder<unknown> {
  if (days === undefined) return NO_SUMS;
  return sql`select names.domain_id, names.page_key, ${SUMS}
    from (select name_number, ${SUMS} from search_figures
      where domain_id = any(${[...domainIds]}::int[]) and dimension = ${DIMENSION_NUMBERS.page}
        and day between ${days.from}::date and ${days.to}::date
      group by name_number) as figures
    join search_names as names on names.id = figures.name_number
    group by names.domain_id, names.page_key`;
}

/** The domains that have figures of these pages. */
async function listPageDomains(db: Db, wish: PagesWish): Promise<number[]> {
  const { rows } = await sql<{ domain_id: number | null }>`select distinct ${DOMAIN} as domain_id
    from projects where current_run_id is not null and ${ofProjects(wish)}`.execute(db);
  return rows.flatMap(({ domain_id: id }) => (id === null ? [] : [id]));
}

async function joinPages(db: Db, wish: PagesWish): Promise<RawBuilder<unknown>> {
  const ids = await listPageDomains(db, wish);
  return sql`with pages as materialized (${selectPages(wish)}), now as (${sumPages(ids, wish.days)}),
    before as (${sumPages(ids, wish.compared)}), joined as (
      select pages.*, coalesce(now.clicks, 0) as clicks, coalesce(now.impressions, 0) as impressions,
        coalesce(now.position_sum, 0) as position_sum, coalesce(before.clicks, 0) as previous_clicks,
        coalesce(before.impressions, 0) as previous_impressions,
        coalesce(before.position_sum, 0) as previous_position_sum
      from pages
      left join now on now.domain_id = pages.domain_id and now.page_key = pages.page_key
      left join before on before.domain_id = pages.domain_id and before.page_key = pages.page_key)`;
}

export interface PageFigures {
  clicks: number;
  impressions: number;
  position_sum: number;
  previous_clicks: number;
  previous_impressions: number;
  previous_position_sum: number;
}

export interface TownFigures extends PageFigures {
  project_id: number;
  project: string;
  sheet_row: number;
  label: string;
  address: string;
  latitude: number | null;
  longitude: number | null;
  total: number;
}

/** What the orders of the contract mean; a page without impressions has no place and comes last. */
const ORDERS: Readonly<Record<string, RawBuilder<unknown>>> = {
  clicks: sql`clicks`,
  impressions: sql`impressions`,
  ctr: sql`clicks / nullif(impressions, 0)`,
  position: sql`position_sum / nullif(impressions, 0)`,
  change: sql`clicks - previous_clicks`,
  town: sql`lower(label)`,
  row: sql`sheet_row`,
};

export interface TownsWish extends PagesWish {
  search: string | undefined;
  earning: 'yes' | 'no' | undefined;
  sort: string;
  limit: number;
  offset: number;
}

/** One page of the list, each with how many there are in all. */
export async function listTowns(db: Db, wish: TownsWish): Promise<TownFigures[]> {
  const { search, earning, sort, limit, offset } = wish;
  const pattern = `%${(search ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`;
  const joined = await joinPages(db, wish);
  const { rows } = await sql<TownFigures>`${joined}
    select joined.*, (count(*) over ())::int as total from joined
    where ${search ? sql`(label ilike ${pattern} or address ilike ${pattern})` : sql`true`}
      ${earning === undefined ? sql`` : earning === 'yes' ? sql`and impressions > 0` : sql`and impressions = 0`}
    order by ${ORDERS[sort.replace(/^-/, '')] ?? sql`clicks`} ${sort.startsWith('-') ? sql`desc` : sql`asc`} nulls last,
      project_id, sheet_row
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** All of them added up. */
export async function countPages(db: Db, wish: PagesWish) {
  const joined = await joinPages(db, wish);
  const { rows } = await sql<PageFigures & { pages: number; earning: number; clicking: number }>`${joined}
    select count(*)::int as pages, (count(*) filter (where impressions > 0))::int as earning,
      (count(*) filter (where clicks > 0))::int as clicking, ${SUMS},
      coalesce(sum(previous_clicks), 0)::float8 as previous_clicks,
      coalesce(sum(previous_impressions), 0)::float8 as previous_impressions,
      coalesce(sum(previous_position_sum), 0) as previous_position_sum
    from joined`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The database returned no row.');
  return row;
}

/** Degrees are rounded to so many decimals, about a kilometer: towns that no map can tell apart are one point. */
const DECIMALS = sql.lit(2);

/** Where pages with clicks are, and one row for those of which that is not known. */
export async function listPlaces(db: Db, wish: PagesWish) {
  const joined = await joinPages(db, { ...wish, compared: undefined });
  const { rows } = await sql<{
    latitude: number | null;
    longitude: number | null;
    clicks: number;
    pages: number;
  }>`${joined}, places as (select clicks,
      case when longitude is null then null else round(latitude::numeric, ${DECIMALS})::float8 end as latitude,
      case when latitude is null then null else round(longitude::numeric, ${DECIMALS})::float8 end as longitude
    from joined where clicks > 0)
    select latitude, longitude, sum(clicks)::float8 as clicks, count(*)::int as pages
    from places group by latitude, longitude order by clicks desc, latitude, longitude`.execute(db);
  return rows;
}

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
  wishes: ListWishes<keyof typeof PORTFOLIO_ORDERS>,
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
  return listPage(list, wishes, (query) =>
    query.select([
      'domains.id',
      'domains.name',
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

/** Clicks of these domains by day, in order. */
export async function listClicks(db: Db, domainIds: readonly number[], { from, to }: Days) {
  return db
    .selectFrom('search_days')
    .select(['domain_id', sql<string>`day::text`.as('day'), 'clicks'])
    .where(sql<SqlBool>`domain_id = any(${[...domainIds]}::int[])`)
    .where(sql<SqlBool>`day between ${from}::date and ${to}::date`)
    .execute();
}

/** How much there is of what the first steps make. */
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

/** Whether there is such a project in the scope. */
export async function hasProject(db: Db, id: number, scope: Scope): Promise<boolean> {
  const row = await owned(db.selectFrom('projects'), scope, 'projects')
    .select('projects.id')
    .where('projects.id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
