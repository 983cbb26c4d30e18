/** The example projects: requested in the form or by the setting, created once, and retried after a failure. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { waitForRun } from '#testkit/project-calls.ts';
import { startTestApp, type TestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

const TITLES = ['Plumber (example)', 'Drain cleaning (example)'];

const FORM = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  password: 'plausible otter lamp',
  password_confirmation: 'plausible otter lamp',
};

async function setUp({ app, server }: TestApp, wantsSampleData: boolean) {
  const token = await server.account.prepareSetUp();
  const payload = { ...FORM, token, sample_data: wantsSampleData };
  return await app.inject({ method: 'POST', url: '/api/v1/setup', payload });
}

const listTitles = async ({ database }: Pick<TestApp, 'database'>) =>
  (await database.db.selectFrom('projects').select('title').orderBy('id').execute()).map(
    ({ title }) => title,
  );

/** Restarts the server on the same database and folder. */
async function startAgain(beside: TestApp, hasSampleData: boolean) {
  const { app, server } = await startTestApp({ beside, config: { hasSampleData } });
  await server.makeSampleData();
  await app.close();
}

it.each([
  ['the form requests it', { form: true, setting: false }, TITLES],
  ['the setting requests it', { form: false, setting: true }, TITLES],
  ['it is not requested', { form: false, setting: false }, []],
])('is created with the first account only on request: %s', async (_, asks, titles) => {
  const stage = await startTestApp({ config: { hasSampleData: asks.setting } });
  expect((await setUp(stage, asks.form)).statusCode).toBe(201);
  expect(await listTitles(stage)).toEqual(titles);
});

it('does not prevent the first account if it fails, notifies the user, and is retried at the next start', async () => {
  const stage = await startTestApp();
  const { app, database, dataFolder, log } = stage;
  const files = join(dataFolder, 'files');
  renameSync(files, `${files}-away`);
  // A file with its name prevents the server from creating the folder.
  writeFileSync(files, '');
  const reply = await setUp(stage, true);
  expect(reply.statusCode, reply.body).toBe(201);
  const headers = { authorization: `Bearer ${reply.json().data.access_token}` };
  const notifications = await app.inject({ url: '/api/v1/notifications', headers });
  expect(notifications.json().data[0].notification).toMatch(
    /^We couldn’t create the example projects\. The file store isn’t available\. We’ll try again/,
  );
  expect(log.map(({ msg }) => msg)).toContainEqual('Failed to create the example projects');
  renameSync(`${files}-away`, `${files}-back`);
  renameSync(files, `${files}-away`);
  renameSync(`${files}-back`, files);
  await startAgain(stage, false);
  expect(await listTitles(stage)).toEqual(TITLES);
  await database.db.deleteFrom('projects').execute();
  await startAgain(stage, true);
  expect(await listTitles(stage)).toEqual([]);
});

it('has a page for each service in each town, and one with conditions and neighbors for each town', async () => {
  const stage = await startTestApp({ config: { hasSampleData: true } });
  const { app, database } = stage;
  const token: string = (await setUp(stage, false)).json().data.access_token;
  const user = { headers: { authorization: `Bearer ${token}` }, userId: 1 };
  const made = await database.db.selectFrom('projects').select('id').orderBy('id').execute();
  const projects = [];
  for (const { id } of made) projects.push(await waitForRun(app, user, id));
  expect(projects.map(({ report }) => [report?.pages_done, report?.skipped, report?.problems])).toEqual([
    [15, 0, []],
    [6, 0, []],
  ]);
  const [services = '', drains = ''] = await Promise.all(
    projects.map(async ({ parts }) => (await app.inject(parts[0]?.url ?? '')).body),
  );
  expect(services).toContain('Water heater repair in Española, NM');
  expect(services).toContain('water-heater-repair-in-espanola-nm');
  expect(drains).toContain('Visit our office at 500 Congress Ave');
  expect(drains).toMatch(/>Pflugerville<\/a>, 6 miles away/);
});

it('is completed at the next start if only the first project was created', async () => {
  const stage = await startTestApp({ config: { hasSampleData: true } });
  await setUp(stage, false);
  const { db } = stage.database;
  await db.deleteFrom('projects').where('title', '=', 'Drain cleaning (example)').execute();
  await db
    .updateTable('settings')
    .set({ value: JSON.stringify({ user_id: 1, is_made: false }) })
    .where('name', '=', 'sample_data')
    .execute();
  await startAgain(stage, true);
  expect(await listTitles(stage)).toEqual(TITLES);
});

it('is created by the setting if the installation has only its first account', async () => {
  const stage = await startTestApp();
  await setUp(stage, false);
  await startAgain(stage, false);
  expect(await listTitles(stage)).toEqual([]);
  await startAgain(stage, true);
  await startAgain(stage, true);
  expect(await listTitles(stage)).toEqual(TITLES);
});

it('is created once if two processes start on one database', async () => {
  const stage = await startTestApp();
  await setUp(stage, false);
  await Promise.all([startAgain(stage, true), startAgain(stage, true)]);
  expect(await listTitles(stage)).toEqual(TITLES);
});

it('does not fail the request if the database fails after the account was created', async () => {
  const stage = await startTestApp({ config: { hasSampleData: true } });
  const { database, log } = stage;
  await runSql(database, `alter table settings rename to settings_away`);
  await expect(stage.server.makeSampleData()).resolves.toBeUndefined();
  await runSql(database, `alter table settings_away rename to settings`);
  expect(log.map(({ msg }) => msg)).toContainEqual(
    'Failed to check whether the example projects are requested',
  );
});
