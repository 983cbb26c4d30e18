/** SQL for index states: which pages to inspect next, and the results from Google. */
import { type Insertable, sql } from 'kysely';
import { WEAK_SCORE } from '#contract/quality-limits.ts';
import type { Db } from '#server/db/open.ts';
import { DIMENSION_NUMBERS } from '#server/db/search-schema.ts';
import type { Schema } from '#server/db/schema.ts';

/** Counts inspections of a Search Console property, whose quota all of its domains share. */
export async function countInspections(db: Db, site: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('index_states')
    .innerJoin('search_sources', 'search_sources.domain_id', 'index_states.domain_id')
    .innerJoin('search_properties', 'search_properties.id', 'search_sources.property_id')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('site', '=', site)
    .where('inspected_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

export interface PagesToInspect {
  domainId: number;
  /** Current runs with pages on the domain. */
  runIds: readonly number[];
  site: string;
  now: Date;
  limit: number;
}

export interface PageToInspect {
  page_key: string;
  url: string;
}

const PAGES = sql.lit(DIMENSION_NUMBERS.page);

/**
 * Lists pages by priority: new ones, ones that lost their impressions, weak ones and ones that weren't indexed a week
 * ago, then all others that weren't inspected for four weeks. New ones come by their hash, with or without impressions,
 * so that the pages that fit into a day are a random sample.
 */
export async function listPagesToInspect(
  db: Db,
  { domainId, runIds, site, now, limit }: PagesToInspect,
): Promise<PageToInspect[]> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const { rows } = await sql<PageToInspect>`
    with recent as (
        select distinct page_key from search_names join search_figures
          on search_figures.domain_id = search_names.domain_id and search_figures.dimension = ${PAGES}
          and name_number = search_names.id
        where search_names.domain_id = ${domainId} and search_names.dimension = ${PAGES}
          and day > (select max(day) - 28 from search_days where domain_id = ${domainId})),
      earlier as (
        select distinct page_key from search_names join search_months
          on search_months.domain_id = search_names.domain_id and search_months.dimension = ${PAGES}
          and name_number = search_names.id
        where search_names.domain_id = ${domainId} and search_names.dimension = ${PAGES}),
      pages as (
        select distinct on (page_key) page_key, address as url, score from run_pages
        where run_id = any(${[...runIds]}::int[]) and (held is null or held = 'noindex') and ${isInProperty(site)}
        order by page_key, run_id desc),
      ranked as (
        select pages.*, inspected_at,
          case when inspected_at is null then 0
            when earlier.page_key is not null and recent.page_key is null and inspected_at < ${daysAgo(3)} then 1
            when score < ${WEAK_SCORE} and inspected_at < ${daysAgo(7)} then 2
            when not is_indexed and inspected_at < ${daysAgo(7)} then 3
            when inspected_at < ${daysAgo(28)} then 4 end as rank
        from pages left join recent using (page_key) left join earlier using (page_key)
          left join index_states on domain_id = ${domainId} and index_states.page_key = pages.page_key)
    select page_key, url from ranked where rank is not null
    order by rank, inspected_at nulls first, page_key limit ${limit}`.execute(db);
  return rows;
}

/** Google rejects URLs outside of the property. */
function isInProperty(site: string) {
  if (!site.startsWith('sc-domain:')) return sql`starts_with(address, ${site})`;
  const domain = site.slice('sc-domain:'.length);
  const host = sql`substring(address from '^https?://([^/:]+)')`;
  return sql`(${host} = ${domain} or right(${host}, ${domain.length + 1}) = ${`.${domain}`})`;
}

/** Replaces the state of a page. */
export async function saveIndexState(db: Db, state: Insertable<Schema['index_states']>): Promise<void> {
  await db
    .insertInto('index_states')
    .values(state)
    .onConflict((conflict) => conflict.columns(['domain_id', 'page_key']).doUpdateSet(state))
    .execute();
}

/**
 * Deletes states of pages that weren't in a run for a year; the others are inspected again every four weeks.
 */
export async function deleteOldIndexStates(db: Db): Promise<void> {
  await sql`delete from index_states where inspected_at < now() - interval '1 year'`.execute(db);
}
