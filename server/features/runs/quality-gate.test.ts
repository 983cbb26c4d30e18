/** The quality gate of a run: measures all pages, builds those that are left, and names the others. */
import { readdirSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Project } from '#contract/project-shapes.ts';
import type { QualityGate } from '#contract/quality-gate.ts';
import type { PagePair } from '#contract/run-quality-shapes.ts';
import type { Run } from '#contract/run-shapes.ts';
import type { RunPage } from '#contract/run-view-shapes.ts';
import { readEvents } from '#testkit/events.ts';
import { saveProject, sendForm, townSeed, waitForRun } from '#testkit/project-calls.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import type { SignedInUser } from '#testkit/users.ts';
import { makeFilling } from './run-quality-fixture.ts';

const start = useTestApp();

const TOWNS = ['Austin', 'Waco', 'Dallas', 'Houston', 'Laredo'];
const WEAK = ['Waco', 'Houston'];

/** A text about each town but the weak ones. */
const makeSheet = (weak: readonly string[] = WEAK, more = '') =>
  [
    'geo_city,geo_url,geo_lat,geo_lng,about',
    ...TOWNS.map((town, index) =>
      [
        town,
        town.toLowerCase(),
        30 + index,
        -97,
        weak.includes(town) ? '' : makeFilling(100 + index, 400),
      ].join(),
    ),
    more,
  ].join('\n');

const makeSeed = (metas: [string, string][] = [['_yoast_wpseo_title', '[geo_city]']]) =>
  townSeed({ content: '<h1>Plumber in [geo_city]</h1><p>[about]</p>', metas });

interface Gated {
  app: FastifyInstance;
  user: SignedInUser;
  id: number;
}

/** Saves a project and waits for its first run, which has no gate. */
async function make({ app, user }: Stage, script = makeSheet()): Promise<Gated> {
  const saved = await saveProject(app, user, { fields: { script }, seed: makeSeed() });
  expect(saved.statusCode, saved.body).toBe(200);
  const id = saved.json<{ data: { project_id: number } }>().data.project_id;
  await waitForRun(app, user, id);
  return { app, user, id };
}

async function setGate({ app, user, id }: Gated, gate: QualityGate | null): Promise<void> {
  const reply = await app.inject({
    method: 'PUT',
    url: `/api/v1/projects/${id}/quality-gate`,
    headers: user.headers,
    payload: { gate },
  });
  expect(reply.statusCode, reply.body).toBe(200);
}

const save = ({ app, user, id }: Gated, script = makeSheet()) =>
  sendForm(app, user, {
    method: 'PUT',
    url: `/api/v1/projects/${id}`,
    fields: { title: 'Plumber', type: 'wordpress', script },
  });

/** Runs the project again with a gate. */
async function rerun(made: Gated, gate: QualityGate | null, script = makeSheet()): Promise<Project> {
  await setGate(made, gate);
  const reply = await save(made, script);
  expect(reply.statusCode, reply.body).toBe(200);
  return waitForRun(made.app, made.user, made.id);
}

async function get<Data>({ app, user }: Pick<Gated, 'app' | 'user'>, url: string): Promise<Data> {
  const reply = await app.inject({ url: `/api/v1/${url}`, headers: user.headers });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: Data }>().data;
}

const listPages = (made: Gated, { report }: Project, query = '') =>
  get<RunPage[]>(made, `projects/${made.id}/runs/${report?.id}/pages${query}`);

const download = async ({ app }: Gated, { download_all_url: url }: Project) =>
  (await app.inject(url ?? '')).body;

const listFields = (zip: string, name: string) =>
  [...zip.matchAll(new RegExp(`<wp:${name}>(?:<!\\[CDATA\\[)?([^\\]<]*)`, 'g'))].map(([, value]) => value);

const GATE: QualityGate = { below: 60, action: 'leave-out' };

