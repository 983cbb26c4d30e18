/**
 * SQL that sums Google Search figures: whole months from monthly sums, and the remaining days from daily
 * figures.
 */
import { type RawBuilder, sql } from 'kysely';
import { DIMENSION_NUMBERS, type Detail } from './search-schema.ts';

/** Both days are included, in the format 2026-03-02. */
export interface Days {
  from: string;
  to: string;
}

/** Sums in all reports; the average position is computed from them. */
export const SUMS = sql`coalesce(sum(clicks), 0)::float8 as clicks, coalesce(sum(impressions), 0)::float8 as impressions,
  coalesce(sum(position_sum), 0) as position_sum`;

interface SumRequest {
  domainIds: readonly number[];
  detail: Detail;
  days: Days;
}

/** Sums by name number for these domains. */
export function sumNames({ domainIds, detail, days }: SumRequest): RawBuilder<unknown> {
  const dimension = sql.lit(DIMENSION_NUMBERS[detail]);
  const ids = sql`${[...domainIds]}::int[]`;
  const listDays = ({
    from,
    to,
  }: Days) => sql`select name_number, clicks, impressions, position_sum from search_figures
    where domain_id = any(${ids}) and dimension = ${dimension} and day between ${from}::date and ${to}::date`;
  const { before, months, after } = splitDays(days);
  const parts = [before, after].filter((part) => part !== undefined).map(listDays);
  if (months !== undefined) {
    const { first, last } = months;
    parts.push(
      sql`select name_number, clicks, impressions, position_sum from search_months
        where domain_id = any(${ids}) and dimension = ${dimension} and month between ${first}::date and ${last}::date`,
      // Months without sums are read by day; each is a range of the index.
      sql`select figures.* from unnest(${ids}) as site(id),
          generate_series(${first}::timestamp, ${last}::timestamp, '1 month') as month(start),
          lateral (select name_number, clicks, impressions, position_sum from search_figures
            where domain_id = site.id and dimension = ${dimension}
              and day >= month.start::date and day < (month.start + interval '1 month')::date offset 0) as figures
        where (select true from search_months where domain_id = site.id and dimension = ${dimension}
          and month = month.start::date limit 1) is null`,
    );
  }
  return sql`select name_number, ${SUMS} from (${sql.join(parts, sql` union all `)}) as figures group by name_number`;
}

const toDay = (date: Date) => date.toISOString().slice(0, 10);

/** Splits days into whole months, given by their first days, and the days before and after them. */
function splitDays({ from, to }: Days) {
  const [year = 0, month = 1, date = 1] = from.split('-').map(Number);
  const [lastYear = 0, lastMonth = 1, lastDate = 1] = to.split('-').map(Number);
  const isLastWhole = lastDate === new Date(Date.UTC(lastYear, lastMonth, 0)).getUTCDate();
  const first = toDay(new Date(Date.UTC(year, month - (date === 1 ? 1 : 0), 1)));
  const last = toDay(new Date(Date.UTC(lastYear, lastMonth - (isLastWhole ? 1 : 2), 1)));
  if (first > last) return { before: { from, to } };
  const dayBefore = toDay(new Date(Date.parse(first) - 86_400_000));
  const dayAfter = toDay(new Date(Date.UTC(Number(last.slice(0, 4)), Number(last.slice(5, 7)), 1)));
  return {
    before: date === 1 ? undefined : { from, to: dayBefore },
    months: { first, last },
    after: isLastWhole ? undefined : { from: dayAfter, to },
  };
}

const NO_SUMS = sql`select null::int as domain_id, null::uuid as page_key, null::float8 as clicks,
  null::float8 as impressions, null::float8 as position_sum where false`;

/**
 * Sums by page of these domains. Figures are grouped by number before the join, because there are few names
 * and many figures.
 */
function sumPages(domainIds: readonly number[], days: Days | undefined): RawBuilder<unknown> {
  if (days === undefined || domainIds.length === 0) return NO_SUMS;
  return sql`select names.domain_id, names.page_key, ${SUMS}
    from (${sumNames({ domainIds, detail: 'page', days })}) as figures
    join search_names as names on names.id = figures.name_number
    group by names.domain_id, names.page_key`;
}

const SUM_NAMES = ['clicks', 'impressions', 'position_sum'] as const;

/** A run and the domain with the figures of its pages. */
export interface RunOfDomain {
  run_id: number;
  domain_id: number | null;
}

/** Rounds to hundredths of a degree, about 1 km, so that towns at the same point of a map are merged. */
const PLACE = sql`case when longitude is not null then round(latitude::numeric * 100)::smallint end as latitude,
  case when latitude is not null then round(longitude::numeric * 100)::smallint end as longitude`;

/**
 * Sums the figures of each page of these runs over several ranges of days.
 * @param ranges by column prefix
 */
export function sumRunPages(
  targets: readonly RunOfDomain[],
  ranges: Readonly<Record<string, Days | undefined>>,
): RawBuilder<unknown> {
  const domainIds = [...new Set(targets.flatMap(({ domain_id: id }) => (id === null ? [] : [id])))];
  const sums = Object.entries(ranges).map(([prefix, days]) => {
    const name = sql.ref(`sums_${prefix}`);
    return {
      columns: SUM_NAMES.map(
        (sum) => sql`coalesce(${name}.${sql.ref(sum)}, 0) as ${sql.ref(`${prefix}${sum}`)}`,
      ),
      join: sql`left join (${sumPages(domainIds, days)}) as ${name}
        on ${name}.domain_id = target.domain_id and ${name}.page_key = pages.page_key`,
    };
  });
  return sql`select pages.run_id, pages.sheet_row, ${PLACE},
      ${sql.join(sums.flatMap(({ columns }) => columns))}
    from unnest(${targets.map((target) => target.run_id)}::int[], ${targets.map((target) => target.domain_id)}::int[])
      as target(run_id, domain_id)
    join run_pages as pages on pages.run_id = target.run_id and pages.held is distinct from 'leave-out'
    ${sql.join(
      sums.map(({ join }) => join),
      sql` `,
    )}`;
}
