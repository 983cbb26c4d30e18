/** Reports: figures of generated pages and of all domains, and the first steps of a workspace. */
import type { HandlerInput } from '#contract/endpoint.ts';
import { QUALITY_TEXTS } from '#contract/quality-texts.ts';
import {
  type IndexShares,
  type IndexState,
  type PortfolioRow,
  type reportingContract,
  SCORE_BAND,
  type TownRow,
} from '#contract/reporting.contract.ts';
import type { SearchFigures } from '#contract/search-shapes.ts';
import { writeCsvFile } from '#server/csv-file.ts';
import { toListMeta } from '#server/db/list-page.ts';
import { isReadOnly } from '#server/db/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { type SearchStatService, toFigures } from '../integrations/search-stat.service.ts';
import {
  countIndexedByScore,
  countPages,
  joinIndexStates,
  listPlaces,
  listTargets,
  listTowns,
  type PageFigures,
  type PagesQuery,
  type TownFigures,
} from './page-figures.store.ts';
import { countSteps, hasProject, listClicks, listPortfolio } from './reporting.store.ts';

type Query<Verb extends 'indexShares' | 'towns' | 'coverage' | 'map' | 'export' | 'domains'> = HandlerInput<
  (typeof reportingContract)[Verb]
>['query'];

type ReportContext = Pick<Context, 'db'> & { search: SearchStatService };

/** Latitude, longitude, clicks, pages. */
type Point = [number, number, number, number];

/** Towns per query of a file: each query adds up all figures. */
const EXPORT_BATCH = 10_000;

export type ReportingService = ReturnType<typeof createReporting>;

export function createReporting({ db, audit }: Context, { search }: { search: SearchStatService }) {
  const context = { db, search };
  return {
    towns: ({ query }: { query: Query<'towns'> }, caller: Caller) => readTowns(context, query, caller),
    async coverage({ query }: { query: Query<'coverage'> }, caller: Caller) {
      const wanted = await toPagesQuery(context, query, caller);
      const { pages, earning, clicking, inspected, indexed, ...sums } = await countPages(db, wanted);
      const previous = toPrevious(sums, wanted.compared);
      return { pages, earning, clicking, inspected, indexed, totals: toFigures(sums), previous };
    },
    async indexShares({ query }: { query: Query<'indexShares'> }, caller: Caller): Promise<IndexShares> {
      const found = await countIndexedByScore(db, await findTargets(context, query, caller), SCORE_BAND);
      const counts = new Map(found.map(({ band, ...count }) => [band, count]));
      const bands = Array.from({ length: 100 / SCORE_BAND }, (_, band) => ({
        from: band * SCORE_BAND,
        to: (band + 1) * SCORE_BAND,
        ...(counts.get(band) ?? { pages: 0, inspected: 0, indexed: 0 }),
      }));
      const sum = (name: 'pages' | 'inspected' | 'indexed') =>
        bands.reduce((total, band) => total + band[name], 0);
      return { pages: sum('pages'), inspected: sum('inspected'), indexed: sum('indexed'), bands };
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
    /** Lists the current runs of these pages, with a join of their index states. @throws AppError `not_found` for a domain or project outside of the scope */
    async listRuns(query: Query<'indexShares'>, caller: Caller) {
      const targets = await findTargets(context, query, caller);
      return { runIds: targets.map(({ run_id: id }) => id), joinStates: joinIndexStates(targets) };
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

/** Lists the current runs of a query without a period. */
async function findTargets(context: ReportContext, query: Query<'indexShares'>, caller: Caller) {
  return listTargets(context.db, await toPagesQuery(context, { ...query, period: '7d' }, caller));
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
  const { page, per_page: perPage, search, sort, earning, index, quality } = query;
  const wanted = await toPagesQuery(context, query, caller);
  const paging = { limit: perPage, offset: (page - 1) * perPage };
  const filters = { search, sort, earning, index, quality };
  const { rows, total } = await listTowns(context.db, { ...wanted, ...paging, ...filters });
  return { data: rows.map((row) => describeTown(row, wanted)), meta: toListMeta(query, total) };
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
    index: toIndexState(row),
    score: row.score === null ? null : Math.round(row.score * 10) / 10,
    is_weak: row.is_weak,
    flaws: row.flaws ?? [],
  };
}

function toIndexState(row: TownFigures): IndexState | null {
  const { is_indexed, coverage, google_canonical, last_crawled_at, inspected_at } = row;
  if (is_indexed === null || inspected_at === null) return null;
  return {
    is_indexed,
    coverage: coverage ?? '',
    google_canonical,
    last_crawled_at: last_crawled_at?.toISOString() ?? null,
    inspected_at: inspected_at.toISOString(),
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

const TOWN_HEAD = ['indexed', 'google_coverage', 'quality', 'quality_problems'];

/** @throws AppError `not_found` or `invalid` before anything is sent */
async function writeReport(context: ReportContext, query: Query<'export'>, caller: Caller) {
  const { dimension, project_id: projectId, ...range } = query;
  const head = [
    ...FIGURES,
    ...(query.compare === undefined ? [] : FIGURES.map((name) => `previous_${name}`)),
  ];
  const name = `search-${dimension}-${query.period}.csv`;
  if (dimension === 'town') {
    const wanted = await toPagesQuery(context, query, caller);
    const columns = ['town', 'address', 'project', 'row', ...head, ...TOWN_HEAD];
    return writeCsvFile(name, writeTowns(context.db, wanted, columns));
  }
  // These figures can't be filtered by project: only checks that it exists.
  if (projectId !== undefined) await toPagesQuery(context, query, caller);
  const batches = await context.search.export({ query: { ...range, dimension } }, caller);
  return writeCsvFile(name, writeStat(batches, [dimension, ...head]));
}

const formatPrevious = (previous: SearchFigures | null) => (previous === null ? [] : toCells(previous));

type StatBatches = Awaited<ReturnType<SearchStatService['export']>>;

async function* writeStat(batches: StatBatches, head: string[]): AsyncGenerator<string[]> {
  yield head;
  for await (const rows of batches)
    for (const { key, previous, ...figures } of rows)
      yield [key, ...toCells(figures), ...formatPrevious(previous)];
}

async function* writeTowns(db: Context['db'], wanted: PagesQuery, head: string[]): AsyncGenerator<string[]> {
  yield head;
  const filters = { search: undefined, earning: undefined, index: undefined, quality: undefined };
  const all = { ...wanted, ...filters, sort: '-clicks', limit: EXPORT_BATCH, offset: 0 };
  for (let after: TownFigures | undefined; ; ) {
    const { rows } = await listTowns(db, { ...all, after });
    for (const each of rows) {
      const { town, address, project, row, previous, index, score, flaws, ...figures } = describeTown(
        each,
        wanted,
      );
      yield [
        town,
        address,
        project,
        String(row),
        ...toCells(figures),
        ...formatPrevious(previous),
        ...(index === null ? ['', ''] : [index.is_indexed ? 'yes' : 'no', index.coverage]),
        score === null ? '' : score.toFixed(1),
        flaws.map((code) => QUALITY_TEXTS[code] ?? code).join('; '),
      ];
    }
    after = rows.at(-1);
    if (after === undefined) return;
  }
}
