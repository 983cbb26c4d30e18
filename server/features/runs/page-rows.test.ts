/** Stored columns of each page of a run: its row key, a hash of its content, and the first slug of its row key. */
import { describe, expect, it } from 'vitest';
import { saveProject, townSeed, waitForRun } from '#testkit/project-calls.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { insertPages, listPageNames } from './project-runs.store.ts';

const start = useTestApp();

type Towns = readonly (readonly [id: string, city: string, url: string])[];
const TOWNS: Towns = [
  ['a', 'Austin', 'austin'],
  ['b', 'Waco', 'waco'],
  ['c', 'Dallas', 'dallas'],
];
const toCsv = (towns: Towns) => ['row_id,geo_city,geo_url', ...towns.map((row) => row.join(','))].join('\n');

interface Saving {
  id?: number;
  towns?: Towns;
  seed?: Uint8Array;
  fields?: Record<string, string>;
}

/** Saves a project and waits for its run. */
async function run({ app, user }: Stage, { id, towns = TOWNS, seed = townSeed(), fields = {} }: Saving = {}) {
  const given: Record<string, string> = { script: toCsv(towns), ...fields };
  if (id !== undefined) given['project_id'] = String(id);
  const reply = await saveProject(app, user, { seed, fields: given });
  const { project_id: projectId, run_id: runId } = reply.json().data;
  const project = await waitForRun(app, user, projectId);
  expect(project.progress?.state).toBe('completed');
  return { id: projectId as number, runId: runId as number, project };
}

/** Content hashes by row key. */
async function readHashes({ database }: Stage, runId: number) {
  const rows = await runSql<{ row_key: string; content_hash: string; state: string }>(
    database,
    `select row_key, content_hash, state from run_pages where run_id = ${runId} order by row_key`,
  );
  expect(rows.every(({ state }) => state === 'ready')).toBe(true);
  return Object.fromEntries(rows.map((row) => [row.row_key, row.content_hash]));
}

describe('the content hash of a page', () => {
  it('is the same in the next run, in parts, with reordered rows and with more columns', async () => {
    const stage = await start();
    const { id, runId } = await run(stage);
    const first = await readHashes(stage, runId);
    expect(Object.keys(first)).toEqual(['a', 'b', 'c']);
    expect(new Set(Object.values(first)).size).toBe(3);
    const parts = await run(stage, { id, fields: { split_xml_file: '2' } });
    expect(parts.project.parts.length).toBeGreaterThan(1);
    const added: Towns = [['d', 'Houston', 'houston'], ...TOWNS.toReversed()];
    const reordered = await run(stage, { id, towns: added });
    const script = toCsv(TOWNS).replaceAll('\n', ',x\n').replace('geo_url,x', 'geo_url,unused').concat(',x');
    const wider = await run(stage, { id, fields: { script } });
    expect(await readHashes(stage, parts.runId)).toEqual(first);
    expect(await readHashes(stage, reordered.runId)).toMatchObject(first);
    expect(await readHashes(stage, wider.runId)).toEqual(first);
  });

  it('changes with its own row only, and with the template for all', async () => {
    const stage = await start();
    const { id, runId } = await run(stage);
    const before = await readHashes(stage, runId);
    const towns: Towns = TOWNS.map(([key, city, url]) => [key, key === 'b' ? 'Wacko' : city, url]);
    const row = await readHashes(stage, (await run(stage, { id, towns })).runId);
    expect(row).toEqual({ ...before, b: expect.not.stringMatching(before['b'] ?? '') });
    const seed = townSeed({ content: '<p>A plumber in [geo_city]</p>' });
    const all = await readHashes(stage, (await run(stage, { id, seed })).runId);
    for (const [key, hash] of Object.entries(all)) expect(hash).not.toBe(before[key]);
  });

  it('distinguishes markup from the same text without markup', async () => {
    const stage = await start();
    const seed = townSeed({ content: '<div>[geo_city]</div><div>[intro_html]</div>' });
    const save = (intro: string, id?: number) =>
      run(stage, {
        seed,
        ...(id !== undefined && { id }),
        fields: { script: `row_id,geo_city,geo_url,intro_html\na,Austin,austin,${intro}` },
      });
    const bold = await save('<b>Hi</b>');
    const plain = await save('Hi', bold.id);
    expect(await readHashes(stage, plain.runId)).not.toEqual(await readHashes(stage, bold.runId));
  });
});