describe('a run with a quality gate', () => {
  it('leaves out the pages that score less; the report, the list and the manifest name them', async () => {
    const stage = await start();
    const made = await make(stage);
    const project = await rerun(made, GATE);
    expect(project.report).toMatchObject({
      state: 'completed',
      pages_total: 3,
      pages_done: 3,
      held: 2,
      gate: GATE,
      is_measuring: false,
      compared: null,
      formed_link_count: 3,
      held_bitmap: Buffer.from([0b01010]).toString('base64'),
    });
    const zip = await download(made, project);
    expect(listFields(zip, 'post_name')).toEqual(['plumber-austin', 'plumber-dallas', 'plumber-laredo']);
    const held = await listPages(made, project, '?state=held');
    expect(held.map(({ id, state, part }) => [id, state, part])).toEqual([
      [3, 'held', null],
      [5, 'held', null],
    ]);
    for (const { reason, url, quality } of held) {
      expect(reason).toBe(`Left out. Scores ${quality?.score} of 100; the quality gate is 60.`);
      expect(url).toMatch(/plumber-(waco|houston)\/$/);
    }
    expect(await listPages(made, project)).toHaveLength(5);
    const manifest = /"gate": (.*),\n/.exec(zip)?.[1] ?? '{}';
    expect(JSON.parse(manifest)).toEqual({
      ...GATE,
      held: held.map(({ title, url, id, quality }) => ({ title, url, row: id, score: quality?.score })),
    });
    const [notification] = await get<{ message: string }[]>(made, 'notifications');
    expect(JSON.stringify(notification)).toContain(
      '3 of 5 pages of “Plumber” ready to import. 2 pages were left out by the quality gate.',
    );
  });

  it('lists only pairs of pages that are in its files', async () => {
    const made = await make(await start());
    const { report } = await rerun(made, GATE);
    const listRows = async (run: number | undefined) =>
      (await get<PagePair[]>(made, `projects/${made.id}/runs/${run}/quality/pairs`)).flatMap(
        ({ left, right }) => [left.row, right.row],
      );
    expect(await listRows((report?.id ?? 0) - 1)).toEqual(expect.arrayContaining([3, 5]));
    for (const row of await listRows(report?.id)) expect([2, 4, 6]).toContain(row);
  });

  it('makes drafts of them', async () => {
    const made = await make(await start());
    const project = await rerun(made, { below: 60, action: 'draft' });
    expect(project.report).toMatchObject({ pages_total: 5, held: 2 });
    const statuses = listFields(await download(made, project), 'status');
    expect(statuses).toEqual(['publish', 'draft', 'publish', 'draft', 'publish']);
    const held = await listPages(made, project, '?state=held');
    expect(held.map(({ id, part }) => [id, part])).toEqual([
      [3, 1],
      [5, 1],
    ]);
    expect(held[0]?.reason).toContain('Imported as a draft. Scores');
  });

  it('adds noindex to them, and measures everything again in the next run', async () => {
    const made = await make(await start());
    const project = await rerun(made, { below: 60, action: 'noindex' });
    const items = (await download(made, project)).split('<item>').slice(1);
    const marks = items.map((item) => item.includes('_yoast_wpseo_meta-robots-noindex'));
    expect(marks).toEqual([false, true, false, true, false]);
    const next = await rerun(made, { below: 60, action: 'noindex' }, makeSheet(['Austin']));
    expect(next.report).toMatchObject({ held: 1, pages_total: 5 });
    expect((await listPages(made, next, '?state=held')).map(({ id }) => id)).toEqual([2]);
  });

  it('keeps the URL of a page that was published before, and stores none of one that never was', async () => {
    const stage = await start();
    const made = await make(stage, makeSheet(TOWNS.filter((town) => town !== 'Waco')));
    const names = () =>
      runSql<{ row_key: string; slug: string }>(
        stage.database,
        `select row_key, slug from page_names where project_id = ${made.id} order by row_key`,
      );
    const before = await names();
    const held = await rerun(made, GATE, makeSheet(WEAK, `El Paso,el-paso,31,-106,`));
    expect(held.report).toMatchObject({ held: 3 });
    expect(await names()).toEqual(before);
    const open = await rerun(made, null, makeSheet(WEAK, `El Paso,el-paso,31,-106,`));
    expect(open.report).toMatchObject({ held: 0, gate: null, pages_total: 6 });
    expect(await names()).toEqual(expect.arrayContaining(before));
    expect((await names()).map(({ slug }) => slug)).toContain('plumber-el-paso');
  });

  it('counts only pages in its files, for the plan and on the map', async () => {
    const stage = await start();
    const made = await make(stage);
    const { app, user } = made;
    const used = async () => {
      const reply = await app.inject({
        method: 'POST',
        url: '/api/v1/payment/subscr',
        headers: user.headers,
      });
      return reply.json<{ data: { usage: { pages_month: { used: number } } } }>().data.usage.pages_month.used;
    };
    const before = await used();
    const project = await rerun(made, GATE);
    expect((await used()) - before).toBe(3);
    const towns = await get<{ points: unknown[] }>(
      made,
      `projects/${made.id}/runs/${project.report?.id}/towns`,
    );
    expect(towns.points).toHaveLength(3);
  });

  it('fails if every page would be left out, and leaves the run before as it is', async () => {
    const stage = await start();
    const made = await make(stage);
    const project = await rerun(made, { below: 100, action: 'leave-out' });
    expect(project.progress).toMatchObject({
      state: 'failed',
      message:
        'All 5 pages score below 100, so the quality gate would leave out every page. Lower the gate, or make the pages differ more.',
      parts: [],
      is_measuring: false,
    });
    expect(project.report).toMatchObject({ state: 'completed', pages_total: 5 });
    expect(readdirSync(stage.store.files.scratch)).toEqual([]);
  });

  it('is refused by the save if the seed can’t do it', async () => {
    const { app, user } = await start();
    const saved = await saveProject(app, user, { fields: { script: makeSheet() }, seed: makeSeed([]) });
    const id = saved.json<{ data: { project_id: number } }>().data.project_id;
    await waitForRun(app, user, id);
    const made = { app, user, id };
    await setGate(made, { below: 60, action: 'noindex' });
    const refused = await save(made);
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain(
      'Pages can’t be held back with noindex: the seed has no settings of an SEO',
    );
  });

  it('doesn’t apply to test runs', async () => {
    const made = await make(await start());
    await setGate(made, { below: 100, action: 'leave-out' });
    const reply = await made.app.inject({
      method: 'POST',
      url: '/api/v1/save-test',
      headers: made.user.headers,
      payload: { title: 'Plumber', type: 'wordpress', script: makeSheet(), project_id: made.id },
    });
    expect(reply.statusCode, reply.body).toBe(200);
    const { test } = await waitForRun(made.app, made.user, made.id);
    expect(test).toMatchObject({ state: 'completed', gate: null, held: 0 });
    expect(test?.samples).toHaveLength(3);
  });
});

