/** Agencies as administrators make, change, delete and restore them. */
import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { addPerson, type SignedPerson } from '#testkit/people.ts';
import { saveProject } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { purgeDeletedWorkspaces } from './workspaces.service.ts';

const enter = useTestApp();

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
function send(app: FastifyInstance, { headers }: SignedPerson, call: [Method, string, object?]) {
  const [method, path, payload] = call;
  return app.inject({ method, url: `/api/v1/${path}`, headers, ...(payload ? { payload } : {}) });
}

async function start() {
  const stage = await enter({ role: 'admin' });
  const leader = await addPerson(stage.database.db);
  const form = { name: 'Bright Pages', main_admin_id: String(leader.userId), status: 'active' };
  const made = await send(stage.app, stage.person, ['POST', 'agencies', form]);
  expect(made.statusCode, made.body).toBe(201);
  const { id } = made.json<{ data: { id: number } }>().data;
  return { ...stage, admin: stage.person, leader, form, id, made };
}

it('are made with a main admin, who becomes a member, and messages of the specification', async () => {
  const { app, admin, leader, id, made } = await start();
  expect(made.json().message).toBe('Agency was successfully created');
  const edit = await send(app, admin, ['GET', `agencies/${id}/edit`]);
  const main = { id: leader.userId, user: 'Ada Lovelace' };
  expect(edit.json().data).toMatchObject([
    { id, status: 'active', main_admin: main, member_count: 1, revision: 1 },
  ]);
  const mine = await send(app, leader, ['GET', 'my-agency']);
  expect(mine.json().user.agency).toMatchObject({ id, is_main_admin: true });
  const refused = await send(app, admin, ['POST', 'agencies', { name: '  ', main_admin_id: '' }]);
  expect(refused.json().errors).toEqual({
    name: ['Name is required!'],
    main_admin_id: ['Main Admin is required!'],
  });
  const second = await send(app, admin, ['POST', 'agencies', { name: 'Two', main_admin_id: leader.userId }]);
  expect(second.json().errors.main_admin_id).toBeDefined();
});

it('are found by name and main admin; who could lead one is found from the first words', async () => {
  const { app, database, admin, leader, id } = await start();
  const free = await addPerson(database.db, { email: 'free-needle@example.com' });
  const found = await send(app, admin, ['GET', 'agencies/search?q=NEEDLE']);
  expect(found.json().data).toEqual([{ id: free.userId, name: 'Ada Lovelace (free-needle@example.com)' }]);
  const all = await send(app, admin, ['GET', 'agencies/search']);
  const ids = all.json<{ data: { id: number }[] }>().data.map((each) => each.id);
  expect(ids).not.toContain(leader.userId);
  const rename = { name: 'Needle & Sons', main_admin_id: leader.userId, status: 'not_active', revision: 1 };
  const saved = await send(app, admin, ['PUT', `agencies/${id}`, rename]);
  expect(saved.json()).toMatchObject({ message: 'Agency was successfully updated!', data: { revision: 2 } });
  const list = await send(app, admin, ['GET', 'agencies?search=needle&status=not_active&sort=-members']);
  expect(list.json().data).toMatchObject([{ id, name: 'Needle & Sons' }]);
  const choices = await send(app, admin, ['GET', 'agencies/list']);
  expect(choices.json<{ data: { id: number }[] }>().data.map((each) => each.id)).not.toContain(id);
});

it('of two who save the same one, the second hears who was first', async () => {
  const { app, admin, form, id } = await start();
  const save = (name: string) => send(app, admin, ['PUT', `agencies/${id}`, { ...form, name, revision: 1 }]);
  const replies = await Promise.all([save('One'), save('Two')]);
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
  const refused = replies.find(({ statusCode }) => statusCode === 409);
  expect(refused?.json().newer).toMatchObject({ revision: 2, saved_by: 'Ada Lovelace' });
});

it('deleted ones cancel their runs, revoke invitations, hide their objects, and come back by their status', async () => {
  const { app, database, admin, leader, form, id } = await start();
  await send(app, leader, ['POST', 'my-agency/invite', { email: 'gone@example.com' }]);
  const saved = await saveProject(app, leader, { fields: { title: 'Of the agency' } });
  const { project_id: projectId } = saved.json().data;
  await runSql(database, `update runs set state = 'queued' where project_id = ${projectId}`);
  const removed = await send(app, admin, ['DELETE', `agencies/${id}`]);
  expect(removed.json().message).toBe('Agency was successfully deleted!');
  expect((await send(app, leader, ['GET', `projects/${projectId}`])).statusCode).toBe(404);
  // One that has begun already ends a moment later.
  await expect
    .poll(() => runSql(database, `select state from runs where project_id = ${projectId}`))
    .toEqual([{ state: 'canceled' }]);
  expect(await runSql(database, `select state from invitations where workspace_id = ${id}`)).toEqual([
    { state: 'revoked' },
  ]);
  expect((await send(app, admin, ['DELETE', `agencies/${id}`])).statusCode).toBe(404);
  const { expire } = purgeDeletedWorkspaces(database.db);
  await expire(new Date());
  const restored = await send(app, admin, ['PUT', `agencies/${id}`, form]);
  expect(restored.json().data).toMatchObject({ status: 'active', deleted_at: null });
  expect((await send(app, leader, ['GET', `projects/${projectId}`])).statusCode).toBe(200);
  await send(app, admin, ['DELETE', `agencies/${id}`]);
  await expire(new Date(Date.now() + 31 * 24 * 3_600_000));
  expect((await send(app, admin, ['GET', `agencies/${id}/edit`])).statusCode).toBe(404);
  expect(await runSql(database, `select id from projects where id = ${projectId}`)).toEqual([]);
});

it('people are moved to another one, never what they made, and never away from one that they lead', async () => {
  const { app, database, admin, leader, id } = await start();
  const user = await addPerson(database.db);
  const move = (userId: number, agencyId: number | null) =>
    send(app, admin, ['POST', 'users/agency-change', { user_id: userId, agency_id: agencyId }]);
  const moved = await move(user.userId, id);
  expect(moved.json().data.agency).toMatchObject({ id, is_main_admin: false });
  expect((await move(leader.userId, null)).json().code).toBe('main_admin');
  expect((await move(user.userId, 999_999)).statusCode).toBe(404);
  expect((await move(user.userId, null)).json().data.agency).toBeNull();
  const lead = await send(app, admin, [
    'PUT',
    `agencies/${id}`,
    { name: 'B', main_admin_id: user.userId, status: 'active' },
  ]);
  expect(lead.json().data.main_admin.id).toBe(user.userId);
  expect((await move(leader.userId, null)).statusCode).toBe(200);
});
