/** Figures of Google Search: collected by day into our own store, and shown from there. */
import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import type { SearchStat } from '#contract/integrations.contract.ts';
import { addAgency, addUser, type SignedInUser } from '#testkit/users.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { readFigures } from '../../../sim/google/figures.ts';
import {
  addDomain,
  connect,
  KEPT_DAYS,
  send,
  useGoogle,
  WAIT,
  waitForSource,
} from './integrations-fixture.ts';

const start = useGoogle(useTestApp);
const NAME = 'example.com';
const SITE = 'sc-domain:example.com';
const DAY_MS = 86_400_000;

async function stat(app: FastifyInstance, user: SignedInUser, query: string): Promise<SearchStat> {
  const reply = await send(app, user, `integrations/gsc-stat?${query}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: SearchStat }>().data;
}

async function startCollected() {
  const stage = await start();
  const { app, user } = stage;
  const id = await addDomain(app, user, NAME);
  await connect(app, user);
  await waitForSource(app, user, { name: NAME, state: 'ready' });
  return { ...stage, id };
}

/** Queues the job again, like the daily job. */
async function collectAgain(app: FastifyInstance, user: SignedInUser, id: number) {
  const { data } = (await send(app, user, 'integrations')).json();
  const property = data[0].properties.find(({ site }: { site: string }) => site === SITE);
  const payload = { domain_id: id, property_id: property.id };
  await send(app, user, 'integrations/properties', { method: 'PUT', payload });
}

function ask(dimension: string, { from, to }: { from: string; to: string }) {
  const days = { startDate: from, endDate: to, today: new Date(), keptDays: KEPT_DAYS };
  return readFigures({ site: SITE, dimensions: [dimension], ...days });
}

it('reads the newest days first', async () => {
  const { google } = await startCollected();
  const days = google.calls
    .filter((call) => call.includes('"dimensions":["query"]'))
    .map((call) => /"startDate":"([^"]+)"/.exec(call)?.[1]);
  expect(days.length).toBeGreaterThan(5);
  expect(days).toEqual(days.toSorted((a = '', b = '') => b.localeCompare(a)));
});

it('the daily job collects only active domains of active agencies', async () => {
  const { app, database, google, user } = await start();
  const names = ['active.example', 'inactive.example', 'of-inactive-agency.example'];
  google.sites = names.map((name) => ({ siteUrl: `sc-domain:${name}`, permissionLevel: 'siteOwner' }));
  const agencyId = await addAgency(database.db, [await addUser(database.db)]);
  const ofAgency = await addUser(database.db);
  await runSql(
    database,
    `insert into members (workspace_id, user_id) values (${agencyId}, ${ofAgency.userId})`,
  );
  const owners = [user, user, ofAgency];
  for (const [index, name] of names.entries()) await addDomain(app, owners[index] ?? user, name);
  for (const owner of [user, ofAgency]) await connect(app, owner);
  for (const [index, name] of names.entries())
    await waitForSource(app, owners[index] ?? user, { name, state: 'ready' });
  await runSql(database, `update domains set status = '0' where name = 'inactive.example'`);
  await runSql(database, `update workspaces set status = 'not_active' where id = ${agencyId}`);
  google.calls.length = 0;
  await runSql(
    database,
    `update pgboss.job set start_after = now() where name = 'search-figures' and data ->> 'kind' = 'all'
      and state < 'active'`,
  );
  const findOwn = () =>
    names.filter((name) =>
      google.calls.some((each) => each.includes(encodeURIComponent(`sc-domain:${name}`))),
    );
  await expect.poll(findOwn, WAIT).toContain('active.example');
  const isIdle = `select from pgboss.job where name = 'search-figures' and state <= 'active'
    and start_after <= now()`;
  await expect.poll(() => runSql(database, isIdle), WAIT).toEqual([]);
  expect(findOwn()).toEqual(['active.example']);
});

it('connections and domains of an inactive agency are shown as read-only', async () => {
  const { app, database, google, user } = await start();
  google.sites = [{ siteUrl: 'sc-domain:roofs.example', permissionLevel: 'siteOwner' }];
  const agencyId = await addAgency(database.db, [user]);
  const id = await addDomain(app, user, 'roofs.example');
  await connect(app, user);
  const listReadOnly = async () => {
    const paths = [`domains/${id}/edit`, 'reporting/domains', 'integrations'];
    const replies = await Promise.all(
      paths.map((path) => app.inject({ url: `/api/v1/${path}`, headers: user.headers })),
    );
    return replies.map((reply) => reply.json().data[0].is_read_only);
  };
  expect(await listReadOnly()).toEqual([false, false, false]);
  await runSql(database, `update workspaces set status = 'not_active' where id = ${agencyId}`);
  expect(await listReadOnly()).toEqual([true, true, true]);
});

it('gsc-stat shows the figures of Google by day and by each dimension', async () => {
  const { app, user, id } = await startCollected();
  const shown = await stat(app, user, `domain_id=${id}&period=7d`);
  const { period } = shown;
  if (period === null) throw new Error('There are no figures.');
  expect(shown.data_until).toBe(period.to);
  const days = ask('date', period);
  expect(shown.rows.map(({ key, clicks, impressions }) => [key, clicks, impressions])).toEqual(
    days.map(({ keys, clicks, impressions }) => [keys[0], clicks, impressions]),
  );
  const sum = days.reduce((all, { impressions }) => all + impressions, 0);
  expect(shown.totals).toMatchObject({
    impressions: sum,
    clicks: days.reduce((all, { clicks }) => all + clicks, 0),
    position: expect.closeTo(days.reduce((all, row) => all + row.position * row.impressions, 0) / sum, 6),
  });
  for (const dimension of ['query', 'page', 'country', 'device']) {
    const expected = ask(dimension, period);
    const { rows, meta } = await stat(
      app,
      user,
      `domain_id=${id}&period=7d&dimension=${dimension}&per_page=100`,
    );
    expect(meta.total).toBe(expected.length);
    const toPair = (key: string | undefined, row: { clicks: number; impressions: number; ctr: number }) => [
      key,
      row.clicks,
      row.impressions,
      row.ctr.toFixed(6),
    ];
    expect(new Map(rows.map((row) => [row.key, toPair(row.key, row)]))).toEqual(
      new Map(expected.map((row) => [row.keys[0], toPair(row.keys[0], row)])),
    );
  }
});

it('gsc-stat compares each day and each name with the days before', async () => {
  const { app, user, id } = await startCollected();
  const query = `domain_id=${id}&period=7d&compare=previous`;
  const shown = await stat(app, user, query);
  const { previous_period: before } = shown;
  if (before === null) throw new Error('There is no previous period.');
  const days = ask('date', before);
  expect(shown.previous?.clicks).toBe(days.reduce((all, { clicks }) => all + clicks, 0));
  expect(shown.rows.map(({ previous }) => previous?.impressions)).toEqual(
    // Google has only some of these days; the others are unknown.
    [
      ...Array.from({ length: 7 - days.length }, () => undefined),
      ...days.map(({ impressions }) => impressions),
    ],
  );
  const device = (await stat(app, user, `${query}&dimension=device&search=mob`)).rows;
  const expected = ask('device', before).find(({ keys }) => keys[0] === 'MOBILE');
  expect(device).toMatchObject([{ key: 'MOBILE', previous: { clicks: expected?.clicks } }]);
  const year = await stat(app, user, `domain_id=${id}&period=7d&compare=year`);
  expect(year.previous_period?.to.slice(4)).toBe(year.period?.to.slice(4));
  // No figures are this old.
  expect(year.previous).toBeNull();
});

it('gsc-stat sorts, searches and pages its rows', async () => {
  const { app, user, id } = await startCollected();
  const query = `domain_id=${id}&dimension=query`;
  const all = await stat(app, user, `${query}&sort=-impressions&per_page=100`);
  const impressions = all.rows.map((row) => row.impressions);
  expect(impressions).toEqual(impressions.toSorted((a, b) => b - a));
  const second = await stat(app, user, `${query}&sort=-impressions&per_page=3&page=2`);
  expect(second.rows).toEqual(all.rows.slice(3, 6));
  expect(second.meta).toMatchObject({ total: all.rows.length, last_page: Math.ceil(all.rows.length / 3) });
  const found = await stat(app, user, `${query}&search=waco`);
  expect(found.rows.map(({ key }) => key)).toEqual(['plumber waco']);
  const byName = await stat(app, user, `${query}&sort=key&per_page=100`);
  const names = byName.rows.map(({ key }) => key);
  expect(names).toEqual(names.toSorted());
});

it.each(['period=1d', 'dimension=town', 'dimension=query', 'compare=next', 'sort=name', 'page=0'])(
  'gsc-stat rejects %s',
  async (query) => {
    const { app, user } = await start();
    expect((await send(app, user, `integrations/gsc-stat?${query}`)).statusCode).toBe(422);
  },
);

it('gsc-stat adds up all domains of the scope and is empty without figures', async () => {
  const { app, google, user } = await start();
  const nothing = { period: null, data_until: null, rows: [], totals: { clicks: 0, position: null } };
  expect(await stat(app, user, 'period=28d')).toMatchObject({ ...nothing, state: 'none' });
  google.sites.push({ siteUrl: 'sc-domain:second.example', permissionLevel: 'siteOwner' });
  const names = [NAME, 'second.example'];
  const ids = [await addDomain(app, user, NAME), await addDomain(app, user, 'second.example')];
  await connect(app, user);
  for (const name of names) await waitForSource(app, user, { name, state: 'ready' });
  const [first, second] = [
    await stat(app, user, `period=7d&domain_id=${ids[0]}`),
    await stat(app, user, `period=7d&domain_id=${ids[1]}`),
  ];
  const both = await stat(app, user, 'period=7d');
  expect(both.totals.clicks).toBe(first.totals.clicks + second.totals.clicks);
});

it('replaces a whole day that Google corrects and keeps days that Google drops', async () => {
  const { app, google, user, id } = await startCollected();
  const before = await stat(app, user, `domain_id=${id}&period=28d`);
  const days = before.rows.filter(({ impressions }) => impressions > 0);
  const [oldest, day] = [days[0], days[5]];
  if (oldest === undefined || day === undefined) throw new Error('There are too few days.');
  google.corrections.set(day.key, 3);
  google.keptDays = KEPT_DAYS - 2;
  google.calls.length = 0;
  await collectAgain(app, user, id);
  await waitForSource(app, user, { name: NAME, state: 'ready' });
  const details = google.calls.filter((call) => /"dimensions":\["query"\]/.test(call));
  expect(details).toHaveLength(1);
  const after = await stat(app, user, `domain_id=${id}&period=28d`);
  const find = (name: string) => after.rows.find(({ key }) => key === name);
  expect(find(oldest.key)).toEqual(oldest);
  expect(find(day.key)?.impressions).toBeGreaterThan(day.impressions * 2);
  const kept = after.rows.reduce((all, { impressions }) => all + impressions, 0);
  const devices = await stat(app, user, `domain_id=${id}&period=28d&dimension=device`);
  expect(devices.rows.reduce((all, { impressions }) => all + impressions, 0)).toBe(kept);
});

it('discards a day that is being read when another property is chosen', async () => {
  const { app, database, google, user, id } = await startCollected();
  const [before] = (await stat(app, user, `domain_id=${id}&period=7d`)).rows.toReversed();
  if (before === undefined) throw new Error('There are no figures.');
  google.corrections.set(before.key, 3);
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  google.hold = (site) => (site === SITE ? first : second).promise;
  google.calls.length = 0;
  await collectAgain(app, user, id);
  const reads = (site: string) => google.calls.some((call) => call.includes(encodeURIComponent(site)));
  await expect.poll(() => reads(SITE), WAIT).toBe(true);
  const { data } = (await send(app, user, 'integrations')).json();
  const other = data[0].properties.find(({ site }: { site: string }) => site !== SITE);
  const payload = { domain_id: id, property_id: other.id };
  await send(app, user, 'integrations/properties', { method: 'PUT', payload });
  first.resolve();
  // By now the old job has read the day, and the request of the new property is held.
  await expect.poll(() => reads(other.site), WAIT).toBe(true);
  const jobs = `select from pgboss.job where name = 'search-figures' and state = 'active'
    and data ->> 'domainId' = '${id}'`;
  await expect.poll(() => runSql(database, jobs), WAIT).toHaveLength(1);
  const now = await stat(app, user, `domain_id=${id}&period=7d`);
  expect(now.rows.find(({ key }) => key === before.key)).toEqual(before);
  second.resolve();
  await waitForSource(app, user, { name: NAME, state: 'ready' });
});

it('reuses the ids of known names', async () => {
  const { app, database, google, user, id } = await startCollected();
  const [day] = (await stat(app, user, `domain_id=${id}&period=7d`)).rows;
  const read = async () =>
    (await runSql<{ last: number }>(database, 'select max(id)::int as last from search_names'))[0]?.last ?? 0;
  const before = await read();
  google.corrections.set(day?.key ?? '', 3);
  await collectAgain(app, user, id);
  await waitForSource(app, user, { name: NAME, state: 'ready' });
  const [next] = await runSql<{ id: number }>(
    database,
    `insert into search_names (domain_id, dimension, name) values (${id}, 1, 'new') returning id`,
  );
  expect(next?.id).toBe(before + 1);
});

it('updates the sums of a month when Google corrects a day', async () => {
  const { app, database, google, user } = await start();
  // Figures are three days late: the month before the newest one is complete, and its last day is stored.
  const newest = new Date(Date.now() - 3 * DAY_MS);
  const lastDay = new Date(Date.UTC(newest.getUTCFullYear(), newest.getUTCMonth(), 0));
  google.keptDays = Math.floor((Date.now() - lastDay.getTime()) / DAY_MS);
  const id = await addDomain(app, user, NAME);
  await connect(app, user);
  await waitForSource(app, user, { name: NAME, state: 'ready' });
  const sums = `select from search_months where domain_id = ${id} and dimension = 4`;
  await expect.poll(() => runSql(database, sums), WAIT).not.toEqual([]);
  const query = `domain_id=${id}&period=3m`;
  const before = await stat(app, user, query);
  google.corrections.set(lastDay.toISOString().slice(0, 10), 30);
  await collectAgain(app, user, id);
  await waitForSource(app, user, { name: NAME, state: 'ready' });
  const after = await stat(app, user, query);
  expect(after.totals.impressions).toBeGreaterThan(before.totals.impressions);
  const devices = await stat(app, user, `${query}&dimension=device`);
  expect(devices.rows.reduce((all, { impressions }) => all + impressions, 0)).toBe(after.totals.impressions);
});

it('backs off while the quota is exceeded and shows figures in the meantime', async () => {
  const { app, database, google, user, id } = await startCollected();
  google.trouble = 'quota';
  await collectAgain(app, user, id);
  const failed = await waitForSource(app, user, { name: NAME, state: 'failed' });
  expect(failed?.message).toBe('The Search Console quota is used up. Try again later.');
  const domainQuery = `name = 'search-figures' and data ->> 'domainId' = '${id}'`;
  const findWaiting = () =>
    runSql<{ seconds: number }>(
      database,
      `select extract(epoch from start_after - now())::int as seconds from pgboss.job
      where ${domainQuery} and state < 'active'`,
    );
  const waiting = await findWaiting();
  expect(waiting).toHaveLength(1);
  expect(waiting[0]?.seconds).toBeGreaterThan(40);
  expect(waiting[0]?.seconds).toBeLessThanOrEqual(60);
  await runSql(
    database,
    `update pgboss.job set start_after = now() where ${domainQuery} and state < 'active'`,
  );
  // The second failure waits four times as long.
  await expect.poll(async () => (await findWaiting())[0]?.seconds ?? 0, WAIT).toBeGreaterThan(200);
  expect((await stat(app, user, `domain_id=${id}&period=7d`)).totals.impressions).toBeGreaterThan(0);
});

it('stops the domain of a property that was removed at Google and collects the others', async () => {
  const { app, google, user, id } = await startCollected();
  google.sites = google.sites.filter(({ siteUrl }) => siteUrl !== SITE);
  await collectAgain(app, user, id);
  const rejected = await waitForSource(app, user, { name: NAME, state: 'failed' });
  expect(rejected?.message).toBe(
    'This Google account doesn’t have access to this property. Choose another property.',
  );
  await send(app, user, `integrations/gsc-check-connection?domain_id=${id}`);
  const payload = { domain_id: id, property_id: await findPropertyId(app, user) };
  const choice = await send(app, user, 'integrations/properties', { method: 'PUT', payload });
  expect(choice.statusCode).toBe(422);
});

async function findPropertyId(app: FastifyInstance, user: SignedInUser): Promise<number> {
  const { data } = (await send(app, user, 'integrations')).json();
  return data[0].properties.find(({ site }: { site: string }) => site === SITE).id;
}

it('the job detects a consent that was revoked at Google', async () => {
  const { app, google, user, id } = await startCollected();
  google.revokeAll();
  await collectAgain(app, user, id);
  await waitForSource(app, user, { name: NAME, state: 'failed' });
  const { data } = (await send(app, user, 'integrations')).json();
  expect(data[0].status).toBe('revoked');
});

it('pages never wait for Google', async () => {
  const { app, google, user, id } = await startCollected();
  google.trouble = 'slow';
  await collectAgain(app, user, id);
  const calls = google.calls.length;
  const shown = await stat(app, user, `domain_id=${id}&period=7d`);
  expect(shown.totals.impressions).toBeGreaterThan(0);
  expect(google.calls.length - calls).toBeLessThanOrEqual(1);
});

it('marks runs of the domain in the chart', async () => {
  const { app, database, user, id } = await startCollected();
  const { data_until: until } = await stat(app, user, `domain_id=${id}&period=7d`);
  await runSql(
    database,
    `with seed as (insert into uploads (id, workspace_id, created_by, kind, name, size, sha256, storage_key, created_at)
      values (gen_random_uuid(), ${user.workspaceId}, ${user.userId}, 'seed', 'a', 1, 'a', 'a', now()) returning id),
    project as (insert into projects (workspace_id, created_by, key, title, type, notes, google_spread_sheet,
        footer_links, keep, seed_id, domain_id, created_at, updated_at)
      select ${user.workspaceId}, ${user.userId}, gen_random_uuid(), 'Marked', 'wordpress', '', '', '', '', id,
        ${id}, now(), now() from seed returning id, seed_id)
    insert into runs (project_id, started_by, kind, state, title, footer_links, keep, seed_id, sheet_id, split,
        pages_done, created_at, finished_at)
      select id, ${user.userId}, 'save', 'completed', 'Marked', '', '', seed_id, seed_id, 0, 12, now(),
        '${until}T12:00:00Z' from project`,
  );
  // Test runs make no pages for the site.
  await runSql(
    database,
    `insert into runs (project_id, started_by, kind, state, title, footer_links, keep, seed_id, sheet_id, split,
        pages_done, created_at, finished_at)
      select project_id, started_by, 'test', state, title, footer_links, keep, seed_id, sheet_id, split, 1,
        created_at, finished_at from runs where started_by = ${user.userId}`,
  );
  const { marks } = await stat(app, user, `domain_id=${id}&period=7d`);
  expect(marks).toMatchObject([{ day: until, project: 'Marked', pages: 12 }]);
  expect(Date.now() - Date.parse(until ?? '')).toBeGreaterThan(2 * DAY_MS);
});
