/**
 * Changes of accounts by the server operator: same rules, audit log, notifications and emails as on the web.
 */
import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import type { MailJob } from '../features/mail/mail.service.ts';
import { addUser, type SignedInUser } from '#testkit/users.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { buildUsers } from './users.ts';

const SECRET = 's'.repeat(40);
const URL_BASE = 'https://geoloom.example';
const start = useTestApp({ isEmptied: true, config: { secretKey: SECRET } });

async function open(stage: Stage) {
  const sent: MailJob[] = [];
  const queue = {
    sendAll: async (_trx: unknown, _job: string, jobs: readonly object[]) =>
      void sent.push(...(jobs as MailJob[])),
  };
  const config = { ...readConfig({}), secretKey: SECRET, publicUrl: URL_BASE };
  return { sent, users: await buildUsers(config, { database: stage.database, queue }) };
}

const isIn = async ({ app }: Stage, { headers }: Pick<SignedInUser, 'headers'>) =>
  (await app.inject({ url: '/api/v1/account', headers })).statusCode === 200;

const readAudit = ({ database }: Stage) =>
  runSql<object>(
    database,
    `select actor_id, verb, object_kind || ':' || object_id as object, before, after from audit_log order by id`,
  );

it('creates an account and a link that sets its password once', async () => {
  const stage = await start({ role: 'superadmin' });
  const { users, sent } = await open(stage);
  const account = { email: 'Ada@Example.com', first_name: 'Ada', last_name: 'Byron', role: 'admin' } as const;
  const { url, expiresAt } = await users.create(account);
  expect(expiresAt.getTime() - Date.now()).toBeGreaterThan(3_500_000);
  const address = new URL(url);
  expect(`${address.origin}${address.pathname}`).toBe(`${URL_BASE}/password-reset`);
  const password = 'a lamp in the window';
  const reset = {
    email: address.searchParams.get('email'),
    token: address.searchParams.get('token'),
    password,
    password_confirmation: password,
  };
  const send = (path: string, payload: object) =>
    stage.app.inject({ method: 'POST', url: `/api/v1/${path}`, payload });
  const done = await send('account/password/reset', reset);
  expect(done.statusCode, done.body).toBe(200);
  expect((await send('account/password/reset', reset)).statusCode).toBe(422);
  const signed = await send('auth/login', { email: account.email, password });
  expect(signed.json()).toMatchObject({ data: { role: 'admin', name: 'Ada Byron' } });
  const { id } = signed.json<{ data: { id: number } }>().data;
  expect(await readAudit(stage)).toContainEqual({
    actor_id: null,
    verb: 'create',
    object: `user:${id}`,
    before: null,
    after: { email: account.email, role: 'admin' },
  });
  // The same email as for every new account. The link itself isn't emailed.
  expect(sent.map(({ kind }) => kind)).toEqual(['verify']);
  await expect(users.create(account)).rejects.toThrow(/already exists/);
});

it('changes a role, notifies the user and ends their sessions', async () => {
  const stage = await start({ role: 'superadmin' });
  const user = await addUser(stage.database.db, { email: 'user@example.com' });
  const { users } = await open(stage);
  expect(await users.update('USER@example.com', { role: 'admin' })).toBe(true);
  expect(await isIn(stage, user)).toBe(false);
  expect(await readAudit(stage)).toEqual([
    {
      actor_id: null,
      verb: 'update',
      object: `user:${user.userId}`,
      before: { role: 'user' },
      after: { role: 'admin' },
    },
  ]);
  const notes = await runSql(
    stage.database,
    `select notification from notifications where user_id = ${user.userId}`,
  );
  expect(notes).toEqual([{ notification: 'Your role is now admin.' }]);
  expect(await users.update('user@example.com', { role: 'admin' })).toBe(false);
  expect(await readAudit(stage)).toHaveLength(1);
});

it('disables and enables an account, but never the last superadmin', async () => {
  const stage = await start({ role: 'superadmin', email: 'root@example.com' });
  const user = await addUser(stage.database.db, { email: 'user@example.com' });
  const { users } = await open(stage);
  await expect(users.update('root@example.com', { is_disabled: true })).rejects.toThrow(/last superadmin/);
  await expect(users.update('root@example.com', { role: 'user' })).rejects.toThrow(/last superadmin/);
  expect(await isIn(stage, stage.user)).toBe(true);
  expect(await users.update('user@example.com', { is_disabled: true })).toBe(true);
  expect(await isIn(stage, user)).toBe(false);
  await expect(users.makeResetLink('user@example.com')).rejects.toThrow(/disabled.*Enable it first/);
  expect(await users.update('user@example.com', { is_disabled: false })).toBe(true);
  expect((await users.makeResetLink('user@example.com')).url).toContain('email=user%40example.com');
  expect((await readAudit(stage)).map((entry) => entry)).toEqual([
    expect.objectContaining({ after: { is_disabled: true } }),
    expect.objectContaining({ after: { is_disabled: false } }),
    expect.objectContaining({ actor_id: null, after: { password: 'link' } }),
  ]);
  await expect(users.update('missing@example.com', { is_disabled: true })).rejects.toThrow(
    'Couldn’t find an account with the email address missing@example.com.',
  );
});

it('turns off two-factor sign-in for a user, who gets an email', async () => {
  const stage = await start({ role: 'superadmin' });
  const user = await addUser(stage.database.db, { email: 'user@example.com' });
  await runSql(
    stage.database,
    `insert into user_two_factor (user_id, secret, on_since) values (${user.userId}, 'sealed', now())`,
  );
  const { users, sent } = await open(stage);
  expect(await users.list('user@')).toMatchObject([{ has_two_factor: true }]);
  expect(await users.turnTwoFactorOff('user@example.com')).toBe(true);
  expect(await users.list('user@')).toMatchObject([{ has_two_factor: false }]);
  expect(await isIn(stage, user)).toBe(false);
  expect(sent).toEqual([{ kind: 'two_factor_removed', id: String(user.userId) }]);
  expect(await readAudit(stage)).toMatchObject([{ actor_id: null, after: { two_factor: 'off' } }]);
  expect(await users.turnTwoFactorOff('user@example.com')).toBe(false);
});

it('lists all accounts by email address, or those that match a search', async () => {
  const stage = await start({ role: 'superadmin', email: 'root@example.com' });
  await addUser(stage.database.db, { email: 'zoe@example.com', isDisabled: true });
  const { users } = await open(stage);
  expect((await users.list()).map(({ email, role, is_disabled }) => [email, role, is_disabled])).toEqual([
    ['root@example.com', 'superadmin', false],
    ['zoe@example.com', 'user', true],
  ]);
  expect((await users.list('ZOE')).map(({ email }) => email)).toEqual(['zoe@example.com']);
});
