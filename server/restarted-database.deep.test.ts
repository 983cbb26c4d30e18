/** The database server restarts while a Geoloom server is running. */
import { expect, it, onTestFinished } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { addUser } from '#testkit/users.ts';
import { startPostgresServer } from '#testkit/postgres-server.ts';
import { saveProject, showProject, townsCsv } from '#testkit/project-calls.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './db/open.ts';
import { wire } from './wire.ts';

it('a run and the server survive a restart of the database', async () => {
  const postgres = await startPostgresServer();
  onTestFinished(() => postgres.stop());
  const dataFolder = makeFolder();
  const config = readConfig({ DATABASE_URL: postgres.url, GEOLOOM_DATA_DIR: dataFolder });
  const { app, startWork } = await wire(config, { webFolder: dataFolder });
  onTestFinished(() => app.close());
  await startWork();
  const { db, close } = await openDatabase({ url: postgres.url });
  const user = await addUser(db);
  await close();
  const saved = await saveProject(app, user, { fields: { script: townsCsv(10_000), split_xml_file: '2' } });
  const id: number = saved.json().data.project_id;
  const findState = async () => (await showProject(app, user, id)).progress?.state;
  await expect.poll(findState, { timeout: 30_000, interval: 100 }).toBe('running');
  await postgres.restart();
  const list = () => app.inject({ url: '/api/v1/projects', headers: user.headers });
  await expect.poll(async () => (await list()).statusCode, { timeout: 60_000 }).toBe(200);
  await expect.poll(findState, { timeout: 300_000, interval: 200 }).toBe('completed');
  expect((await showProject(app, user, id)).progress?.pages_done).toBe(10_000);
}, 600_000);
