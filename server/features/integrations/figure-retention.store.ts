/** SQL that turns old days into months. */
import { sql } from 'kysely';
import type { Db, Trx } from '#server/db/open.ts';

/** Rows per statement, which blocks the embedded database for a few milliseconds. */
const ROW_BATCH = 1000;

/** Month whose days are older than the retention period. */
export interface OldMonth {
  domainId: number;
  /** Its first day. */
  month: string;
}

/** Lists the oldest expired month with days, for each domain that has one, by domain. */
export async function listOldMonths(
  db: Db,
  { after, dailyMonths, limit }: { after: number; dailyMonths: number; limit: number },
): Promise<OldMonth[]> {
  const { rows } = await sql<OldMonth>`
    select domains.id as "domainId", date_trunc('month', oldest.day)::date::text as month
    from domains,
      lateral (select min(day) as day from search_days where domain_id = domains.id) as oldest,
      lateral (select max(day) as day from search_days where domain_id = domains.id) as newest
    where domains.id > ${after}
      and date_trunc('month', oldest.day) < date_trunc('month', newest.day - make_interval(months => ${dailyMonths}))
    order by domains.id limit ${limit}`.execute(db);
  return rows;
}

/** Dimension and name of totals over all names. */
const ALL = sql.lit(0);

/** Writes the totals of a month if they are missing. */
export async function saveMonthTotals(trx: Trx, { domainId, month }: OldMonth): Promise<void> {
  await sql`insert into search_months
      (domain_id, dimension, month, name_number, clicks, impressions, position_sum)
    select domain_id, ${ALL}, ${month}::date, ${ALL}, sum(clicks)::int, sum(impressions)::int, sum(position_sum)
    from search_days where domain_id = ${domainId} and ${inMonth(month)}
    group by domain_id
    on conflict do nothing`.execute(trx);
}

/** Matches days of a month, as a range of the index. */
const inMonth = (month: string) =>
  sql`day >= ${month}::date and day < (${month}::date + interval '1 month')::date`;

/** @returns true if rows may remain */
export async function deleteFigureBatch(
  db: Db,
  { domainId, month, dimension }: OldMonth & { dimension: number },
): Promise<boolean> {
  const rows = sql`domain_id = ${domainId} and dimension = ${sql.lit(dimension)} and ${inMonth(month)}`;
  // A range of the primary key: a join with a list of keys would scan tables without statistics once per row.
  const { numAffectedRows = 0n } = await sql`delete from search_figures where ${rows}
    and (day, name_number) <= (
      select day, name_number from (
        select day, name_number from search_figures where ${rows} order by day, name_number limit ${ROW_BATCH}
      ) as first order by day desc, name_number desc limit 1)`.execute(db);
  return numAffectedRows >= BigInt(ROW_BATCH);
}

/** The last step: afterward the month is no longer listed. */
export async function deleteDays(db: Db, { domainId, month }: OldMonth): Promise<void> {
  await sql`delete from search_days where domain_id = ${domainId} and ${inMonth(month)}`.execute(db);
}
