/** SQL for the quality of the pages of a scan. */
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';

export interface Measured {
  position: number;
  /** JSON of the engine. */
  facts: string;
  /** In base64. */
  shingles: string;
}

export async function saveMeasured(db: Db, scanId: number, pages: readonly Measured[]): Promise<void> {
  await sql`insert into scan_measures (scan_id, position, facts, shingles)
    select ${scanId}::int, position, facts, decode(shingles, 'base64')
    from jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) as page(position int, facts text, shingles text)
    on conflict (scan_id, position) do update set facts = excluded.facts, shingles = excluded.shingles`.execute(
    db,
  );
}

/** Lists the next measured pages in their order. @param after position; 0 for the first pages */
export function listMeasured(db: Db, scanId: number, { after, count }: { after: number; count: number }) {
  return db
    .selectFrom('scan_measures')
    .select(['position', 'facts', 'shingles'])
    .where('scan_id', '=', scanId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(count)
    .execute();
}

/** Size of the files with all measurements of a scan. */
export async function sumMeasuredBytes(db: Db, scanId: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('scan_measures')
    .select(sql<number>`coalesce(sum(octet_length(facts) + octet_length(shingles)), 0)::float8`.as('bytes'))
    .where('scan_id', '=', scanId)
    .executeTakeFirstOrThrow();
  return bytes;
}

/** @param pages JSON array from the engine, with positions in place of rows */
export async function savePageQuality(db: Db, scanId: number, pages: string): Promise<void> {
  await sql`update scan_pages set score = page.score, own_share = page.own_share,
      closest_position = page.closest_row, similarity = page.similarity, flaws = page.problems
    from jsonb_to_recordset(${pages}::jsonb) as page("row" int, score real, own_share real, closest_row int,
      similarity real, problems jsonb)
    where scan_id = ${scanId} and position = page."row"`.execute(db);
}

/** @param quality JSON from the engine; what only the files of a run have isn't stored */
export async function saveQuality(db: Db, scanId: number, quality: string): Promise<void> {
  await sql`update scans set quality = ${quality}::jsonb - array['clusters', 'areas', 'facts', 'scores'] where id = ${scanId}`.execute(
    db,
  );
}

/** Deletes measurements of single pages, which only their comparison needs. */
export async function deleteMeasured(db: Db, scanId: number): Promise<void> {
  await db.deleteFrom('scan_measures').where('scan_id', '=', scanId).execute();
}
