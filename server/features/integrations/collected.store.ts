/** SQL that writes collected figures: whole days, and the sums of whole months. */
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { DIMENSION_NUMBERS, type Detail } from '#server/db/search-schema.ts';

/** A stored row. */
export interface Collected {
  name: string;
  clicks: number;
  impressions: number;
  position_sum: number;
}

export interface CollectedDay {
  domainId: number;
  /** Nothing is written if the domain has another property in the meantime. */
  propertyId: number;
  day: string;
  totals: Omit<Collected, 'name'>;
  details: Readonly<Record<Detail, readonly Collected[]>>;
  now: Date;
}

/** Rows per statement, which blocks the embedded database for a few milliseconds. */
const ROW_BATCH = 500;

/** Totals of all stored days of a domain. */
export async function listTotals(db: Db, domainId: number) {
  return db
    .selectFrom('search_days')
    .select([sql<string>`day::text`.as('day'), 'clicks', 'impressions'])
    .where('domain_id', '=', domainId)
    .execute();
}

/** Replaces a day. @returns false if the domain has another property, or none */
export async function saveDay(trx: Db, collected: CollectedDay): Promise<boolean> {
  const { domainId, propertyId, day, totals, details, now } = collected;
  await lockFigures(trx, domainId);
  const source = await trx
    .selectFrom('search_sources')
    .select('domain_id')
    .where('domain_id', '=', domainId)
    .where('property_id', '=', propertyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (source === undefined) return false;
  await deleteSums(trx, domainId, day);
  await sql`delete from search_figures where domain_id = ${domainId} and day = ${day}::date
    and dimension in (1, 2, 3, 4)`.execute(trx);
  for (const [detail, number] of Object.entries(DIMENSION_NUMBERS)) {
    const rows = details[detail as Detail];
    for (let start = 0; start < rows.length; start += ROW_BATCH)
      await insertFigures(trx, { domainId, day, number, rows: rows.slice(start, start + ROW_BATCH) });
  }
  await trx
    .insertInto('search_days')
    .values({ domain_id: domainId, day, ...totals, fetched_at: now })
    .onConflict((conflict) =>
      conflict.columns(['domain_id', 'day']).doUpdateSet({ ...totals, fetched_at: now }),
    )
    .execute();
  return true;
}

interface Rows {
  domainId: number;
  day: string;
  number: number;
  rows: readonly Collected[];
}

/** Adds up names that are equal after shortening. */
async function insertFigures(trx: Db, { domainId, day, number, rows }: Rows): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(
    name text, clicks integer, impressions integer, position_sum double precision)`;
  // A conflict would use up an id for each known name. The lock on the domain prevents concurrent inserts.
  await sql`insert into search_names (domain_id, dimension, name)
    select distinct ${domainId}::int, ${number}::smallint, name from ${given}
    where not exists (select from search_names as known
      where known.domain_id = ${domainId} and known.dimension = ${number} and known.name = given.name)`.execute(
    trx,
  );
  await sql`insert into search_figures
      (domain_id, dimension, day, name_number, clicks, impressions, position_sum)
    select ${domainId}::int, ${number}::smallint, ${day}::date, search_names.id,
      sum(given.clicks)::int, sum(given.impressions)::int, sum(given.position_sum)
    from ${given} join search_names
      on domain_id = ${domainId} and dimension = ${number} and search_names.name = given.name
    group by search_names.id
    on conflict (domain_id, dimension, day, name_number) do update set
      clicks = search_figures.clicks + excluded.clicks,
      impressions = search_figures.impressions + excluded.impressions,
      position_sum = search_figures.position_sum + excluded.position_sum`.execute(trx);
}

export interface MonthOfDomain {
  domainId: number;
  /** Its first day. */
  month: string;
  dimension: number;
}

/** Locks the figures and sums of a domain for the rest of the transaction. */
export async function lockFigures(trx: Db, domainId: number): Promise<void> {
  await sql`select from domains where id = ${domainId} for no key update`.execute(trx);
}

/** Deletes sums that contain a day, in the transaction that changes the day. */
async function deleteSums(trx: Db, domainId: number, day: string): Promise<void> {
  await sql`delete from search_months where domain_id = ${domainId} and dimension in (1, 2, 3, 4)
    and month = date_trunc('month', ${day}::date)::date`.execute(trx);
  await sql`delete from page_reports where domain_id = ${domainId}`.execute(trx);
}

/** Past months with figures and without sums, the newest first. */
export async function listMonthsToSum(db: Db, domainId: number): Promise<MonthOfDomain[]> {
  const { rows } = await sql<MonthOfDomain>`select domain_id as "domainId", month::text, dimension
    from (select distinct domain_id, date_trunc('month', day)::date as month from search_days
        where domain_id = ${domainId}) as months,
      unnest(array[1, 2, 3, 4]::smallint[]) as dimension
    where month + interval '1 month' <= (select max(day) + 1 from search_days where domain_id = ${domainId})
      and (select true from search_months as kept where kept.domain_id = months.domain_id
        and kept.dimension = dimension.dimension and kept.month = months.month limit 1) is null
      and (select true from search_figures as figures where figures.domain_id = months.domain_id
        and figures.dimension = dimension.dimension and day >= month and day < month + interval '1 month'
        limit 1)
    order by month desc, dimension`.execute(db);
  return rows;
}

/** Writes the sums of one month if they are missing. */
export async function saveMonth(trx: Db, { domainId, month, dimension }: MonthOfDomain): Promise<void> {
  await sql`insert into search_months
      (domain_id, dimension, month, name_number, clicks, impressions, position_sum)
    select domain_id, dimension, ${month}::date, name_number, sum(clicks)::int, sum(impressions)::int, sum(position_sum)
    from search_figures
    where domain_id = ${domainId} and dimension = ${sql.lit(dimension)} and day >= ${month}::date
      and day < (${month}::date + interval '1 month')::date
    group by domain_id, dimension, name_number
    on conflict do nothing`.execute(trx);
}
