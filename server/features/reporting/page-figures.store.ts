/** All SQL that reads figures of generated pages: from the report that is kept of a run, else added up. */
import { type RawBuilder, sql } from 'kysely';
import type { Comparison, Period } from '#contract/search-shapes.ts';
import type { Db, Trx } from '#server/db/open.ts';
import type { Scope } from '#server/db/scope.ts';
import { type Days, type RunOfDomain, sumRunPages } from '#server/db/search-sums.ts';

export interface PagesWish {
  workspaceIds: Scope['workspaceIds'];
  domainId: number | undefined;
  projectId: number | undefined;
  period: Period;
  comparison: Comparison | undefined;
  /** The last day with figures; none while there are none, and then no days either. */
  until: string | null;
  days: Days | undefined;
  compared: Days | undefined;
}

interface Target extends RunOfDomain {
  /** Whether a report of it is kept. */
  is_kept: boolean;
}

/** Domains by the hosts that a site may name. */
const withoutWww = (host: RawBuilder<unknown>) => sql`regexp_replace(${host}, '^www\.', '')`;

/** The current runs that are asked for: of a project whose domain is the chosen one, or the one its pages are on. */
export async function listTargets(
  db: Db,
  { workspaceIds, domainId, projectId, until, period }: Omit<PagesWish, 'comparison' | 'days' | 'compared'>,
): Promise<Target[]> {
  const ids = sql`${[...workspaceIds]}::int[]`;
  const { rows } = await sql<Target>`with hosts as (
      select workspace_id, ${withoutWww(sql`name`)} as host, min(id) as id from domains
      where workspace_id = any(${ids}) group by workspace_id, host),
    targets as (
      select projects.id, current_run_id as run_id, coalesce(projects.domain_id, hosts.id) as domain_id
      from projects left join hosts on hosts.workspace_id = projects.workspace_id
        and hosts.host = ${withoutWww(sql`substring(projects.site from '^https?://([^/:]+)')`)}
      where projects.workspace_id = any(${ids}) and current_run_id is not null)
    select run_id, domain_id, exists (select from page_reports as report where report.run_id = targets.run_id
      and report.domain_id = targets.domain_id and until = ${until}::date and period = ${period}) as is_kept
    from targets where true
      ${projectId === undefined ? sql`` : sql`and id = ${projectId}`}
      ${domainId === undefined ? sql`` : sql`and domain_id = ${domainId}`}`.execute(db);
  return rows;
}

/** What a list may be ordered by and cut to; those of the days that are compared are zeros without them. */
type Column = 'latitude' | 'longitude' | Sum | `previous_${Sum}`;
type Sum = (typeof SUM_NAMES)[number];
const SUM_NAMES = ['clicks', 'impressions', 'position_sum'] as const;
const FIGURES = [...SUM_NAMES, ...SUM_NAMES.map((name) => `previous_${name}` as const)];

/** The pages that are asked for, each with these columns. */
function selectFigures(wish: PagesWish, targets: readonly Target[], columns: readonly Column[]) {
  const { until, period, comparison, days, compared } = wish;
  const kept = targets.filter((target) => target.is_kept).map((target) => target.run_id);
  const others = targets.filter((target) => !target.is_kept);
  const shown = compared === undefined ? columns.filter((name) => !name.startsWith('previous_')) : columns;
  const names = sql.join(['sheet_row', ...shown].map((name) => sql.ref(name)));
  const lists = ['sheet_row', ...shown].map((name) =>
    sql.ref(`report.${comparison === 'year' ? name.replace('previous_', 'year_') : name}`),
  );
  const zeros = columns
    .filter((column) => !shown.includes(column))
    .map((column) => sql`, 0::float8 as ${sql.ref(column)}`);
  const parts = [
    sql`select report.run_id, page.* from page_reports as report, unnest(${sql.join(lists)}) as page(${names})
      where report.run_id = any(${kept}::int[]) and until = ${until}::date and period = ${period}`,
    ...(others.length === 0
      ? []
      : [
          sql`select run_id, ${names} from (${sumRunPages(others, { '': days, previous_: compared })}) as pages`,
        ]),
  ];
  return sql`(select *${sql.join(zeros, sql``)} from (${sql.join(parts, sql` union all `)}) as pages)`;
}

