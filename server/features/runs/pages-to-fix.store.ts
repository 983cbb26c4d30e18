/** SQL for the measured pages of a run: those to fix, and groups that read alike. */
import { sql } from 'kysely';
import { ALIKE, FIX_CODES, THIN } from '#contract/quality-limits.ts';
import { FIX_KINDS, type FixKind, type PageToFix, type QualityMap } from '#contract/run-quality-shapes.ts';
import { listPage, type ListOptions } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';

type Sort = 'score' | 'title' | 'similarity' | 'own_words' | 'row';

export interface FixFilters {
  kind?: FixKind | undefined;
  group?: number | undefined;
}

const hasProblem = (codes: readonly string[]) =>
  sql<boolean>`coalesce(jsonb_exists_any(page.flaws, ${sql.val([...codes])}::text[]), false)`;

const isOfKind: Readonly<Record<FixKind, () => ReturnType<typeof hasProblem>>> = {
  alike: () => sql`coalesce(page.similarity >= ${ALIKE}::real, false)`,
  thin: () => sql`(page.words < ${THIN.words}::int
    or coalesce(page.local_words < ${THIN.localWords}::int, false) or ${hasProblem(FIX_CODES.thin)})`,
  head: () => hasProblem(FIX_CODES.head),
  links: () => hasProblem(FIX_CODES.links),
};

const isToFix = () =>
  sql<boolean>`(${sql.join(
    FIX_KINDS.map((kind) => isOfKind[kind]()),
    sql` or `,
  )})`;

/** Counts the pages to fix in one pass over the run. */
export async function countPagesToFix(db: Db, runId: number) {
  const count = (condition: ReturnType<typeof hasProblem>) =>
    sql<number>`(count(*) filter (where ${condition}))::int`;
  const found = await db
    .selectFrom('run_pages as page')
    .select([
      count(isToFix()).as('all'),
      count(isOfKind.alike()).as('alike'),
      count(isOfKind.thin()).as('thin'),
      count(isOfKind.head()).as('head'),
      count(isOfKind.links()).as('links'),
    ])
    .where('run_id', '=', runId)
    .where('score', 'is not', null)
    .executeTakeFirstOrThrow();
  return found;
}

/** Lists measured pages with something to fix, or those of a group. */
export function listPagesToFix(
  db: Db,
  runId: number,
  { kind, group, ...query }: ListOptions<Sort> & FixFilters,
) {
  const by = sql.ref;
  const isShown = kind ? isOfKind[kind]() : group === undefined ? isToFix() : sql<boolean>`true`;
  const rows = db
    .selectFrom('run_pages as page')
    .where('page.run_id', '=', runId)
    .where('page.score', 'is not', null);
  return listPage(
    {
      rows: group === undefined ? rows : rows.where('page.alike_group', '=', group),
      key: 'page.sheet_row',
      sorts: {
        score: { by: by('page.score') },
        title: { by: sql`nullif(lower(coalesce(nullif(page.label, ''), page.title)), '')`, mayBeEmpty: true },
        similarity: { by: by('page.similarity'), mayBeEmpty: true },
        own_words: { by: sql`page.own_share * page.words`, mayBeEmpty: true },
        row: { by: by('page.sheet_row') },
      },
      searched: ['page.title', 'page.label', 'page.address'],
      filters: [isShown],
    },
    query,
    (found) =>
      found
        .leftJoin('run_pages as sibling', (join) =>
          join
            .onRef('sibling.run_id', '=', 'page.run_id')
            .onRef('sibling.sheet_row', '=', 'page.closest_row'),
        )
        .select(['page.sheet_row as id', 'page.address as url', 'page.local_words'])
        .select([
          sql<string>`coalesce(nullif(page.label, ''), page.title)`.as('title'),
          sql<number>`round(page.score::numeric, 1)::float8`.as('score'),
          sql<number>`coalesce(page.words, 0)`.as('words'),
          sql<number>`round(coalesce(page.own_share, 0) * coalesce(page.words, 0))::int`.as('own_words'),
          sql<string[]>`coalesce(page.flaws, '[]')`.as('problems'),
          sql<
            PageToFix['closest']
          >`case when page.similarity is not null and sibling.sheet_row is not null then
            jsonb_build_object('row', page.closest_row, 'title', coalesce(nullif(sibling.label, ''), sibling.title, ''),
              'url', sibling.address,
              'score', round(coalesce(sibling.score, 0)::numeric, 1), 'similarity', round(page.similarity::numeric, 4)) end`.as(
            'closest',
          ),
        ]),
  );
}

