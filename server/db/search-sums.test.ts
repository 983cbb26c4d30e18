/** Reports use monthly sums and stored page reports; they must equal the sums over the rows of all days. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { COMPARISONS, PERIODS } from '#contract/search-shapes.ts';
import { saveDay } from '#server/features/integrations/collected.store.ts';
import { updateSums } from '#server/features/integrations/collecting.service.ts';
import { listNames } from '#server/features/integrations/figures.store.ts';
import { type Days, toCompared, toDays } from '#server/features/integrations/period.rules.ts';
import { countPages, listPlaces, listTowns } from '#server/features/reporting/page-figures.store.ts';
import { cases } from '#testkit/cases.ts';
import { addUser } from '#testkit/users.ts';
import { openTestDatabase, runSql } from '#testkit/test-database.ts';
import type { Database } from './open.ts';

const UNTIL = '2026-08-17';
const SITES = 3;
const PAGES = 6;
const DETAILS = ['query', 'page', 'country', 'device'] as const;

/** Three sites with figures of a year and a half, and the pages of a run each; the last one has no domain. */
async function fill(database: Database): Promise<number> {
  const { workspaceId } = await addUser(database.db);
  const statements = `insert into integrations (workspace_id, provider, account, sealed_token, scope, status, connected_at, checked_at)
      values (${workspaceId}, 'google', 'a', '-', '-', 'revoked', now(), now());
    insert into search_properties (integration_id, site, permission) select id, 'a', '' from integrations;
    insert into domains (workspace_id, name, project_type, status, created_at, updated_at)
      select ${workspaceId}, 'www.site-' || n || '.example', 'WordPress', '1', now(), now()
      from generate_series(1, ${SITES}) as n;
    insert into search_sources (domain_id, property_id) select domains.id, search_properties.id
      from domains, search_properties;
    insert into search_names (domain_id, dimension, name)
      select id, dimension, case when dimension = 2 then 'https://site-' || id || '.example/' || n || '/' else 'n' || n end
      from domains, generate_series(1, 4) as dimension, generate_series(1, 5) as n;
    insert into search_days (domain_id, day, clicks, impressions, position_sum, fetched_at)
      select id, day, 1, 1, 1, now() from domains,
        generate_series('2025-02-03'::date, '${UNTIL}'::date - (id = 2)::int, '1 day') as day;
    insert into search_figures (domain_id, dimension, day, name_number, clicks, impressions, position_sum)
      select days.domain_id, dimension, day, id, spread % 4, 1 + spread % 9, (spread % 23) / 2.0
      from search_days as days join search_names as names using (domain_id),
        lateral (select abs(hashtext(id || ' ' || day)) as spread) as spreads
      where spread % 7 = 0;
    insert into uploads (id, workspace_id, kind, name, size, sha256, storage_key, created_at)
      values (gen_random_uuid(), ${workspaceId}, 'seed', 'a', 1, 'a', 'a', now());
    insert into projects (workspace_id, key, title, type, notes, google_spread_sheet, footer_links, keep, seed_id,
        domain_id, site, created_at, updated_at)
      select ${workspaceId}, gen_random_uuid(), domains.name, 'wordpress', '', '', '', '', uploads.id,
        case when domains.id < ${SITES} then domains.id end, 'https://site-' || domains.id || '.example', now(), now()
      from domains, uploads;
    insert into runs (project_id, kind, state, title, footer_links, keep, seed_id, sheet_id, split, created_at)
      select id, 'save', 'completed', 'a', '', '', seed_id, seed_id, 0, now() from projects;
    update projects set current_run_id = (select id from runs where project_id = projects.id);
    insert into run_pages (run_id, sheet_row, address, label, score, latitude, longitude)
      select runs.id, n + 1, 'http://www.site-' || runs.id || '.example/' || n, 'Town ' || 9 - n, case when n < ${PAGES} then n * 15 end,
        case when n > 1 then 30 + n / 3 end, -97.746
      from runs, generate_series(1, ${PAGES}) as n;
    insert into index_states (domain_id, page_key, url, is_indexed, coverage, inspected_at)
      select run_id, page_key, address, sheet_row % 3 = 0, '', now() from run_pages where sheet_row % 3 < 2`;
  for (const statement of statements.split(';')) await runSql(database, statement);
  return workspaceId;
}

interface Row {
  domain: number;
  detail: string;
  day: string;
  name: string;
  clicks: number;
  impressions: number;
  place: number;
}

type Sums = [clicks: number, impressions: number, place: number];

/** Sums of the rows of some days, by name. */
function addUp(rows: readonly Row[], days: Days | undefined, isOf: (row: Row) => boolean) {
  const sums = new Map<string, Sums>();
  for (const row of rows) {
    if (days === undefined || row.day < days.from || row.day > days.to || !isOf(row)) continue;
    const [clicks, impressions, place] = sums.get(row.name) ?? [0, 0, 0];
    sums.set(row.name, [clicks + row.clicks, impressions + row.impressions, place + row.place]);
  }
  return sums;
}

