/** Users are notified of changes that others make to their agency, their membership and their runs. */
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Notification } from '#contract/notifications.contract.ts';
import { createPasswordHash } from '#server/gateways/password-hash.ts';
import { addAgency, addUser, type SignedInUser } from '#testkit/users.ts';
import { saveProject, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { type Mailbox, startMailbox } from '../../../sim/mailbox.ts';

const PASSWORD = 'nine orange ladders';
const passwordHash = await createPasswordHash({ memoryKiB: 64, passes: 1 }).hash(PASSWORD, 'test');
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

/** Starts with an agency, its main admin and a member, and an administrator. */
async function start() {
  const stage = await enter({ role: 'admin' });
  const { app, database } = stage;
  const { db } = database;
  const email = `member-${stage.ip}@notices.example`;
  const [leader, member] = [await addUser(db, { passwordHash }), await addUser(db, { email, passwordHash })];
  const id = await addAgency(db, [leader, member]);
  const read = async (user: SignedInUser): Promise<Notification[]> =>
    (await send(app, user, ['GET', 'notifications'])).json().data;
  const readTexts = async (user: SignedInUser) =>
    (await read(user)).map(({ notification }) => notification.split('\n')[0]);
  const mailsTo = (to: string) => mail.box?.mails.filter((each) => each.to.includes(to)) ?? [];
  const put = (change: object) =>
    send(app, stage.user, [
      'PUT',
      `agencies/${id}`,
      { name: 'Agency', main_admin_id: leader.userId, status: 'active', ...change },
    ]);
  const remove = () => send(app, stage.user, ['DELETE', `agencies/${id}`]);
  return { ...stage, admin: stage.user, leader, member, email, id, read, readTexts, mailsTo, put, remove };
}

describe('a run', () => {
  it('that completes after its starter was moved is reported to the main admin, who can open it', async () => {
    const { app, admin, leader, member, store, read, readTexts } = await start();
    const isHeld = store.hold('publish runs/');
    const { project_id: projectId } = (await saveProject(app, member, { fields: { title: 'Roofs' } })).json()
      .data;
    await isHeld;
    const body = { user_id: member.userId, agency_id: null, reason: 'Asked on the phone' };
    expect((await send(app, admin, ['POST', 'users/agency-change', body])).statusCode).toBe(200);
    await store.release();
    await waitForRun(app, leader, projectId);
    const [note] = await read(leader);
    expect(note).toMatchObject({ link: `/projects/${projectId}`, is_gone: false });
    expect(note?.notification).toContain('“Roofs”');
    expect((await readTexts(member)).join()).not.toContain('Roofs');
  });

  it('that is replaced by an earlier one is reported to those who started the two', async () => {
    const { app, leader, member, readTexts } = await start();
    const save = async (more: object = {}) => {
      const saved = (await saveProject(app, member, { fields: { title: 'Roofs', ...more } })).json().data;
      await waitForRun(app, member, saved.project_id);
      return saved;
    };
    const first = await save();
    await save({ project_id: String(first.project_id) });
    const restored = await send(app, leader, [
      'POST',
      `projects/${first.project_id}/runs/${first.run_id}/restore`,
    ]);
    expect(restored.statusCode, restored.body).toBe(200);
    const text = 'Ada Lovelace restored an earlier run of “Roofs”.';
    expect((await readTexts(member)).filter((each) => each === text)).toHaveLength(1);
    expect(await readTexts(leader)).not.toContain(text);
    // Users are not notified of their own actions.
    await send(app, member, ['POST', `projects/${first.project_id}/runs/${first.run_id}/restore`]);
    expect((await readTexts(member)).filter((each) => each === text)).toHaveLength(1);
  });

  it('that is stopped, replaced or deleted after its starter was moved is no longer reported to the starter', async () => {
    const { app, admin, leader, member, store, read, remove } = await start();
    const save = async (more: object = {}) =>
      (await saveProject(app, member, { fields: { title: 'Roofs', ...more } })).json().data;
    const { project_id: id, run_id: first } = await save();
    await waitForRun(app, member, id);
    await save({ project_id: String(id) });
    await waitForRun(app, member, id);
    const isHeld = store.hold('publish runs/');
    await save({ title: 'Gutters' });
    await isHeld;
    const { project_id: held } = await save({ title: 'Windows' });
    const body = { user_id: member.userId, agency_id: null, reason: 'Asked on the phone' };
    expect((await send(app, admin, ['POST', 'users/agency-change', body])).statusCode).toBe(200);
    const before = await read(member);
    for (const call of [
      ['POST', `projects/${id}/runs/${first}/restore`],
      ['POST', `projects/${held}/cancel`],
      ['DELETE', `projects?project_id=${held}&type=wordpress`],
    ] as const)
      expect((await send(app, leader, [...call])).statusCode, call[1]).toBe(200);
    expect((await remove()).statusCode).toBe(200);
    await store.release();
    expect(await read(member)).toEqual(before.map((note) => expect.objectContaining({ id: note.id })));
  });

  it('that a superadmin stops while signed in as its starter is reported to the starter', async () => {
    const { app, database, member, store, readTexts } = await start();
    const superadmin = await addUser(database.db, { role: 'superadmin' });
    const isHeld = store.hold('publish runs/');
    const { project_id: projectId } = (await saveProject(app, member, { fields: { title: 'Roofs' } })).json()
      .data;
    await isHeld;
    const body = { user_id: member.userId, reason: 'Asked for help' };
    const { access_token: token } = (
      await send(app, superadmin, ['POST', 'users/login-as-user', body])
    ).json().data;
    const impersonated = { ...member, headers: { authorization: `Bearer ${token}` } };
    await send(app, impersonated, ['POST', `projects/${projectId}/cancel`]);
    await store.release();
    expect(await readTexts(member)).toContain('Ada Lovelace, signed in as you, stopped your run of “Roofs”.');
  });
});

describe('a notification', () => {
  it('has no link while its project is out of reach, and has it again when the agency is restored', async () => {
    const { app, leader, member, read, put, remove, mailsTo, email, database } = await start();
    const { project_id: projectId } = (await saveProject(app, member, { fields: { title: 'Roofs' } })).json()
      .data;
    await waitForRun(app, member, projectId);
    const find = async () =>
      (await read(member)).find(({ notification }) => /Roofs.*ready/.test(notification));
    expect(await find()).toMatchObject({ link: `/projects/${projectId}`, is_gone: false });
    await remove();
    expect(await find()).toMatchObject({ link: null, is_gone: true });
    await put({});
    expect(await find()).toMatchObject({ link: `/projects/${projectId}`, is_gone: false });
    // The email of a run that was stopped, and whose project is deleted before it is sent.
    await expect.poll(() => mailsTo(email).length).toBe(2);
    await send(app, leader, ['DELETE', `projects?project_id=${projectId}&type=wordpress`]);
    await expect.poll(() => mailsTo(email).length).toBe(3);
    expect(mailsTo(email).at(-1)?.text).toMatch(/\/notifications\/\d+/);
    expect(mailsTo(email).at(-1)?.text).not.toContain('/projects/');
    // Domains, and pages of administrators.
    const [{ id }] = (await runSql(
      database,
      `insert into notifications (user_id, notification, link, created_at) values
        (${member.userId}, 'Domain', '/domains/999999', now()),
        (${member.userId}, 'Stripe', '/stripe/all-subscriptions', now()) returning id`,
    )) as [{ id: number }];
    const gone = (await read(member)).filter((each) => each.id >= id).map((each) => each.is_gone);
    expect(gone).toEqual([true, true]);
  });
});

describe('a member', () => {
  it('who leaves or is removed: the other party gets a notification and an email', async () => {
    const { app, database, leader, member, email, id, readTexts, mailsTo } = await start();
    await send(app, member, ['POST', 'my-agency/leave']);
    expect(await readTexts(leader)).toContain('Ada Lovelace has left Agency.');
    expect(await readTexts(member)).not.toContain('You are no longer a member of Agency.');
    await runSql(database, `insert into members (workspace_id, user_id) values (${id}, ${member.userId})`);
    await send(app, leader, ['DELETE', `my-agency/members/${member.userId}`]);
    expect(await readTexts(member)).toContain('You are no longer a member of Agency.');
    await expect
      .poll(() => mailsTo(email).map(({ subject }) => subject))
      .toEqual(['You are no longer a member of Agency']);
  });

  it('who joined another agency after the deletion stays there, and is notified of it', async () => {
    const { app, database, member, read, put, remove } = await start();
    await remove();
    const other = await addAgency(database.db, [await addUser(database.db), member]);
    expect((await send(app, member, ['GET', 'account/user-data'])).json().data.agency_notice).toBeNull();
    await put({});
    expect((await read(member))[0]?.notification).toContain(
      'You are no longer a member of it, because you are now a member of Agency.',
    );
    const { data } = (await send(app, member, ['GET', 'account/user-data'])).json();
    expect(data).toMatchObject({ agency: { id: other }, agency_notice: null });
  });

  it('who becomes the main admin of a deleted agency, because the former one deletes the account, is notified', async () => {
    const { app, leader, member, email, read, remove, mailsTo } = await start();
    await remove();
    const deleted = await send(app, leader, ['DELETE', 'account', { password: PASSWORD }]);
    expect(deleted.statusCode, deleted.body).toBe(200);
    expect((await read(member))[0]?.notification).toMatch(
      /^You are now the main admin of Agency, which was deleted on \w{3} \d+\.\nIts former main admin deleted their account\. An administrator can restore the agency until \w{3} \d+\.$/,
    );
    const { data } = (await send(app, member, ['GET', 'account/user-data'])).json();
    expect(data.agency_notice).toMatchObject({ name: 'Agency', status: 'deleted', is_main_admin: true });
    await expect.poll(() => mailsTo(email).length).toBe(2);
  });
});

describe('a deleted agency', () => {
  const DAY_MS = 24 * 3_600_000;

  it('shows until when it can be restored, and what prevents it, before anything is saved', async () => {
    const { app, database, admin, leader, member, id, put, remove } = await start();
    const show = async () => (await send(app, admin, ['GET', `agencies/${id}/edit`])).json().data[0];
    expect(await show()).toMatchObject({ restorable_until: null, restore_problem: null });
    await remove();
    const row = await show();
    expect(new Date(row.restorable_until).getTime()).toBe(new Date(row.deleted_at).getTime() + 30 * DAY_MS);
    expect(row.restore_problem).toBeNull();
    const other = await addAgency(database.db, [await addUser(database.db), leader]);
    await runSql(database, `update workspaces set name = 'Local First' where id = ${other}`);
    expect((await show()).restore_problem).toBe(
      'Ada Lovelace is now a member of Local First. Choose another main admin to restore this agency.',
    );
    expect((await put({})).statusCode).toBe(422);
    await runSql(database, `delete from members where workspace_id = ${other}`);
    await runSql(database, `update users set is_disabled = true where id = ${leader.userId}`);
    expect((await show()).restore_problem).toBe(
      'The account of Ada Lovelace is disabled. Choose another main admin to restore this agency.',
    );
    const list = (await send(app, admin, ['GET', 'agencies?status=deleted'])).json().data;
    expect(list.find((each: { id: number }) => each.id === id).restore_problem).not.toBeNull();
    const restored = await put({ main_admin_id: member.userId, reason: 'The former one is gone' });
    expect(restored.json().data, restored.body).toMatchObject({ status: 'active', restore_problem: null });
  });

  it('that is restored as inactive shows that state, and its banner changes', async () => {
    const { app, member, read, put, remove } = await start();
    const notice = async () =>
      (await send(app, member, ['GET', 'account/user-data'])).json().data.agency_notice;
    await remove();
    expect(await notice()).toMatchObject({ status: 'deleted' });
    await put({ status: 'not_active' });
    expect(await notice()).toMatchObject({
      status: 'not_active',
      restorable_until: null,
      is_main_admin: false,
    });
    expect((await read(member))[0]?.notification).toMatch(/was restored .*It is inactive\. Its projects/s);
    await put({});
    expect(await notice()).toBeNull();
  });
});

it('has no banner once it can no longer be restored', async () => {
  const stage = await start();
  await stage.remove();
  const notice = async () =>
    (await send(stage.app, stage.member, ['GET', 'account/user-data'])).json().data.agency_notice;
  expect(await notice()).not.toBeNull();
  await runSql(
    stage.database,
    `update workspaces set deleted_at = now() - interval '31 days' where id = ${stage.id}`,
  );
  expect(await notice()).toBeNull();
});
