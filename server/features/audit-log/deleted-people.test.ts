/** Erases the names and addresses of a deleted account from the audit log, and allows no other change of it. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createPasswordHash } from '#server/gateways/password-hash.ts';
import { addAgency, addUser, type SignedInUser } from '#testkit/users.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { readZip } from '#testkit/zip-reader.ts';
import { saveProject, sendForm, waitForRun } from '#testkit/project-calls.ts';
import { eraseUser } from './audit-log.store.ts';
import { addDomain, connect, send, useGoogle } from '../integrations/integrations-fixture.ts';

const PASSWORD = 'nine orange ladders';
const passwordHash = await createPasswordHash({ memoryKiB: 64, passes: 1 }).hash(PASSWORD, 'test');
const start = useGoogle(useTestApp);

const call = (app: FastifyInstance, by: SignedInUser, spec: [path: string, payload: object]) =>
  app.inject({ method: 'POST', url: `/api/v1/${spec[0]}`, headers: by.headers, payload: spec[1] });

const deleteAccount = async (app: FastifyInstance, { headers }: SignedInUser) => {
  const payload = { password: PASSWORD };
  const reply = await app.inject({ method: 'DELETE', url: '/api/v1/account', headers, payload });
  expect(reply.statusCode, reply.body).toBe(200);
};

const rename = (app: FastifyInstance, user: SignedInUser, names: Record<string, string>) =>
  sendForm(app, user, { url: '/api/v1/account/set-personal-info', fields: names });

it('shows a deleted user by id, erases all their email addresses, and keeps the rest', async () => {
  const { app, database } = await start();
  const email = 'Rosa.Diaz+work@people.example';
  const rosa = await addUser(database.db, { email, passwordHash });
  const leader = await addUser(database.db);
  const other = await addUser(database.db, { email: 'not-rosa.diaz+work@people.example' });
  const admin = await addUser(database.db, { role: 'superadmin' });
  await rename(app, rosa, { first_name: 'Rosa', last_name: 'Diaz' });
  await addAgency(database.db, [leader]);
  await call(app, leader, ['my-agency/invite', { emails: [email, 'friend@people.example'] }]);
  const reason = `Asked by ${email} on the phone`;
  await call(app, admin, ['users/login-as-user', { user_id: rosa.userId, reason }]);
  await call(app, admin, ['users/login-as-user', { user_id: other.userId, reason: 'Asked for help' }]);
  const read = () =>
    runSql<{ id: number; text: string }>(
      database,
      `select id, verb || object_kind || concat(before, after, names) as text from audit_log order by id`,
    );
  const before = await read();
  expect(before.filter(({ text }) => /rosa/i.test(text)).length).toBeGreaterThan(2);
  await deleteAccount(app, rosa);
  const after = await read();
  expect(after.length).toBe(before.length + 1);
  const mark = `Deleted user #${rosa.userId}`;
  expect(after.filter(({ text }) => /rosa(?!\.diaz\+work@people\.example)|"rosa/i.test(text))).toEqual([]);
  expect(
    after.map(({ text }) => text.replaceAll('not-rosa', '')).filter((text) => /rosa/i.test(text)),
  ).toEqual([]);
  expect(after.filter(({ text }) => text.includes(`Asked by ${mark} on the phone`))).toHaveLength(1);
  expect(after.filter(({ text }) => text.includes('friend@people.example'))).toHaveLength(1);
  const list = await app.inject({ url: `/api/v1/audit?user_id=${rosa.userId}`, headers: admin.headers });
  expect(list.body).not.toMatch(/rosa/i);
  expect(list.json().data[0]).toMatchObject({ verb: 'delete', actor: { id: rosa.userId, name: mark } });
  const own = (rows: { id: number; text: string }[]) =>
    rows.filter(({ text }) => !text.includes(mark)).map(({ id }) => id);
  const kept = before.filter(({ id }) => own(after).includes(id));
  expect(after.filter(({ id }) => own(before).includes(id) && own(after).includes(id))).toEqual(kept);
});

it('keeps a longer address that starts with that of a deleted user', async () => {
  const { app, database } = await start();
  const email = 'rosa@shop.example';
  const [rosa, leader] = [await addUser(database.db, { email, passwordHash }), await addUser(database.db)];
  await addAgency(database.db, [leader]);
  const admin = await addUser(database.db, { role: 'superadmin' });
  const reason = `Asked by ${email}.`;
  await call(app, admin, ['users/login-as-user', { user_id: leader.userId, reason }]);
  await call(app, leader, ['my-agency/invite', { emails: [`${email}.au`] }]);
  await deleteAccount(app, rosa);
  const [log] = await runSql<{ text: string }>(
    database,
    `select string_agg(concat(before, after, names), ' ') as text from audit_log`,
  );
  expect(log?.text).toContain(`${email}.au`);
  expect(log?.text).toContain(`Asked by Deleted user #${rosa.userId}.`);
});

it('erases a user from a log that takes longer to read than the default timeout', async () => {
  const { database } = await start();
  const rosa = await addUser(database.db, { email: 'rosa@long.example' });
  await runSql(
    database,
    `insert into audit_log (at, actor_id, verb, object_kind, object_id, after)
      select now(), ${rosa.userId}, 'update', 'user', ${rosa.userId}, '{"first_name": "Rosa"}'
      from generate_series(1, 5000)`,
  );
  await database.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('users').where('id', '=', rosa.userId).execute();
    await sql`set local statement_timeout = '30ms'`.execute(trx);
    await eraseUser(trx, { id: rosa.userId, addresses: ['rosa@long.example'] });
  });
  const left = await runSql(database, `select from audit_log where after ->> 'first_name' = 'Rosa' limit 1`);
  expect(left).toEqual([]);
});

it('keeps an address that a deleted user only requested and that another user has', async () => {
  const { app, database } = await start();
  const eve = await addUser(database.db, { email: 'eve@people.example', passwordHash });
  const leader = await addUser(database.db);
  await addAgency(database.db, [leader]);
  const expected = 'Ben.Okoro@people.example';
  const asked = { first_name: 'Eve', last_name: 'Moss', email: expected, current_password: PASSWORD };
  await rename(app, eve, asked);
  await addUser(database.db, { email: expected });
  await call(app, leader, ['my-agency/invite', { emails: [expected, 'eve@people.example'] }]);
  const read = async () => {
    const rows = await runSql<{ text: string }>(
      database,
      'select object_kind || concat(before, after, names) as text from audit_log order by id',
    );
    return rows.map(({ text }) => text);
  };
  expect((await read()).filter((text) => text.startsWith('user') && text.includes(expected))).toHaveLength(1);
  await deleteAccount(app, eve);
  const left = await read();
  expect(left.filter((text) => /eve/i.test(text))).toEqual([]);
  expect(left.filter((text) => text.includes(expected)).map((text) => text.slice(0, 10))).toEqual([
    'invitation',
  ]);
});

it('allows a change of an entry only to erase a deleted account', async () => {
  const { app, database, user } = await start();
  const gone = await addUser(database.db, { passwordHash });
  await rename(app, gone, { first_name: 'Rosa', last_name: 'Diaz' });
  await deleteAccount(app, gone);
  const change = (userId: number, text: string) =>
    runSql(
      database,
      `begin; select set_config('geoloom.deleted_user', '${userId}', true);
      update audit_log set ${text} where actor_id = ${gone.userId} and verb = 'update'; commit`,
    ).catch(async (error: unknown) => {
      await runSql(database, 'rollback').catch(() => undefined);
      throw error;
    });
  for (const text of [
    `after = '{"first_name": "Other", "last_name": "Deleted user #${gone.userId}"}'`,
    `after = '{}'`,
    `after = null`,
    `after = after || '{"more": "Deleted user #${gone.userId}"}'`,
    `actor_id = 1`,
    `at = now()`,
    `verb = 'delete'`,
  ])
    await expect(change(gone.userId, text), text).rejects.toThrow('append-only');
  const erased = `after = '{"first_name": "Deleted user #${user.userId}", "last_name": "Deleted user #${user.userId}"}'`;
  await expect(change(user.userId, erased), 'an existing account').rejects.toThrow('append-only');
});

it('revokes the Google account that a deleted member connected for an agency, which is asked to reconnect', async () => {
  const { app, database, google, user: leader } = await start();
  const rosa = await addUser(database.db, { passwordHash });
  const ben = await addUser(database.db);
  const eve = await addUser(database.db);
  await addAgency(database.db, [leader, rosa, ben, eve]);
  await addDomain(app, ben, 'example.com');
  google.account = 'rosa@people.example';
  await connect(app, rosa);
  expect(google.isConnected()).toBe(true);
  await deleteAccount(app, rosa);
  await expect.poll(() => google.isConnected(), { timeout: 20_000, interval: 20 }).toBe(false);
  expect((await send(app, leader, 'integrations')).json().data).toEqual([]);
  const notes = await runSql<{ id: string; user_id: number; notification: string; link: string }>(
    database,
    `select id::text, user_id, notification, link from notifications where notification like '%Google account%' order by user_id`,
  );
  expect(new Set(notes.map(({ user_id: id }) => id))).toEqual(new Set([leader.userId, ben.userId]));
  expect(notes).toHaveLength(2);
  const mails = await runSql<{ id: string }>(
    database,
    `select data ->> 'id' as id from pgboss.job where name = 'mail' and data ->> 'kind' = 'notification'`,
  );
  for (const { id } of notes) expect(mails, 'mailed, too').toContainEqual({ id });
  expect(notes[0]?.link).toBe('/integrations');
  expect(notes[0]?.notification).toBe(
    'The Google account of Agency was disconnected.\nAda Lovelace connected it and has deleted their Geoloom account. New search figures for example.com stop; earlier figures are kept. Connect another Google account on the Integrations page.',
  );
  const entries = await runSql<{ text: string }>(
    database,
    `select concat(before, names) as text from audit_log where object_kind = 'integration' and verb = 'delete'`,
  );
  expect(entries).toHaveLength(1);
  expect(entries[0]?.text).not.toContain('rosa@');
});

it('the export lists what an administrator did to other users, without their names and addresses', async () => {
  const { app, database, user: admin } = await start({ role: 'admin' });
  const rosa = await addUser(database.db);
  await addAgency(database.db, [admin]);
  await rename(app, admin, { first_name: 'Grace', last_name: 'Lee' });
  await call(app, admin, ['my-agency/invite', { emails: ['friend@people.example'] }]);
  await call(app, admin, ['users/agency-change', { user_id: rosa.userId, agency_id: null, reason: 'Rosa' }]);
  const disable = { method: 'PUT', url: `/api/v1/users/${rosa.userId}`, headers: admin.headers } as const;
  await app.inject({ ...disable, payload: { is_disabled: true } });
  const zip = await app.inject({ url: '/api/v1/account/export', headers: admin.headers });
  const activity = JSON.parse(readZip(zip.rawPayload).get('activity.json')?.toString() ?? '');
  expect(activity).toMatchObject([
    { object_kind: 'user', object_id: admin.userId, after: { first_name: 'Grace' } },
    { object_kind: 'invitation', before: null, after: null },
    { object_kind: 'user', object_id: rosa.userId, before: null, after: null },
  ]);
});

it('the export lists what a member created in the agency, with links', async () => {
  const { app, database, user } = await start();
  const leader = await addUser(database.db);
  await addAgency(database.db, [leader, user]);
  await addDomain(app, user, 'acme.example');
  const saved = await saveProject(app, user);
  const { project_id: id } = saved.json<{ data: { project_id: number } }>().data;
  await waitForRun(app, user, id);
  const zip = await app.inject({ url: '/api/v1/account/export', headers: user.headers });
  const files = readZip(zip.rawPayload);
  const read = (name: string) => JSON.parse(files.get(name)?.toString() ?? '');
  const agency = 'Agency';
  expect(read('agency_projects.json')).toMatchObject([
    { id, title: 'Plumber', agency, page: `/projects/${id}` },
  ]);
  expect(read('agency_domains.json')).toMatchObject([{ name: 'acme.example', agency }]);
  expect(read('agency_runs.json')).toMatchObject([{ project: 'Plumber', agency, page: `/projects/${id}` }]);
  for (const name of ['agency_scans.json', 'agency_integrations.json', 'plans.json'])
    expect(read(name)).toEqual([]);
});
