/** SQL for stored page reports: one per current run and period. */
import { type RawBuilder, sql } from 'kysely';
import type { Period } from '#contract/search-shapes.ts';
import type { Db } from '#server/db/open.ts';
import { type Days, sumRunPages } from '#server/db/search-sums.ts';

/** Period of a report, with the periods that it is compared with. */
export interface ReportPeriod {
  until: string;
  period: Period;
  days: Days;
  previous: Days;
  year: Days;
}

/** Finds the workspace of a domain with figures, and the newest day of all domains there. */
export async function findNewestDay(db: Db, domainId: number) {
  const { rows } = await sql<{ workspace_id: number; newest: string }>`select workspace_id,
      (select max(newest)::text from domains as others,
        lateral (select max(day) as newest from search_days where domain_id = others.id) as days
        where others.workspace_id = domains.workspace_id) as newest
    from domains where id = ${domainId} and exists (select from search_days where domain_id = ${domainId})`.execute(
    db,
  );
  return rows[0];
}

/** Deletes reports of other days, which are no longer requested. */
export async function deleteOldPageReports(
  db: Db,
  domainId: number,
  untils: readonly string[],
): Promise<void> {
  await sql`delete from page_reports where domain_id = ${domainId} and until <> all(${[...untils]}::date[])`.execute(
    db,
  );
}

export function listStoredReports(db: Db, domainId: number) {
  return db
    .selectFrom('page_reports')
    .select(['run_id', 'period', sql<string>`until::text`.as('until')])
    .where('domain_id', '=', domainId)
    .execute();
}

/** Columns: sums of the days, of the days before, and of a year before. */
const LISTS = ['', 'previous_', 'year_'].flatMap((prefix) => [
  `${prefix}clicks`,
  `${prefix}impressions`,
  `${prefix}position_sum`,
]);

/** Writes the reports of runs for one period, with figures of one domain. */
export async function savePageReports(
  trx: Db,
  { domainId, runIds }: { domainId: number; runIds: readonly number[] },
  { until, period, days, previous, year }: ReportPeriod,
): Promise<void> {
  const targets = runIds.map((id) => ({ run_id: id, domain_id: domainId }));
  const names = ['sheet_row', 'latitude', 'longitude', ...LISTS];
  const joined = (each: (name: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql.join(names.map((name) => each(sql.ref(name))));
  await sql`delete from page_reports
    where run_id = any(${[...runIds]}::int[]) and until = ${until}::date and period = ${period}`.execute(trx);
  // The inner order keeps all lists in the same order.
  await sql`insert into page_reports (run_id, domain_id, until, period, ${joined((name) => name)})
    select run_id, ${domainId}, ${until}::date, ${period}, ${joined((name) => sql`array_agg(${name})`)}
    from (select * from (${sumRunPages(targets, { '': days, previous_: previous, year_: year })}) as pages
      order by run_id, sheet_row) as pages
    group by run_id`.execute(trx);
}
