/** SQL for weak pages that aren't indexed, and for the nearest strong page of each. */
import { sql } from 'kysely';
import { MAX_MERGE_MILES } from '#contract/page-decisions.contract.ts';
import type { Db } from '#server/db/open.ts';

export interface WeakPageRow {
  row_key: string;
  sheet_row: number;
  label: string;
  address: string;
  project_id: number;
  project: string;
  workspace_id: number;
  score: number;
  flaws: string[] | null;
  has_place: boolean;
  /** Row of the second list; null without one, and for pages of older runs. */
  combined_row: number | null;
  coverage: string;
  google_canonical: string | null;
  last_crawled_at: Date | null;
  inspected_at: Date;
  target: TargetRow | null;
}

export interface TargetRow {
  row_key: string;
  row: number;
  town: string;
  address: string;
  score: number;
  is_indexed: boolean | null;
  miles: number;
}

interface WeakQuery {
  /** Current runs with the join of their limits and index states. */
  runIds: readonly number[];
  joinStates: ReturnType<typeof sql>;
  search: string | undefined;
  sort: string;
  limit: number;
  offset: number;
}

const ORDERS: Readonly<Record<string, ReturnType<typeof sql>>> = {
  score: sql`score`,
  town: sql`lower(label)`,
  row: sql`sheet_row`,
};

/**
 * Cells of a grid on the map that are at least as wide as the longest merge, up to 68 degrees north: the pages near a
 * page are in its cell and the eight around it.
 */
const CELL = sql`floor(latitude / 1.5) as y, floor(longitude / 4) as x`;

/** Great-circle distance in miles. */
const MILES = sql`7917.5 * asin(least(1, sqrt(
  sin(radians(strong.latitude - chosen.latitude) / 2) ^ 2
  + cos(radians(chosen.latitude)) * cos(radians(strong.latitude))
    * sin(radians(strong.longitude - chosen.longitude) / 2) ^ 2)))`;

/** Factor of the distance to a strong page. */
const RELUCTANCE = sql`case when is_indexed then 1 when is_indexed is null then 2 else 4 end`;

const UNDECIDED = sql`not exists (select from page_decisions join projects on projects.id = project_id
  where current_run_id = run_id and page_decisions.row_key = run_pages.row_key and decision <> 'keep')`;

/** Lists one page of the weak pages that Google may index, inspected and didn't index, with the total count. */
export async function listWeakPages(
  db: Db,
  { runIds, joinStates, search, sort, limit, offset }: WeakQuery,
): Promise<{ rows: WeakPageRow[]; total: number }> {
  const ids = sql`${[...runIds]}::int[]`;
  const by = ORDERS[sort.replace(/^-/, '')] ?? sql`score`;
  const order = sql`${by} ${sort.startsWith('-') ? sql`desc` : sql`asc`}, run_id, sheet_row`;
  const pattern = `%${(search ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`;
  const weak = sql`select run_pages.*, coverage, google_canonical, last_crawled_at, inspected_at
    from run_pages ${joinStates}
    where run_id = any(${ids}) and score < weak_below and not is_indexed and row_key is not null and ${UNDECIDED}
      and held is null and not coalesce(flaws ? 'noindex', false)
      ${search ? sql`and search_text like lower(${pattern})` : sql``}`;
  const { rows } = await sql<WeakPageRow & { total: number }>`
    with weak as materialized (${weak}),
      chosen as materialized (select *, ${CELL} from weak order by ${order} limit ${limit} offset ${offset}),
      strong as materialized (
        select run_id, sheet_row, row_key, label, address, score, latitude, longitude, is_indexed, combined_row, ${CELL}
        from run_pages ${joinStates}
        where run_id in (select run_id from chosen) and score >= weak_below and row_key is not null
          and latitude is not null and longitude is not null and held is null and ${UNDECIDED}),
      nearest as materialized (
        select chosen.run_id, chosen.sheet_row, min(array[miles * ${RELUCTANCE}, strong.sheet_row, miles]) as found
        from chosen cross join generate_series(-1, 1) as dy cross join generate_series(-1, 1) as dx
          join strong on strong.run_id = chosen.run_id and strong.y = chosen.y + dy and strong.x = chosen.x + dx
            and strong.combined_row is not distinct from chosen.combined_row
          cross join lateral (select ${MILES} as miles) as distance
        where miles <= ${MAX_MERGE_MILES} group by chosen.run_id, chosen.sheet_row),
      near as materialized (
        select nearest.run_id, nearest.sheet_row, jsonb_build_object(
          'row_key', strong.row_key, 'row', strong.sheet_row, 'town', strong.label, 'address', strong.address,
          'score', strong.score, 'is_indexed', is_indexed, 'miles', found[3]) as target
        from nearest join strong on strong.run_id = nearest.run_id and strong.sheet_row = found[2])
    select chosen.*, latitude is not null and longitude is not null as has_place, target,
      projects.id as project_id, projects.title as project, projects.workspace_id,
      (select count(*)::int from weak) as total
    from chosen left join near using (run_id, sheet_row) join projects on projects.current_run_id = run_id
    order by ${order}`.execute(db);
  if (rows.length > 0 || offset === 0) return { rows, total: rows[0]?.total ?? 0 };
  const counted = await sql<{ total: number }>`select count(*)::int as total from (${weak}) as weak`.execute(
    db,
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
}