/** Lists the pages of all groups from a place on, the largest group first. */
export function listGroupedPages(
  db: Db,
  runId: number,
  { after, limit }: { after: [number, number]; limit: number },
) {
  return db
    .selectFrom('run_pages')
    .select(['sheet_row as row', 'address as url', 'score', 'similarity', 'closest_row'])
    .select([
      sql<number>`alike_group`.as('group'),
      sql<string>`coalesce(nullif(label, ''), title)`.as('title'),
    ])
    .where('run_id', '=', runId)
    .where('alike_group', 'is not', null)
    .where(sql<boolean>`(alike_group, sheet_row) > (${after[0]}::int, ${after[1]}::int)`)
    .orderBy('alike_group')
    .orderBy('sheet_row')
    .limit(limit)
    .execute();
}

/** Lists pages with their closest sibling, the closest first; a pair is listed for each of its pages, if both are in files. */
export async function listClosePages(
  db: Db,
  runId: number,
  { group, limit }: { group?: number | undefined; limit: number },
) {
  const query = db
    .selectFrom('run_pages as page')
    .innerJoin('run_pages as sibling', (join) =>
      join.onRef('sibling.run_id', '=', 'page.run_id').onRef('sibling.sheet_row', '=', 'page.closest_row'),
    )
    .select([
      'page.sheet_row as row',
      'page.address as url',
      sql<string>`coalesce(nullif(page.label, ''), page.title)`.as('title'),
    ])
    .select([sql<number>`round(coalesce(page.score, 0)::numeric, 1)::float8`.as('score')])
    .select(['sibling.sheet_row as other_row', 'sibling.address as other_url'])
    .select([sql<string>`coalesce(nullif(sibling.label, ''), sibling.title)`.as('other_title')])
    .select([sql<number>`round(coalesce(sibling.score, 0)::numeric, 1)::float8`.as('other_score')])
    .select([sql<number>`round(page.similarity::numeric, 4)::float8`.as('similarity')])
    .where('page.run_id', '=', runId)
    .where('page.similarity', 'is not', null)
    .where('page.held', 'is distinct from', 'leave-out')
    .where('sibling.held', 'is distinct from', 'leave-out')
    .orderBy('page.similarity', 'desc')
    .orderBy('page.sheet_row')
    .limit(limit);
  return (group === undefined ? query : query.where('page.alike_group', '=', group)).execute();
}

/** Finds the URLs of pages, and the parts that contain them. */
export function findPagePlaces(db: Db, runId: number, rows: readonly number[]) {
  return db
    .selectFrom('run_pages')
    .leftJoin('run_parts', (join) =>
      join
        .onRef('run_parts.run_id', '=', 'run_pages.run_id')
        .onRef('run_parts.position', '=', 'run_pages.part'),
    )
    .select(['run_pages.sheet_row as row', 'run_pages.address as url'])
    .select(['run_parts.storage_key', 'run_parts.size', 'run_parts.sha256', 'run_parts.position'])
    .where('run_pages.run_id', '=', runId)
    .where('run_pages.sheet_row', 'in', rows)
    .execute();
}

/** Steps per degree: towns that a map can't distinguish are one point. */
const STEPS = 100;

/** Locates pages below a score and the other ones, and those of the first groups. */
export async function locateScores(
  db: Db,
  runId: number,
  { below, groups }: { below: number; groups: number },
) {
  // Returned as one value, which is faster than 10,000 rows of decimals.
  const { rows } = await sql<{ map: string }>`
    with located as materialized (
      select round(latitude * ${sql.lit(STEPS)})::int::float8 / ${sql.lit(STEPS)} as latitude,
        round(longitude * ${sql.lit(STEPS)})::int::float8 / ${sql.lit(STEPS)} as longitude, score, alike_group
      from run_pages where run_id = ${runId} and score is not null and latitude is not null and longitude is not null)
    select json_build_object(
      'points', (select coalesce(json_agg(json_build_array(latitude, longitude, ready, weak)), '[]') from (
        select latitude, longitude, count(*) filter (where score >= ${below}::real) as ready,
          count(*) filter (where score < ${below}::real) as weak
        from located group by 1, 2 order by 1, 2) as points),
      'groups', (select coalesce(json_agg(json_build_object('group', alike_group, 'points', places)
        order by alike_group), '[]') from (
        select alike_group, json_agg(distinct jsonb_build_array(latitude, longitude)) as places
        from located where alike_group < ${groups}::int group by 1) as grouped))::text as map`.execute(db);
  return JSON.parse(rows[0]?.map ?? '{"points":[],"groups":[]}') as QualityMap;
}
