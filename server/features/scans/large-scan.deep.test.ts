/**
 * Scans 1,000 pages of a site with every known fault. The scan must end with the right results and not slow down other
 * users. Their response times are printed with and without the scan: at most twice as long on a quiet machine.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { ScanPage } from '#contract/scans.contract.ts';
import { addUser, type SignedInUser } from '#testkit/users.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';
import { call, listPages, makeProject, scan } from './scans-fixture.ts';
import {
  type Respond,
  boast,
  explode,
  fail,
  lead,
  robots,
  show,
  type Site,
  stall,
  startSite,
} from './site-fixture.ts';

const PAGES = 1_000;
/** A tenth of the production gap, so ten times as many requests per second. */
const GAP_MS = 45;
/** Long enough for pages that respond, even on a busy machine. */
const FETCH_MS = 5_000;
const ENDS_MS = 400_000;
/** Maximum CPU time of this thread during a request, including the test site's; independent of the load of the machine. */
const MAX_WORK_MS = 200;
const LOOKS = 300;
/** The rate limit is 300 requests per user and minute; without a pause they would send 6,000. */
const OTHERS = 25;

const TEXT = '<p class="x">Clay pipes &amp; copper lines <b>of this town</b></p>';
const page = (title: string, times = 500) => show(`<title>${title}</title>${TEXT.repeat(times)}`);
const reset: Respond = (_request, response) => void response.destroy();
/** Faults of one in forty pages each, and the expected text in the table; all other pages are good. */
const TROUBLES: readonly (readonly [Respond, ScanPage['finding']])[] = [
  [lead('/home/'), 'redirect'],
  [lead('/about/'), 'redirect'],
  [fail(404), 'error'],
  [fail(500), 'error'],
  [stall, 'unreachable'],
  [reset, 'unreachable'],
  [boast, 'error'],
  [explode, 'error'],
  [lead('http://169.254.169.254/latest/meta-data/'), 'unreachable'],
  [show('<meta name="robots" content="noindex"><title>Unlisted</title>'), 'noindex'],
  [show('<link rel="canonical" href="/home/"><title>Copy</title>'), 'canonical'],
  [show('no page', { 'content-type': 'image/png' }), 'error'],
  // The maximum size of a page, all of it tags.
  [show('<b>'.repeat(690_000)), 'ok'],
];
const EVERY = 40;

const held: { site?: Site } = {};
const startApp = useTestApp(async (onEnd) => {
  const site = await startSite();
  onEnd(() => site.close());
  held.site = site;
  return { scanned: { sites: [site.base], gapMs: GAP_MS, fetchMs: FETCH_MS } };
});

/** @returns the findings that the table must have, by slug */
function fillSite({ pages }: Site): Map<string, string> {
  pages.set('/home/', page('Home'));
  pages.set('/about/', lead('/about/again/'));
  pages.set('/about/again/', lead('/about/'));
  pages.set('/robots.txt', robots('User-agent: *\nDisallow: /secret/'));
  const expected = new Map<string, string>();
  for (let index = 0; index < PAGES; index += 1) {
    const slug = `town-${index}`;
    // Spread out, because consecutive failures would end the scan of the host.
    const trouble = index % 3 === 0 ? TROUBLES[(index / 3) % EVERY] : undefined;
    const [result, finding] = trouble ?? [page(slug), 'ok'];
    pages.set(`/${slug}/`, result);
    expected.set(slug, finding);
  }
  return expected;
}

/** Measures the p99 wait of other requests, and the maximum work of this thread during one of them. */
async function watch(
  { app, user }: Stage,
  people: readonly SignedInUser[],
  isOver: (looks: number) => boolean,
) {
  const waits: number[] = [];
  const works: number[] = [];
  while (!isOver(waits.length)) {
    const from = performance.now();
    const before = process.threadCpuUsage();
    const reply = await call(app, people[waits.length % people.length] ?? user, 'projects');
    expect(reply.statusCode, reply.body).toBe(200);
    waits.push(performance.now() - from);
    const cpu = process.threadCpuUsage(before);
    works.push((cpu.user + cpu.system) / 1_000);
    await sleep(10);
  }
  waits.sort((a, b) => a - b);
  return { waitMs: waits[Math.floor(waits.length * 0.99)] ?? 0, workMs: Math.max(...works) };
}

it('1,000 pages of a misbehaving site are scanned in time with the right table, and other users don’t wait', async () => {
  const stage = await startApp();
  const { app, user, database } = stage;
  const { site } = held;
  if (site === undefined) throw new Error('The site did not start.');
  const expected = fillSite(site);
  const projectId = await makeProject(app, user, { slugs: [...expected.keys()], base: site.base });
  const others = await Promise.all(Array.from({ length: OTHERS }, () => addUser(database.db)));
  const before = await watch(stage, others, (looks) => looks >= LOOKS);

  let isOver = false;
  const scanned = scan(app, user, { projectId, wait: { timeout: ENDS_MS, interval: 1_000 } }).finally(() => {
    isOver = true;
  });
  const [ending, busy] = await Promise.all([scanned, watch(stage, others, () => isOver)]);
  const { state, pages_done: pagesDone, started_at: from, finished_at: to } = ending;
  const after = await watch(stage, others, (looks) => looks >= LOOKS);

  expect({ state, pagesDone }).toEqual({ state: 'completed', pagesDone: PAGES });
  const found = new Map<string, string>();
  for (let at = 1; at <= PAGES / 100; at += 1)
    for (const { address, finding } of await listPages(
      app,
      user,
      `scans/${ending.id}/pages?per_page=100&page=${at}`,
    ))
      found.set(address.slice(site.base.length + 1, -1), finding);
  expect(found).toEqual(expected);
  expect(site.maxConcurrency()).toBeLessThanOrEqual(6);
  const tookMs = Date.parse(to ?? '') - Date.parse(from ?? '');
  const print = ({ waitMs, workMs }: typeof busy) =>
    `${waitMs.toFixed(1)} ms (most work ${workMs.toFixed(1)} ms)`;
  console.log(
    `a scan of ${PAGES} pages took ${tookMs} ms; others wait at p99 ${print(busy)}, alone ${print(before)} and ${print(after)}`,
  );
  expect(busy.workMs).toBeLessThanOrEqual(MAX_WORK_MS);
});
