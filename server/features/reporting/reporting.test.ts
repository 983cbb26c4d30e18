/** Reports over HTTP: figures of generated pages and all domains, the first steps, and exports. */
import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import type { PortfolioRow, TownRow } from '#contract/reporting.contract.ts';
import { addUser, type SignedInUser } from '#testkit/users.ts';
import { saveProject, townSeed, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import {
  addDomain,
  connect,
  KEPT_DAYS,
  send,
  useGoogle,
  WAIT,
  waitForSource,
} from '../integrations/integrations-fixture.ts';
import { makeFilling } from '../runs/run-quality-fixture.ts';
import { readFigures } from '../../../sim/google/figures.ts';

const start = useGoogle(useTestApp);
/** Places of the pages of the test's seed. */
const NAME = 'site.example';
const SITE = 'sc-domain:site.example';
const SHEET = [
  'geo_city,geo_url,lat,lng',
  'Austin,in-austin-tx,30.2672,-97.7431',
  'Waco,in-waco-tx,"31° 32\' 57"" N","97° 8\' 48"" W"',
  'Nowhere,nowhere,,',
].join('\n');

async function startOnSite() {
  const stage = await start();
  stage.google.sites = [{ siteUrl: SITE, permissionLevel: 'siteOwner' }];
  return stage;
}

/** Adds a domain with figures, and a project with pages on it. */
async function startReporting() {
  const stage = await startOnSite();
  const { app, user } = stage;
  const domainId = await addDomain(app, user, NAME);
  const fields = { script: SHEET, domain_id: String(domainId), title: 'Plumbers' };
  const saved = await saveProject(app, user, { fields });
  const projectId = saved.json<{ data: { project_id: number } }>().data.project_id;
  await waitForRun(app, user, projectId);
  await connect(app, user);
  await waitForSource(app, user, { name: NAME, state: 'ready' });
  return { ...stage, domainId, projectId };
}

async function listTowns(app: FastifyInstance, user: SignedInUser, query: string): Promise<TownRow[]> {
  const reply = await send(app, user, `reporting/towns?${query}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: TownRow[] }>().data;
}

it('towns list each generated page with its figures from Google, and pages without impressions', async () => {
  const { app, user, domainId, projectId } = await startReporting();
  const towns = await listTowns(app, user, `domain_id=${domainId}&period=28d&sort=row`);
  expect(towns.map(({ town, row, project }) => [town, row, project])).toEqual([
    ['Austin', 2, 'Plumbers'],
    ['Waco', 3, 'Plumbers'],
    ['Nowhere', 4, 'Plumbers'],
  ]);
  const days = { startDate: '2020-01-01', endDate: '2099-01-01', today: new Date(), keptDays: KEPT_DAYS };
  const pages = readFigures({ site: SITE, dimensions: ['page'], ...days });
  const expected = pages.find(({ keys }) => keys[0]?.endsWith('/plumber-in-waco-tx/'));
  expect(towns[1]).toMatchObject({
    clicks: expected?.clicks,
    impressions: expected?.impressions,
    position: expect.closeTo(expected?.position ?? 0, 6),
    latitude: expect.closeTo(31.549, 2),
    longitude: expect.closeTo(-97.147, 2),
  });
  expect(towns[2]).toMatchObject({ clicks: 0, impressions: 0, position: null, latitude: null });
  const names = async (query: string) =>
    (await listTowns(app, user, `${query}&sort=row`)).map(({ town }) => town);
  expect(await names('earning=yes')).toEqual(['Austin', 'Waco']);
  expect(await names(`earning=no&project_id=${projectId}`)).toEqual(['Nowhere']);
  expect(await names('search=plumber-in-wa')).toEqual(['Waco']);
  const coverage = await send(app, user, `reporting/coverage?project_id=${projectId}&compare=year`);
  expect(coverage.json().data).toMatchObject({
    pages: 3,
    earning: 2,
    clicking: towns.filter(({ clicks }) => clicks > 0).length,
    totals: { clicks: towns.reduce((sum, { clicks }) => sum + clicks, 0) },
    previous: { clicks: 0 },
  });
});

it('towns sort by the quality of their pages and list weak or strong ones', async () => {
  const { app, user } = await startOnSite();
  await addDomain(app, user, NAME);
  const texts = { Austin: 400, Waco: 8, Dallas: 0 };
  const sheet = Object.entries(texts).map(([town, words], index) =>
    [town, `in-${town.toLowerCase()}`, makeFilling(index, words)].join(','),
  );
  const seed = townSeed({
    content: `<h1>Plumber in [geo_city]</h1><p>${makeFilling(9, 200)}</p><p>[about]</p>`,
  });
  const fields = { script: ['geo_city,geo_url,about', ...sheet].join('\n') };
  const saved = await saveProject(app, user, { fields, seed });
  await waitForRun(app, user, saved.json<{ data: { project_id: number } }>().data.project_id);
  const names = async (query: string) => (await listTowns(app, user, query)).map(({ town }) => town);
  expect(await names('sort=-score')).toEqual(['Austin', 'Waco', 'Dallas']);
  expect(await names('sort=score&earning=no&search=a')).toEqual(['Dallas', 'Waco', 'Austin']);
  expect(await names('quality=strong')).toEqual(['Austin']);
  expect(await names('quality=weak&sort=town')).toEqual(['Dallas', 'Waco']);
  const [dallas] = await listTowns(app, user, 'sort=score');
  const gate = { below: Math.ceil(dallas?.score ?? 0), action: 'noindex' };
  const url = `projects/${dallas?.project_id}/quality-gate`;
  const set = await send(app, user, url, { method: 'PUT', payload: { gate } });
  expect(set.statusCode, set.body).toBe(200);
  const gated = await listTowns(app, user, 'sort=-score');
  expect(gated.map((page) => [page.town, page.is_weak])).toEqual([
    ['Austin', false],
    ['Waco', false],
    ['Dallas', true],
  ]);
  expect(await names('quality=weak')).toEqual(['Dallas']);
  expect(dallas?.score).toBeLessThan(60);
  expect(dallas?.flaws).toContain('few-local-words');
  const { body } = await send(app, user, 'reporting/export?dimension=town');
  const cells = body.split('\r\n').find((line) => line.startsWith('Dallas'));
  expect(cells).toContain(`,${dallas?.score?.toFixed(1)},`);
  expect(cells).toContain('Few words about the town');
});

it('towns update when Google corrects a day', async () => {
  const { app, database, google, user, domainId } = await startReporting();
  const period = `domain_id=${domainId}&period=28d`;
  const query = `${period}&sort=row`;
  const reports = `select from page_reports where domain_id = ${domainId} and period = '28d'`;
  // From here on, stored reports are read.
  await expect.poll(() => runSql(database, reports), WAIT).not.toEqual([]);
  const [before] = await listTowns(app, user, query);
  const { data_until: day } = (await send(app, user, `integrations/gsc-stat?${period}`)).json().data;
  google.corrections.set(day, 100);
  const { data } = (await send(app, user, 'integrations')).json();
  const payload = { domain_id: domainId, property_id: data[0].properties[0].id };
  await send(app, user, 'integrations/properties', { method: 'PUT', payload });
  await waitForSource(app, user, { name: NAME, state: 'ready' });
  const [after] = await listTowns(app, user, query);
  expect(after?.impressions).toBeGreaterThan((before?.impressions ?? 0) * 2);
});

it('towns compare with the days before and belong to the domain that their pages are on', async () => {
  const { app, user } = await startOnSite();
  await addDomain(app, user, NAME);
  // The project names no domain.
  const saved = await saveProject(app, user, { fields: { script: SHEET } });
  await waitForRun(app, user, saved.json<{ data: { project_id: number } }>().data.project_id);
  const before = await listTowns(app, user, 'sort=town');
  expect(before.map(({ town, impressions }) => [town, impressions])).toEqual([
    ['Austin', 0],
    ['Nowhere', 0],
    ['Waco', 0],
  ]);
  await connect(app, user);
  await waitForSource(app, user, { name: NAME, state: 'ready' });
  const towns = await listTowns(app, user, 'period=7d&compare=previous&sort=-impressions');
  expect(towns[0]?.impressions).toBeGreaterThan(0);
  expect(towns[0]?.previous?.impressions).toBeGreaterThan(0);
  const gains = (await listTowns(app, user, 'period=7d&compare=previous&sort=-change')).map(
    ({ clicks, previous }) => clicks - (previous?.clicks ?? 0),
  );
  expect(gains).toEqual(gains.toSorted((a, b) => b - a));
  expect(towns.at(-1)).toMatchObject({ town: 'Nowhere', previous: { impressions: 0, position: null } });
});

it('the map shows clicks by place and counts clicks without a place', async () => {
  const { app, database, user, domainId, projectId } = await startReporting();
  const query = `domain_id=${domainId}&project_id=${projectId}&period=28d`;
  const towns = await listTowns(app, user, `${query}&sort=row`);
  const [austin = 0, waco = 0] = towns.map(({ clicks }) => clicks);
  expect(Math.min(austin, waco)).toBeGreaterThan(0);
  const show = async () => (await send(app, user, `reporting/map?${query}`)).json().data;
  const { points, unplaced } = await show();
  expect(unplaced).toBe(0);
  const byTown = (rows: number[][]) => rows.toSorted(([a = 0], [b = 0]) => a - b);
  expect(byTown(points)).toEqual([
    [30.27, -97.74, austin, 1],
    [31.55, -97.15, waco, 1],
  ]);
  // Another project of the domain, whose sheet has no coordinates for this town.
  const fields = { script: 'geo_city,geo_url\nWaco,in-waco-tx', domain_id: String(domainId) };
  const saved = await saveProject(app, user, { fields });
  const otherId = saved.json<{ data: { project_id: number } }>().data.project_id;
  await waitForRun(app, user, otherId);
  const other = await send(app, user, `reporting/map?domain_id=${domainId}&project_id=${otherId}&period=28d`);
  expect(other.json().data).toEqual({ points: [], unplaced: waco });
  const both = await send(app, user, `reporting/map?domain_id=${domainId}&period=28d`);
  expect(both.json().data).toMatchObject({ unplaced: waco, points: { length: 2 } });
  const eve = await addUser(database.db);
  expect((await send(app, eve, `reporting/map?${query}`)).statusCode).toBe(404);
  expect((await send(app, eve, 'reporting/map')).json().data).toEqual({ points: [], unplaced: 0 });
});

it('the portfolio shows all active domains with clicks, change and a series of 28 days', async () => {
  const { app, database, user } = await startReporting();
  await addDomain(app, user, 'quiet.example');
  const inactive = await addDomain(app, user, 'inactive.example');
  await runSql(database, `update domains set status = '0' where id = ${inactive}`);
  const list = async (query: string) =>
    (await send(app, user, `reporting/domains?${query}`)).json<{ data: PortfolioRow[] }>().data;
  const rows = await list('');
  expect(rows.map(({ name, state }) => [name, state])).toEqual([
    [NAME, 'ready'],
    ['quiet.example', 'none'],
  ]);
  expect(rows[0]?.series).toHaveLength(28);
  expect(rows[0]?.series.reduce((sum, clicks) => sum + clicks, 0)).toBe(rows[0]?.clicks);
  expect(rows[0]).toMatchObject({ property: SITE, previous_clicks: 0, change: null });
  expect(rows[1]).toMatchObject({ property: null, clicks: 0, position: null, series: [] });
  expect((await list('sort=name')).map(({ name }) => name)).toEqual(['quiet.example', NAME]);
  expect((await list('search=quiet')).map(({ name }) => name)).toEqual(['quiet.example']);
  const eve = await addUser(database.db);
  expect((await send(app, eve, 'reporting/domains')).json().data).toEqual([]);
});

it('the first steps are done as soon as their results exist', async () => {
  const { app, user } = await startReporting();
  expect((await send(app, user, 'reporting/setup')).json().data).toEqual({
    domain: { is_done: true, count: 1 },
    search_console: { is_done: true, count: 1 },
    project: { is_done: true, count: 1 },
    test: { is_done: true, count: 1 },
    download: { is_done: false, count: 0 },
  });
});

it('an export by date, query or town contains all rows', async () => {
  const { app, user, domainId } = await startReporting();
  const heads = {
    date: ['date,clicks,impressions,ctr,position', 29],
    query: ['query,clicks,impressions,ctr,position', 11],
    town: [
      'town,address,project,row,clicks,impressions,ctr,position,indexed,google_coverage,quality,quality_problems',
      4,
    ],
  };
  for (const [dimension, [head, count]] of Object.entries(heads)) {
    const url = `reporting/export?dimension=${dimension}&domain_id=${domainId}&period=28d`;
    const reply = await send(app, user, url);
    expect(reply.headers['content-type'], dimension).toBe('text/csv; charset=utf-8');
    expect(reply.headers['content-disposition']).toContain(`search-${dimension}-28d.csv`);
    const lines = reply.body.replace('\ufeff', '').trimEnd().split('\r\n');
    expect(lines[0]).toBe(head);
    expect(lines, dimension).toHaveLength(Number(count));
    const compared = await send(app, user, `${url}&compare=previous`);
    expect(compared.body.split('\r\n')[0], dimension).toContain('previous_position');
  }
});

it('an export has each of many rows once, most clicks first', async () => {
  const { app, database, user, domainId, projectId } = await startReporting();
  const count = 10_500;
  // As many rows at the limit of a query have equal clicks.
  await runSql(
    database,
    `with names as (insert into search_names (domain_id, dimension, name)
      select ${domainId}, 1, 'query ' || number from generate_series(1, ${count}) as number returning id)
    insert into search_figures (domain_id, dimension, day, name_number, clicks, impressions, position_sum)
      select ${domainId}, 1, (select max(day) from search_days where domain_id = ${domainId}), id, id % 7, 10, 10 from names`,
  );
  await runSql(
    database,
    `insert into run_pages (run_id, sheet_row, address, label)
      select current_run_id, 100 + number, 'https://site.example/page-' || number, 'Page ' || number
      from projects, generate_series(1, ${count}) as number where id = ${projectId}`,
  );
  await runSql(database, `delete from page_reports`);
  const read = async (dimension: string) => {
    const url = `reporting/export?dimension=${dimension}&domain_id=${domainId}&period=7d`;
    const lines = (await send(app, user, url)).body.trimEnd().split('\r\n').slice(1);
    return lines.map((line) => line.split(','));
  };
  const queries = await read('query');
  expect(new Set(queries.map(([name]) => name)).size).toBe(queries.length);
  expect(queries.filter(([name]) => name?.startsWith('query '))).toHaveLength(count);
  const clicks = queries.map(([, sum]) => Number(sum));
  expect(clicks).toEqual(clicks.toSorted((a, b) => b - a));
  const towns = await read('town');
  expect(towns).toHaveLength(3 + count);
  expect(new Set(towns.map(([, address]) => address)).size).toBe(3 + count);
});
