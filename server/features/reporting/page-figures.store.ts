/** SQL that reads figures of generated pages: from the stored report of a run, or else added up. */
import { type RawBuilder, sql } from 'kysely';
import type { Comparison, Period } from '#contract/search-shapes.ts';
import { toPattern } from '#server/db/list-page.ts';
import type { Db, Trx } from '#server/db/open.ts';
import type { Scope } from '#server/db/scope.ts';
import { type Days, type RunOfDomain, sumRunPages } from '#server/db/search-sums.ts';
import { WEAK_BELOW } from '#server/db/weak-pages.ts';

export interface PagesQuery {
  workspaceIds: Scope['workspaceIds'];
  domainId: number | undefined;
  projectId: number | undefined;
  period: Period;
  comparison: Comparison | undefined;
  /** The last day with figures; null without figures, and then `days` is undefined. */
  until: string | null;
  days: Days | undefined;
  compared: Days | undefined;
}

export interface Target extends RunOfDomain {
  /** Pages that score less are weak. */
  weak_below: number;
  /** True if its report is stored. */
  is_stored: boolean;
}

/** Matches hosts with and without www. */
const withoutWww = (host: RawBuilder<unknown>) => sql`regexp_replace(${host}, '^www\.', '')`;

/** Lists the current runs of a query. A project belongs to its domain, or else to the domain that its pages are on. */
export async function listTargets(
  db: Db,
  { workspaceIds, domainId, projectId, until, period }: Omit<PagesQuery, 'comparison' | 'days' | 'compared'>,
): Promise<Target[]> {
  const ids = sql`${[...workspaceIds]}::int[]`;
  const { rows } = await sql<Target>`with hosts as (
      select workspace_id, ${withoutWww(sql`name`)} as host, min(id) as id from domains
      where workspace_id = any(${ids}) group by workspace_id, host),
    targets as (
      select projects.id, current_run_id as run_id, coalesce(projects.domain_id, hosts.id) as domain_id,
        ${WEAK_BELOW} as weak_below
      from projects left join hosts on hosts.workspace_id = projects.workspace_id
        and hosts.host = ${withoutWww(sql`substring(projects.site from '^https?://([^/:]+)')`)}
      where projects.workspace_id = any(${ids}) and current_run_id is not null)
    select run_id, domain_id, weak_below, exists (select from page_reports as report where report.run_id = targets.run_id
      and report.domain_id = targets.domain_id and until = ${until}::date and period = ${period}) as is_stored
    from targets where true
      ${projectId === undefined ? sql`` : sql`and id = ${projectId}`}
      ${domainId === undefined ? sql`` : sql`and domain_id = ${domainId}`}`.execute(db);
  return rows;
}

/** Columns of a page; without a comparison, those of the compared days are 0. */
type Column = 'latitude' | 'longitude' | Sum | `previous_${Sum}`;
type Sum = (typeof SUM_NAMES)[number];
const SUM_NAMES = ['clicks', 'impressions', 'position_sum'] as const;
const FIGURES = [...SUM_NAMES, ...SUM_NAMES.map((name) => `previous_${name}` as const)];

/** Joins `run_pages` with the domains and limits of their runs, and with their states in the index of Google, if any. */
export function joinIndexStates(targets: readonly Omit<Target, 'is_stored'>[]): RawBuilder<unknown> {
  const list = (name: keyof RunOfDomain | 'weak_below') =>
    sql`${targets.map((target) => target[name])}::int[]`;
  return sql`join unnest(${list('run_id')}, ${list('domain_id')}, ${list('weak_below')})
      as target(run_id, domain_id, weak_below) using (run_id)
    left join index_states using (domain_id, page_key)`;
}

/** Pages of a query, as parts of a statement. */
interface Pages {
  runIds: readonly number[];
  joinStates: RawBuilder<unknown>;
  /** Start of a statement: stored reports, and added-up figures of runs without one. */
  sources: RawBuilder<unknown>;
  /** Selects columns of each page; `ofRuns` filters runs. */
  select: (columns: readonly Column[], ofRuns?: RawBuilder<unknown>) => RawBuilder<unknown>;
}

function describePages(query: PagesQuery, targets: readonly Target[]): Pages {
  const { until, period, comparison, days, compared } = query;
  const kept = targets.filter((target) => target.is_stored).map((target) => target.run_id);
  const others = targets.filter((target) => !target.is_stored);
  const unnest = (name: string) => sql`unnest(${sql.ref(name)})`;
  const unnestColumn = (name: Column) => {
    if (compared === undefined && name.startsWith('previous_')) return sql`0::float8`;
    return unnest(comparison === 'year' ? name.replace('previous_', 'year_') : name);
  };
  return {
    runIds: targets.map((target) => target.run_id),
    joinStates: joinIndexStates(targets),
    // Materialized: below a union the lists would be read in parallel, in a plan that expects too few pages.
    sources: sql`with kept as materialized (select * from page_reports
        where run_id = any(${kept}::int[]) and until = ${until}::date and period = ${period}),
      added as materialized (${sumRunPages(others, { '': days, previous_: compared })})`,
    // Lists unnested in the select are streamed; as tables in the from clause, each would be materialized first.
    select: (columns, ofRuns = sql``) => sql`(
      select ${sql.join(['run_id', 'sheet_row', ...columns].map((name) => sql.ref(name)))} from added where true ${ofRuns}
      union all
      select run_id, ${sql.join([unnest('sheet_row'), ...columns.map(unnestColumn)])} from kept where true ${ofRuns})`,
  };
}

