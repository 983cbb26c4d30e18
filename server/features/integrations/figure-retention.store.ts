/** All SQL by which old days become months: sums are written before the first row of their days goes. */
import { sql } from 'kysely';
import type { Db, Trx } from '#server/db/open.ts';

/** Rows of one statement, which keeps the embedded database from everything else for a few milliseconds. */
const ROWS_AT_ONCE = 1000;

/** A month whose days are older than they are kept. */
export interface OldMonth {
  domainId: number;
  /** Its first day. */
  month: string;
}

/** The oldest month of each domain of which days are left, for domains with such a month, in order. */
export async function listOldMonths(
  db: Db,
  { after, keptMonths, limit }: { after: number; keptMonths: number; limit: number },
): Promise<OldMonth[]> {
  const { rows } = await sql<OldMonth>`
    select domains.id as "domainId", date_trunc('month', oldest.day)::date::text as month
    from domains,
      lateral (select min(day) as day from search_days where domain_id = domains.id) as oldest,
      lateral (select max(day) as day from search_days where domain_id = domains.id) as newest
    where domains.id > ${after}
      and date_trunc('month', oldest.day) < date_trunc('month', newest.day - make_interval(months => ${keptMonths}))
    order by domains.id limit ${limit}`.execute(db);
  return rows;
}

/** In sums of months, what is true of all names together; no name has this number. */
const ALL = sql.lit(0);

/** Writes the totals of a month, unless they are there. */
export async function saveMonthTotals(trx: Trx, { domainId, month }: OldMonth): Promise<void> {
  await sql`insert into search_months
      (domain_id, dimension, month, name_number, clicks, impressions, position_sum)
    select domain_id, ${ALL}, ${month}::date, ${ALL}, sum(clicks)::int, sum(impressions)::int, sum(position_sum)
    from search_days where domain_id = ${domainId} and ${isOf(month)}
    group by domain_id
    on conflict do nothing`.execute(trx);
}

/** Days of a month, as a range of the index. */
const isOf = (month: string) =>
  sql`day >= ${month}::date and day < (${month}::date + interval '1 month')::date`;

/** @returns whether rows may be left */
export async function deleteSomeFigures(
  db: Db,
  { domainId, month, dimension }: OldMonth & { dimension: number },
): Promise<boolean> {
  const rows = sql`domain_id = ${domainId} and dimension = ${sql.lit(dimension)} and ${isOf(month)}`;
  // A range of the primary key: joined with a list of keys, tables without statistics are read once for each row.
  const { numAffectedRows = 0n } = await sql`delete from search_figures where ${rows}
    and (day, name_number) <= (
      select day, name_number from (
        select day, name_number from search_figures where ${rows} order by day, name_number limit ${ROWS_AT_ONCE}
      ) as first order by day desc, name_number desc limit 1)`.execute(db);
  return numAffectedRows >= BigInt(ROWS_AT_ONCE);
}

/** The last step: from then on the month is no longer listed. */
export async function deleteDays(db: Db, { domainId, month }: OldMonth): Promise<void> {
  await sql`delete from search_days where domain_id = ${domainId} and ${isOf(month)}`.execute(db);
}
