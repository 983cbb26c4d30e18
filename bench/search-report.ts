/**
 * How long reports of search figures take on PostgreSQL: fills an empty database (`--url`, else a server of its own) with
 * `--domains` sites of 486 days and 500 rows a day, then reads reports of one site after the other.
 */
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { migrate } from '#server/db/migrate.ts';
import { type Db, openDatabase } from '#server/db/open.ts';
import { findUntil, listDays, listNames } from '#server/features/integrations/figures.store.ts';
import { toCompared, toDays } from '#server/features/integrations/period.rules.ts';
import {
  countPages,
  listPlaces,
  listPortfolio,
  listTowns,
} from '#server/features/reporting/reporting.store.ts';
import type { Period } from '#contract/search-shapes.ts';
import { startPostgresServer } from '#testkit/postgres-server.ts';

const DAYS = 486;
const UNTIL = '2026-11-20';
/** Names of a site, and how many of them a day has. */
const NAMES = [
  { dimension: 1, names: 2_000, rows: 300 },
  { dimension: 2, names: 500, rows: 177 },
  { dimension: 3, names: 40, rows: 20 },
  { dimension: 4, names: 3, rows: 3 },
] as const;
const PAGES = 500;
const FILL_MS = 10 * 60_000;
const MUST_MS = 300;

const { values: flags } = parseArgs({
  options: {
    url: { type: 'string' },
    domains: { type: 'string', default: '400' },
    calls: { type: 'string', default: '60' },
  },
});
const server = flags.url === undefined ? await startPostgresServer() : undefined;
const domains = Number(flags.domains);
const database = await openDatabase({ url: flags.url ?? server?.url ?? '', statementTimeoutMs: FILL_MS });
const { db } = database;
await migrate(database);
const scope = await fill(db);
for (const [name, read] of Object.entries(listReports(scope))) await measure(name, read);
await database.close();
await server?.stop();

async function fill(to: Db) {
  const workspaceId = await addWorkspace(to);
  const ids: number[] = [];
  for (let index = 0; index < domains; index += 1) {
    ids.push(await addSite(to, workspaceId, index));
    if (index % 10 === 9) console.log(`${index + 1} of ${domains} sites`);
  }
  await sql`vacuum analyze search_figures, search_names, search_days, run_pages`.execute(to);
  return { ids, scope: { workspaceIds: [workspaceId], readOnlyIds: [], homeId: workspaceId } };
}

async function addWorkspace(to: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`with person as (
      insert into users (email, email_key, first_name, last_name, role, password_hash, created_at)
      values ('bench@example.com', 'bench@example.com', 'A', 'B', 'user', '-', now()) returning id)
    insert into workspaces (kind, name, person_id, created_at, updated_at)
    select 'person', 'Personal', id, now(), now() from person returning id`.execute(to);
  return rows[0]?.id ?? 0;
}

async function addSite(to: Db, workspaceId: number, index: number): Promise<number> {
  const site = `site-${index}.example`;
  const { rows } = await sql<{ id: number }>`insert into domains
      (workspace_id, name, project_type, status, created_at, updated_at)
    values (${workspaceId}, ${site}, 'WordPress', '1', now(), now()) returning id`.execute(to);
  const id = rows[0]?.id ?? 0;
  await sql`insert into search_days select ${id}, day, 40 + random() * 60, 900 + random() * 600, 9000, now()
    from generate_series(${UNTIL}::date - ${DAYS - 1}::int, ${UNTIL}::date, '1 day') as day`.execute(to);
  for (const each of NAMES) await addFigures(to, { id, site, ...each });
  await sql`with seed as (insert into uploads
      (id, workspace_id, kind, name, size, sha256, storage_key, created_at)
      values (gen_random_uuid(), ${workspaceId}, 'seed', 'a', 1, 'a', 'a', now()) returning id),
    project as (insert into projects (workspace_id, key, title, type, notes, google_spread_sheet, footer_links, keep,
        seed_id, domain_id, created_at, updated_at)
      select ${workspaceId}, gen_random_uuid(), ${site}, 'wordpress', '', '', '', '', id, ${id}, now(), now() from seed
      returning id, seed_id),
    run as (insert into runs (project_id, kind, state, title, footer_links, keep, seed_id, sheet_id, split, created_at)
      select id, 'save', 'completed', 'a', '', '', seed_id, seed_id, 0, now() from project returning id)
    insert into run_pages (run_id, sheet_row, address, label)
    select id, n, 'https://' || ${site} || '/page-' || n || '/', 'Town ' || n
    from run, generate_series(1, ${PAGES}::int) as n`.execute(to);
  await sql`update projects set current_run_id = (select max(id) from runs where project_id = projects.id)
    where domain_id = ${id}`.execute(to);
  return id;
}

