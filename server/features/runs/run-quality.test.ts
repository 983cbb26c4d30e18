/** Quality of the pages of a run: measured after the audit, stored, and shown next to the run before. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { PageComparison, PagePair, PageToFix, RunQuality } from '#contract/run-quality-shapes.ts';
import type { RunPage } from '#contract/run-view-shapes.ts';
import { saveProject, townSeed, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { addUser, type SignedInUser } from '#testkit/users.ts';
import { makeFilling } from './run-quality-fixture.ts';

const start = useTestApp();

const TOWNS = ['Austin', 'Waco', 'Dallas', 'Houston', 'El Paso', 'Laredo'];
const TEMPLATE = makeFilling(1, 300);

/** A sheet with a text about each town, or without one. */
function makeSheet(hasTexts: boolean): string {
  const rows = TOWNS.map((town, index) =>
    [town, `${town.toLowerCase().replace(' ', '-')}-tx`, hasTexts ? makeFilling(100 + index, 400) : ''].join(
      ',',
    ),
  );
  return ['geo_city,geo_url,about', ...rows].join('\n');
}

const seed = townSeed({ content: `<h1>Plumber in [geo_city]</h1><p>${TEMPLATE}</p><p>[about]</p>` });

async function saveAndWait(
  app: FastifyInstance,
  user: SignedInUser,
  { content, ...fields }: Record<string, string>,
) {
  const saved = await saveProject(app, user, {
    fields,
    seed: content === undefined ? seed : townSeed({ content }),
  });
  const { project_id: projectId } = saved.json<{ data: { project_id: number } }>().data;
  const { progress } = await waitForRun(app, user, projectId);
  return { projectId, runId: progress?.id ?? 0 };
}

const get = (app: FastifyInstance, { headers }: SignedInUser, url: string) =>
  app.inject({ url: `/api/v1/projects/${url}`, headers });

it('a full run of pages that say the same gets a low score, one with texts about each town a high one', async () => {
  const { app, user } = await start();
  const scores: number[] = [];
  for (const hasTexts of [false, true]) {
    const { projectId, runId } = await saveAndWait(app, user, { script: makeSheet(hasTexts) });
    const reply = await get(app, user, `${projectId}/runs/${runId}/quality`);
    expect(reply.statusCode, reply.body).toBe(200);
    const { data } = reply.json<{ data: RunQuality }>();
    scores.push(data.score);
    const { parts } = data;
    expect(parts.similarity + parts.substance + parts.head_and_links).toBeCloseTo(data.score, 0);
    expect(data.histogram.reduce((sum, count) => sum + count, 0)).toBe(TOWNS.length);
    expect(data.pages).toBe(TOWNS.length);
    expect(data.previous).toBeNull();
    if (hasTexts) expect(data.clusters).toEqual([]);
    else {
      expect(data.clusters).toEqual([{ size: 6, from: 1, to: 1, rows: [2, 3, 4, 5, 6, 7], near: null }]);
      expect(data.costs[0]).toMatchObject({ code: 'alike', pages: 6 });
    }
  }
  const [weak = 0, strong = 0] = scores;
  expect(weak).toBeLessThan(50);
  expect(strong).toBeGreaterThan(weak + 40);
});

it('lists pages with their figures, the weakest first', async () => {
  const { app, user } = await start();
  const sheet = makeSheet(true).replace(
    /^Laredo.*$/m,
    // The last row is skipped, because it has the slug of the row before.
    'Laredo,laredo-tx,Near the border\nLaredo again,laredo-tx,Skipped',
  );
  const { projectId, runId } = await saveAndWait(app, user, { script: sheet });
  const reply = await get(app, user, `${projectId}/runs/${runId}/pages?sort=score`);
  const { data } = reply.json<{ data: RunPage[] }>();
  expect(data.map(({ state }) => state)).toEqual([...TOWNS.map(() => 'ready'), 'skipped']);
  expect(data[0]?.title).toContain('Laredo');
  expect(data[0]?.quality?.problems).toContain('few-local-words');
  const found = data.slice(0, -1).map(({ quality }) => quality?.score ?? 0);
  expect(found).toEqual(found.toSorted((a, b) => a - b));
  expect(data.at(-2)?.quality).toMatchObject({
    words: expect.any(Number),
    closest: { row: expect.any(Number), similarity: expect.any(Number) },
  });
});

it('measures each page with its own row, even if the URLs of rows end alike', async () => {
  const { app, user } = await start();
  const sheet = ['tx/austin', 'mn/austin', 'austin'].map((url, index) =>
    ['Austin', url, makeFilling(200 + index, 60 + 20 * index)].join(','),
  );
  const { projectId, runId } = await saveAndWait(app, user, {
    script: ['geo_city,geo_url,about', ...sheet].join('\n'),
  });
  const reply = await get(app, user, `${projectId}/runs/${runId}/pages`);
  const words = reply.json<{ data: RunPage[] }>().data.map(({ quality }) => quality?.words ?? 0);
  expect(words.map((count) => count - (words[0] ?? 0))).toEqual([0, 20, 40]);
});