/** Sorts and joins 200,000 pages in memory. PostgreSQL's default of 4 MB would use temporary files. */
const WORK_MEMORY = '16MB';

/** Reads in one snapshot, so that a report that is listed still exists when it is read. */
function readPages<Result>(
  db: Db,
  query: PagesQuery,
  read: (trx: Trx, pages: Pages) => Promise<Result>,
): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`select set_config('work_mem', ${WORK_MEMORY}, true)`.execute(trx);
      return read(trx, describePages(query, await listTargets(trx, query)));
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
  run_id: number;
  project_id: number;
  project: string;
  sheet_row: number;
  label: string;
  address: string;
  latitude: number | null;
  longitude: number | null;
  is_indexed: boolean | null;
  coverage: string | null;
  google_canonical: string | null;
  last_crawled_at: Date | null;
  inspected_at: Date | null;
  score: number | null;
  is_weak: boolean;
  flaws: string[] | null;
}

interface Order {
  by: RawBuilder<unknown>;
  /** Figures that the order needs. */
  columns: readonly Column[];
  /** Column of `run_pages` that the order needs. */
  ofPage?: 'label' | 'score';
}

const BY_CLICKS: Order = { by: sql`clicks`, columns: ['clicks'] };
/** Sort orders of the contract; pages without impressions have no position and come last. */
const ORDERS: Readonly<Record<string, Order>> = {
  impressions: { by: sql`impressions`, columns: ['impressions'] },
  ctr: { by: sql`clicks / nullif(impressions, 0)`, columns: ['clicks', 'impressions'] },
  position: { by: sql`position_sum / nullif(impressions, 0)`, columns: ['position_sum', 'impressions'] },
  change: { by: sql`clicks - previous_clicks`, columns: ['clicks', 'previous_clicks'] },
  town: { by: sql`lower(label)`, columns: [], ofPage: 'label' },
  score: { by: sql`score`, columns: [], ofPage: 'score' },
  row: { by: sql`sheet_row`, columns: [] },
};

export interface TownsQuery extends PagesQuery {
  search: string | undefined;
  earning: 'yes' | 'no' | undefined;
  index: 'indexed' | 'not_indexed' | 'unknown' | undefined;
  quality: 'weak' | 'strong' | undefined;
  sort: string;
  limit: number;
  offset: number;
  /** Only towns after this one, in the order of `-clicks`. */
  after?: Pick<TownFigures, 'clicks' | 'run_id' | 'sheet_row'> | undefined;
}

/** Lists one page of the towns, with the total count. */
export function listTowns(db: Db, query: TownsQuery): Promise<{ rows: TownFigures[]; total: number }> {
  const { sort, limit, offset, after } = query;
  const { by, columns } = toOrder(sort);
  const order = sql`${by} ${sort.startsWith('-') ? sql`desc` : sql`asc`} nulls last, run_id, sheet_row`;
  return readPages(db, query, async (trx, pages) => {
    const { sources, select, joinStates } = pages;
    const found = findPages(pages, query);
    const total = sql`(select count(*)::int from ${selectWanted(pages, query, [])})`;
    // Reads the other figures only for runs of these pages.
    const { rows } = await sql<TownFigures & { total: number }>`${sources}${found}, chosen as materialized (
        select run_id, sheet_row from ${selectWanted(pages, query, columns)}
        ${
          after
            ? sql`and (clicks < ${after.clicks}::float8 or clicks = ${after.clicks}::float8
          and (run_id, sheet_row) > (${after.run_id}::int, ${after.sheet_row}::int))`
            : sql``
        }
        order by ${order} limit ${limit} offset ${offset})
      select figures.*, projects.id as project_id, projects.title as project, label, address, latitude, longitude,
        is_indexed, coverage, google_canonical, last_crawled_at, inspected_at, score,
        coalesce(score < weak_below, false) as is_weak, flaws, ${total} as total
      from ${select(FIGURES, sql`and run_id in (select run_id from chosen)`)} as figures
        join chosen using (run_id, sheet_row) join run_pages using (run_id, sheet_row)
        ${joinStates} join projects on projects.current_run_id = run_id
      order by ${order}`.execute(trx);
    if (rows.length > 0 || offset === 0) return { rows, total: rows[0]?.total ?? 0 };
    const counted = await sql<{ total: number }>`${sources}${found} select ${total} as total`.execute(trx);
    return { rows, total: counted.rows[0]?.total ?? 0 };
  });
}

