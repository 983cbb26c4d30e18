/** Agencies, as administrators create, change, delete and restore them. */
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { addAgency, addUser, type SignedInUser } from '#testkit/users.ts';
import { saveProject } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { type Mailbox, startMailbox } from '../../../sim/mailbox.ts';
import { listPurgeable, purgeWorkspace } from './purge.store.ts';
import { purgeDeletedWorkspaces } from './workspaces.service.ts';

const mail: { box?: Mailbox } = {};
const enter = useTestApp(async (onEnd) => {
  const box = await startMailbox();
  onEnd(() => box.close());
  mail.box = box;
  return { config: { mail: { url: box.smtpUrl, from: 'geoloom@example.com' } } };
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
function send(app: FastifyInstance, { headers }: SignedInUser, call: [Method, string, object?]) {
  const [method, path, payload] = call;
  return app.inject({ method, url: `/api/v1/${path}`, headers, ...(payload ? { payload } : {}) });
}

async function start() {
  const stage = await enter({ role: 'admin' });
  const leader = await addUser(stage.database.db);
  const form = { name: 'Bright Pages', main_admin_id: String(leader.userId), status: 'active' };
  const made = await send(stage.app, stage.user, ['POST', 'agencies', form]);
  expect(made.statusCode, made.body).toBe(201);
  const { id } = made.json<{ data: { id: number } }>().data;
  const mailbox = () => {
    if (mail.box === undefined) throw new Error('The mailbox did not start.');
    return mail.box;
  };
  return { ...stage, admin: stage.user, leader, form, id, made, mailbox };
}

it('creates an agency with a main admin, who becomes a member, and the messages of the specification', async () => {
  const { app, admin, leader, id, made } = await start();
  expect(made.json().message).toBe('Agency was successfully created');
  const edit = await send(app, admin, ['GET', `agencies/${id}/edit`]);
  const main = { id: leader.userId, user: 'Ada Lovelace' };
  expect(edit.json().data).toMatchObject([
    { id, status: 'active', main_admin: main, member_count: 1, revision: 1 },
  ]);
  const mine = await send(app, leader, ['GET', 'my-agency']);
  expect(mine.json().user.agency).toMatchObject({ id, is_main_admin: true });
  const rejected = await send(app, admin, ['POST', 'agencies', { name: '  ', main_admin_id: '' }]);
  expect(rejected.json().errors).toEqual({
    name: ['Name is required!'],
    main_admin_id: ['Main Admin is required!'],
  });
  const second = await send(app, admin, ['POST', 'agencies', { name: 'Two', main_admin_id: leader.userId }]);
  expect(second.json().errors.main_admin_id).toBeDefined();
});

it('finds agencies by name and main admin, and users who can be the main admin', async () => {
  const { app, database, admin, leader, id } = await start();
  const free = await addUser(database.db, { email: 'free-needle@example.com' });
  const found = await send(app, admin, ['GET', 'agencies/search?q=NEEDLE']);
  expect(found.json().data).toEqual([
    { id: free.userId, name: 'Ada Lovelace (free-needle@example.com)', refusal: null },
  ]);
  await addUser(database.db, { email: 'off-needle@example.com', isDisabled: true });
  await database.db
    .updateTable('users')
    .set({ email: 'lead-needle@example.com' })
    .where('id', '=', leader.userId)
    .execute();
  const all = await send(app, admin, ['GET', 'agencies/search?q=needle']);
  type Found = { id: number; refusal: string | null };
  const people = all.json<{ data: Found[] }>().data;
  expect(people).toHaveLength(3);
  expect(people[0], 'free people come first').toMatchObject({ id: free.userId, refusal: null });
  expect(people.find((each) => each.id === leader.userId)?.refusal).toBe('In Bright Pages');
  expect(people.map(({ refusal }) => refusal)).toContain('This account is disabled');
  const own = await send(app, admin, ['GET', `agencies/search?q=needle&agency_id=${id}`]);
  expect(own.json<{ data: Found[] }>().data.find((each) => each.id === leader.userId)?.refusal).toBeNull();
  const rename = { name: 'Needle & Sons', main_admin_id: leader.userId, status: 'not_active', revision: 1 };
  const saved = await send(app, admin, ['PUT', `agencies/${id}`, rename]);
  expect(saved.json()).toMatchObject({ message: 'Agency was successfully updated!', data: { revision: 2 } });
  const list = await send(app, admin, ['GET', 'agencies?search=needle&status=not_active&sort=-members']);
  expect(list.json().data).toMatchObject([{ id, name: 'Needle & Sons' }]);
  const choices = await send(app, admin, ['GET', 'agencies/list']);
  expect(choices.json<{ data: { id: number }[] }>().data.map((each) => each.id)).not.toContain(id);
});

it('shows the second of two concurrent editors who saved first', async () => {
  const { app, admin, form, id } = await start();
  const save = (name: string) => send(app, admin, ['PUT', `agencies/${id}`, { ...form, name, revision: 1 }]);
  const replies = await Promise.all([save('One'), save('Two')]);
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
  const rejected = replies.find(({ statusCode }) => statusCode === 409);
  expect(rejected?.json().newer).toMatchObject({ revision: 2, saved_by: 'Ada Lovelace' });
});

it('stops the runs, revokes the invitations and hides the objects of a deleted agency, and restores it by its status', async () => {
  const { app, database, admin, leader, form, id } = await start();
  await send(app, leader, ['POST', 'my-agency/invite', { email: 'gone@example.com' }]);
  const saved = await saveProject(app, leader, { fields: { title: 'Of the agency' } });
  const { project_id: projectId } = saved.json().data;
  await runSql(database, `update runs set state = 'queued' where project_id = ${projectId}`);
  const removed = await send(app, admin, ['DELETE', `agencies/${id}`]);
  expect(removed.json().message).toBe('Agency was successfully deleted!');
  expect((await send(app, leader, ['GET', `projects/${projectId}`])).statusCode).toBe(404);
  // An active run stops a moment later.
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

it('keeps everything of a deleted agency that is restored during a garbage collection', async () => {
  const { app, database, admin, leader, form, id } = await start();
  const saved = await saveProject(app, leader, { fields: { title: 'Restored' } });
  const { project_id: projectId } = saved.json().data;
  await send(app, admin, ['DELETE', `agencies/${id}`]);
  await runSql(database, `update workspaces set deleted_at = now() - interval '31 days' where id = ${id}`);
  const before = new Date(Date.now() - 30 * 24 * 3_600_000);
  const listed = await listPurgeable(database.db, before);
  expect(listed.map((each) => each.id)).toContain(id);
  const restored = await send(app, admin, ['PUT', `agencies/${id}`, form]);
  expect(restored.json().data, restored.body).toMatchObject({ status: 'active' });
  await purgeWorkspace(database.db, { id, before });
  expect((await send(app, leader, ['GET', `projects/${projectId}`])).statusCode).toBe(200);
});

it('notifies each member of a deactivated, deleted or restored agency, also by email', async () => {
  const { app, database, admin, form, id, mailbox } = await start();
  const email = 'member@status.example';
  const member = await addUser(database.db, { email });
  await database.db.insertInto('members').values({ workspace_id: id, user_id: member.userId }).execute();
  await send(app, admin, ['PUT', `agencies/${id}`, { ...form, status: 'not_active' }]);
  await send(app, admin, ['PUT', `agencies/${id}`, { ...form, name: 'Bright Sites', status: 'not_active' }]);
  await send(app, admin, ['DELETE', `agencies/${id}`]);
  await send(app, admin, ['PUT', `agencies/${id}`, form]);
  const { data } = (await send(app, member, ['GET', 'notifications'])).json<{
    data: { notification: string }[];
  }>();
  expect(data.map(({ notification }) => notification.split(/ on |\n/)[0])).toEqual([
    'Bright Pages was restored',
    'Bright Sites was deleted',
    'Bright Pages was set to inactive',
  ]);
  await expect
    .poll(() => mailbox().mails.filter(({ to }) => to.includes(email)).length, { timeout: 20_000 })
    .toBe(3);
});

it('moves users to another agency without their content, except main admins', async () => {
  const { app, database, admin, leader, id } = await start();
  const user = await addUser(database.db);
  const move = (userId: number, agencyId: number | null) =>
    send(app, admin, [
      'POST',
      'users/agency-change',
      { user_id: userId, agency_id: agencyId, reason: 'Asked on the phone' },
    ]);
  const moved = await move(user.userId, id);
  expect(moved.json().data.agency).toMatchObject({ id, is_main_admin: false });
  expect((await move(leader.userId, null)).json().code).toBe('main_admin');
  expect((await move(user.userId, 999_999)).statusCode).toBe(404);
  expect((await move(user.userId, null)).json().data.agency).toBeNull();
  const lead = await send(app, admin, [
    'PUT',
    `agencies/${id}`,
    { name: 'B', main_admin_id: user.userId, status: 'active', reason: 'Owner changed' },
  ]);
  expect(lead.json().data.main_admin.id).toBe(user.userId);
  expect((await move(leader.userId, null)).statusCode).toBe(200);
});

describe('an administrator', () => {
  /** An agency with its main admin, two administrators and a superadmin. */
  async function startRanks() {
    const stage = await start();
    const { db } = stage.database;
    const [other, superadmin] = [
      await addUser(db, { role: 'admin' }),
      await addUser(db, { role: 'superadmin' }),
    ];
    return { ...stage, other, superadmin };
  }

  it('can move neither themselves nor another administrator into or out of an agency; a superadmin can', async () => {
    const { app, database, admin, other, superadmin, id } = await startRanks();
    const move = (by: SignedInUser, user_id: number, agency_id: number | null) =>
      send(app, by, ['POST', 'users/agency-change', { user_id, agency_id, reason: 'To help with a run' }]);
    for (const { userId } of [admin, other, superadmin]) {
      const rejected = await move(admin, userId, id);
      expect([rejected.statusCode, rejected.json().code], rejected.body).toEqual([403, 'forbidden']);
    }
    expect((await move(admin, admin.userId, id)).json().message).toBe(
      'You can’t move yourself to an agency. Ask a superadmin.',
    );
    for (const { userId } of [other, superadmin])
      expect((await move(superadmin, userId, id)).statusCode).toBe(200);
    const out = await move(admin, other.userId, null);
    expect(out.statusCode, 'out of an agency, too').toBe(403);
    const rows = await runSql(
      database,
      `select user_id from members where workspace_id = ${id} and user_id = ${admin.userId}`,
    );
    expect(rows).toEqual([]);
  });

  it("can't make themselves or another administrator the main admin; a superadmin can", async () => {
    const { app, database, admin, other, superadmin, form, id } = await startRanks();
    const create = (by: SignedInUser, userId: number, name: string) =>
      send(app, by, ['POST', 'agencies', { name, main_admin_id: userId }]);
    const update = (by: SignedInUser, userId: number) =>
      send(app, by, ['PUT', `agencies/${id}`, { ...form, main_admin_id: userId, reason: 'Owner changed' }]);
    for (const { userId } of [admin, other])
      for (const rejected of [await create(admin, userId, 'Own'), await update(admin, userId)]) {
        expect([rejected.statusCode, rejected.json().code], rejected.body).toEqual([403, 'forbidden']);
        expect(rejected.json().errors.main_admin_id).toHaveLength(1);
      }
    const find = async ({ userId }: SignedInUser) => {
      const { email } = await database.db
        .selectFrom('users')
        .select('email')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      const found = await send(app, admin, ['GET', `agencies/search?q=${email}`]);
      return found.json<{ data: { refusal: string | null }[] }>().data.map(({ refusal }) => refusal);
    };
    for (const user of [admin, other, superadmin])
      expect(await find(user)).toEqual(['Only a superadmin can choose administrators']);
    expect((await create(superadmin, other.userId, 'By a superadmin')).statusCode).toBe(201);
    const taken = await update(superadmin, superadmin.userId);
    expect(taken.json().data.main_admin.id, taken.body).toBe(superadmin.userId);
    // Saving the rest of the form changes nothing about its main admin.
    const renamed = { ...form, name: 'Renamed', main_admin_id: superadmin.userId };
    expect((await send(app, admin, ['PUT', `agencies/${id}`, renamed])).statusCode).toBe(200);
  });

  it('enters a reason: the user and both main admins get it by notification and email, and the audit log stores it', async () => {
    const { app, database, admin, leader, form, id, mailbox } = await startRanks();
    const { db } = database;
    const email = 'moved@reasons.example';
    const [user, formerLead] = [await addUser(db, { email }), await addUser(db)];
    const formerId = await addAgency(db, [formerLead, user]);
    const change = { user_id: user.userId, agency_id: id };
    const rejected = await send(app, admin, ['POST', 'users/agency-change', change]);
    expect(rejected.json().errors).toEqual({ reason: ['Reason is required'] });
    const reason = 'Asked on the phone';
    const moved = await send(app, admin, ['POST', 'users/agency-change', { ...change, reason }]);
    expect(moved.statusCode, moved.body).toBe(200);
    const read = async (reader: SignedInUser) => {
      const reply = await send(app, reader, ['GET', 'notifications']);
      return reply.json<{ data: { notification: string }[] }>().data.map((each) => each.notification);
    };
    const cause = `Reason: ${reason}`;
    expect(await read(user)).toContain(
      [
        'You are now a member of Bright Pages.',
        'What you made in Agency stays there, but you can no longer open it.',
        'New projects and domains belong to Bright Pages; those that were personal stay personal.',
        `Ada Lovelace moved you. ${cause}`,
      ].join('\n'),
    );
    expect(await read(leader)).toContain(
      `Ada Lovelace is now a member of Bright Pages.\nAda Lovelace moved them. ${cause}`,
    );
    expect(await read(formerLead)).toContain(
      `Ada Lovelace is no longer a member of Agency.\nAda Lovelace moved them. ${cause}`,
    );
    const [entry] = (await send(app, admin, ['GET', 'audit?verb=move'])).json().data;
    expect(entry).toMatchObject({
      object: { kind: 'user', id: user.userId },
      before: { agency_id: formerId },
      after: { agency_id: id, reason },
    });
    const list = () => mailbox().mails.filter(({ to }) => to.includes(email));
    await expect.poll(() => list().length).toBe(1);
    expect(list()[0]?.subject).toBe('You are now a member of Bright Pages');
    expect(list()[0]?.text).toContain(cause);

    const lead = { ...form, main_admin_id: user.userId };
    const silent = await send(app, admin, ['PUT', `agencies/${id}`, lead]);
    expect([silent.statusCode, silent.json().errors]).toEqual([422, { reason: ['Reason is required'] }]);
    const led = await send(app, admin, ['PUT', `agencies/${id}`, { ...lead, reason: 'Owner changed' }]);
    expect(led.statusCode, led.body).toBe(200);
    const lines = 'Ada Lovelace made this change. Reason: Owner changed';
    expect(await read(user)).toContain(
      `You are now the main admin of Bright Pages.\nYou can invite and remove members, and change its name, branding and plan.\n${lines}`,
    );
    expect(await read(leader)).toContain(
      `Ada Lovelace replaced you as the main admin of Bright Pages.\nYou are still a member, with access to its projects and domains.\n${lines}`,
    );
    const [update] = (await send(app, admin, ['GET', 'audit?verb=update&kind=agency'])).json().data;
    expect(update).toMatchObject({
      before: { main_admin_id: leader.userId },
      after: { main_admin_id: user.userId, reason: 'Owner changed' },
    });
  });
});
