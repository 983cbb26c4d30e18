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

async function show(app: FastifyInstance, user: SignedInUser): Promise<Dashboard> {
  const reply = await send(app, user, 'dashboard');
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: Dashboard }>().data;
}

async function find(app: FastifyInstance, user: SignedInUser, kind: Attention['kind']) {
  const { attention } = await show(app, user);
  return attention.find((each) => each.kind === kind);
}

async function save(app: FastifyInstance, user: SignedInUser, fields: Record<string, string>) {
  const saved = await saveProject(app, user, { fields });
  expect(saved.statusCode, saved.body).toBe(200);
  const { project_id: id } = saved.json<{ data: { project_id: number } }>().data;
  await waitForRun(app, user, id);
  return id;
}

it('a new account needs a domain, until it has one', async () => {
  const { app, user } = await start();
  const before = await show(app, user);
  expect(before).toMatchObject({ domains: 0, search: { is_open: true, connected: 0, unconnected: 0 } });
  expect(before.attention).toEqual([{ kind: 'no_domain', count: 0, name: null, id: null }]);
  await addDomain(app, user, 'first.example');
  expect(await find(app, user, 'no_domain')).toBeUndefined();
  expect(await show(app, user)).toMatchObject({ domains: 1, search: { unconnected: 1 } });
});

it('skipped rows need attention, with the name of the only project, until a run skips none', async () => {
  const { app, user } = await start();
  const id = await save(app, user, { title: 'Skipping', script: SKIPPING });
  const one = await show(app, user);
  expect(one.figures).toMatchObject({ projects: 1, skipped: 1 });
  expect(one.attention).toContainEqual({ kind: 'skipped', count: 1, name: 'Skipping', id });
  const other = await save(app, user, { title: 'Other', script: SKIPPING });
  expect(await find(app, user, 'skipped')).toEqual({ kind: 'skipped', count: 2, name: null, id: null });
  for (const [project, title] of [
    [id, 'Skipping'],
    [other, 'Other'],
  ] as const)
    await save(app, user, { title, project_id: String(project), script: townsCsv(2) });
  expect(await find(app, user, 'skipped')).toBeUndefined();
});

it.each([
  ['split', 'waiting_for_split'],
  ['failed', 'failed'],
] as const)('a run counts as %s while its state is %s', async (kind, state) => {
  const { app, database, user } = await start();
  const id = await save(app, user, { title: 'Roofs' });
  expect(await find(app, user, kind)).toBeUndefined();
  await runSql(database, `update runs set state = '${state}' where project_id = ${id}`);
  expect(await find(app, user, kind)).toEqual({ kind, count: 1, name: 'Roofs', id });
  await runSql(database, `update runs set state = 'completed' where project_id = ${id}`);
  expect(await find(app, user, kind)).toBeUndefined();
});

it('a run in progress is counted by its state', async () => {
  const { app, database, user } = await start();
  const id = await save(app, user, { title: 'Roofs' });
  await runSql(database, `update runs set state = 'running' where project_id = ${id}`);
  expect((await show(app, user)).figures.states).toEqual({ running: 1 });
});

it('unread notifications need attention until they are read', async () => {
  const { app, database, user } = await start();
  await runSql(
    database,
    `insert into notifications (user_id, notification, created_at) values (${user.userId}, 'Done.', now())`,
  );
  expect(await find(app, user, 'unread')).toMatchObject({ count: 1 });
  const other = await addUser(database.db);
  expect(await find(app, other, 'unread')).toBeUndefined();
  await send(app, user, 'notifications/read', { method: 'POST', payload: {} });
  expect(await find(app, user, 'unread')).toBeUndefined();
});

it('an active domain without a property needs one; inactive and connected ones don’t', async () => {
  const { app, database, user } = await start();
  const id = await addDomain(app, user, 'lonely.test');
  await addDomain(app, user, 'example.com');
  await connect(app, user);
  await waitForSource(app, user, { name: 'example.com', state: 'ready' });
  expect(await find(app, user, 'unconnected')).toEqual({
    kind: 'unconnected',
    count: 1,
    name: 'lonely.test',
    id,
  });
  expect((await show(app, user)).search).toEqual({ is_open: true, connected: 1, unconnected: 1 });
  await runSql(database, `update domains set status = '0' where id = ${id}`);
  expect(await find(app, user, 'unconnected')).toBeUndefined();
  expect(await show(app, user)).toMatchObject({ domains: 2, search: { unconnected: 0 } });
});

it('a revoked account and rejected figures need attention until they are fixed', async () => {
  const { app, database, user } = await start();
  const id = await addDomain(app, user, 'example.com');
  await connect(app, user);
  await waitForSource(app, user, { name: 'example.com', state: 'ready' });
  expect((await show(app, user)).attention.map(({ kind }) => kind)).toEqual([]);
  await runSql(database, `update integrations set status = 'revoked'`);
  expect(await find(app, user, 'reconnect')).toMatchObject({ count: 1, name: 'ada@example.com' });
  expect(await find(app, user, 'refused')).toBeUndefined();
  expect((await show(app, user)).search).toEqual({ is_open: true, connected: 0, unconnected: 0 });
  await runSql(database, `update integrations set status = 'connected'`);
  expect((await show(app, user)).search.connected).toBe(1);
  expect(await find(app, user, 'reconnect')).toBeUndefined();
  await runSql(database, `update search_sources set state = 'failed'`);
  expect(await find(app, user, 'refused')).toEqual({ kind: 'refused', count: 1, name: 'example.com', id });
  await runSql(database, `update search_sources set state = 'ready'`);
  expect(await find(app, user, 'refused')).toBeUndefined();
});

it('other users’ data isn’t counted', async () => {
  const { app, database, user } = await start();
  await addDomain(app, user, 'example.com');
  await connect(app, user);
  await runSql(database, `update integrations set status = 'revoked'`);
  await save(app, user, { title: 'Skipping', script: SKIPPING });
  const other = await addUser(database.db);
  expect(await show(app, other)).toMatchObject({
    domains: 0,
    figures: { projects: 0 },
    attention: [{ kind: 'no_domain' }],
  });
});
