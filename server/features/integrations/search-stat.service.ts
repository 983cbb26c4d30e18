/** Figures of Google Search from our own store, so that pages never wait for Google. */
import type { HandlerInput } from '#contract/endpoint.ts';
import type { integrationsContract, SearchStat } from '#contract/integrations.contract.ts';
import type { Comparison, Period, SearchFigures, SourceState } from '#contract/search-shapes.ts';
import { toListMeta } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';
import { AppError } from '../../app-error.ts';
import type { Caller, Scope } from '../../caller.ts';
import type { Context } from '../../context.ts';
import type { DomainsService } from '../domains/domains.service.ts';
import {
  findUntil,
  listDays,
  listDomainIds,
  listMarks,
  listNames,
  type NameRow,
  type Sums,
} from './figures.store.ts';
import { addDays, type Days, toCompared, toDays } from './period.rules.ts';

type Query = HandlerInput<(typeof integrationsContract)['stat']>['query'];

/** Rows per query of a file: each query adds up all figures. */
const EXPORT_BATCH = 10_000;
const NOTHING: Sums = { clicks: 0, impressions: 0, position_sum: 0 };

export function createSearchStat({ db }: Pick<Context, 'db'>, { domains }: { domains: DomainsService }) {
  /** @throws AppError `not_found` for a domain outside of the scope */
  const findRange = async (
    { domain_id: domainId, period, compare }: RangeQuery,
    scope: Scope,
  ): Promise<ReportRange> => {
    if (domainId !== undefined) await domains.get(domainId, scope);
    const domainIds = domainId === undefined ? await listDomainIds(db, scope) : [domainId];
    const { until, states } = await findUntil(db, domainIds);
    const days = until === null ? undefined : toDays(period, until);
    const compared = days && compare && toCompared(days, compare);
    return { domainIds, state: summarize(states), until, days, compared };
  };
  return {
    async stat({ query }: { query: Query }, { scope }: Caller): Promise<SearchStat> {
      checkDomain(query);
      return showStat(db, query, await findRange(query, scope));
    },
    /** Reads all rows of a report by clicks, in batches. @throws AppError like `stat`, before the first batch */
    async export({ query }: { query: ExportQuery }, { scope }: Caller): Promise<AsyncIterable<StatRow[]>> {
      checkDomain(query);
      return readAll(db, query, await findRange(query, scope));
    },
    findRange,
    /** Lists clicks by day; empty for a domain without figures. */
    fillSeries: (days: Days, rows: readonly { day: string; clicks: number }[]): number[] =>
      rows.length === 0
        ? []
        : fillDays(
            days,
            rows.map((row) => ({ ...NOTHING, ...row })),
          ).map(({ clicks }) => clicks),
  };
}

export type SearchStatService = ReturnType<typeof createSearchStat>;

export interface RangeQuery {
  domain_id?: number | undefined;
  period: Period;
  compare?: Comparison | undefined;
}

/** Domains of a report, and its days if there are figures. */
export interface ReportRange {
  domainIds: number[];
  state: SourceState;
  until: string | null;
  days: Days | undefined;
  compared: Days | undefined;
}

/** Returns the most important state of several domains. */
function summarize(states: readonly string[]): SourceState {
  const order = ['failed', 'collecting', 'waiting', 'ready'] as const;
  return order.find((state) => states.includes(state)) ?? 'none';
}

/** Computes the click-through rate and the position from sums. */
export function toFigures({ clicks, impressions, position_sum }: Sums): SearchFigures {
  const isEmpty = impressions === 0;
  return {
    clicks,
    impressions,
    ctr: isEmpty ? 0 : clicks / impressions,
    position: isEmpty ? null : position_sum / impressions,
  };
}

function addUp(rows: readonly Sums[]): Sums {
  return rows.reduce(
    (sum, row) => ({
      clicks: sum.clicks + row.clicks,
      impressions: sum.impressions + row.impressions,
      position_sum: sum.position_sum + row.position_sum,
    }),
    NOTHING,
  );
}

type DayRow = Sums & { day: string };

/** Adds days without figures. */
function fillDays({ from, to }: Days, rows: readonly DayRow[]): DayRow[] {
  const known = new Map(rows.map((row) => [row.day, row]));
  const all: DayRow[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) all.push(known.get(day) ?? { day, ...NOTHING });
  return all;
}

