/**
 * Measures reports of search figures on PostgreSQL: fills an empty database (`--url`, by default a new server) with
 * `--domains` sites of 486 days and 500 rows a day, writes the sums as the product does, then reads reports of single
 * sites and of all sites. A database with data is used unchanged.
 */
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import type { Period } from '#contract/search-shapes.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { updateSums } from '#server/features/integrations/collecting.service.ts';
import { findUntil, listDays, listNames } from '#server/features/integrations/figures.store.ts';
import { toCompared, toDays } from '#server/features/integrations/period.rules.ts';
import { countPages, listPlaces, listTowns } from '#server/features/reporting/page-figures.store.ts';
import { listPortfolio } from '#server/features/reporting/reporting.store.ts';
import { startPostgresServer } from '#testkit/postgres-server.ts';
import { fillSearchData, UNTIL } from './search-data.ts';

const FILL_MS = 60 * 60_000;
const MUST_MS = 300;

const { values: flags } = parseArgs({
  options: {
    url: { type: 'string' },
    domains: { type: 'string', default: '400' },
    calls: { type: 'string', default: '60' },
  },
});
const server = flags.url === undefined ? await startPostgresServer() : undefined;
const database = await openDatabase({ url: flags.url ?? server?.url ?? '', statementTimeoutMs: FILL_MS });
const { db } = database;
await migrate(database);
if ((await readSites()).length === 0) await fillSearchData(db, Number(flags.domains));
const sites = await readSites();
const ids = sites.map(({ id }) => id);
await writeSums();
const workspaceId = sites[0]?.workspace_id ?? 0;
const scope = { workspaceIds: [workspaceId], readOnlyIds: [], homeId: workspaceId };
console.log(`${ids.length} sites`);
for (const [name, read] of Object.entries(listReports())) await measure(name, read);
await database.close();
await server?.stop();

function readSites() {
  return db.selectFrom('domains').select(['id', 'workspace_id']).orderBy('id').execute();
}

/** Writes the sums as the job of each site does after a collection. */
async function writeSums(): Promise<void> {
  const { signal } = new AbortController();
  for (const [index, id] of ids.entries()) {
    await updateSums(db, id, signal);
    if (index % 10 === 9) console.log(`sums of ${index + 1} sites`);
  }
  await sql`vacuum analyze search_months, page_reports`.execute(db);
}

type Read = (index: number) => Promise<unknown>;

function listReports(): Record<string, Read> {
  const pick = (index: number) => ids[(index * 37) % ids.length] ?? 0;
  const toRange = (period: Period) => {
    const days = toDays(period, UNTIL);
    return { days, compared: toCompared(days, 'previous') };
  };
  const page = { search: undefined, sort: '-clicks', limit: 25, offset: 0 };
  const names =
    (detail: 'query' | 'page', period: Period, query: Partial<typeof page> = {}) =>
    async (index: number) =>
      listNames(db, { domainId: pick(index), detail, ...toRange(period), ...page, ...query });
  const pages = (period: Period, domainId?: number) => ({
    workspaceIds: [workspaceId],
    domainId,
    projectId: undefined,
    period,
    comparison: 'previous' as const,
    until: UNTIL,
    ...toRange(period),
  });
  const towns =
    (period: Period, query: { sort?: string; search?: string; earning?: 'no'; offset?: number } = {}) =>
    () =>
      listTowns(db, {
        ...pages(period),
        ...page,
        earning: undefined,
        index: undefined,
        quality: undefined,
        ...query,
      });
  const portfolio = { scope, ...toRange('28d') };
  return {
    'newest day of all sites': () => findUntil(db, ids),
    'days of one site, 16 months': (index) => listDays(db, [pick(index)], toDays('16m', UNTIL)),
    'days of all sites, 16 months': () => listDays(db, ids, toDays('16m', UNTIL)),
    'queries, 28 days': names('query', '28d'),
    'queries, 6 months': names('query', '6m'),
    'queries, 16 months': names('query', '16m'),
    'queries by position, page 40': names('query', '16m', { sort: 'position', offset: 975 }),
    'pages, 16 months': names('page', '16m'),
    'towns of one site, 16 months': (index) =>
      listTowns(db, {
        ...pages('16m', pick(index)),
        ...page,
        earning: undefined,
        index: undefined,
        quality: undefined,
      }),
    'coverage of one site, 3 months': (index) => countPages(db, pages('3m', pick(index))),
    'map of one site, 3 months': (index) => listPlaces(db, pages('3m', pick(index))),
    'towns of all, 28 days': towns('28d'),
    'towns of all, 16 months': towns('16m'),
    'towns of all by position': towns('3m', { sort: 'position' }),
    'towns of all by change': towns('3m', { sort: '-change' }),
    'towns of all by name': towns('3m', { sort: 'town' }),
    'towns of all, page 1,000': towns('3m', { offset: 24_975 }),
    'towns of all without impressions': towns('3m', { earning: 'no' }),
    'towns of all, searched': towns('3m', { search: 'town 77' }),
    'towns of all, all found': towns('3m', { search: 'town' }),
    'coverage of all, 28 days': () => countPages(db, pages('28d')),
    'coverage of all, 16 months': () => countPages(db, pages('16m')),
    'map of all, 3 months': () => listPlaces(db, pages('3m')),
    portfolio: () => listPortfolio(db, portfolio, { page: 1, per_page: 25, sort: '-clicks' }),
  };
}

async function measure(name: string, read: Read): Promise<void> {
  const times: number[] = [];
  for (let index = 0; index < Number(flags.calls); index += 1) {
    const from = performance.now();
    await read(index);
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  const isSlow = at(0.95) > MUST_MS;
  console.log(
    `${name.padEnd(34)} p50 ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms${isSlow ? `  above ${MUST_MS} ms` : ''}`,
  );
  if (isSlow) process.exitCode = 1;
}
