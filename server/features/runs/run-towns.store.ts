/** All SQL about where the towns of a run are: rows that became pages or copies, and rows that were skipped. */
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';

interface SkippedTown {
  row: number;
  label: string;
  latitude: number;
  longitude: number;
}

/** Rows of one statement, which keeps the process from everything else for a few milliseconds. */
const AT_ONCE = 100;
/** Of a degree, each about a kilometer: towns that no map can tell apart are one point. */
const STEPS = 100;

/** JSON of the database holds no NUL and no half of a character. */
function toJson(towns: readonly SkippedTown[]): string {
  return JSON.stringify(
    towns.map((town) => ({ ...town, label: town.label.replaceAll('\0', '').toWellFormed() })),
  );
}

/** Doing it again changes nothing; of a run that is deleted meanwhile there is nothing to keep. */
export async function insertSkippedTowns(
  db: Db,
  runId: number,
  towns: readonly SkippedTown[],
): Promise<void> {
  for (let start = 0; start < towns.length; start += AT_ONCE)
    await sql`insert into run_skipped_towns (run_id, sheet_row, label, latitude, longitude)
      select runs.id, town."row", town.label, town.latitude, town.longitude
      from runs, jsonb_to_recordset(${toJson(towns.slice(start, start + AT_ONCE))}::jsonb) as town(
        "row" integer, label text, latitude double precision, longitude double precision)
      where runs.id = ${runId} on conflict do nothing`.execute(db);
}

/** Points with towns: latitude, longitude, how many are ready there and how many were skipped. */
export async function listTownPoints(db: Db, runId: number): Promise<[number, number, number, number][]> {
  // Whole numbers are grouped, and all points come as one value: a quarter of the time of 10,000 rows of decimals.
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

/** The first skipped towns, in the order of the sheet. */
export function listSkippedTowns(db: Db, runId: number, most: number) {
  return db
    .selectFrom('run_skipped_towns')
    .select(['sheet_row as row', 'label', 'latitude', 'longitude'])
    .where('run_id', '=', runId)
    .orderBy('sheet_row')
    .limit(most)
    .execute();
}
