/** Reports: figures of generated pages and of all domains, and the first steps of a workspace. */
import { writeRecord, BYTE_ORDER_MARK } from '#contract/csv.ts';
import type { FileAnswer, HandlerInput } from '#contract/endpoint.ts';
import type { PortfolioRow, reportingContract, TownRow } from '#contract/reporting.contract.ts';
import type { SearchFigures } from '#contract/search-shapes.ts';
import { isReadOnly } from '#server/db/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { type SearchStatService, toFigures } from '../integrations/search-stat.service.ts';
import {
  countPages,
  listPlaces,
  listTowns,
  type PageFigures,
  type PagesQuery,
  type TownFigures,
} from './page-figures.store.ts';
import { countSteps, hasProject, listClicks, listPortfolio } from './reporting.store.ts';

type Query<Verb extends 'towns' | 'coverage' | 'map' | 'export' | 'domains'> = HandlerInput<
  (typeof reportingContract)[Verb]
>['query'];

type ReportContext = Pick<Context, 'db'> & { search: SearchStatService };

/** Latitude, longitude, clicks, pages. */
type Point = [number, number, number, number];

/** Rows of an exported sheet. */
const MAX_ROWS = 50_000;

export function createReporting({ db, audit }: Context, { search }: { search: SearchStatService }) {
  const context = { db, search };
  return {
    towns: ({ query }: { query: Query<'towns'> }, caller: Caller) => readTowns(context, query, caller),
    async coverage({ query }: { query: Query<'coverage'> }, caller: Caller) {
      const wanted = await toPagesQuery(context, query, caller);
      const { pages, earning, clicking, ...sums } = await countPages(db, wanted);
      const previous = toPrevious(sums, wanted.compared);
      return { pages, earning, clicking, totals: toFigures(sums), previous };
    },
    async map({ query }: { query: Query<'map'> }, caller: Caller) {
      const rows = await listPlaces(db, await toPagesQuery(context, query, caller));
      const points = rows.flatMap(({ latitude, longitude, clicks, pages }): Point[] =>
        latitude === null || longitude === null ? [] : [[latitude, longitude, clicks, pages]],
      );
      const unplaced = rows.find(({ latitude }) => latitude === null)?.clicks ?? 0;
      return { points, unplaced };
    },
    async export({ query }: { query: Query<'export'> }, caller: Caller) {
      const report = await writeReport(context, query, caller);
      const { dimension, period, domain_id: domainId, project_id: projectId } = query;
      const object =
        projectId !== undefined
          ? ({ kind: 'project', id: projectId } as const)
          : domainId !== undefined
            ? ({ kind: 'domain', id: domainId } as const)
            : ({ kind: 'agency', id: caller.scope.homeId } as const);
      const entry = { verb: 'export', object, after: { dimension, period } } as const;
      await db.transaction().execute((trx) => audit.record(trx, caller.actor, entry));
      return report;
    },
    domains: ({ query }: { query: Query<'domains'> }, caller: Caller) =>
      readPortfolio(context, query, caller),
    async setup(_input: unknown, { scope }: Caller) {
      const counts = await countSteps(db, scope);
      const step = (count: number) => ({ is_done: count > 0, count });
      return {
        domain: step(counts.domain),
        search_console: step(counts.search_console),
        project: step(counts.project),
        test: step(counts.test),
        download: step(counts.download),
      };
    },
  };
}

/** @throws AppError `not_found` for a domain or project outside of the scope */
async function toPagesQuery(
  { db, search }: ReportContext,
  query: Query<'coverage'>,
  { scope }: Caller,
): Promise<PagesQuery> {
  const { domain_id: domainId, project_id: projectId, period, compare: comparison } = query;
  const { until, days, compared } = await search.findRange(query, scope);
  if (projectId !== undefined && !(await hasProject(db, projectId, scope))) throw new AppError('not_found');
  const { workspaceIds } = scope;
  return { workspaceIds, domainId, projectId, period, comparison, until, days, compared };
}

function toPrevious(sums: PageFigures, compared: unknown): SearchFigures | null {
  if (compared === undefined) return null;
  return toFigures({
    clicks: sums.previous_clicks,
    impressions: sums.previous_impressions,
    position_sum: sums.previous_position_sum,
  });
}

