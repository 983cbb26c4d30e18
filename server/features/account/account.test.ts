/** Accounts over HTTP, on the complete server. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { tenfold } from '#testkit/cases.ts';
import { addUser, listOwn, type SignedInUser } from '#testkit/users.ts';
import { startTestApp, useTestApp } from '#testkit/test-app.ts';

const PASSWORD = 'plausible otter lamp';

function formOf(email: string) {
  return {
    first_name: 'Ada',
    last_name: 'Lovelace',
    email,
    password: PASSWORD,
    password_confirmation: PASSWORD,
  };
}

interface Post {
  path: string;
  payload: object;
  /** Remote address of the visitor. */
  ip?: string;
  /** Address in the header of a proxy that isn't trusted. */
  forwarded?: string;
}

const start = useTestApp();

function post(app: FastifyInstance, { path, payload, ip, forwarded }: Post) {
  const headers = {
    'x-request-id': 'test-request',
    ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
  };
  const from = ip === undefined ? {} : { remoteAddress: ip };
  return app.inject({ method: 'POST', url: `/api/v1/${path}`, payload, headers, ...from });
}

it('ends the streams of a session at once when it signs out, and no others (B2)', async () => {
  const { app, user, database } = await start();
  const other = await addUser(database.db);
  const open = async ({ headers }: SignedInUser) => {
    const reply = await app.inject({ url: '/api/v1/notifications/stream', headers, payloadAsStream: true });
    const stream = reply.stream();
    const ended = new Promise<string>((resolve) => stream.once('close', () => resolve('ended')));
    stream.resume();
    return { stream, ended };
  };
  const [own, others] = [await open(user), await open(other)];
  await app.inject({ method: 'POST', url: '/api/v1/auth/logout', headers: user.headers });
  // The next heartbeat, which would also end it, comes after 15 s.
  expect(await Promise.race([own.ended, sleep(10_000, 'open')])).toBe('ended');
  expect(await Promise.race([others.ended, sleep(50, 'open')])).toBe('open');
  others.stream.destroy();
});

