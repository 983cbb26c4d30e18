/** Each fact of the dashboard appears with its cause and disappears with it. */
import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import type { Attention, Dashboard } from '#contract/dashboard.contract.ts';
import { addUser, type SignedInUser } from '#testkit/users.ts';
import { saveProject, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { addDomain, connect, send, useGoogle, waitForSource } from '../integrations/integrations-fixture.ts';

const start = useGoogle(useTestApp);
const SKIPPING = `${townsCsv(2)}Town 9,town-1\r\n`;

async function show(app: FastifyInstance, person: SignedInUser): Promise<Dashboard> {
  const reply = await send(app, person, 'dashboard');
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: Dashboard }>().data;
}

async function find(app: FastifyInstance, person: SignedInUser, kind: Attention['kind']) {
  const { attention } = await show(app, person);
  return attention.find((each) => each.kind === kind);
}

async function save(app: FastifyInstance, person: SignedInUser, fields: Record<string, string>) {
  const saved = await saveProject(app, person, { fields });
  expect(saved.statusCode, saved.body).toBe(200);
  const { project_id: id } = saved.json<{ data: { project_id: number } }>().data;
  await waitForRun(app, person, id);
  return id;
}

it('a new account needs a domain, until it has one', async () => {
  const { app, person } = await start();
  const before = await show(app, person);
  expect(before).toMatchObject({ domains: 0, search: { is_open: true, connected: 0, unconnected: 0 } });
  expect(before.attention).toEqual([{ kind: 'no_domain', count: 0, name: null, id: null }]);
  await addDomain(app, person, 'first.example');
  expect(await find(app, person, 'no_domain')).toBeUndefined();
  expect(await show(app, person)).toMatchObject({ domains: 1, search: { unconnected: 1 } });
});

it('skipped rows need attention, with the name of the only project, until a run skips none', async () => {
  const { app, person } = await start();
  const id = await save(app, person, { title: 'Skipping', script: SKIPPING });
  const one = await show(app, person);
  expect(one.figures).toMatchObject({ projects: 1, skipped: 1 });
  expect(one.attention).toContainEqual({ kind: 'skipped', count: 1, name: 'Skipping', id });
  const other = await save(app, person, { title: 'Other', script: SKIPPING });
  expect(await find(app, person, 'skipped')).toEqual({ kind: 'skipped', count: 2, name: null, id: null });
  for (const [project, title] of [
    [id, 'Skipping'],
    [other, 'Other'],
  ] as const)
    await save(app, person, { title, project_id: String(project), script: townsCsv(2) });
  expect(await find(app, person, 'skipped')).toBeUndefined();
});

it.each([
  ['split', 'waiting_for_split'],
  ['failed', 'failed'],
] as const)('a run counts as %s while its state is %s', async (kind, state) => {
  const { app, database, person } = await start();
  const id = await save(app, person, { title: 'Roofs' });
  expect(await find(app, person, kind)).toBeUndefined();
  await runSql(database, `update runs set state = '${state}' where project_id = ${id}`);
  expect(await find(app, person, kind)).toEqual({ kind, count: 1, name: 'Roofs', id });
  await runSql(database, `update runs set state = 'completed' where project_id = ${id}`);
  expect(await find(app, person, kind)).toBeUndefined();
});

it('a run in progress is counted by its state', async () => {
  const { app, database, person } = await start();
  const id = await save(app, person, { title: 'Roofs' });
  await runSql(database, `update runs set state = 'running' where project_id = ${id}`);
  expect((await show(app, person)).figures.states).toEqual({ running: 1 });
});

it('unread notifications need attention until they are read', async () => {
  const { app, database, person } = await start();
  await runSql(
    database,
    `insert into notifications (user_id, notification, created_at) values (${person.userId}, 'Done.', now())`,
  );
  expect(await find(app, person, 'unread')).toMatchObject({ count: 1 });
  const other = await addUser(database.db);
  expect(await find(app, other, 'unread')).toBeUndefined();
  await send(app, person, 'notifications/read', { method: 'POST', payload: {} });
  expect(await find(app, person, 'unread')).toBeUndefined();
});

it('an active domain without a property needs one; inactive and connected ones don’t', async () => {
  const { app, database, person } = await start();
  const id = await addDomain(app, person, 'lonely.test');
  await addDomain(app, person, 'example.com');
  await connect(app, person);
  await waitForSource(app, person, { name: 'example.com', state: 'ready' });
  expect(await find(app, person, 'unconnected')).toEqual({
    kind: 'unconnected',
    count: 1,
    name: 'lonely.test',
    id,
  });
  expect((await show(app, person)).search).toEqual({ is_open: true, connected: 1, unconnected: 1 });
  await runSql(database, `update domains set status = '0' where id = ${id}`);
  expect(await find(app, person, 'unconnected')).toBeUndefined();
  expect(await show(app, person)).toMatchObject({ domains: 2, search: { unconnected: 0 } });
});

it('a revoked account and refused figures need attention until they are fixed', async () => {
  const { app, database, person } = await start();
  const id = await addDomain(app, person, 'example.com');
  await connect(app, person);
  await waitForSource(app, person, { name: 'example.com', state: 'ready' });
  expect((await show(app, person)).attention.map(({ kind }) => kind)).toEqual([]);
  await runSql(database, `update integrations set status = 'revoked'`);
  expect(await find(app, person, 'reconnect')).toMatchObject({ count: 1, name: 'ada@example.com' });
  expect(await find(app, person, 'refused')).toBeUndefined();
  expect((await show(app, person)).search).toEqual({ is_open: true, connected: 0, unconnected: 0 });
  await runSql(database, `update integrations set status = 'connected'`);
  expect((await show(app, person)).search.connected).toBe(1);
  expect(await find(app, person, 'reconnect')).toBeUndefined();
  await runSql(database, `update search_sources set state = 'failed'`);
  expect(await find(app, person, 'refused')).toEqual({ kind: 'refused', count: 1, name: 'example.com', id });
  await runSql(database, `update search_sources set state = 'ready'`);
  expect(await find(app, person, 'refused')).toBeUndefined();
});

it('other users’ data isn’t counted', async () => {
  const { app, database, person } = await start();
  await addDomain(app, person, 'example.com');
  await connect(app, person);
  await runSql(database, `update integrations set status = 'revoked'`);
  await save(app, person, { title: 'Skipping', script: SKIPPING });
  const other = await addUser(database.db);
  expect(await show(app, other)).toMatchObject({
    domains: 0,
    figures: { projects: 0 },
    attention: [{ kind: 'no_domain' }],
  });
});