const readRows = (database: Database) =>
  runSql<Row>(
    database,
    `select figures.domain_id as domain, (array['query', 'page', 'country', 'device'])[figures.dimension] as detail,
      day::text, name, clicks, impressions, position_sum as place
    from search_figures as figures join search_names on id = name_number`,
  );

const requests = fc.record({
  site: fc.option(fc.integer({ min: 1, max: SITES }), { nil: undefined }),
  period: fc.constantFrom(...PERIODS),
  comparison: fc.option(fc.constantFrom(...COMPARISONS), { nil: undefined }),
  /** True if one of the sites already has figures of another day. */
  isDayAfter: fc.boolean(),
  detail: fc.constantFrom(...DETAILS),
  sort: fc.constantFrom(
    '-clicks',
    'impressions',
    '-ctr',
    'position',
    '-change',
    'town',
    '-row',
    'score',
    '-score',
  ),
  earning: fc.constantFrom(undefined, 'yes', 'no'),
  index: fc.constantFrom(undefined, 'indexed', 'not_indexed', 'unknown'),
  quality: fc.constantFrom(undefined, 'weak', 'strong'),
  search: fc.constantFrom(undefined, 'town', 'site-1', '/3'),
  offset: fc.integer({ min: 0, max: 4 }),
  /** A day that Google corrects first, and the sites whose sums are written afterward. */
  correction: fc.record({
    ago: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 500 })),
    site: fc.integer({ min: 1, max: SITES }),
  }),
  summed: fc.subarray([1, 2, 3]),
});
type Request = typeof requests extends fc.Arbitrary<infer Value> ? Value : never;

const NOTHING: Sums = [0, 0, 0];
/** By the orders of the lists. */
const KEYS: Readonly<Record<string, (of: Sums, before: Sums) => number | null>> = {
  clicks: ([clicks]) => clicks,
  impressions: ([, impressions]) => impressions,
  ctr: ([clicks, impressions]) => (impressions === 0 ? null : clicks / impressions),
  position: ([, impressions, place]) => (impressions === 0 ? null : place / impressions),
  change: ([clicks], [before]) => clicks - before,
};

interface Shown {
  id: string;
  now: Sums;
  before: Sums;
  label: string;
}

/** Replaces a day of a site. */
async function correct({ db }: Database, { ago, site }: Request['correction']): Promise<void> {
  const day = new Date(Date.parse(UNTIL) - ago * 86_400_000).toISOString().slice(0, 10);
  const row = (name: string) => ({ name, clicks: ago % 5, impressions: 5 + ago, position_sum: ago / 2 });
  const page = [
    row(`https://site-${site}.example/${1 + (ago % 4)}/`),
    row(`https://site-${site}.example/new/`),
  ];
  const details = { query: [row('n1'), row('new')], page, country: [row('n2')], device: [] };
  const totals = { clicks: 1, impressions: 1, position_sum: 1 };
  const collected = { domainId: site, propertyId: 1, day, totals, details, now: new Date() };
  expect(await db.transaction().execute((trx) => saveDay(trx, collected))).toBe(true);
}

async function sumUp({ db }: Database, sites: readonly number[]): Promise<void> {
  const { signal } = new AbortController();
  for (const site of sites) await updateSums(db, site, signal);
}

const daysOf = ({ period, comparison, isDayAfter }: Request) => {
  const until = isDayAfter ? '2026-08-18' : UNTIL;
  const days = toDays(period, until);
  return { until, days, compared: comparison && toCompared(days, comparison) };
};

/** The pages of the runs, computed from the rows of all days. */
function listPages(rows: readonly Row[], request: Request): Shown[] {
  const { days, compared } = daysOf(request);
  const isPage = ({ detail }: Row) => detail === 'page';
  const [now, before] = [addUp(rows, days, isPage), addUp(rows, compared, isPage)];
  const sites = request.site === undefined ? [1, 2, 3] : [request.site];
  return sites.flatMap((site) =>
    Array.from({ length: PAGES }, (_, index) => {
      const name = `https://site-${site}.example/${index + 1}/`;
      const sums = { now: now.get(name) ?? NOTHING, before: before.get(name) ?? NOTHING };
      return { id: `${site}:${index + 2}`, ...sums, label: `Town ${9 - index - 1}` };
    }),
  );
}

