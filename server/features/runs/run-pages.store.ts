/** SQL for the list of a run's pages: written pages and skipped rows. */
import { sql } from 'kysely';
import type { RunPage } from '#contract/run-view-shapes.ts';
import { listPage, type ListOptions } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';

type Sort = 'row' | 'title' | 'url' | 'state' | 'part' | 'score';

const HELD = sql`case held when 'leave-out' then 'Left out.' when 'draft' then 'Imported as a draft.'
  when 'noindex' then 'Imported with noindex.' end`;

/**
 * Pages come from their table; skipped rows and warnings from the report, which holds the first 1,000 of each. Older
 * pages without a title have the text of their link.
 */
const selectPages = (runId: number) => sql<RunPage & { score: number | null }>`(
  with report as materialized (select report from runs where id = ${runId}),
  warnings as materialized (
    select (problem ->> 'row')::int as "row", string_agg(problem ->> 'text', ' ') as reason
    from report, jsonb_array_elements(report -> 'problems') as problem
    where problem ->> 'severity' = 'notice' and problem ->> 'row' is not null
    group by 1)
  select sheet_row as id, coalesce(title, label) as title, address as url,
    case when held is not null then 'held' when reason is null then 'ready' else 'warning' end as state,
    concat_ws(' ', ${HELD}, held_reason, reason) as reason, part, score,
    case when score is not null then jsonb_build_object('score', round(score::numeric, 1), 'words', words,
      'own_share', round(own_share::numeric, 4), 'problems', flaws,
      'closest', case when similarity is not null then
        jsonb_build_object('row', closest_row, 'similarity', round(similarity::numeric, 4)) end) end as quality
  from run_pages left join warnings on warnings."row" = sheet_row
  where run_id = ${runId}
  union all
  select (skipped ->> 'row')::int, '', '', 'skipped',
    (select string_agg(each, ' ') from jsonb_array_elements_text(skipped -> 'reasons') as each), null, null, null
  from report, jsonb_array_elements(report -> 'skipped_rows') as skipped)`;

/** @param state lists pages in these states; omitted or empty: all */
export function listRunPages(
  db: Db,
  runId: number,
  { state: states, ...query }: ListOptions<Sort> & { state?: readonly string[] | undefined },
) {
  const by = sql.ref;
  return listPage(
    {
      rows: db.selectFrom(selectPages(runId).as('page')),
      key: 'page.id',
      sorts: {
        row: { by: by('page.id') },
        title: { by: sql`nullif(lower(page.title), '')`, mayBeEmpty: true },
        url: { by: sql`nullif(page.url, '')`, mayBeEmpty: true },
        state: { by: by('page.state') },
        part: { by: by('page.part'), mayBeEmpty: true },
        score: { by: by('page.score'), mayBeEmpty: true },
      },
      searched: ['page.title', 'page.url', 'page.reason'],
      chosen: { 'page.state': states },
    },
    query,
    (rows) => rows.selectAll('page'),
  );
}