/** One moment of the database: a report that is there when runs are listed is there when it is read. */
function readPages<Result>(
  db: Db,
  wish: PagesWish,
  read: (
    trx: Trx,
    select: (columns: readonly Column[]) => RawBuilder<unknown>,
    runIds: readonly number[],
  ) => Promise<Result>,
): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const targets = await listTargets(trx, wish);
      const runIds = targets.map((target) => target.run_id);
      return read(trx, (columns) => selectFigures(wish, targets, columns), runIds);
    });
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

/** One page of the list, and how many there are in all. */
export function listTowns(db: Db, wish: TownsWish): Promise<{ rows: TownFigures[]; total: number }> {
  const { search, earning, sort, limit, offset } = wish;
  const pattern = `%${(search ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`;
  const isWanted =
    earning === undefined
      ? sql``
      : earning === 'yes'
        ? sql`where impressions > 0`
        : sql`where impressions = 0`;
  const order = sql`${ORDERS[sort.replace(/^-/, '')] ?? sql`clicks`} ${sort.startsWith('-') ? sql`desc` : sql`asc`} nulls last,
    run_id, sheet_row`;
  return readPages(db, wish, async (trx, select, runIds) => {
    const found = sql`with found as materialized (select run_id, sheet_row, label from run_pages
      where run_id = any(${runIds}::int[]) and (label ilike ${pattern} or address ilike ${pattern}))`;
    const withFound = sql`join ${search ? sql`found` : sql`run_pages`} using (run_id, sheet_row)`;
    const isOfPages = search || sort.endsWith('town');
    const { rows } = await sql<TownFigures>`${search ? sql`${found},` : sql`with`} chosen as (
        select run_id, sheet_row, ${sql.join(FIGURES.map((name) => sql.ref(name)))}
        from ${select(FIGURES)} as figures ${isOfPages ? withFound : sql``} ${isWanted}
        order by ${order} limit ${limit} offset ${offset})
      select chosen.*, projects.id as project_id, title as project, label, address, latitude, longitude
      from chosen join run_pages using (run_id, sheet_row) join projects on projects.current_run_id = chosen.run_id
      order by ${order}`.execute(trx);
    if (offset === 0 && rows.length < limit) return { rows, total: rows.length };
    // Each page has figures: without `earning` there are as many as are found.
    const counted = await sql<{ total: number }>`${search ? found : sql``} select count(*)::int as total
      from ${
        search && earning === undefined
          ? sql`found`
          : sql`${select(['impressions'])} as figures
        ${search ? withFound : sql``} ${isWanted}`
      }`.execute(trx);
    return { rows, total: counted.rows[0]?.total ?? 0 };
  });
}

/** All of them added up. */
export function countPages(db: Db, wish: PagesWish) {
  return readPages(db, wish, async (trx, select) => {
    const { rows } = await sql<PageFigures & { pages: number; earning: number; clicking: number }>`
      select count(*)::int as pages, (count(*) filter (where impressions > 0))::int as earning,
        (count(*) filter (where clicks > 0))::int as clicking,
        ${sql.join(FIGURES.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0) as ${sql.ref(name)}`))}
      from ${select(FIGURES)} as figures`.execute(trx);
    const [row] = rows;
    if (row === undefined) throw new Error('The database returned no row.');
    return row;
  });
}

/** Where pages with clicks are, and one row for those of which that is not known. */
export function listPlaces(db: Db, wish: PagesWish) {
  return readPages(db, { ...wish, compared: undefined }, async (trx, select) => {
    const { rows } = await sql<{
      latitude: number | null;
      longitude: number | null;
      clicks: number;
      pages: number;
    }>`select latitude / 100.0::float8 as latitude, longitude / 100.0::float8 as longitude, sum(clicks) as clicks,
        count(*)::int as pages
      from ${select(['latitude', 'longitude', 'clicks'])} as figures where clicks > 0
      group by figures.latitude, figures.longitude
      order by clicks desc, latitude, longitude`.execute(trx);
    return rows;
  });
}