const toOrder = (sort: string) => ORDERS[sort.replace(/^-/, '')] ?? BY_CLICKS;

const IN_STATE = {
  indexed: sql`and is_indexed`,
  not_indexed: sql`and not is_indexed`,
  unknown: sql`and is_indexed is null`,
};

const OF_QUALITY = { weak: sql`and score < weak_below`, strong: sql`and score >= weak_below` };
const isFiltered = ({ search, index, quality }: TownsQuery) =>
  Boolean(search) || index !== undefined || quality !== undefined;

/** Filters once for a statement that lists and counts. */
function findPages({ runIds, joinStates }: Pages, query: TownsQuery): RawBuilder<unknown> {
  if (!isFiltered(query)) return sql``;
  const { search, index, quality, sort } = query;
  const { ofPage } = toOrder(sort);
  const sorted = ofPage === undefined ? sql`` : sql`, ${sql.ref(ofPage)}`;
  const pattern = toPattern(search ?? '');
  return sql`, found as materialized (select run_id, sheet_row${sorted} from run_pages ${index || quality ? joinStates : sql``}
    where run_id = any(${runIds}::int[]) and held is distinct from 'leave-out' ${search ? sql`and search_text like lower(${pattern})` : sql``}
      ${index ? IN_STATE[index] : sql``} ${quality ? OF_QUALITY[quality] : sql``})`;
}

/** Selects the pages of a list with columns of their figures. */
function selectWanted(
  { runIds, select }: Pages,
  query: TownsQuery,
  columns: readonly Column[],
): RawBuilder<unknown> {
  const { earning, sort } = query;
  const found = isFiltered(query)
    ? sql`found`
    : sql`(select * from run_pages where run_id = any(${runIds}::int[]) and held is distinct from 'leave-out')`;
  // Figures are only joined if they sort or filter.
  if (columns.length === 0 && earning === undefined) return sql`${found} as pages where true`;
  const isWanted = { yes: sql`and impressions > 0`, no: sql`and impressions = 0` };
  const figures = select([...new Set([...columns, ...(earning ? ['impressions' as const] : [])])]);
  const isOfPages = isFiltered(query) || toOrder(sort).ofPage !== undefined;
  return sql`${figures} as figures ${isOfPages ? sql`join ${found} as pages using (run_id, sheet_row)` : sql``}
    where true ${earning ? isWanted[earning] : sql``}`;
}

export interface PageCounts extends PageFigures {
  pages: number;
  earning: number;
  clicking: number;
  inspected: number;
  indexed: number;
}

/** Adds up the figures of all pages. */
export function countPages(db: Db, query: PagesQuery) {
  return readPages(db, query, async (trx, { sources, select, runIds, joinStates }) => {
    const { rows } = await sql<PageCounts>`
      ${sources}, states as (select is_indexed from run_pages ${joinStates}
        where run_id = any(${runIds}::int[]) and held is distinct from 'leave-out')
      select count(*)::int as pages, (count(*) filter (where impressions > 0))::int as earning,
        (count(*) filter (where clicks > 0))::int as clicking,
        (select count(is_indexed)::int from states) as inspected,
        (select (count(*) filter (where is_indexed))::int from states) as indexed,
        ${sql.join(FIGURES.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0) as ${sql.ref(name)}`))}
      from ${select(FIGURES)} as figures`.execute(trx);
    const [row] = rows;
    if (row === undefined) throw new Error('The database returned no row.');
    return row;
  });
}

/** Lists places of pages with clicks, and one row for pages without a place. */
export function listPlaces(db: Db, query: PagesQuery) {
  return readPages(db, { ...query, compared: undefined }, async (trx, { sources, select }) => {
    const { rows } = await sql<{
      latitude: number | null;
      longitude: number | null;
      clicks: number;
      pages: number;
    }>`${sources} select latitude / 100.0::float8 as latitude, longitude / 100.0::float8 as longitude, sum(clicks) as clicks,
        count(*)::int as pages
      from ${select(['latitude', 'longitude', 'clicks'])} as figures where clicks > 0
      group by figures.latitude, figures.longitude`.execute(trx);
    return rows;
  });
}

/**
 * Counts measured, inspected and indexed pages by band of their scores; bands without pages are left out. Drafts and
 * pages with noindex don't count: Google isn't to index them, whatever their score is.
 */
export async function countIndexedByScore(db: Db, targets: readonly Target[], bandPoints: number) {
  const { rows } = await sql<{ band: number; pages: number; inspected: number; indexed: number }>`
    select least(floor(score / ${bandPoints}::float8), 100 / ${bandPoints}::int - 1)::int as band, count(*)::int as pages,
      count(is_indexed)::int as inspected, (count(*) filter (where is_indexed))::int as indexed
    from run_pages ${joinIndexStates(targets)}
    where run_id = any(${targets.map(({ run_id: id }) => id)}::int[]) and score is not null
      and held is null and not coalesce(flaws ? 'noindex', false)
    group by band`.execute(db);
  return rows;
}
