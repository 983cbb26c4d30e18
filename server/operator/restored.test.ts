/** The check after a restore: files that the database refers to, and the generations of both. */
import { expect, it } from 'vitest';
import { compareStore } from '../features/files/store-generation.service.ts';
import { checkRestored } from '../features/operation/restored.service.ts';
import { saveProject, waitForRun } from '#testkit/project-calls.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

const start = useTestApp({ isEmptied: true });

const check = ({ database: { db }, store: { files } }: Stage, isWhole: boolean) =>
  checkRestored({ db, files }, { isWhole });

/** Lists the keys in the order of the check. */
async function listKeys({ database }: Stage): Promise<string[]> {
  const [uploads, parts] = await Promise.all([
    runSql<{ key: string }>(database, 'select storage_key as key from uploads order by id'),
    runSql<{ key: string }>(database, 'select storage_key as key from run_parts order by run_id, position'),
  ]);
  return [...uploads, ...parts].map(({ key }) => key);
}

it('reports each missing or changed file of uploads and current runs', async () => {
  const stage = await start();
  const { app, user, store } = stage;
  const saved = await saveProject(app, user);
  await waitForRun(app, user, saved.json<{ data: { project_id: number } }>().data.project_id);
  const keys = await listKeys(stage);
  expect(keys.length).toBeGreaterThan(2);
  expect(await check(stage, true)).toMatchObject({
    files: keys.length,
    read: keys.length,
    missing: [],
    corrupt: [],
  });
  const [gone = '', resized = '', ...others] = keys;
  const flipped = others.at(-1) ?? '';
  const bytes = await store.files.read(flipped);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  await store.files.put(flipped, bytes);
  await store.files.remove([gone]);
  await store.files.put(resized, new Uint8Array(3));
  expect(await check(stage, true)).toMatchObject({ missing: [gone], corrupt: [resized, flipped] });
  // A changed byte is only found when the file is read: the first of each twenty.
  expect(await check(stage, false)).toMatchObject({ read: 0, missing: [gone], corrupt: [resized] });
});

it('checks each of many files once', async () => {
  const stage = await start();
  const { app, user, database } = stage;
  const saved = await saveProject(app, user);
  const { project_id: id } = saved.json<{ data: { project_id: number } }>().data;
  await waitForRun(app, user, id);
  const there = await listKeys(stage);
  await runSql(
    database,
    `insert into uploads (id, workspace_id, created_by, kind, name, size, sha256, storage_key, created_at)
      select gen_random_uuid(), ${user.workspaceId}, ${user.userId}, 'seed', 'seed.xml', 1, '', 'uploads/' || n, now()
      from generate_series(1, 70) n`,
  );
  await runSql(
    database,
    `insert into run_parts (run_id, position, name, size, pages, sha256, storage_key)
      select current_run_id, 1000 + n, n || '.xml', 1, 1, '', 'parts/' || n
      from projects, generate_series(1, 70) n where id = ${id}`,
  );
  const { files, missing } = await check(stage, false);
  expect(files).toBe(there.length + 140);
  expect(missing).toHaveLength(140);
  expect(new Set(missing).size).toBe(140);
});

it('reports whether the database is older or newer than the files, or unrelated', async () => {
  const stage = await start();
  const { database, store } = stage;
  const put = (id: string, generation: number) =>
    store.files.put('store.json', new TextEncoder().encode(JSON.stringify({ id, generation })));
  const compare = async () => (await compareStore({ db: database.db, files: store.files })).relation;
  expect(await compare()).toBe('unlinked');
  await runSql(
    database,
    `insert into settings (name, value) values ('store_generation', '{"id": "us", "generation": 5}')`,
  );
  expect(await compare()).toBe('unlinked');
  for (const [id, generation, relation] of [
    ['us', 5, 'same'],
    ['us', 6, 'older'],
    ['us', 4, 'newer'],
    ['others', 5, 'foreign'],
  ] as const) {
    await put(id, generation);
    expect(await compare(), `${id} ${generation}`).toBe(relation);
  }
  expect(await runSql(database, `select value from settings where name = 'store_generation'`)).toEqual([
    { value: { id: 'us', generation: 5 } },
  ]);
});
