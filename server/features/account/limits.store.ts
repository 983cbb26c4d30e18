/**
 * Counts tries in sliding windows. The window of a key begins with its first try; of the window
 * before, the share that still overlaps is counted. Test and count are one statement, so tries at the
 * same moment cannot both take the last place.
 */
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';

interface Try {
  key: string;
  most: number;
  windowMs: number;
  now: Date;
}

/** Counts one try. @returns false when there is no place left; then nothing was counted */
export async function takeTry(db: Db, { key, most, windowMs, now }: Try): Promise<boolean> {
  const at = sql<Date>`${now}::timestamptz`;
  const windows = sql<number>`(extract(epoch from ${at} - seen.window_start) * 1000 / ${windowMs}::double precision)`;
  const taken = await sql`
    insert into rate_limits as seen (key, window_start, count, previous_count)
    values (${key}, ${at}, 1, 0)
    on conflict (key) do update set
      window_start = case
        when ${windows} < 1 then seen.window_start
        when ${windows} < 2 then seen.window_start + ${windowMs}::double precision * interval '1 millisecond'
        else ${at} end,
      previous_count = case
        when ${windows} < 1 then seen.previous_count
        when ${windows} < 2 then seen.count
        else 0 end,
      count = case when ${windows} < 1 then seen.count + 1 else 1 end
    where case
      when ${windows} < 1 then seen.previous_count * (1 - ${windows}) + seen.count
      when ${windows} < 2 then seen.count * (2 - ${windows})
      else 0 end + 1 <= ${most}::double precision
    returning count`.execute(db);
  return taken.rows.length > 0;
}

export async function findCounter(db: Db, key: string) {
  return await db
    .selectFrom('rate_limits')
    .select(['window_start', 'count', 'previous_count'])
    .where('key', '=', key)
    .executeTakeFirst();
}

export async function deleteCountersBefore(db: Db, moment: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('window_start', '<', moment).execute();
}