async function checkPages(
  database: Database,
  workspaceId: number,
  { rows, request }: { rows: Row[]; request: Request },
) {
  const { site, period, comparison, sort, earning, index, quality, search, offset } = request;
  const of = { workspaceIds: [workspaceId], domainId: site, projectId: undefined, period, comparison };
  const asked = { ...of, ...daysOf(request) };
  const all = listPages(rows, request);
  const sum = (list: Sums[], at: 0 | 1 | 2) => list.reduce((total, sums) => total + sums[at], 0);
  const now = all.map((page) => page.now);
  const before = all.map((page) => page.before);
  expect(await countPages(database.db, asked)).toEqual({
    pages: all.length,
    earning: now.filter(([, impressions]) => impressions > 0).length,
    clicking: now.filter(([clicks]) => clicks > 0).length,
    inspected: all.filter((page) => stateOf(page) !== 'unknown').length,
    indexed: all.filter((page) => stateOf(page) === 'indexed').length,
    clicks: sum(now, 0),
    impressions: sum(now, 1),
    position_sum: sum(now, 2),
    previous_clicks: sum(before, 0),
    previous_impressions: sum(before, 1),
    previous_position_sum: sum(before, 2),
  });
  const places = await listPlaces(database.db, asked);
  expect(places.reduce((total, { clicks }) => total + clicks, 0)).toBe(sum(now, 0));
  expect(places.every(({ longitude }) => longitude === null || longitude === -97.75)).toBe(true);
  const found = all
    .filter(
      ({ id, label }) =>
        search === undefined ||
        isFound(search, `${label} site-${id.replace(/:.*/, '')}.example/${Number(id.slice(2)) - 1}`),
    )
    .filter((page) => index === undefined || index === stateOf(page))
    .filter((page) => quality === undefined || quality === qualityOf(page))
    .filter((page) => earning === undefined || (earning === 'yes') === page.now[1] > 0)
    .toSorted((a, b) => comparePages(sort, a, b));
  const towns = await listTowns(database.db, {
    ...asked,
    search,
    earning,
    index,
    quality,
    sort,
    limit: 5,
    offset,
  });
  expect(towns.rows.map(describeTown)).toEqual(found.slice(offset, offset + 5));
  expect(towns.total).toBe(found.length);
}

/** State of a page in `index_states`, by its row. */
const stateOf = ({ id }: Shown) => (['indexed', 'not_indexed', 'unknown'] as const)[Number(id.slice(2)) % 3];

/** Quality of a page; the last one of each run wasn't measured. */
const scoreOf = ({ id }: Shown) => (Number(id.slice(2)) > PAGES ? null : (Number(id.slice(2)) - 1) * 15);

const qualityOf = (page: Shown) => {
  const score = scoreOf(page);
  return score === null ? undefined : score < 60 ? 'weak' : 'strong';
};

const isFound = (search: string, text: string) => text.toLowerCase().includes(search);

function describeTown(row: Awaited<ReturnType<typeof listTowns>>['rows'][number]): Shown {
  return {
    id: `${row.project_id}:${row.sheet_row}`,
    now: [row.clicks, row.impressions, row.position_sum],
    before: [row.previous_clicks, row.previous_impressions, row.previous_position_sum],
    label: row.label,
  };
}

function comparePages(sort: string, a: Shown, b: Shown): number {
  const name = sort.replace(/^-/, '');
  const key = (page: Shown) => {
    const { id, label, now, before } = page;
    if (name === 'town') return label;
    if (name === 'row') return Number(id.slice(2));
    return name === 'score' ? scoreOf(page) : (KEYS[name]?.(now, before) ?? null);
  };
  return compareKeys(sort, key(a), key(b)) || a.id.localeCompare(b.id);
}

/** Rows without a key come last in both directions. */
function compareKeys(sort: string, a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return (a < b ? -1 : Number(a > b)) * (sort.startsWith('-') ? -1 : 1);
}

async function checkNames({ db }: Database, { rows, request }: { rows: Row[]; request: Request }) {
  const { site: domainId = 1, detail, sort } = request;
  const { days, compared } = daysOf(request);
  const isOf = (row: Row) => row.domain === domainId && row.detail === detail;
  const before = addUp(rows, compared, isOf);
  const page = {
    search: undefined,
    sort: /town|row|change|score/.test(sort) ? 'key' : sort,
    limit: 100,
    offset: 0,
  };
  const names = await listNames(db, { domainId, detail, days, compared, ...page });
  const shown = names.map((row) => [
    row.name,
    [row.clicks, row.impressions, row.position_sum],
    row.previous_clicks,
  ]);
  expect(new Map(shown.map(([name, ...sums]) => [name, sums]))).toEqual(
    new Map(
      [...addUp(rows, days, isOf)].map(([name, sums]) => [name, [sums, before.get(name)?.[0] ?? null]]),
    ),
  );
}

it('reports equal the sums of all days, regardless of corrections and stored sums', async () => {
  const database = await openTestDatabase();
  const workspaceId = await fill(database);
  await sumUp(database, [1, 2, 3]);
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      await correct(database, request.correction);
      const rows = await readRows(database);
      await checkNames(database, { rows, request });
      await checkPages(database, workspaceId, { rows, request });
      await sumUp(database, request.summed);
    }),
    { numRuns: cases(24), endOnFailure: true },
  );
  const count = async (table: string) =>
    (await runSql<{ count: number }>(database, `select count(*)::int from ${table}`))[0]?.count;
  expect(await count('search_months')).toBeGreaterThan(100);
  expect(await count('page_reports')).toBeGreaterThan(0);
});
