/** SQL for the quality of the pages of a run. */
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';

/** Stores the figures of pages. @param pages JSON array from the engine */
export async function savePageQuality(db: Db, runId: number, pages: string): Promise<void> {
  await sql`update run_pages set score = page.score, words = page.words, own_share = page.own_share,
      closest_row = page.closest_row, similarity = page.similarity, flaws = page.problems,
      local_words = page.local_words, alike_group = page.alike_group,
      search_title = page.search_title, canonical = page.canonical, h1 = page.h1
    from jsonb_to_recordset(${pages}::jsonb) as page("row" integer, score real, words integer, own_share real,
      closest_row integer, similarity real, problems jsonb, local_words integer, alike_group integer,
      search_title text, canonical text, h1 integer)
    where run_id = ${runId} and sheet_row = page."row"`.execute(db);
}

/** Finds the completed full run before this one that was measured. */
export async function findMeasuredBefore(db: Db, run: { id: number; project_id: number }) {
  const found = await db
    .selectFrom('runs')
    .select(['id', sql<number>`(quality ->> 'score')::float8`.as('score')])
    .where('project_id', '=', run.project_id)
    .where('id', '<', run.id)
    .where('quality', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ? { run: found.id, score: found.score } : null;
}

export async function findQuality(db: Db, runId: number) {
  const found = await db.selectFrom('runs').select('quality').where('id', '=', runId).executeTakeFirst();
  return found?.quality ?? undefined;
}

/** Lists the pages that the quality gate of a run holds back, for its manifest. */
export function listHeldPages(db: Db, runId: number) {
  return db
    .selectFrom('run_pages')
    .select(['address as url', 'sheet_row as row', 'held_reason as reason'])
    .select([sql<string>`coalesce(title, label)`.as('title')])
    .select(sql<number | null>`round(score::numeric, 1)::float8`.as('score'))
    .where('run_id', '=', runId)
    .where('held', 'is not', null)
    .orderBy('sheet_row')
    .execute();
}