interface Figures {
  id: number;
  site: string;
  dimension: number;
  names: number;
  rows: number;
}

async function addFigures(to: Db, { id, site, dimension, names, rows }: Figures): Promise<void> {
  await sql`insert into search_names (domain_id, dimension, name) select ${id}, ${dimension}::smallint,
      case when ${dimension} = 2 then 'https://www.' || ${site} || '/page-' || n || '/' else 'name ' || n end
    from generate_series(1, ${names}::int) as n`.execute(to);
  await sql`insert into search_figures select ${id}, ${dimension}::smallint, day, first + (at * 7 + n * 11) % ${names}::int,
      random() * 5, 5 + random() * 50, 300
    from (select min(id) as first from search_names where domain_id = ${id} and dimension = ${dimension}) as names,
      generate_series(${UNTIL}::date - ${DAYS - 1}::int, ${UNTIL}::date, '1 day') with ordinality as days(day, at),
      generate_series(1, ${rows}::int) as n on conflict do nothing`.execute(to);
}

type Read = (index: number) => Promise<unknown>;

function listReports({ ids, scope: of }: Awaited<ReturnType<typeof fill>>): Record<string, Read> {
  const pick = (index: number) => ids[(index * 37) % ids.length] ?? 0;
  const daysOf = (period: Period) => toDays(period, UNTIL);
  const page = { search: undefined, sort: '-clicks', limit: 25, offset: 0 };
  const names = (detail: 'query' | 'page', period: Period) => async (index: number) =>
    listNames(db, {
      domainId: pick(index),
      detail,
      days: daysOf(period),
      compared: toCompared(daysOf(period), 'previous'),
      ...page,
    });
  const pages = (index: number, period: Period) => ({
    scope: of,
    domainId: pick(index),
    projectId: undefined,
    days: daysOf(period),
    compared: toCompared(daysOf(period), 'previous'),
  });
  const portfolio = { scope: of, days: daysOf('28d'), compared: toCompared(daysOf('28d'), 'previous') };
  return {
    'newest day of all sites': () => findUntil(db, ids),
    'days of one site, 16 months': (index) => listDays(db, [pick(index)], daysOf('16m')),
    'days of all sites, 16 months': () => listDays(db, ids, daysOf('16m')),
    'queries, 28 days': names('query', '28d'),
    'queries, 6 months': names('query', '6m'),
    'queries, 16 months': names('query', '16m'),
    'pages, 16 months': names('page', '16m'),
    'towns, 28 days': (index) => listTowns(db, { ...pages(index, '28d'), ...page, earning: undefined }),
    'towns, 16 months': (index) => listTowns(db, { ...pages(index, '16m'), ...page, earning: undefined }),
    'pages that earn, 3 months': (index) => countPages(db, pages(index, '3m')),
    'towns of all sites, 28 days': () =>
      listTowns(db, { ...pages(0, '28d'), domainId: undefined, ...page, earning: undefined }),
    'pages that earn, all, 28 days': () => countPages(db, { ...pages(0, '28d'), domainId: undefined }),
    'pages that earn, all, 3 months': () => countPages(db, { ...pages(0, '3m'), domainId: undefined }),
    'map of clicks, 3 months': (index) => listPlaces(db, pages(index, '3m')),
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
    `${name.padEnd(32)} p50 ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms${isSlow ? `  above ${MUST_MS} ms` : ''}`,
  );
  if (isSlow) process.exitCode = 1;
}