it.each([
  { kind: 'two pages', content: `<p>${TEMPLATE}</p>`, towns: ['Austin', 'Waco'], words: 303 },
  { kind: 'pages without text', content: '', towns: ['Austin', 'Waco', 'Dallas'], words: 3 },
  { kind: 'one page', content: '', towns: ['Austin'], words: 3 },
])('measures $kind', async ({ content, towns, words }) => {
  const { app, user } = await start();
  const { projectId, runId } = await saveAndWait(app, user, {
    script: ['geo_city,geo_url', ...towns.map((town) => `${town},${town.toLowerCase()}-tx`)].join('\n'),
    content,
  });
  const { data } = (await get(app, user, `${projectId}/runs/${runId}/quality`)).json<{ data: RunQuality }>();
  expect(data.pages).toBe(towns.length);
  expect(data.score).toBeGreaterThan(0);
  expect(data.score).toBeLessThan(70);
  expect(data.clusters.map(({ size }) => size)).toEqual(towns.length > 1 ? [towns.length] : []);
  const pages = (await get(app, user, `${projectId}/runs/${runId}/pages`)).json<{ data: RunPage[] }>().data;
  expect(pages.map(({ quality }) => quality?.words)).toEqual(towns.map(() => words));
});

const AREAS = [
  // Suburbs of Houston, then towns far from each other.
  ['Katy', 29.79, -95.82],
  ['Cypress', 29.97, -95.7],
  ['Pearland', 29.56, -95.29],
  ['Terlingua', 29.32, -103.62],
] as const;

/** Alike pages around Houston and one with its own text, one of which has a formula as its name. */
const areaSheet = [
  'geo_city,geo_url,geo_lat,geo_lng,about',
  ...AREAS.map(([city, lat, lng], index) =>
    [
      city === 'Cypress' ? '=Cypress' : city,
      `${city.toLowerCase()}-tx`,
      lat,
      lng,
      index === 3 ? makeFilling(300, 400) : '',
    ].join(','),
  ),
].join('\n');

it('reports what costs points, and the city that pages are around', async () => {
  const { app, user } = await start();
  const { projectId, runId } = await saveAndWait(app, user, { script: areaSheet });
  const reply = await get(app, user, `${projectId}/runs/${runId}/quality`);
  const { data } = reply.json<{ data: RunQuality }>();
  expect(data.facts).toMatchObject({ thin_pages: 3, long_titles: 0, dead_links: 0 });
  expect(data.facts?.similarity).toBeGreaterThan(0.75);
  expect(data.areas).toEqual([{ name: 'Houston', latitude: 29.76, longitude: -95.36 }]);
  expect(data.clusters).toMatchObject([{ size: 3, rows: [2, 3, 4], near: 'Houston' }]);
  expect(data).toMatchObject({ to_fix: { all: 4, alike: 3, thin: 3, head: 4, links: 4 }, has_files: true });
});

it('lists pages to fix by kind and group, and writes them as CSV without formulas', async () => {
  const { app, user } = await start();
  const { projectId, runId } = await saveAndWait(app, user, { script: areaSheet });
  const list = async (query: string) => {
    const reply = await get(app, user, `${projectId}/runs/${runId}/quality/${query}`);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply;
  };
  const listRows = async (query: string) =>
    (await list(query)).json<{ data: PageToFix[] }>().data.map(({ id }) => id);
  expect((await listRows('pages')).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5]);
  expect(await listRows('pages?kind=alike&sort=row')).toEqual([2, 3, 4]);
  expect(await listRows('pages?kind=links&per_page=1&page=2')).toHaveLength(1);
  expect(await listRows('pages?group=0&search=katy')).toEqual([2]);
  expect(await listRows('pages?group=1')).toEqual([]);
  const [worst] = (await list('pages?kind=thin')).json<{ data: PageToFix[] }>().data;
  expect(worst).toMatchObject({
    own_words: expect.any(Number),
    closest: { similarity: 1, row: expect.any(Number) },
  });
  const csv = (await list('export?kind=alike')).body;
  expect(csv).toMatch(/^\uFEFFrow,title,url,score,/);
  expect(csv.trim().split('\r\n')).toHaveLength(4);
  expect(csv).toContain(",'=Cypress,");
  const groups = (await list('export?of=groups')).body.trim().split('\r\n');
  expect(groups.slice(1).map((line) => line.split(',').slice(0, 2).join(':'))).toEqual(['1:2', '1:3', '1:4']);
});

