/** SQL for the locations of towns: of pages, of copies, and of skipped rows. */
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';

interface SkippedTown {
  row: number;
  label: string;
  latitude: number;
  longitude: number;
}

/** Rows per statement, which blocks the embedded database for a few milliseconds. */
const BATCH = 100;
/** Steps per degree, about a kilometer each: towns that a map can't distinguish are one point. */
const STEPS = 100;

/** JSON in the database can't hold NUL or lone surrogates. */
function toJson(towns: readonly SkippedTown[]): string {
  return JSON.stringify(
    towns.map((town) => ({ ...town, label: town.label.replaceAll('\0', '').toWellFormed() })),
  );
}

/** Idempotent; does nothing if the run was deleted. */
export async function insertSkippedTowns(
  db: Db,
  runId: number,
  towns: readonly SkippedTown[],
): Promise<void> {
  for (let start = 0; start < towns.length; start += BATCH)
    await sql`insert into run_skipped_towns (run_id, sheet_row, label, latitude, longitude)
      select runs.id, town."row", town.label, town.latitude, town.longitude
      from runs, jsonb_to_recordset(${toJson(towns.slice(start, start + BATCH))}::jsonb) as town(
        "row" integer, label text, latitude double precision, longitude double precision)
      where runs.id = ${runId} on conflict do nothing`.execute(db);
}

/** Lists points with towns: latitude, longitude, number of ready and of skipped towns. */
export async function listTownPoints(db: Db, runId: number): Promise<[number, number, number, number][]> {
  // Grouped as integers and returned as one value, which is faster than 10,000 rows of decimals.
  const { rows } = await sql<{ points: string }>`
    select coalesce(json_agg(json_build_array(
      latitude / ${sql.lit(STEPS)}, longitude / ${sql.lit(STEPS)}, ready, skipped)), '[]')::text as points
    from (
      select round(latitude * ${sql.lit(STEPS)})::int::float8 as latitude,
        round(longitude * ${sql.lit(STEPS)})::int::float8 as longitude,
        count(*) filter (where is_ready) as ready, count(*) filter (where not is_ready) as skipped
      from (
        select latitude, longitude, true as is_ready from run_pages
          where run_id = ${runId} and latitude is not null and longitude is not null
            and held is distinct from 'leave-out'
        union all
        select (town ->> 'latitude')::float8, (town ->> 'longitude')::float8, true from run_towns
          where run_id = ${runId}
        union all
        select latitude, longitude, false from run_skipped_towns where run_id = ${runId}
      ) as towns
      group by 1, 2 order by 1, 2
    ) as points`.execute(db);
  return JSON.parse(rows[0]?.points ?? '[]');
}

/** Lists the first skipped towns, in the order of the sheet. */
export function listSkippedTowns(db: Db, runId: number, limit: number) {
  return db
    .selectFrom('run_skipped_towns')
    .select(['sheet_row as row', 'label', 'latitude', 'longitude'])
    .where('run_id', '=', runId)
    .orderBy('sheet_row')
    .limit(limit)
    .execute();
}
