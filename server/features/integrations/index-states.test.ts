/** Index states of generated pages, as URL inspection of Search Console reports them. */
import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import type { TownRow } from '#contract/reporting.contract.ts';
import { saveProject, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import type { SignedInUser } from '#testkit/users.ts';
import {
  addDomain,
  connect,
  FEW_DAYS,
  send,
  useGoogle,
  WAIT,
  waitForSource,
} from './integrations-fixture.ts';

const start = useGoogle(useTestApp);
const NAME = 'site.example';
const SITE = `sc-domain:${NAME}`;
const SHEET = ['geo_city,geo_url', 'Austin,austin-tx', 'Waco,waco-tx', 'Dallas,dallas-tx'].join('\n');
const INSPECT = '/v1/urlInspection/';

/** Adds a domain, and a project with pages on it. */
async function startWithPages({ pages = 3 } = {}) {
  const stage = await start();
  const { app, user, google, database } = stage;
  // The quota counts inspections of the same property by other users.
  await runSql(database, 'delete from index_states');
  google.sites = [{ siteUrl: SITE, permissionLevel: 'siteOwner' }];
  google.isUnindexed = (url) => url.includes('waco');
  google.keptDays = FEW_DAYS;
  google.inspections.clear();
  google.inspectionTimes.clear();
  const domainId = await addDomain(app, user, NAME);
  const script = pages === 3 ? SHEET : townsCsv(pages);
  const fields = { script, domain_id: String(domainId), title: 'Plumbers' };
  const saved = await saveProject(app, user, { fields });
  await waitForRun(app, user, saved.json<{ data: { project_id: number } }>().data.project_id);
  return { ...stage, domainId };
}

async function collect(app: FastifyInstance, user: SignedInUser) {
  await connect(app, user);
  await waitForSource(app, user, { name: NAME, state: 'ready' });
}

/** Queues the job again, like the daily job. */
async function collectAgain(app: FastifyInstance, user: SignedInUser, domainId: number) {
  const { data } = (await send(app, user, 'integrations')).json();
  const payload = { domain_id: domainId, property_id: data[0].properties[0].id };
  await send(app, user, 'integrations/properties', { method: 'PUT', payload });
}

async function listTowns(app: FastifyInstance, user: SignedInUser, query: string): Promise<TownRow[]> {
  return (await send(app, user, `reporting/towns?sort=row&${query}`)).json<{ data: TownRow[] }>().data;
}

const listInspected = (calls: readonly string[]) =>
  calls.flatMap((call) => (call.startsWith(INSPECT) ? [JSON.parse(call.slice(call.indexOf('{')))] : []));

it('each generated page gets its index state after the figures of its domain', async () => {
  const { app, user, domainId, google } = await startWithPages();
  const towns = () => listTowns(app, user, `domain_id=${domainId}`);
  expect((await towns()).map(({ index }) => index)).toEqual([null, null, null]);
  await collect(app, user);
  await expect.poll(async () => (await towns()).every(({ index }) => index !== null), WAIT).toBe(true);
  const [austin, waco] = await towns();
  expect(austin?.index).toMatchObject({
    is_indexed: true,
    coverage: 'Submitted and indexed',
    google_canonical: austin?.address,
    last_crawled_at: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  expect(waco?.index).toMatchObject({ is_indexed: false, google_canonical: null });
  expect(waco?.index?.coverage).toMatch(/ - currently not indexed$/);
  expect(new Set(listInspected(google.calls).map(({ siteUrl }) => siteUrl))).toEqual(new Set([SITE]));
  const { data } = (await send(app, user, `reporting/coverage?domain_id=${domainId}`)).json();
  expect(data).toMatchObject({ pages: 3, inspected: 3, indexed: 2 });
});

it('lists pages by their index state, alone and with a search', async () => {
  const { app, user, domainId, database } = await startWithPages();
  await collect(app, user);
  await expect.poll(async () => (await listTowns(app, user, 'index=indexed')).length, WAIT).toBe(2);
  await runSql(database, `delete from index_states where url like '%dallas%'`);
  const names = async (query: string) =>
    (await listTowns(app, user, `domain_id=${domainId}&${query}`)).map(({ town }) => town);
  expect(await names('index=indexed')).toEqual(['Austin']);
  expect(await names('index=not_indexed')).toEqual(['Waco']);
  expect(await names('index=unknown')).toEqual(['Dallas']);
  expect(await names('index=not_indexed&search=austin')).toEqual([]);
  expect(await names('index=not_indexed&search=wac&earning=no')).toEqual(
    (await names('earning=no')).filter((name) => name === 'Waco'),
  );
  const csv = (await send(app, user, `reporting/export?dimension=town&domain_id=${domainId}`)).body;
  expect(csv).toContain('position,indexed,google_coverage');
  expect(csv.split('\r\n').find((line) => line.startsWith('Dallas'))).toMatch(/,0.0000,,,,\d/);
});

it('spends the rest of the quota on new pages, then on pages that lost impressions or were not indexed', async () => {
  const { app, user, domainId, google, database } = await startWithPages();
  const [austin = '', waco = '', dallas = ''] = (await listTowns(app, user, '')).map(
    ({ address }) => address,
  );
  const addState = (values: string) =>
    runSql(
      database,
      `insert into index_states (domain_id, page_key, url, is_indexed, coverage, inspected_at)
        select ${domainId}, ${values}`,
    );
  await runSql(database, `update run_pages set score = 60`);
  // Leaves two of the 2,000 inspections a day.
  await addState(
    `gen_random_uuid(), 'x', true, '', now() - interval '23 hours' from generate_series(1, 1998)`,
  );
  await addState(`page_key('${austin}'), 'x', true, '', now() - interval '29 days'`);
  await addState(`page_key('${dallas}'), 'x', false, '', now() - interval '8 days'`);
  await collect(app, user);
  const inspected = () => listInspected(google.calls).map(({ inspectionUrl }) => inspectionUrl);
  await expect.poll(() => inspected().length, WAIT).toBe(2);
  expect(inspected()).toEqual(expect.arrayContaining([dallas, waco]));
  await runSql(database, `delete from index_states where url = 'x' and page_key <> page_key('${austin}')`);
  const month = `date_trunc('month', now() - interval '2 months')`;
  await runSql(
    database,
    `with name as (insert into search_names (domain_id, dimension, name) values (${domainId}, 2, '${austin}')
        returning id)
      insert into search_months select ${domainId}, 2, ${month}, id, 1, 1, 1 from name`,
  );
  await runSql(database, `update index_states set inspected_at = now() - interval '4 days'`);
  google.calls.length = 0;
  await collectAgain(app, user, domainId);
  await expect.poll(inspected, WAIT).toEqual([austin]);
});

it('spends the rest of the quota on weak pages before strong ones', async () => {
  const { app, user, domainId, google, database } = await startWithPages();
  const [austin = '', waco = '', dallas = ''] = (await listTowns(app, user, '')).map(
    ({ address }) => address,
  );
  await runSql(database, `update run_pages set score = case when address = '${waco}' then 59 else 60 end`);
  const state = `insert into index_states (domain_id, page_key, url, is_indexed, coverage, inspected_at)
    select ${domainId}`;
  await runSql(
    database,
    `${state}, gen_random_uuid(), 'x', true, '', now() - interval '23 hours' from generate_series(1, 1999)`,
  );
  // The weak page was inspected last, and the strong one that wasn't indexed first.
  const ages = { [austin]: '30 days', [waco]: '8 days', [dallas]: '40 days' };
  for (const [url, age] of Object.entries(ages))
    await runSql(
      database,
      `${state}, page_key('${url}'), '${url}', ${url !== dallas}, '', now() - interval '${age}'`,
    );
  await collect(app, user);
  const inspected = () => listInspected(google.calls).map(({ inspectionUrl }) => inspectionUrl);
  await expect.poll(() => inspected().length, WAIT).toBe(1);
  expect(inspected()).toEqual([waco]);
});

it('spends the rest of the quota on new pages with impressions before weak pages', async () => {
  const { app, user, domainId, google, database } = await startWithPages({ pages: 2 });
  const [first = '', second = ''] = (await listTowns(app, user, '')).map(({ address }) => address);
  await runSql(database, `update run_pages set score = 10`);
  await runSql(
    database,
    `insert into index_states (domain_id, page_key, url, is_indexed, coverage, inspected_at)
      select ${domainId}, gen_random_uuid(), 'x', true, '', now() - interval '23 hours' from generate_series(1, 1999)
      union all select ${domainId}, page_key('${first}'), '${first}', true, '', now() - interval '40 days'`,
  );
  await runSql(
    database,
    `with name as (insert into search_names (domain_id, dimension, name) values (${domainId}, 2, '${second}')
        returning id)
      insert into search_figures (domain_id, dimension, day, name_number, clicks, impressions, position_sum)
        select ${domainId}, 2, now()::date, id, 1, 1, 1 from name`,
  );
  await collect(app, user);
  const inspected = () => listInspected(google.calls).map(({ inspectionUrl }) => inspectionUrl);
  await expect.poll(() => inspected().length, WAIT).toBe(1);
  expect(inspected()).toEqual([second]);
});

it('inspects at most ten pages a second, fewer than the 600 a minute that Google allows', async () => {
  const { app, user, google, domainId } = await startWithPages({ pages: 21 });
  await collect(app, user);
  await expect
    .poll(async () => (await listTowns(app, user, `domain_id=${domainId}&index=unknown`)).length, WAIT)
    .toBe(0);
  const times = google.inspectionTimes.get(SITE) ?? [];
  expect(times).toHaveLength(21);
  for (const [index, at] of times.entries())
    expect((times[index + 10] ?? Number.POSITIVE_INFINITY) - at).toBeGreaterThan(900);
});

it('inspects only pages that are in the property', async () => {
  const { app, user, google, domainId } = await startWithPages();
  google.sites = [{ siteUrl: 'https://site.example/plumber-a', permissionLevel: 'siteOwner' }];
  await connect(app, user);
  await collectAgain(app, user, domainId);
  const inspected = () => listInspected(google.calls).map(({ inspectionUrl }) => inspectionUrl);
  await expect.poll(inspected, WAIT).toEqual([expect.stringContaining('austin')]);
});

it('a page that Google can’t inspect doesn’t keep it from the others', async () => {
  const { app, user, google, domainId } = await startWithPages();
  google.isUnindexed = (url) => {
    if (url.includes('austin')) throw new Error('no reply');
    return false;
  };
  await collect(app, user);
  const known = async () =>
    (await listTowns(app, user, `domain_id=${domainId}`)).flatMap(({ town, index }) => (index ? [town] : []));
  await expect.poll(known, WAIT).toEqual(['Waco', 'Dallas']);
});

it('a used-up quota ends the inspections of a day without a failure of the connection', async () => {
  const { app, user, google, domainId } = await startWithPages();
  google.inspections.set(SITE, 1_999);
  await collect(app, user);
  const states = async () =>
    (await listTowns(app, user, `domain_id=${domainId}`)).filter(({ index }) => index);
  await expect.poll(async () => (await states()).length, WAIT).toBe(1);
  expect((await send(app, user, 'integrations')).json().data[0]).toMatchObject({ status: 'connected' });
});