describe('signing up, in and out', () => {
  it('works from set-up to sign-out', async () => {
    const { app, server } = await startTestApp();
    const state = () => app.inject('/api/v1/setup');
    expect((await state()).json()).toEqual({
      success: true,
      data: { needed: true, maintenance: false, google: false, mail: true },
    });
    const token = await server.account.prepareSetUp();
    const { password_confirmation: _confirmation, ...form } = formOf('owner@example.com');
    const made = await post(app, { path: 'setup', payload: { ...form, token } });
    expect(made.statusCode).toBe(201);
    expect(made.json()).toEqual({
      success: true,
      data: {
        id: expect.any(Number),
        access_token: expect.stringMatching(/^geoloom_[\w-]{43}$/),
        role: 'superadmin',
        name: 'Ada Lovelace',
        first_name: 'Ada',
        last_name: 'Lovelace',
        email: 'owner@example.com',
        avatar: '/avatar.svg',
      },
    });
    expect((await state()).json()).toMatchObject({ data: { needed: false } });
    expect((await post(app, { path: 'setup', payload: { ...form, token } })).statusCode).toBe(409);

    const registered = await post(app, { path: 'auth/register', payload: formOf('ada@example.com') });
    expect(registered.statusCode).toBe(201);
    expect(registered.json()).toMatchObject({
      success: true,
      data: { role: 'user', email: 'ada@example.com' },
    });
    const credentials = { email: 'ada@example.com', password: PASSWORD };
    const signedIn = await post(app, { path: 'auth/login', payload: credentials });
    expect(signedIn.statusCode).toBe(200);
    const headers = { authorization: `Bearer ${signedIn.json().data.access_token}` };
    const userData = await app.inject({ url: '/api/v1/account/user-data', headers });
    expect(userData.json()).toMatchObject({
      success: true,
      data: {
        id: expect.any(Number),
        role: 'user',
        name: 'Ada Lovelace',
        avatar: '/avatar.svg',
        unread_count: 3,
      },
    });
    expect(userData.headers['cache-control']).toBe('no-store');
    // Some clients send a body with every POST.
    const signedOut = await app.inject({ method: 'POST', url: '/api/v1/auth/logout', headers, payload: {} });
    expect(signedOut.json()).toEqual({ success: true, data: {} });
    expect((await app.inject({ url: '/api/v1/account', headers })).statusCode).toBe(401);
  });

  it('ignores tokens that are sent with a sign-in (B5)', async () => {
    const { app, database } = await start();
    const email = 'token@example.com';
    const first = await post(app, { path: 'auth/register', payload: formOf(email) });
    const own = `geoloom_${'A'.repeat(43)}`;
    const old = String(first.json().data.access_token);
    for (const token of [own, old]) {
      const reply = await app.inject({
        method: 'POST',
        url: `/api/v1/auth/login?access_token=${token}`,
        payload: { email, password: PASSWORD, access_token: token, token },
        headers: { authorization: `Bearer ${token}`, cookie: `access_token=${token}; session=${token}` },
      });
      expect(reply.statusCode).toBe(200);
      expect(reply.json().data.access_token).not.toBe(token);
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
    const headers = { authorization: `Bearer ${own}` };
    expect((await app.inject({ url: '/api/v1/account', headers })).statusCode).toBe(401);
    const user = database.db.selectFrom('users').select('id as userId').where('email', '=', email);
    expect(await listOwn(database, await user.executeTakeFirstOrThrow(), 'sessions')).toHaveLength(3);
  });

  it('reports all invalid fields of a form at once', async () => {
    const { app } = await start();
    const payload = {
      first_name: '',
      last_name: 'x\u0000',
      email: 'nowhere',
      password: 'short',
      password_confirmation: '',
    };
    const reply = await post(app, { path: 'auth/register', payload });
    expect(reply.statusCode).toBe(422);
    expect(reply.json().errors).toMatchObject({
      first_name: ['First name is required'],
      last_name: ['Last name must not contain control characters'],
      email: ['Enter a valid email address'],
      password: ['Password must be at least 8 characters'],
      password_confirmation: ['Confirm Password is required', 'Passwords must match'],
    });
    const unequal = { ...formOf('ada@example.com'), password_confirmation: 'something else' };
    const second = await post(app, { path: 'auth/register', payload: unequal });
    expect(second.json().errors).toEqual({ password_confirmation: ['Passwords must match'] });
  });

  it('ignores role, id and time in the form (F3)', async () => {
    const { app, database } = await start();
    const surplus = {
      role: 'superadmin',
      id: 99_999,
      is_disabled: true,
      created_at: '2001-01-01',
      email_key: 'x',
      __proto__: {},
    };
    const reply = await post(app, {
      path: 'auth/register',
      payload: { ...formOf('rank@example.com'), ...surplus },
    });
    expect(reply.json()).toMatchObject({ data: { role: 'user' } });
    const users = database.db.selectFrom('users').selectAll().where('email', '=', 'rank@example.com');
    const user = await users.executeTakeFirstOrThrow();
    expect(user).toMatchObject({ role: 'user', is_disabled: false, email_key: 'rank@example.com' });
    expect(user.id).not.toBe(surplus.id);
    expect(user.created_at.getFullYear()).toBeGreaterThan(2001);
  });
});

describe('a visitor who guesses passwords', () => {
  it('can’t find out who has an account: same status, headers and bytes (A3)', async () => {
    const { app } = await start();
    await post(app, { path: 'auth/register', payload: formOf('known@example.com') });
    const responses = new Set<string>();
    for (let index = 0; index < tenfold(8); index += 1) {
      const email = index % 2 === 0 ? 'known@example.com' : `stranger-${index}@example.com`;
      const payload = { email, password: 'wrong horse battery' };
      const reply = await post(app, { path: 'auth/login', payload, ip: `198.51.100.${index}` });
      const { date: _date, ...headers } = reply.headers;
      responses.add(JSON.stringify([reply.statusCode, headers, reply.body]));
    }
    expect([...responses]).toHaveLength(1);
    expect([...responses][0]).toContain('The email address or password is wrong.');
  });

  it('gets ten attempts, then 429 with Retry-After; a forged address doesn’t help (A4, M1)', async () => {
    const { app } = await start();
    const statuses: number[] = [];
    for (let index = 0; index < 100; index += 1) {
      const payload = { email: 'ada@example.com', password: 'wrong horse battery' };
      const reply = await post(app, { path: 'auth/login', payload, forwarded: `203.0.113.${index}` });
      statuses.push(reply.statusCode);
      if (reply.statusCode !== 429) continue;
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      expect(reply.json()).toMatchObject({ success: false, code: 'too_many' });
    }
    expect(statuses.filter((status) => status === 422)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(90);
  });

  it('can’t overload the server with hundreds of concurrent sign-ins (A6)', async () => {
    const { app } = await start();
    const sent = tenfold(50);
    const replies = await Promise.all(
      Array.from({ length: sent }, (_none, index) => {
        const payload = { email: `${index}@example.com`, password: 'wrong horse battery' };
        return post(app, { path: 'auth/login', payload, ip: `198.18.${index >> 8}.${index & 255}` });
      }),
    );
    const count = (status: number) => replies.filter(({ statusCode }) => statusCode === status).length;
    console.log(
      `${sent} sign-ins at once: ${count(422)} computed, ${count(429)} turned away, ${count(503)} too busy`,
    );
    expect(count(422)).toBeGreaterThanOrEqual(Math.min(sent, 52));
    expect(count(422) + count(429) + count(503)).toBe(sent);
    for (const { statusCode, headers } of replies) {
      if (statusCode !== 422) expect(headers['retry-after']).toMatch(/^\d+$/);
    }
    const health = await app.inject('/api/v1/health');
    expect([200, 503]).toContain(health.statusCode);
  });
});
