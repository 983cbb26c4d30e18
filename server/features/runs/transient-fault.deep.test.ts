/** A run is retried automatically while the file store is unavailable, at most three times. */
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#server/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { startStoreProxy } from '#server/gateways/store-proxy-fixture.ts';
import { wire } from '#server/wire.ts';
import { makeFolder } from '#testkit/folder.ts';
import { addUser } from '#testkit/users.ts';
import { saveProject, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { startS3Server } from '#testkit/s3-server.ts';

const LONG_MS = 120_000;

/** Saves a project, and makes the store unavailable before its run writes files. */
async function startWithoutStore() {
  const database = await openDatabase({});
  onTestFinished(() => database.close());
  await migrate(database);
  const store = await startS3Server();
  onTestFinished(() => store.close());
  const proxy = await startStoreProxy(store.options.endpoint);
  onTestFinished(() => proxy.close());
  const s3 = { region: 'us-east-1', ...store.options, endpoint: proxy.endpoint };
  const log: string[] = [];
  const dataFolder = makeFolder();
  // The waits are long and the same on any database, so only the embedded one is tested.
  const config = { ...readConfig({ GEOLOOM_DATA_DIR: dataFolder }), s3 };
  const { app, startWork } = await wire(config, {
    webFolder: dataFolder,
    log: { write: (line) => log.push(line) },
    database,
  });
  onTestFinished(() => app.close());
  await startWork();
  const user = await addUser(database.db);
  const saved = await saveProject(app, user, { fields: { script: townsCsv(3_000) } });
  proxy.always = 'unavailable';
  const countFailures = () =>
    log.filter((line) => line.includes('a job failed') && line.includes('"job":"run"')).length;
  return { app, user, proxy, countFailures, id: saved.json().data.project_id as number };
}

it('a run completes by itself after the store is available again', { timeout: LONG_MS }, async () => {
  const { app, user, proxy, countFailures, id } = await startWithoutStore();
  await expect.poll(countFailures, { timeout: LONG_MS }).toBe(1);
  proxy.always = undefined;
  const { progress, parts } = await waitForRun(app, user, id);
  expect(progress).toMatchObject({ state: 'completed', pages_done: 3_000 });
  expect(parts).toHaveLength(1);
});

it('a run fails after three attempts while the store is unavailable, and the user is notified', {
  timeout: LONG_MS,
}, async () => {
  const { app, user, countFailures, id } = await startWithoutStore();
  const list = () => app.inject({ url: '/api/v1/notifications', headers: user.headers });
  const read = async () => (await list()).json<{ data: { notification: string }[] }>().data;
  await expect.poll(read, { timeout: LONG_MS, interval: 200 }).toHaveLength(1);
  expect(countFailures()).toBe(3);
  const runs = await app.inject({ url: `/api/v1/projects/${id}/runs`, headers: user.headers });
  expect(runs.json().data).toMatchObject([{ state: 'failed' }]);
  expect((await read())[0]?.notification).toContain(
    'failed: The file store is limiting our requests. When that is over, start the run again.',
  );
});