async function readTowns(context: ReportContext, query: Query<'towns'>, caller: Caller) {
  const { page, per_page: perPage, search, sort, earning } = query;
  const wanted = await toPagesQuery(context, query, caller);
  const paging = { limit: perPage, offset: (page - 1) * perPage };
  const { rows, total } = await listTowns(context.db, { ...wanted, ...paging, search, sort, earning });
  const meta = { page, per_page: perPage, total, last_page: Math.max(1, Math.ceil(total / perPage)) };
  return { data: rows.map((row) => describeTown(row, wanted)), meta };
}

function describeTown(row: TownFigures, { compared }: PagesQuery): TownRow {
  return {
    project_id: row.project_id,
    project: row.project,
    row: row.sheet_row,
    town: row.label,
    address: row.address,
    latitude: row.latitude,
    longitude: row.longitude,
    ...toFigures(row),
    previous: toPrevious(row, compared),
  };
}

async function readPortfolio({ db, search }: ReportContext, query: Query<'domains'>, { scope }: Caller) {
  const range = await search.findRange({ period: '28d', compare: 'previous' }, scope);
  const never = { from: '1970-01-01', to: '1970-01-01' };
  const { days = never, compared = never } = range;
  const { rows, meta } = await listPortfolio(db, { scope, days, compared }, query);
  const ids = rows.map(({ id }) => id);
  const clicks = Map.groupBy(await listClicks(db, ids, days), ({ domain_id: id }) => id);
  const data = rows.map(
    ({ position_sum, state, clicks: sum, impressions, workspace_id, ...row }): PortfolioRow => ({
      ...row,
      is_read_only: isReadOnly(scope, { workspace_id }),
      state: state ?? 'none',
      ...toFigures({ clicks: sum, impressions, position_sum }),
      change: row.previous_clicks === 0 ? null : sum / row.previous_clicks - 1,
      series: search.fillSeries(days, clicks.get(row.id) ?? []),
    }),
  );
  return { data, meta };
}

/** Formats figures for a spreadsheet. */
function toCells({ clicks, impressions, ctr, position }: SearchFigures): string[] {
  return [String(clicks), String(impressions), ctr.toFixed(4), position === null ? '' : position.toFixed(2)];
}

const FIGURES = ['clicks', 'impressions', 'ctr', 'position'];

async function writeReport(context: ReportContext, query: Query<'export'>, caller: Caller) {
  const { dimension, ...filters } = query;
  const all = { page: 1, per_page: MAX_ROWS, search: undefined };
  const isCompared = filters.compare !== undefined;
  const before = (previous: SearchFigures | null) => (previous === null ? [] : toCells(previous));
  const head = [...FIGURES, ...(isCompared ? FIGURES.map((name) => `previous_${name}`) : [])];
  const lines: string[][] = [];
  if (dimension === 'town') {
    const order = { sort: '-clicks' as const, earning: undefined };
    const { data } = await readTowns(context, { ...filters, ...all, ...order }, caller);
    lines.push(['town', 'address', 'project', 'row', ...head]);
    for (const { town, address, project, row, previous, ...figures } of data)
      lines.push([town, address, project, String(row), ...toCells(figures), ...before(previous)]);
  } else {
    const { project_id: projectId, ...rest } = filters;
    // These figures can't be filtered by project: only checks that it exists.
    if (projectId !== undefined) await toPagesQuery(context, filters, caller);
    const { rows } = await context.search.stat(
      { query: { ...rest, ...all, dimension, sort: '-clicks' } },
      caller,
    );
    lines.push([dimension, ...head]);
    for (const { key, previous, ...figures } of rows)
      lines.push([key, ...toCells(figures), ...before(previous)]);
  }
  const bytes = new TextEncoder().encode(BYTE_ORDER_MARK + lines.map(writeRecord).join(''));
  const file: FileAnswer = {
    name: `search-${dimension}-${query.period}.csv`,
    type: 'text/csv; charset=utf-8',
    size: bytes.length,
    disposition: 'attachment',
    isSeekable: false,
    open: async () =>
      (async function* send() {
        yield bytes;
      })(),
  };
  return file;
}
