/** Scans over HTTP: quality of the pages as they are on the site. */
import { readdirSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Project } from '#contract/project-shapes.ts';
import { skipJobWaits } from '#testkit/queue-time.ts';
import { addUser } from '#testkit/users.ts';
import { startTestApp, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { call, listPages, makeProject, scan, startScan, WAIT, waitForEnd } from './scans-fixture.ts';
import { boast, explode, fail, lead, show, type Site, stall, startSite } from './site-fixture.ts';

const held: { site?: Site } = {};
const makeScanSettings = ({ base }: Site, fetchMs = 3_000) => ({ sites: [base], gapMs: 5, fetchMs });

const startApp = useTestApp(async (onEnd) => {
  const site = await startSite();
  onEnd(() => site.close());
  held.site = site;
  return { scanned: makeScanSettings(site) };
});

async function start() {
  const stage = await startApp();
  const { site } = held;
  if (site === undefined) throw new Error('The site did not start.');
  site.pages.clear();
  site.requests.length = 0;
  return { ...stage, site };
}

const MENU = '<header><nav>Home Services Areas we serve About us Contact</nav></header>';
const FOOTER = '<footer>Acme Plumbing, licensed and insured since 1998, open day and night</footer>';
const words = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}${index}`).join(' ');
/** A page with the menus of a theme. */
const themed = (title: string, text: string) =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body>${MENU}<h1>${title}</h1><p>${text}</p>${FOOTER}</body></html>`;

it('pages are measured as they are on the site, with what they share and their closest page', async () => {
  const { app, database, store, user, site } = await start();
  const { base } = site;
  const shared = words('pipe', 200);
  const responses = {
    one: show(themed('Plumber in Town one', `${shared} ${words('one', 10)}`)),
    two: show(themed('Plumber in Town two', `${shared} ${words('two', 10)}`)),
    other: show(themed('Plumber in Town other', words('other', 300))),
    moved: lead('/one/'),
    broken: fail(500),
    huge: boast,
    bomb: explode,
  };
  for (const [slug, respond] of Object.entries(responses)) site.pages.set(`/${slug}/`, respond);
  const projectId = await makeProject(app, user, { slugs: Object.keys(responses), base });
  const done = await scan(app, user, { projectId });
  expect(done).toMatchObject({ state: 'completed', findings: { ok: 3, redirect: 1, error: 3 } });
  const { quality } = done;
  expect(quality).toMatchObject({ pages: 3, previous: null, files: { run: expect.any(Number) } });
  const [project] = (await call(app, user, `projects/${projectId}`)).json<{ data: Project[] }>().data;
  expect(quality?.files?.run).toBe(project?.report?.id);
  const pages = await listPages(app, user, `scans/${done.id}/pages?per_page=100&sort=position`);
  const [one, two, other, ...unmeasured] = pages.map((page) => page.quality);
  expect(one?.closest).toMatchObject({ position: 2, town: 'Town two', address: `${base}/two/` });
  expect(one?.closest?.similarity).toBeGreaterThan(0.8);
  expect(one?.closest?.similarity).toBe(two?.closest?.similarity);
  expect(other?.score).toBeGreaterThan(one?.score ?? 100);
  expect(other?.own_share).toBeGreaterThan(0.9);
  expect(one?.problems).toContain('alike');
  expect(unmeasured).toEqual([null, null, null, null]);
  const mean = ((one?.score ?? 0) + (two?.score ?? 0) + (other?.score ?? 0)) / 3;
  expect(quality?.score).toBeCloseTo(mean, 0);
  const byScore = await listPages(app, user, `scans/${done.id}/pages?sort=-score&per_page=1`);
  expect(byScore.map(({ town }) => town)).toEqual(['Town other']);
  const csv = (await call(app, user, `scans/${done.id}/export`)).body.split('\r\n');
  expect(csv[0]).toContain('score,closest,similarity');
  expect(csv[1]).toContain(`${base}/two/,${one?.closest?.similarity}`);
  // Nothing is kept besides the figures.
  expect(await runSql(database, `select from scan_measures where scan_id = ${done.id}`)).toEqual([]);
  expect(readdirSync(store.files.scratch).filter((name) => name.startsWith('scan-'))).toEqual([]);

  site.pages.set('/two/', show(themed('Plumber in Town two', words('changed', 300))));
  const second = await scan(app, user, { projectId });
  expect(second.quality?.previous).toEqual({ scan: done.id, score: quality?.score });
  expect(second.quality?.score).toBeGreaterThan(quality?.score ?? 100);
});

it('pages in languages without spaces and from right to left are measured', async () => {
  const { app, user, site } = await start();
  const responses = {
    thai: show(themed('ช่างประปา', 'ช่างประปาในกรุงเทพมหานครที่เชี่ยวชาญและไว้ใจได้ '.repeat(40))),
    japanese: show(themed('配管工', '東京の水道管を修理する配管工です。'.repeat(60))),
    hebrew: show(themed('שרברב', words('שרברב', 500))),
    // The largest page that is read: nothing but one word.
    large: show(themed('Large', 'a '.repeat(1_000_000))),
    empty: show('<html></html>'),
  };
  for (const [slug, respond] of Object.entries(responses)) site.pages.set(`/${slug}/`, respond);
  const projectId = await makeProject(app, user, { slugs: Object.keys(responses), base: site.base });
  const done = await scan(app, user, { projectId });
  expect(done.quality?.pages).toBe(5);
  const pages = await listPages(app, user, `scans/${done.id}/pages?per_page=100&sort=position`);
  const problems = pages.map(({ quality }) => quality?.problems ?? []);
  expect(problems.slice(0, 4).filter((codes) => codes.includes('few-words'))).toEqual([]);
  expect(problems[4]).toEqual(expect.arrayContaining(['few-words', 'title-missing', 'h1-missing']));
});

it('a scan that another process resumes fetches no page again and measures all of them', async () => {
  const site = await startSite();
  onTestFinished(() => site.close());
  const first = await startTestApp({ scanned: makeScanSettings(site, 60_000) });
  const { app, database } = first;
  const user = await addUser(database.db);
  const slugs = ['one', 'two', 'slow'];
  for (const slug of slugs) site.pages.set(`/${slug}/`, show(themed(slug, words(slug, 200))));
  site.pages.set('/slow/', stall);
  const projectId = await makeProject(app, user, { slugs, base: site.base });
  const id = await startScan(app, user, projectId);
  const countDone = () =>
    runSql<{ pages: number }>(database, `select pages_done as pages from scans where id = ${id}`);
  await vi.waitUntil(async () => (await countDone())[0]?.pages === 2, WAIT);
  await app.close();
  site.pages.set('/slow/', show(themed('slow', words('slow', 200))));
  const { app: resumed } = await startTestApp({ beside: first, scanned: makeScanSettings(site) });
  await skipJobWaits(database);
  const done = await waitForEnd(resumed, user, { id });
  expect(done).toMatchObject({ state: 'completed', pages_done: 3, quality: { pages: 3 } });
  expect(site.requests.filter((path) => path === '/one/')).toHaveLength(1);
});