it('a row key is the slug if no column is the key, and a long one still fits into an index', async () => {
  const stage = await start();
  const plain = await run(stage, { fields: { script: 'geo_city,geo_url\nAustin,Austin TX' } });
  expect(Object.keys(await readHashes(stage, plain.runId))).toEqual(['austin-tx']);
  const long = 'k'.repeat(60_000);
  const { id, runId } = await run(stage, {
    towns: [
      [`${long}1`, 'Austin', 'austin'],
      [`${long}2`, 'Waco', 'waco'],
    ],
  });
  const keys = Object.keys(await readHashes(stage, runId));
  expect(keys.map(({ length }) => length)).toEqual([255, 255]);
  expect(new Set(keys).size).toBe(2);
  expect(await listPageNames(stage.database.db, id, keys)).toHaveProperty('size', 2);
});

describe('the name of a page', () => {
  const readNames = ({ database: { db } }: Stage, id: number) =>
    listPageNames(db, id, ['a', 'b', 'c', 'd']).then((names) => Object.fromEntries(names));
  const FIRST = { a: 'plumber-austin', b: 'plumber-waco', c: 'plumber-dallas' };
  const RENAMED: Towns = [
    ['a', 'Austin', 'austin-tx'],
    ['d', 'Houston', 'houston'],
  ];

  it('is the first slug of its row key, even if later runs use another', async () => {
    const stage = await start();
    const { id } = await run(stage);
    expect(await readNames(stage, id)).toEqual(FIRST);
    await run(stage, { id, towns: RENAMED });
    expect(await readNames(stage, id)).toEqual({ ...FIRST, d: 'plumber-houston' });
  });

  it('is not taken from a run that was canceled', async () => {
    const stage = await start();
    const { app, database, user, store } = stage;
    const isPublishing = store.hold('publish runs/');
    const { project_id: id } = (await saveProject(app, user, { fields: { script: toCsv(RENAMED) } })).json()
      .data;
    await isPublishing;
    // The names are written now.
    const countNames = () => runSql(database, `select from page_names where project_id = ${id}`);
    await expect.poll(countNames).toHaveLength(2);
    await app.inject({ method: 'POST', url: `/api/v1/projects/${id}/cancel`, headers: user.headers });
    await waitForRun(app, user, id);
    await store.release();
    expect(await readNames(stage, id)).toEqual({});
    await run(stage, { id });
    expect(await readNames(stage, id)).toEqual(FIRST);
  });

  it('stays the same if a retried run writes its pages again', async () => {
    const stage = await start();
    const { id, runId } = await run(stage);
    const page = { row: 2, url: '', label: '', latitude: null, longitude: null, row_key: 'a', slug: 'other' };
    const pages = JSON.stringify([page, { ...page, row: 3 }]);
    await insertPages(stage.database.db, runId, pages);
    expect(await readNames(stage, id)).toEqual(FIRST);
    expect(Object.keys(await readHashes(stage, runId))).toHaveLength(3);
  });

  it('is deleted only with its project', async () => {
    const stage = await start();
    const { app, database, user } = stage;
    const { id } = await run(stage);
    const other = await run(stage);
    const url = `/api/v1/projects?project_id=${id}&type=wordpress`;
    expect((await app.inject({ method: 'DELETE', url, headers: user.headers })).statusCode).toBe(200);
    expect(await runSql(database, `select from page_names where project_id = ${id}`)).toEqual([]);
    expect(await readNames(stage, other.id)).toEqual(FIRST);
  });
});
