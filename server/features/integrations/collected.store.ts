/** All SQL by which collected figures are written: a day as a whole, or not at all. */
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { DIMENSION_NUMBERS, type Detail } from '#server/db/search-schema.ts';

/** One row as it is kept. */
export interface Collected {
  name: string;
  clicks: number;
  impressions: number;
  position_sum: number;
}

export interface CollectedDay {
  domainId: number;
  /** Nothing is written where the domain takes its figures from another property by now. */
  propertyId: number;
  day: string;
  totals: Omit<Collected, 'name'>;
  details: Readonly<Record<Detail, readonly Collected[]>>;
  now: Date;
}

/** Rows of one statement, which keeps the process from everything else for a few milliseconds. */
const ROWS_AT_ONCE = 500;

/** Totals of all days that are kept of a domain. */
export async function listTotals(db: Db, domainId: number) {
  return db
    .selectFrom('search_days')
    .select([sql<string>`day::text`.as('day'), 'clicks', 'impressions'])
    .where('domain_id', '=', domainId)
    .execute();
}

/** Replaces a day. @returns false where the domain has another property, or none */
export async function saveDay(trx: Db, collected: CollectedDay): Promise<boolean> {
  const { domainId, propertyId, day, totals, details, now } = collected;
  const source = await trx
    .selectFrom('search_sources')
    .select('domain_id')
    .where('domain_id', '=', domainId)
    .where('property_id', '=', propertyId)
    .forUpdate()
    .executeTakeFirst();
  if (source === undefined) return false;
  await sql`delete from search_figures where domain_id = ${domainId} and day = ${day}::date
    and dimension in (1, 2, 3, 4)`.execute(trx);
  for (const [detail, number] of Object.entries(DIMENSION_NUMBERS)) {
    const rows = details[detail as Detail];
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
      await insertFigures(trx, { domainId, day, number, rows: rows.slice(start, start + ROWS_AT_ONCE) });
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

/** A query that Google writes in two ways which we cut alike is one. */
async function insertFigures(trx: Db, { domainId, day, number, rows }: Rows): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(
    name text, clicks integer, impressions integer, position_sum double precision)`;
  await sql`insert into search_names (domain_id, dimension, name)
    select distinct ${domainId}::int, ${number}::smallint, name from ${given}
    on conflict do nothing`.execute(trx);
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
