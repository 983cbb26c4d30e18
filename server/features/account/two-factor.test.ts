/** Two-factor sign-in over HTTP: turning it on and off, and protection against a stolen password. */
import type { FastifyInstance } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { session } from '#contract/account.contract.ts';
import { allEndpoints } from '#contract/endpoints.ts';
import { createPasswordHash } from '#server/gateways/password-hash.ts';
import { addUser, addSession, type UserOptions, type SignedInUser } from '#testkit/users.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { makeCode, turnOnTwoFactor } from '#testkit/two-factor.ts';
import { pruneSessions } from './sessions.service.ts';
import { type Mailbox, startMailbox } from '../../../sim/mailbox.ts';

const PASSWORD = 'nine orange ladders';
const STEP_MS = 30_000;
const MINUTE_MS = 60_000;
const MAILED = { timeout: 20_000, interval: 20 };
const passwordHash = await createPasswordHash({ memoryKiB: 64, passes: 1 }).hash(PASSWORD, 'test');

let mailbox: Mailbox;
const start = useTestApp(async (onEnd) => {
  mailbox = await startMailbox();
  onEnd(() => mailbox.close());
  const mail = { url: mailbox.smtpUrl, from: 'Geoloom <geoloom@example.com>' };
  return { config: { publicUrl: 'https://geoloom.example', mail, isTwoFactorRequired: true } };
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
interface Client {
  headers?: Record<string, string>;
  ip?: string;
}
function send(app: FastifyInstance, { headers = {}, ip }: Client, call: [Method, string, object?]) {
  const [method, path, payload] = call;
  const from = ip === undefined ? {} : { remoteAddress: ip };
  return app.inject({ method, url: `/api/v1/${path}`, headers, ...from, ...(payload ? { payload } : {}) });
}

let people = 0;

/** Starts with a user who has two-factor sign-in, and a stopped clock. */
async function startProtected(options: UserOptions = {}) {
  people += 1;
  const email = `two-factor-${people}@example.com`;
  const stage = await start({ email, passwordHash, ...options });
  const { app, user } = stage;
  let at = Date.now();
  stage.pass(0);
  const pass = (milliseconds: number) => {
    at += milliseconds;
    stage.pass(milliseconds);
  };
  const { secret, recoveryCodes } = await turnOnTwoFactor(app, user, { password: PASSWORD, at });
  /** Each code has a later step than the previous one. */
  const nextCode = () => {
    pass(STEP_MS);
    return makeCode(secret, at);
  };
  const wrongCode = () => String((Number(makeCode(secret, at)) + 1) % 1_000_000).padStart(6, '0');
  const signIn = (password = PASSWORD, ip?: string) =>
    send(app, { ...(ip && { ip }) }, ['POST', 'auth/login', { email, password }]);
  const challenge = async (ip?: string) => readChallenge(await signIn(PASSWORD, ip));
  const response = (token: string, code: string, ip?: string) =>
    send(app, { ...(ip && { ip }) }, ['POST', 'auth/login/two-factor', { challenge: token, code }]);
  return {
    ...stage,
    email,
    pass,
    secret,
    recoveryCodes,
    nextCode,
    wrongCode,
    signIn,
    challenge,
    response,
    prove: { password: PASSWORD },
  };
}

function readChallenge(reply: Awaited<ReturnType<FastifyInstance['inject']>>): string {
  expect(reply.json(), reply.body).toMatchObject({ code: 'two_factor_required', success: false });
  expect(reply.body).not.toContain('access_token');
  return reply.json<{ challenge: { token: string } }>().challenge.token;
}

const isIn = async (app: FastifyInstance, headers: Record<string, string>) =>
  (await send(app, { headers }, ['GET', 'account/user-data'])).statusCode === 200;

const countSessions = async ({ database, user }: Pick<Stage, 'database' | 'user'>) =>
  (await runSql(database, `select id from sessions where user_id = ${user.userId} and expires_at > now()`))
    .length;

const listSubjects = (email: string) =>
  mailbox.mails.filter(({ to }) => to.includes(email)).map(({ subject }) => subject);

async function expectMail(email: string, subject: RegExp): Promise<void> {
  await vi.waitUntil(() => listSubjects(email).some((each) => subject.test(each)), MAILED);
}

async function listChanges({ database }: Pick<Stage, 'database'>, { userId }: Pick<SignedInUser, 'userId'>) {
  const rows = await runSql<{ after: Record<string, string>; actor_id: number }>(
    database,
    `select after, actor_id from audit_log where object_kind = 'user' and object_id = ${userId}
      and (after ? 'two_factor' or after ? 'recovery_codes') order by id`,
  );
  return rows.map(({ after }) => after);
}

describe('two-factor sign-in', () => {
  it('requires a confirmed address, because a stranger could lock its owner out', async () => {
    const { app, user } = await start({ email: 'stranger@example.com', passwordHash, isUnverified: true });
    const reply = await send(app, user, ['POST', 'account/two-factor/start', { password: PASSWORD }]);
    expect(reply.statusCode).toBe(403);
    expect(reply.json()).toMatchObject({ code: 'email_unverified' });
  });

  it('is turned on with the password and a code from the app; other sessions end, and the owner gets an email', async () => {
    const stage = await start({ email: 'turn-on@example.com', passwordHash });
    const { app, database, user } = stage;
    const other = await addSession(database.db, user.userId, new Date());
    const post = (path: string, payload: object) =>
      send(app, user, ['POST', `account/two-factor/${path}`, payload]);
    const rejected = await post('start', { password: 'not this one' });
    expect(rejected.json()).toMatchObject({ code: 'invalid', errors: { password: [expect.any(String)] } });
    expect((await post('confirm', { code: '123456' })).json(), 'nothing was started').toMatchObject({
      code: 'conflict',
    });
    const started = await post('start', { password: PASSWORD });
    const { secret, uri } = started.json<{ data: { secret: string; uri: string } }>().data;
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    const show = async () => (await send(app, user, ['GET', 'account/two-factor'])).json().data;
    expect(await show(), 'until a code is confirmed').toMatchObject({ on_since: null });
    expect((await post('confirm', { code: 'abc' })).json().errors.code).toHaveLength(1);
    const confirmed = await post('confirm', { code: makeCode(secret, Date.now()) });
    expect(confirmed.statusCode, confirmed.body).toBe(200);
    const codes = confirmed.json<{ data: { recovery_codes: string[] } }>().data.recovery_codes;
    expect(new Set(codes).size).toBe(10);
    expect(await show()).toMatchObject({
      on_since: expect.any(String),
      is_required: false,
      recovery_codes_left: 10,
    });
    expect([await isIn(app, other.headers), await isIn(app, user.headers)]).toEqual([false, true]);
    await expectMail('turn-on@example.com', /^Two-factor sign-in is on/);
    expect(await listChanges(stage, user)).toEqual([{ two_factor: 'on' }]);
    const stored = JSON.stringify([
      await runSql(database, `select * from user_two_factor where user_id = ${user.userId}`),
      await runSql(database, `select * from recovery_codes where user_id = ${user.userId}`),
    ]);
    for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(stored, 'neither the secret nor a recovery code').not.toContain(text);
  });

  it('asks for a code after the right password, and opens a session for it', async () => {
    const { app, signIn, response, nextCode, user, database } = await startProtected();
    const before = await countSessions({ database, user });
    const token = readChallenge(await signIn());
    expect(await countSessions({ database, user })).toBe(before);
    const code = nextCode();
    const signed = await response(token, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(signed.statusCode, signed.body).toBe(200);
    const { access_token } = signed.json<{ data: { access_token: string } }>().data;
    expect(await isIn(app, { authorization: `Bearer ${access_token}` })).toBe(true);
    expect((await response(token, nextCode())).json(), 'the challenge works once').toMatchObject({
      code: 'challenge_over',
    });
  });

  it('accepts no code twice, in any session', async () => {
    const { challenge, response, nextCode } = await startProtected();
    const code = nextCode();
    expect((await response(await challenge(), code)).statusCode).toBe(200);
    const again = await response(await challenge(), code);
    expect(again.json()).toMatchObject({ code: 'invalid', errors: { code: [expect.any(String)] } });
    const twice = [await challenge(), await challenge()];
    const next = nextCode();
    const replies = await Promise.all(twice.map((token) => response(token, next)));
    expect(
      replies.map(({ statusCode }) => statusCode).filter((status) => status === 200),
      'of two at once, one',
    ).toHaveLength(1);
  });

  it('accepts each recovery code once, and shows how many are left', async () => {
    const stage = await startProtected();
    const { app, user, email, challenge, response, recoveryCodes, signIn } = stage;
    const [first = '', second = ''] = recoveryCodes;
    expect((await response(await challenge(), first.toUpperCase().replaceAll('-', ' '))).statusCode).toBe(
      200,
    );
    expect((await response(await challenge(), first)).json()).toMatchObject({ code: 'invalid' });
    expect((await response(await challenge(), second)).statusCode).toBe(200);
    const shown = await send(app, user, ['GET', 'account/two-factor']);
    expect(shown.json().data).toMatchObject({ recovery_codes_left: 8 });
    await expectMail(email, /^A recovery code .* was used$/);
    expect(await listChanges(stage, user)).toEqual([
      { two_factor: 'on' },
      { recovery_codes: 'used' },
      { recovery_codes: 'used' },
    ]);
    readChallenge(await signIn());
  });

  it('creates new recovery codes after both factors; the earlier ones stop working', async () => {
    const { app, user, email, prove, nextCode, wrongCode, challenge, response, recoveryCodes } =
      await startProtected();
    const renew = (payload: object) =>
      send(app, user, ['POST', 'account/two-factor/recovery-codes', payload]);
    expect((await renew({ ...prove, code: wrongCode() })).json().errors.code).toHaveLength(1);
    const renewed = await renew({ ...prove, code: nextCode() });
    const [fresh = ''] = renewed.json<{ data: { recovery_codes: string[] } }>().data.recovery_codes;
    expect((await response(await challenge(), recoveryCodes[0] ?? '')).json()).toMatchObject({
      code: 'invalid',
    });
    expect((await response(await challenge(), fresh)).statusCode).toBe(200);
    await expectMail(email, /^New recovery codes/);
  });

  it('moves to another app after both factors; the old app stops working', async () => {
    const stage = await startProtected();
    const { app, user, prove, nextCode, challenge, response } = stage;
    const begin = (payload: object) => send(app, user, ['POST', 'account/two-factor/start', payload]);
    expect((await begin(prove)).json(), 'the password is not enough').toMatchObject({ code: 'invalid' });
    const started = await begin({ ...prove, code: nextCode() });
    const { secret } = started.json<{ data: { secret: string } }>().data;
    expect((await response(await challenge(), nextCode())).statusCode, 'until it is confirmed').toBe(200);
    stage.pass(STEP_MS);
    const at = Date.parse((await send(app, user, ['GET', 'account/two-factor'])).json().data.on_since);
    // The server's clock is stopped three steps after it was turned on.
    const confirmed = await send(app, user, [
      'POST',
      'account/two-factor/confirm',
      { code: makeCode(secret, at + 3 * STEP_MS) },
    ]);
    expect(confirmed.statusCode, confirmed.body).toBe(200);
    expect((await response(await challenge(), nextCode())).json()).toMatchObject({ code: 'invalid' });
    expect(await listChanges(stage, user)).toEqual([{ two_factor: 'on' }, { two_factor: 'moved' }]);
  });

  it('is turned off with both factors, and the owner gets an email', async () => {
    const stage = await startProtected();
    const { app, user, email, prove, nextCode, wrongCode, signIn } = stage;
    const turnOff = (payload: object) => send(app, user, ['DELETE', 'account/two-factor', payload]);
    expect((await turnOff({ ...prove, code: wrongCode() })).json().errors.code).toHaveLength(1);
    expect(
      (await turnOff({ password: 'not this one', code: nextCode() })).json().errors.password,
    ).toHaveLength(1);
    expect((await turnOff({ ...prove, code: nextCode() })).statusCode).toBe(200);
    expect((await signIn()).statusCode).toBe(200);
    await expectMail(email, /^Two-factor sign-in is off/);
    expect(await listChanges(stage, user)).toEqual([{ two_factor: 'on' }, { two_factor: 'off' }]);
    expect((await turnOff({ ...prove, code: nextCode() })).json()).toMatchObject({ code: 'conflict' });
  });

  it('accepts a recovery code after the secret key of the server was replaced, and suggests one', async () => {
    const { database, user, challenge, response, nextCode, recoveryCodes } = await startProtected();
    await runSql(
      database,
      `update user_two_factor set secret = 'sealed by another key' where user_id = ${user.userId}`,
    );
    const rejected = await response(await challenge(), nextCode());
    expect(rejected.json()).toMatchObject({ message: expect.stringContaining('Use a recovery code.') });
    expect((await response(await challenge(), recoveryCodes[0] ?? '')).statusCode).toBe(200);
  });

  it('is in the data export as a date, without its secret', async () => {
    const { app, user, secret } = await startProtected();
    const exported = await send(app, user, ['GET', 'account/export']);
    const text = exported.rawPayload.toString('latin1');
    expect(text).toContain('two_factor.json');
    expect(text).toContain('"on_since"');
    expect(text).not.toContain(secret);
    expect(text).not.toMatch(/secret|code_hash/);
  });

  it('is deleted with the account', async () => {
    const { app, database, user, challenge } = await startProtected();
    await challenge();
    expect((await send(app, user, ['DELETE', 'account', { password: PASSWORD }])).statusCode).toBe(200);
    for (const table of ['user_two_factor', 'recovery_codes', 'sign_in_challenges'])
      expect(await runSql(database, `select from ${table} where user_id = ${user.userId}`)).toEqual([]);
  });
});

describe('a stolen password without the second factor', () => {
  it('opens no endpoint: a challenge isn’t an access token', async () => {
    const { app, challenge } = await startProtected();
    const token = await challenge();
    let count = 0;
    for (const { method, path, access } of allEndpoints) {
      if (access === 'public') continue;
      count += 1;
      const url = path.replaceAll(/\{\w+\}/g, '999999').replace('/api/v1/', '');
      const ip = `10.9.${count >> 8}.${count & 255}`;
      const headers = { authorization: `Bearer ${token}` };
      expect((await send(app, { headers, ip }, [method as Method, url])).statusCode, path).toBe(401);
    }
    expect(count).toBeGreaterThan(100);
  });

  it('can only get a session from these calls', () => {
    const ways = allEndpoints.filter(({ reply }) => reply === session);
    expect(ways.map(({ id }) => id).toSorted()).toEqual([
      // Two create an account, three ask for the second factor, and one accepts it.
      'account.register',
      'account.setUp',
      'account.signIn',
      'account.signInTwoFactor',
      'googleSignIn.enterPassword',
      'googleSignIn.finish',
      // Two need a session.
      'profile.setPassword',
      'users.loginAs',
    ]);
  });

  it.each(['ended', 'five wrong codes', 'late', 'password change', 'disabled', 'turned off by a superadmin'])(
    'can’t use a challenge after: %s',
    async (what) => {
      const stage = await startProtected();
      const { app, database, user, challenge, response, nextCode, wrongCode, pass } = stage;
      const token = await challenge();
      const superadmin = await addUser(database.db, { role: 'superadmin', hasTwoFactor: true });
      const path = `users/${user.userId}`;
      const actions: Record<string, () => Promise<unknown>> = {
        ended: () => send(app, superadmin, ['DELETE', `${path}/sessions`]),
        'five wrong codes': async () => {
          for (let index = 0; index < 5; index += 1) await response(token, wrongCode());
        },
        late: async () => pass(5 * MINUTE_MS),
        'password change': () => {
          const password = 'a lamp in the window';
          const body = { current_password: PASSWORD, password, password_confirmation: password };
          return send(app, user, ['PUT', 'account/set-password', body]);
        },
        disabled: () => send(app, superadmin, ['PUT', path, { is_disabled: true }]),
        'turned off by a superadmin': () => send(app, superadmin, ['DELETE', `${path}/two-factor`]),
      };
      await actions[what]?.();
      const reply = await response(token, nextCode());
      expect(reply.json()).toMatchObject({ success: false, code: 'challenge_over' });
    },
  );

  it('leaves no expired challenge in the database', async () => {
    const { database, user, challenge } = await startProtected();
    await challenge();
    const count = async () =>
      (await runSql(database, `select from sign_in_challenges where user_id = ${user.userId}`)).length;
    const prune = (now: number) => pruneSessions(database.db, new Date(now), new AbortController().signal);
    await prune(Date.now());
    expect(await count()).toBe(1);
    await prune(Date.now() + 6 * MINUTE_MS);
    expect(await count()).toBe(0);
  });

  it('opens no session with a password reset by email', async () => {
    const { app, email, challenge, user, database } = await startProtected();
    const stale = await challenge();
    await send(app, {}, ['POST', 'account/password/email', { email }]);
    const find = () =>
      mailbox.mails.find(({ to, subject }) => to.includes(email) && subject.startsWith('Reset'));
    const { text } = await vi.waitUntil(find, MAILED);
    const token = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '').searchParams.get('token');
    const password = 'a lamp in the window';
    const reset = { email, token, password, password_confirmation: password };
    const done = await send(app, {}, ['POST', 'account/password/reset', reset]);
    expect(done.json()).toMatchObject({ success: true, data: {} });
    expect(await countSessions({ database, user })).toBe(0);
    readChallenge(await send(app, {}, ['POST', 'auth/login', { email, password }]));
    const late = await send(app, {}, ['POST', 'auth/login/two-factor', { challenge: stale, code: '000000' }]);
    expect(late.json()).toMatchObject({ code: 'challenge_over' });
  });

  it('reveals nothing for a wrong password: the response is the same for any account', async () => {
    const { app, email, signIn } = await startProtected();
    const wrong = await signIn('not this one');
    const unknown = await send(app, {}, [
      'POST',
      'auth/login',
      { email: `x${email}`, password: 'not this one' },
    ]);
    const strip = ({ body }: { body: string }) => body.replace(/"request_id":"[^"]*"/, '');
    expect([wrong.statusCode, strip(wrong)]).toEqual([unknown.statusCode, strip(unknown)]);
  });

  it('gets five codes per sign-in, ten per network and twenty in total, and the owner is warned', async () => {
    const { challenge, response, wrongCode, nextCode, email } = await startProtected();
    const token = await challenge('10.8.0.1');
    const codes = [];
    for (let index = 0; index < 6; index += 1)
      codes.push((await response(token, wrongCode(), '10.8.0.1')).json<{ code: string }>().code);
    expect(codes).toEqual([...Array(4).fill('invalid'), 'challenge_over', 'challenge_over']);
    await expectMail(email, /^Failed sign-in with your Geoloom password$/);
    /** @returns the number of codes that were checked before the network was rate-limited */
    const tryCodes = async (ip: string) => {
      for (let count = 0; ; count += 5) {
        const next = await challenge(ip);
        for (let index = 0; index < 5; index += 1)
          if ((await response(next, wrongCode(), ip)).statusCode === 429) return count + index;
      }
    };
    expect(await tryCodes('10.8.0.1'), 'one network').toBe(4);
    expect(await tryCodes('10.8.0.2'), 'another network').toBe(10);
    expect(await tryCodes('10.8.0.3'), 'all networks together').toBe(0);
    const known = '127.0.0.1';
    const signed = await response(await challenge(known), nextCode(), known);
    expect(signed.statusCode, 'where the owner has signed in before').toBe(200);
  });

  it('can’t be used for silent guesses: the owner is warned of five wrong codes in five sign-ins', async () => {
    const { challenge, response, wrongCode, email } = await startProtected();
    for (let index = 0; index < 4; index += 1) await response(await challenge(), wrongCode(), '10.8.1.1');
    expect(listSubjects(email).filter((subject) => subject.startsWith('Failed'))).toEqual([]);
    await response(await challenge(), wrongCode(), '10.8.1.2');
    await expectMail(email, /^Failed sign-in with your Geoloom password$/);
  });

  it('can’t be used for guesses in the settings: the owner is warned, and the password is counted', async () => {
    const { app, user, prove, wrongCode, nextCode, email } = await startProtected();
    const turnOff = (code: string) => send(app, user, ['DELETE', 'account/two-factor', { ...prove, code }]);
    const statuses = [];
    for (let index = 0; index < 9; index += 1) statuses.push((await turnOff(wrongCode())).statusCode);
    // The set-up used the password and a code once.
    expect(statuses).toEqual([...Array(8).fill(422), 429]);
    expect((await turnOff(nextCode())).statusCode).toBe(429);
    await expectMail(email, /^Failed sign-in with your Geoloom password$/);
  });

  it('can’t be used to guess the first code of an app that the owner is setting up', async () => {
    const { app, user } = await start({ email: 'setting-up@example.com', passwordHash });
    await send(app, user, ['POST', 'account/two-factor/start', { password: PASSWORD }]);
    const confirm = () => send(app, user, ['POST', 'account/two-factor/confirm', { code: 'abc' }]);
    for (let index = 0; index < 9; index += 1) expect((await confirm()).statusCode).toBe(422);
    expect((await confirm()).statusCode).toBe(429);
  });
});

describe('a superadmin of a server that requires two-factor sign-in', () => {
  it('can only set it up, and then do everything except turn it off', async () => {
    const stage = await start({ role: 'superadmin', email: 'root@example.com', passwordHash });
    const { app, user } = stage;
    const rejected = await send(app, user, ['GET', 'users']);
    expect([rejected.statusCode, rejected.json().code]).toEqual([403, 'two_factor_missing']);
    const who = async () => (await send(app, user, ['GET', 'account/user-data'])).json().data;
    expect(await who()).toMatchObject({ must_set_up_two_factor: true });
    const { secret } = await turnOnTwoFactor(app, user, { password: PASSWORD, at: Date.now() });
    expect(await who()).toMatchObject({ must_set_up_two_factor: false });
    expect((await send(app, user, ['GET', 'users'])).statusCode).toBe(200);
    const proof = { password: PASSWORD, code: makeCode(secret, Date.now() + STEP_MS) };
    const off = await send(app, user, ['DELETE', 'account/two-factor', proof]);
    expect([off.statusCode, off.json().code]).toEqual([403, 'forbidden']);
    const own = await send(app, user, ['DELETE', `users/${user.userId}/two-factor`]);
    expect(own.json()).toMatchObject({ code: 'conflict' });
  });

  it('must set it up from the first call after becoming one', async () => {
    const { app, database, user } = await start();
    expect((await send(app, user, ['GET', 'account'])).statusCode).toBe(200);
    await runSql(database, `update users set role = 'superadmin' where id = ${user.userId}`);
    expect((await send(app, user, ['GET', 'account'])).json()).toMatchObject({
      code: 'two_factor_missing',
    });
  });

  it('turns it off for a locked-out user, who gets an email', async () => {
    const stage = await startProtected();
    const { app, database, user, email, signIn } = stage;
    const superadmin = await addUser(database.db, { role: 'superadmin', hasTwoFactor: true });
    const list = async () =>
      (await send(app, superadmin, ['GET', `users?search=${email}`])).json().data[0].has_two_factor;
    expect(await list()).toBe(true);
    const turnOff = () => send(app, superadmin, ['DELETE', `users/${user.userId}/two-factor`]);
    const done = await turnOff();
    expect(done.json().data, done.body).toMatchObject({ has_two_factor: false });
    expect(await list()).toBe(false);
    expect(await isIn(app, user.headers), 'all sessions end').toBe(false);
    expect((await signIn()).statusCode).toBe(200);
    expect((await turnOff()).json()).toMatchObject({ code: 'conflict' });
    await expectMail(email, /^An administrator turned off two-factor sign-in/);
    expect(await listChanges(stage, user)).toEqual([{ two_factor: 'on' }, { two_factor: 'off' }]);
  });
});
