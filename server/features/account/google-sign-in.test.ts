/** Sign-in with Google over HTTP, with the Google simulator. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createPasswordHash } from '#server/gateways/password-hash.ts';
import { addUser, type SignedInUser } from '#testkit/users.ts';
import { startTestApp, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { turnOnTwoFactor } from '#testkit/two-factor.ts';
import { beginSignIn, type BegunSignIn, type GoogleChoice, pickAccount } from './google-fixture.ts';
import { send, useGoogle } from '../integrations/integrations-fixture.ts';

const PASSWORD = 'nine orange ladders';
const MINUTE_MS = 60_000;
const passwordHash = await createPasswordHash({ memoryKiB: 64, passes: 1 }).hash(PASSWORD, 'test');

const start = useGoogle(useTestApp);

type Stage = Awaited<ReturnType<typeof start>>;

const makeEmail = () => `${randomBytes(6).toString('hex')}@google.example`;

const GUEST = { headers: { authorization: '' } };

const finish = (app: FastifyInstance, payload: object) =>
  send(app, GUEST, 'auth/google', { method: 'POST', payload });

async function signIn({ app }: Pick<Stage, 'app'>, choice: GoogleChoice, more: object = {}) {
  return finish(app, { ...(await pickAccount(await beginSignIn(app), choice)), ...more });
}

const asUser = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const showAccount = async (app: FastifyInstance, user: Pick<SignedInUser, 'headers'>) =>
  (await send(app, user, 'account')).json<{ data: Record<string, unknown> }>().data;
const enterPassword = (app: FastifyInstance, challenge: string, password = PASSWORD) =>
  send(app, GUEST, 'auth/google/password', { method: 'POST', payload: { challenge, password } });

interface Signed {
  data: { id: number; access_token: string; name: string };
}

interface Refused {
  code: string;
  message: string;
  challenge: { token: string };
}

describe('signing in with Google', () => {
  it('creates an account with a confirmed address and no password, and finds it again by its subject', async () => {
    const { app, google, database } = await start();
    const email = makeEmail();
    const made = await signIn({ app }, { email });
    expect(made.statusCode, made.body).toBe(200);
    const { id, access_token: token, name } = made.json<Signed>().data;
    expect(name).toBe('Grace Hopper');
    expect(await showAccount(app, asUser(token))).toMatchObject({
      email,
      is_email_verified: true,
      has_password: false,
      google_account: email,
    });
    const again = await signIn({ app }, { email, verified: false });
    expect(again.json<Signed>().data.id).toBe(id);
    // The owner has changed the address at Google: the subject is the same.
    const [{ subject } = { subject: '' }] = await runSql<{ subject: string }>(
      database,
      `select subject from google_identities where user_id = ${id}`,
    );
    google.faults = { claims: { sub: subject } };
    expect((await signIn({ app }, { email: makeEmail() })).json<Signed>().data.id).toBe(id);
    google.faults = {};
    const wrong = await send(app, GUEST, 'auth/login', {
      method: 'POST',
      payload: { email, password: PASSWORD },
    });
    expect(wrong.json<Refused>().code).toBe('wrong_credentials');
  });

  it('reads a name from the address if Google has none', async () => {
    const { app } = await start();
    const email = `dana.miller@${randomBytes(6).toString('hex')}.example`;
    const made = await signIn({ app }, { email, last_name: '' });
    expect(made.json<Signed>().data.name).toBe('Grace Miller');
  });

  it('asks once for the password of an account that has one', async () => {
    const { app, database, log } = await start();
    const email = makeEmail();
    const { userId } = await addUser(database.db, { email, passwordHash, isUnverified: true });
    const asked = await signIn({ app }, { email });
    expect(asked.statusCode).toBe(422);
    const { code, message, challenge } = asked.json<Refused>();
    expect([code, message]).toEqual(['password_required', expect.stringContaining(email)]);
    expect((await send(app, asUser(challenge.token), 'account')).statusCode).toBe(401);
    const wrong = await enterPassword(app, challenge.token, 'not the password');
    expect(wrong.json()).toMatchObject({ code: 'invalid', errors: { password: ['The password is wrong.'] } });
    const joined = await enterPassword(app, challenge.token);
    expect(joined.statusCode, joined.body).toBe(200);
    const { id, access_token: token } = joined.json<Signed>().data;
    expect(id).toBe(userId);
    expect(await showAccount(app, asUser(token))).toMatchObject({
      has_password: true,
      google_account: email,
      is_email_verified: true,
    });
    expect((await enterPassword(app, challenge.token)).json<Refused>().code, 'works once').toBe(
      'sign_in_over',
    );
    expect((await signIn({ app }, { email })).json<Signed>().data.id, 'and never again').toBe(userId);
    expect(JSON.stringify(log)).not.toContain(challenge.token);
  });

  it('counts wrong passwords as sign-ins do', async () => {
    const { app, database } = await start();
    const email = makeEmail();
    await addUser(database.db, { email, passwordHash });
    const { challenge } = (await signIn({ app }, { email })).json<Refused>();
    for (let index = 0; index < 10; index += 1) await enterPassword(app, challenge.token, 'wrong');
    expect((await enterPassword(app, challenge.token)).statusCode).toBe(429);
  });

  it('needs the password within ten minutes', async () => {
    const { app, database, pass } = await start();
    const email = makeEmail();
    await addUser(database.db, { email, passwordHash });
    pass(0);
    const { challenge } = (await signIn({ app }, { email })).json<Refused>();
    pass(10 * MINUTE_MS);
    expect((await enterPassword(app, challenge.token)).json<Refused>().code).toBe('sign_in_over');
  });

  it.each([
    ['confirmed', false, 200],
    ['unconfirmed', true, 403],
  ])(
    'connects an account without a password only if its own address is %s',
    async (_what, isUnverified, status) => {
      const { app, database } = await start();
      const email = makeEmail();
      const { userId } = await addUser(database.db, { email, isUnverified });
      await runSql(database, `update users set password_hash = null where id = ${userId}`);
      expect((await signIn({ app }, { email })).statusCode).toBe(status);
    },
  );

  it('rejects an address that Google has not confirmed, for new and known addresses', async () => {
    const { app, database } = await start();
    const known = makeEmail();
    await addUser(database.db, { email: known, passwordHash });
    const rejected = [];
    for (const email of [known, makeEmail()])
      rejected.push((await signIn({ app }, { email, verified: false })).json<Refused>().code);
    expect(rejected).toEqual(['google_unverified', 'google_unverified']);
  });

  it('rejects a second Google account with the same address', async () => {
    const { app, google } = await start();
    const email = makeEmail();
    await signIn({ app }, { email });
    google.faults = { claims: { sub: 'another-subject' } };
    expect((await signIn({ app }, { email })).json<Refused>().code).toBe('google_connected');
    google.faults = {};
  });

  it('rejects a disabled account, by its subject and by its address', async () => {
    const { app, database } = await start();
    const [email, other] = [makeEmail(), makeEmail()];
    const { id } = (await signIn({ app }, { email })).json<Signed>().data;
    await runSql(database, `update users set is_disabled = true where id = ${id}`);
    await addUser(database.db, { email: other, isDisabled: true, passwordHash });
    for (const each of [email, other])
      expect((await signIn({ app }, { email: each })).json<Refused>().code).toBe('account_disabled');
  });

  it('accepts code and state once, in the same browser, and within ten minutes', async () => {
    const { app, pass } = await start();
    const code = async (payload: object) => (await finish(app, payload)).json<Refused>().code;
    const email = makeEmail();
    const [mine, others] = [await beginSignIn(app), await beginSignIn(app)];
    const back = await pickAccount(mine, { email });
    expect(await code({ ...back, verifier: others.verifier }), 'of another browser').toBe('sign_in_over');
    expect((await finish(app, back)).statusCode).toBe(200);
    expect(await code(back), 'used').toBe('sign_in_over');
    pass(0);
    const late = await pickAccount(await beginSignIn(app), { email });
    pass(10 * MINUTE_MS);
    expect(await code(late), 'late').toBe('sign_in_over');
  });

  it.each([
    ['of another client', { claims: { aud: 'another-client' } }],
    ['of another issuer', { claims: { iss: 'https://accounts.evil.example' } }],
    ['of another sign-in', { claims: { nonce: 'another' } }],
    ['that has expired', { claims: { exp: Math.floor(Date.now() / 1000) - 3_600 } }],
    ['with a foreign signature', { hasForeignKey: true }],
    ['without a subject', { claims: { sub: undefined } }],
  ])('rejects an ID token %s', async (_what, faults) => {
    const { app, google, log } = await start();
    google.faults = faults;
    const reply = await signIn({ app }, { email: makeEmail() });
    google.faults = {};
    expect([reply.statusCode, reply.json<Refused>().code]).toEqual([502, 'outside_service']);
    expect(JSON.stringify(log), 'no token').not.toMatch(/eyJ/);
  });

  it('creates no account during maintenance, but still signs in', async () => {
    const { app, database } = await start();
    const email = makeEmail();
    await signIn({ app }, { email });
    const admin = await addUser(database.db, { role: 'admin' });
    const setMaintenance = (maintenance: boolean) =>
      send(app, admin, 'settings', { method: 'PUT', payload: { maintenance } });
    await setMaintenance(true);
    try {
      expect((await signIn({ app }, { email: makeEmail() })).json<Refused>().code).toBe('maintenance');
      expect((await signIn({ app }, { email })).statusCode).toBe(200);
    } finally {
      await setMaintenance(false);
    }
  });

  it('counts new accounts as the sign-up page does', async () => {
    const { app } = await start();
    const statuses = [];
    for (let index = 0; index < 6; index += 1)
      statuses.push((await signIn({ app }, { email: makeEmail() })).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('an account that Google is connected to', () => {
  const beginConnection = (app: FastifyInstance, user: Pick<SignedInUser, 'headers'>, password = PASSWORD) =>
    send(app, user, 'account/google/connect', { method: 'POST', payload: { password } });
  const connect = (app: FastifyInstance, user: Pick<SignedInUser, 'headers'>, payload: object) =>
    send(app, user, 'account/google', { method: 'POST', payload });

  it('is connected in the settings with the password and the Google account of its address, and disconnected', async () => {
    const { app, database } = await start();
    const email = makeEmail();
    const user = await addUser(database.db, { email, passwordHash });
    const wrong = await beginConnection(app, user, 'wrong');
    expect(wrong.json()).toMatchObject({ errors: { password: ['The password is wrong.'] } });
    const open = async () => (await beginConnection(app, user)).json<{ data: BegunSignIn }>().data;
    const other = await connect(app, user, await pickAccount(await open(), { email: makeEmail() }));
    expect(other.json<Refused>().code).toBe('google_other_address');
    const stranger = await addUser(database.db, { passwordHash });
    const back = await pickAccount(await open(), { email });
    expect((await connect(app, stranger, back)).json<Refused>().code, 'of another user').toBe('sign_in_over');
    expect((await finish(app, await pickAccount(await open(), { email }))).json<Refused>().code).toBe(
      'sign_in_over',
    );
    expect((await connect(app, user, await pickAccount(await open(), { email }))).statusCode).toBe(200);
    expect((await showAccount(app, user))['google_account']).toBe(email);
    const gone = () => send(app, user, 'account/google', { method: 'DELETE' });
    expect((await gone()).statusCode).toBe(200);
    expect((await gone()).statusCode).toBe(404);
    expect((await signIn({ app }, { email })).json<Refused>().code).toBe('password_required');
    const notes = await runSql<{ notification: string }>(
      database,
      `select notification from notifications where user_id = ${user.userId} order by id`,
    );
    expect(notes.map(({ notification }) => notification.split('\n')[0])).toEqual([
      'Google sign-in was connected to your account.',
      'Google sign-in was disconnected from your account.',
    ]);
  });

  it('needs a password for calls that require one, and can set it by email', async () => {
    const { app, database } = await start();
    const email = makeEmail();
    const { id, access_token: token } = (await signIn({ app }, { email })).json<Signed>().data;
    const own = asUser(token);
    const passwords = { password: `${PASSWORD} two`, password_confirmation: `${PASSWORD} two` };
    const names = { first_name: 'Grace', last_name: 'Hopper' };
    const asking: [string, 'PUT' | 'POST' | 'DELETE', object][] = [
      ['account/set-password', 'PUT', { current_password: 'any', ...passwords }],
      ['account', 'DELETE', { password: 'any' }],
      ['account/google/connect', 'POST', { password: 'any' }],
      ['account/two-factor/start', 'POST', { password: 'any' }],
      ['account/google', 'DELETE', {}],
    ];
    for (const [path, method, payload] of asking)
      expect((await send(app, own, path, { method, payload })).json<Refused>().code, path).toBe(
        'no_password',
      );
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...names, email: makeEmail() })) form.set(name, value);
    const encoded = new Response(form);
    const moved = await app.inject({
      method: 'POST',
      url: '/api/v1/account/set-personal-info',
      headers: { ...own.headers, 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    expect(moved.json<Refused>().code).toBe('no_password');
    expect((await send(app, own, 'account')).statusCode).toBe(200);
    // The link of the email sets it; Google stays connected.
    await runSql(database, `update users set password_hash = '${passwordHash}' where id = ${id}`);
    expect((await send(app, own, 'account/google', { method: 'DELETE' })).statusCode).toBe(200);
  });

  it('is exported with the address of the Google account, and deleted with it', async () => {
    const { app, database } = await start();
    const email = makeEmail();
    const user = await addUser(database.db, { email, passwordHash });
    const { challenge } = (await signIn({ app }, { email })).json<Refused>();
    await enterPassword(app, challenge.token);
    const zip = await send(app, user, 'account/export');
    expect(zip.rawPayload.includes('google_sign_in.json')).toBe(true);
    const count = async () =>
      (await runSql(database, `select 1 from google_identities where user_id = ${user.userId}`)).length;
    expect(await count()).toBe(1);
    await send(app, user, 'account', { method: 'DELETE', payload: { password: PASSWORD } });
    expect(await count()).toBe(0);
  });

  it('rejects an invitation to another address', async () => {
    const { app } = await start();
    const reply = await signIn({ app }, { email: makeEmail() }, { invitation: 'x'.repeat(43) });
    expect(reply.json<Refused>().message).toContain('another email address');
  });

  it('can’t be connected with the password only if it has a second factor', async () => {
    const { app, database } = await start();
    const email = makeEmail();
    const user = await addUser(database.db, { email, passwordHash });
    const { challenge } = (await signIn({ app }, { email })).json<Refused>();
    await turnOnTwoFactor(app, user, { password: PASSWORD, at: Date.now() });
    expect((await enterPassword(app, challenge.token)).json<Refused>().code).toBe('google_in_settings');
    expect((await signIn({ app }, { email })).json<Refused>().code).toBe('google_in_settings');
    expect((await showAccount(app, user))['google_account']).toBeNull();
  });

  it('still needs its second factor', async () => {
    const { app, database } = await start();
    const email = makeEmail();
    const user = await addUser(database.db, { email, passwordHash });
    const { challenge: password } = (await signIn({ app }, { email })).json<Refused>();
    await enterPassword(app, password.token);
    await turnOnTwoFactor(app, user, { password: PASSWORD, at: Date.now() });
    const asked = await signIn({ app }, { email });
    const { code, challenge } = asked.json<Refused>();
    expect([asked.statusCode, code]).toEqual([422, 'two_factor_required']);
    expect((await send(app, asUser(challenge.token), 'account')).statusCode).toBe(401);
  });
});

it('is off on a server without Google keys', async () => {
  const { app } = await startTestApp();
  expect((await app.inject('/api/v1/setup')).json()).toMatchObject({ data: { google: false } });
  expect((await app.inject('/api/v1/auth/google')).json()).toMatchObject({ code: 'google_off' });
});
