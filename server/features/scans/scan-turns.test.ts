/** Scans over HTTP: long ones take several turns, and a scan whose pages can't be compared completes without their quality. */
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Database } from '#server/db/open.ts';
import { skipJobWaits } from '#testkit/queue-time.ts';
import { startTestApp, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { addUser } from '#testkit/users.ts';
import {
  call,
  cancelScan,
  listPages,
  makeProject,
  scan,
  startScan,
  WAIT,
  waitForEnd,
} from './scans-fixture.ts';
import { type Respond, show, type Site, stall, startSite } from './site-fixture.ts';

/** At most 20 pages a turn. */
const TURN = { gapMs: 10, turnMs: 200 };
const held: { site?: Site } = {};

const startApp = useTestApp(async (onEnd) => {
  const site = await startSite();
  onEnd(() => site.close());
  held.site = site;
  return { scanned: { sites: [site.base], fetchMs: 3_000, ...TURN } };
});

async function start() {
  const stage = await startApp();
  const { site } = held;
  if (site === undefined) throw new Error('The site did not start.');
  site.pages.clear();
  site.requests.length = 0;
  return { ...stage, site };
}

const page = (slug: string) =>
  show(`<title>${slug}</title><h1>${slug}</h1><p>${`one two three ${slug} `.repeat(30)}</p>`);

function fill(site: Site, count: number, respond: (slug: string) => Respond = page): string[] {
  const slugs = Array.from({ length: count }, (_, index) => `town-${index + 1}`);
  for (const slug of slugs) site.pages.set(`/${slug}/`, respond(slug));
  return slugs;
}

const listJobs = (database: Database, id: number) =>
  runSql<{ data: object }>(
    database,
    `select data from pgboss.job where name = 'scan' and data ->> 'scanId' = '${id}' order by created_on`,
  );

it('a scan of several turns fetches each page once, measures all, and marks changes at its end', async () => {
  const { app, database, user, site } = await start();
  const slugs = fill(site, 60);
  const projectId = await makeProject(app, user, { slugs, base: site.base });
  const done = await scan(app, user, { projectId });
  expect(done).toMatchObject({ state: 'completed', pages_done: 60, message: null, quality: { pages: 60 } });
  const asked = site.requests.filter((path) => path.startsWith('/town-'));
  expect(asked).toHaveLength(60);
  expect(new Set(asked).size).toBe(60);
  const [first, ...later] = await listJobs(database, done.id);
  expect(first?.data).toEqual({ scanId: done.id });
  expect(later.length).toBeGreaterThanOrEqual(2);
  expect(later.at(-1)?.data).toEqual({ scanId: done.id, leftMs: expect.any(Number) });
  site.pages.set('/town-1/', page('another'));
  const second = await scan(app, user, { projectId });
  expect(second.changes).toEqual({ changed: 1, same: 59 });
});

it('a scan can be canceled between its turns, and keeps its fetched pages', async () => {
  const { app, database, user, site } = await start();
  const slugs = fill(site, 300);
  const projectId = await makeProject(app, user, { slugs, base: site.base });
  const id = await startScan(app, user, projectId);
  await vi.waitUntil(async () => (await listJobs(database, id)).length > 1, WAIT);
  await cancelScan(app, user, id);
  const ended = await waitForEnd(app, user, { id });
  expect(ended).toMatchObject({ state: 'canceled', quality: null });
  expect(ended.pages_done).toBeGreaterThan(0);
  expect(ended.pages_done).toBeLessThan(300);
  const measures = () => runSql(database, `select from scan_measures where scan_id = ${id}`);
  await expect.poll(measures, WAIT).toEqual([]);
  const jobs = () =>
    runSql(
      database,
      `select from pgboss.job where name = 'scan' and data ->> 'scanId' = '${id}' and state < 'completed'`,
    );
  await expect.poll(jobs, WAIT).toEqual([]);
});

it('a scan that another process resumes in a later turn continues where it stopped', async () => {
  const site = await startSite();
  onTestFinished(() => site.close());
  const settings = { sites: [site.base], fetchMs: 60_000, ...TURN };
  const first = await startTestApp({ scanned: settings });
  const { app, database } = first;
  const user = await addUser(database.db);
  const slugs = fill(site, 40);
  site.pages.set('/town-40/', stall);
  const projectId = await makeProject(app, user, { slugs, base: site.base });
  const id = await startScan(app, user, projectId);
  const countDone = () =>
    runSql<{ pages: number }>(database, `select pages_done as pages from scans where id = ${id}`);
  await vi.waitUntil(async () => (await countDone())[0]?.pages === 39, WAIT);
  await app.close();
  site.pages.set('/town-40/', page('town-40'));
  const { app: resumed } = await startTestApp({ beside: first, scanned: settings });
  await skipJobWaits(database);
  const done = await waitForEnd(resumed, user, { id });
  expect(done).toMatchObject({ state: 'completed', pages_done: 40, quality: { pages: 40 } });
  expect(site.requests.filter((path) => path === '/town-1/')).toHaveLength(1);
});

it('a scan whose pages take too long to compare completes without their quality and says so', async () => {
  const site = await startSite();
  onTestFinished(() => site.close());
  const { app, database } = await startTestApp({
    scanned: { sites: [site.base], fetchMs: 3_000, gapMs: 1, compareMs: 1 },
  });
  const user = await addUser(database.db);
  const projectId = await makeProject(app, user, { slugs: fill(site, 5), base: site.base });
  const done = await scan(app, user, { projectId });
  expect(done).toMatchObject({ state: 'completed', quality: null, findings: { ok: 5 } });
  expect(done.message).toBe(
    'The similarity and quality of the pages are missing, because comparing them took too long. Scan again later.',
  );
  expect(await runSql(database, `select from scan_measures where scan_id = ${done.id}`)).toEqual([]);
});

it('a scan whose pages cannot be compared completes without their quality and says so', async () => {
  const { app, database, user, site, log } = await start();
  const slugs = fill(site, 5);
  const projectId = await makeProject(app, user, { slugs, base: site.base });
  await runSql(
    database,
    `create function break_measure() returns trigger language plpgsql as $$ begin new.facts = '{'; return new; end $$`,
  );
  await runSql(
    database,
    'create trigger break_measure before insert on scan_measures for each row execute function break_measure()',
  );
  onTestFinished(async () => {
    await runSql(database, 'drop trigger break_measure on scan_measures');
    await runSql(database, 'drop function break_measure');
  });
  const done = await scan(app, user, { projectId });
  expect(done).toMatchObject({ state: 'completed', quality: null, findings: { ok: 5 } });
  expect(done.message).toMatch(/^The similarity and quality of the pages are missing/);
  const pages = await listPages(app, user, `scans/${done.id}/pages`);
  expect(pages.map(({ quality }) => quality)).toEqual(pages.map(() => null));
  expect(log.some(({ msg }) => String(msg).includes('Failed to compare the pages'))).toBe(true);
  expect((await call(app, user, `scans/${done.id}/export`)).body.split('\r\n')).toHaveLength(7);
});