const marked = (segments: readonly [string, boolean][] | null) =>
  segments?.map(([text, isOwn]) => (isOwn ? `*${text}*` : text)).join('');

it('lists the closest pairs of a group, and compares their pages as the files have them', async () => {
  const { app, user } = await start();
  const { projectId, runId } = await saveAndWait(app, user, { script: areaSheet });
  const base = `${projectId}/runs/${runId}/quality`;
  const pairs = (await get(app, user, `${base}/pairs?group=0`)).json<{ data: PagePair[] }>().data;
  expect(pairs.map(({ left, right }) => [left.row, right.row])).toContainEqual([2, 3]);
  expect(pairs.every(({ left, right, similarity }) => left.row < right.row && similarity === 1)).toBe(true);
  expect((await get(app, user, `${base}/pairs`)).json<{ data: PagePair[] }>().data.length).toBeGreaterThan(
    pairs.length,
  );
  const reply = await get(app, user, `${base}/compare?row=2&with=4`);
  expect(reply.statusCode, reply.body).toBe(200);
  const { data } = reply.json<{ data: PageComparison }>();
  expect(marked(data.paragraphs[0]?.left ?? null)).toBe('Plumber in *Katy*');
  expect(marked(data.paragraphs[0]?.right ?? null)).toBe('Plumber in *Pearland*');
  expect(data).toMatchObject({ own_words: 2, is_cut: false, shared: { text: TEMPLATE, pages: 4, of: 4 } });
  expect((await get(app, user, `${base}/compare?row=2&with=99`)).statusCode).toBe(404);
});

it('copies the files of two comparisons at a time', async () => {
  const { app, user, dataFolder } = await start();
  const { projectId, runId } = await saveAndWait(app, user, { script: areaSheet });
  const scratch = join(dataFolder, 'files', '.scratch');
  const counts: number[] = [];
  const watcher = setInterval(
    () => counts.push(readdirSync(scratch).filter((name) => name.startsWith('compare-')).length),
    1,
  );
  const url = `${projectId}/runs/${runId}/quality/compare?row=2&with=4`;
  const replies = await Promise.all(Array.from({ length: 8 }, () => get(app, user, url)));
  clearInterval(watcher);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
  expect(counts).toContain(1);
  expect(Math.max(...counts)).toBeLessThanOrEqual(2);
  expect(readdirSync(scratch).filter((name) => name.startsWith('compare-'))).toEqual([]);
});

it('locates pages below a score, and the pages of each group', async () => {
  const { app, user } = await start();
  const { projectId, runId } = await saveAndWait(app, user, { script: areaSheet });
  const reply = await get(app, user, `${projectId}/runs/${runId}/quality/map?below=60`);
  expect(reply.json()).toMatchObject({
    data: {
      points: [
        [29.32, -103.62, 1, 0],
        [29.56, -95.29, 0, 1],
        [29.79, -95.82, 0, 1],
        [29.97, -95.7, 0, 1],
      ],
      groups: [{ group: 0, points: expect.arrayContaining([[29.79, -95.82]]) }],
    },
  });
});

it('compares nothing once the files of a run are removed, and says so', async () => {
  const { app, user, database } = await start();
  const { projectId, runId } = await saveAndWait(app, user, { script: areaSheet });
  await sql`update runs set pruned_at = now()`.execute(database.db);
  const reply = await get(app, user, `${projectId}/runs/${runId}/quality/compare?row=2&with=3`);
  expect(reply.json()).toMatchObject({
    code: 'files_removed',
    message: expect.stringContaining('were removed'),
  });
});

it('shows the score of a run measured before facts were stored', async () => {
  const { app, user, database } = await start();
  const { projectId, runId } = await saveAndWait(app, user, { script: areaSheet });
  await sql`update runs set quality = quality - 'facts' - 'areas' #- '{clusters,0,near}'`.execute(
    database.db,
  );
  await sql`update run_pages set local_words = null, alike_group = null`.execute(database.db);
  const reply = await get(app, user, `${projectId}/runs/${runId}/quality`);
  const { data } = reply.json<{ data: RunQuality }>();
  expect(data).toMatchObject({
    facts: null,
    areas: [],
    clusters: [{ size: 3, near: null }],
    to_fix: { alike: 3 },
  });
  const pages = await get(app, user, `${projectId}/runs/${runId}/quality/pages`);
  expect(pages.json<{ data: PageToFix[] }>().data[0]).toMatchObject({ local_words: null });
});

it('a stranger doesn’t see the quality of a run', async () => {
  const { app, user, database } = await start();
  const { projectId, runId } = await saveAndWait(app, user, { script: makeSheet(false) });
  const eve = await addUser(database.db);
  expect((await get(app, eve, `${projectId}/runs/${runId}/quality`)).statusCode).toBe(404);
});
