/** SQL that reads collected figures: sums and pages come from indexes by domain and day. */
import { type RawBuilder, sql } from 'kysely';
import { toPattern } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';
import { owned, type Scope } from '#server/db/scope.ts';
import type { Detail } from '#server/db/search-schema.ts';
import { type Days, sumNames, SUMS } from '#server/db/search-sums.ts';

/** The average position is `position_sum / impressions`. */
export interface Sums {
  clicks: number;
  impressions: number;
  position_sum: number;
}

/** Lists the domains of the scope. */
export async function listDomainIds(db: Db, scope: Scope): Promise<number[]> {
  const rows = await owned(db.selectFrom('domains'), scope, 'domains').select('domains.id').execute();
  return rows.map(({ id }) => id);
}

/** Finds the newest day with figures, and the collection states of these domains. */
export async function findUntil(db: Db, domainIds: readonly number[]) {
  const ids = sql`any(${[...domainIds]}::int[])`;
  const { rows } = await sql<{ until: string | null; states: string[] | null }>`select
    (select max(newest)::text from unnest(${[...domainIds]}::int[]) as wanted(id),
      lateral (select max(day) as newest from search_days where domain_id = wanted.id) as days) as until,
    (select array_agg(distinct state) from search_sources where domain_id = ${ids}) as states`.execute(db);
  return { until: rows[0]?.until ?? null, states: rows[0]?.states ?? [] };
}

/** Lists the days with figures in order; domains are added up. */
export async function listDays(db: Db, domainIds: readonly number[], { from, to }: Days) {
  const { rows } = await sql<Sums & { day: string }>`select day::text, ${SUMS} from search_days
    where domain_id = any(${[...domainIds]}::int[]) and day between ${from}::date and ${to}::date
    group by day order by day`.execute(db);
  return rows;
}

export interface NamesQuery {
  domainId: number;
  detail: Detail;
  days: Days;
  compared: Days | undefined;
  search: string | undefined;
  sort: string;
  limit: number;
  offset: number;
  /** Only names after this one, in the order of `-clicks`. */
  after?: Pick<NameRow, 'clicks' | 'id'> | undefined;
}

export type NameRow = Sums & {
  /** A large number. */
  id: string;
  name: string;
  previous_clicks: number | null;
  previous_impressions: number | null;
  previous_position_sum: number | null;
  total: number;
};

/** Sort orders of the contract; names without impressions have no position and come last. */
const ORDERS: Readonly<Record<string, RawBuilder<unknown>>> = {
  clicks: sql`now.clicks`,
  impressions: sql`now.impressions`,
  ctr: sql`now.clicks / nullif(now.impressions, 0)`,
  position: sql`now.position_sum / nullif(now.impressions, 0)`,
};

/** Lists one page of the queries, pages, countries or devices of a domain, each with the total count. */
export async function listNames(db: Db, query: NamesQuery): Promise<NameRow[]> {
  const { domainId, detail, days, compared, search, sort, limit, offset, after } = query;
  const sums = (of: Days) => sumNames({ domainIds: [domainId], detail, days: of });
  const previous =
    compared === undefined
      ? sql`select null::bigint as name_number, null::float8 as clicks, null::float8 as impressions,
          null::float8 as position_sum where false`
      : sums(compared);
  const order = ORDERS[sort.replace(/^-/, '')] ?? sql`names.name`;
  const pattern = toPattern(search ?? '');
  const { rows } = await sql<NameRow>`with now as (${sums(days)}), before as (${previous})
    select names.id::text as id, names.name, now.clicks, now.impressions, now.position_sum,
      before.clicks as previous_clicks, before.impressions as previous_impressions,
      before.position_sum as previous_position_sum, (count(*) over ())::int as total
    from now join search_names as names on names.id = now.name_number
    left join before on before.name_number = now.name_number
    where ${search ? sql`names.name ilike ${pattern}` : sql`true`}
      ${after ? sql`and (now.clicks < ${after.clicks}::float8 or now.clicks = ${after.clicks}::float8 and names.id > ${after.id}::bigint)` : sql``}
    order by ${order} ${sort.startsWith('-') ? sql`desc` : sql`asc`} nulls last, names.id
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Lists runs that made pages for these domains on these days. */
export async function listMarks(db: Db, domainIds: readonly number[], { from, to }: Days) {
  const { rows } = await sql<{
    day: string;
    project_id: number;
    project: string;
    run_id: number;
    pages: number;
  }>`select (runs.finished_at at time zone 'UTC')::date::text as day, projects.id as project_id,
      projects.title as project, runs.id as run_id, runs.pages_done as pages
    from projects join runs on runs.project_id = projects.id
    where projects.domain_id = any(${[...domainIds]}::int[]) and projects.type <> 'geocoder' and runs.kind = 'save'
      and runs.state in ('completed', 'completed_with_skips')
      and runs.finished_at >= ${from}::date and runs.finished_at < ${to}::date + 1
    order by runs.finished_at, runs.id limit 500`.execute(db);
  return rows;
}