const MANY = [
  'geo_city,geo_url,geo_lat,geo_lng,about',
  ...Array.from({ length: 1200 }, (_, town) =>
    [`Town ${town}`, `town-${town}`, 30, -97, town % 3 === 0 ? '' : makeFilling(town, 120)].join(),
  ),
].join('\n');

describe('a run with a quality gate, while it works', () => {
  it('reports that it is measuring, and its progress never decreases', async () => {
    const made = await make(await start(), MANY);
    await setGate(made, { below: 30, action: 'leave-out' });
    expect((await save(made, MANY)).statusCode).toBe(200);
    const { app, user, id } = made;
    const request = { url: `/api/v1/projects/${id}/events`, headers: user.headers };
    const events = await readEvents<Run>(
      app,
      request,
      ({ event, data }) => event === 'run' && data.state.startsWith('completed'),
    );
    const working = events.map(({ data }) => data).filter(({ state }) => state === 'running');
    expect(working.some(({ is_measuring: isMeasuring }) => isMeasuring)).toBe(true);
    const shares = working.map(({ pages_done: done, pages_total: total }) => done / total);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    for (const { is_measuring: isMeasuring, pages_done: done, pages_total: total } of working)
      if (isMeasuring) expect(done).toBeLessThanOrEqual(total / 2);
  });

  it('ends when it is canceled, and leaves no file', async () => {
    const stage = await start();
    const made = await make(stage, MANY);
    await setGate(made, { below: 30, action: 'leave-out' });
    expect((await save(made, MANY)).statusCode).toBe(200);
    const { app, user, id } = made;
    const request = { url: `/api/v1/projects/${id}/events`, headers: user.headers };
    await readEvents<Run>(app, request, ({ data }) => data.is_measuring);
    const url = `/api/v1/projects/${id}/cancel`;
    expect((await app.inject({ method: 'POST', url, headers: user.headers })).statusCode).toBe(200);
    const project = await waitForRun(app, user, id);
    expect(project.progress).toMatchObject({ state: 'canceled', is_measuring: false, held: 0, parts: [] });
    expect(project.report).toMatchObject({ state: 'completed', pages_total: 1200 });
    await expect.poll(() => readdirSync(stage.store.files.scratch)).toEqual([]);
  });
});