/** Figures of names are read for one domain. */
function checkDomain({ dimension, domain_id: domainId }: Pick<Query, 'dimension' | 'domain_id'>): void {
  if (dimension !== 'date' && domainId === undefined)
    throw new AppError('invalid', { fields: { domain_id: ['Choose a domain'] } });
}

type StatRow = SearchStat['rows'][number];
type ExportQuery = RangeQuery & Pick<Query, 'dimension'>;

async function* readAll(db: Db, { dimension, ...query }: ExportQuery, range: ReportRange) {
  if (dimension === 'date') {
    const stat = { ...query, dimension, page: 1, per_page: 1, sort: '-clicks' } as const;
    yield (await showStat(db, stat, range)).rows;
    return;
  }
  const paging = { dimension, search: undefined, sort: '-clicks', page: 1, per_page: EXPORT_BATCH } as const;
  for (let after: NameRow | undefined; ; ) {
    const rows = await readNames(db, { ...paging, after }, range);
    yield rows.map((row) => describeName(row, range));
    after = rows.at(-1);
    if (after === undefined) return;
  }
}

async function showStat(db: Db, query: Query, range: ReportRange): Promise<SearchStat> {
  const { domainIds, days, compared, until, state } = range;
  const head = { data_until: until, state, previous_period: compared ?? null };
  if (days === undefined)
    return {
      ...head,
      period: null,
      totals: toFigures(NOTHING),
      previous: null,
      rows: [],
      meta: toListMeta(query, 0),
      marks: [],
    };
  const now = await listDays(db, domainIds, days);
  const before = compared && (await listDays(db, domainIds, compared));
  const rows =
    query.dimension === 'date'
      ? pairDays(fillDays(days, now), compared, before)
      : await pairNames(db, { ...query, dimension: query.dimension }, range);
  const total = 'total' in rows ? rows.total : rows.length;
  return {
    ...head,
    period: days,
    totals: toFigures(addUp(now)),
    // Days that weren't collected don't count as days without clicks.
    previous: before?.length ? toFigures(addUp(before)) : null,
    rows: 'total' in rows ? rows.list : rows,
    meta: 'total' in rows ? toListMeta(query, total) : { page: 1, per_page: total, total, last_page: 1 },
    marks: await listMarks(db, domainIds, days),
  };
}

/** Compares days by position; days that weren't collected don't count as days without clicks. */
function pairDays(
  now: readonly DayRow[],
  compared: Days | undefined,
  before: readonly DayRow[] = [],
): SearchStat['rows'] {
  const known = new Map(before.map((row) => [row.day, row]));
  return now.map(({ day, ...sums }, index) => {
    const previous = compared && known.get(addDays(compared.from, index));
    return { key: day, ...toFigures(sums), previous: previous === undefined ? null : toFigures(previous) };
  });
}

type Detailed = Pick<Query, 'search' | 'sort' | 'page' | 'per_page'> & {
  dimension: Exclude<Query['dimension'], 'date'>;
  after?: NameRow | undefined;
};

async function pairNames(db: Db, query: Detailed, range: ReportRange) {
  const rows = await readNames(db, query, range);
  return { list: rows.map((row) => describeName(row, range)), total: rows[0]?.total ?? 0 };
}

async function readNames(
  db: Db,
  { dimension, search, sort, page, per_page: perPage, after }: Detailed,
  { domainIds: [domainId = 0], days, compared }: ReportRange,
): Promise<NameRow[]> {
  if (days === undefined) return [];
  return listNames(db, {
    domainId,
    detail: dimension,
    days,
    compared,
    search,
    sort,
    limit: perPage,
    offset: (page - 1) * perPage,
    after,
  });
}

function describeName(row: NameRow, { compared }: ReportRange): StatRow {
  return {
    key: row.name,
    ...toFigures(row),
    previous:
      compared === undefined
        ? null
        : toFigures({
            clicks: row.previous_clicks ?? 0,
            impressions: row.previous_impressions ?? 0,
            position_sum: row.previous_position_sum ?? 0,
          }),
  };
}
