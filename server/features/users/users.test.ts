/** Users as administrators manage them, and impersonation by superadmins. */
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from '#contract/endpoints.ts';
import { addUser, type SignedInUser } from '#testkit/users.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

const start = useTestApp({ isEmptied: true });
const MINUTE_MS = 60_000;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
function send(
  app: FastifyInstance,
  { headers }: Pick<SignedInUser, 'headers'>,
  call: [Method, string, object?],
) {
  const [method, path, payload] = call;
  return app.inject({ method, url: `/api/v1/${path}`, headers, ...(payload ? { payload } : {}) });
}

const loginAs = (app: FastifyInstance, by: SignedInUser, userId: number, reason = 'Asked for help') =>
  send(app, by, ['POST', 'users/login-as-user', { user_id: userId, reason }]);

async function startRoles() {
  const stage = await start({ role: 'superadmin' });
  const { db } = stage.database;
  const [admin, user] = [await addUser(db, { role: 'admin' }), await addUser(db)];
  return { ...stage, superadmin: stage.user, admin, user };
}

const isIn = async (app: FastifyInstance, user: Pick<SignedInUser, 'headers'>) =>
  (await send(app, user, ['GET', 'account'])).statusCode === 200;

describe('the list of users', () => {
  it('is searched by name, address, role and state, and contains no secrets', async () => {
    const { app, database, admin, user } = await startRoles();
    const email = 'needle@example.com';
    const found = await addUser(database.db, { email, isDisabled: true });
    const list = async (query: string) => {
      const reply = await send(app, admin, ['GET', `users?${query}`]);
      expect(reply.statusCode, reply.body).toBe(200);
      return reply.json<{ data: { id: number; email: string }[]; user: { role: string } }>();
    };
    expect((await list('search=NEEDLE')).data.map(({ id }) => id)).toEqual([found.userId]);
    expect((await list('status=disabled')).data.map(({ id }) => id)).toEqual([found.userId]);
    expect((await list('role=user&sort=-created_at')).data.map(({ id }) => id)).toEqual([
      found.userId,
      user.userId,
    ]);
    const whole = await list('sort=last_seen_at');
    expect(whole.user).toMatchObject({ role: 'admin' });
    expect(whole.data).toHaveLength(4);
    expect(JSON.stringify(whole)).not.toMatch(/password|token_hash|argon2/);
  });
});

describe('roles (F7)', () => {
  it('are changed only by superadmins, and a change ends the sessions of the user (B2)', async () => {
    const { app, superadmin, admin, user } = await startRoles();
    const raise = (by: SignedInUser, id: number, role: string) =>
      send(app, by, ['PUT', `users/${id}`, { role }]);
    for (const [by, id] of [
      [admin, user.userId],
      [admin, admin.userId],
      [admin, superadmin.userId],
      [user, user.userId],
    ] as const)
      expect((await raise(by, id, 'superadmin')).statusCode).toBe(403);
    const raised = await raise(superadmin, user.userId, 'admin');
    expect(raised.json()).toMatchObject({
      data: { role: 'admin' },
      message: 'User was successfully updated!',
    });
    expect(await isIn(app, user)).toBe(false);
  });

  it('prevent administrators from managing each other', async () => {
    const { app, database, superadmin, admin, user } = await startRoles();
    const other = await addUser(database.db, { role: 'admin' });
    for (const { userId } of [superadmin, other]) {
      expect((await send(app, admin, ['PUT', `users/${userId}`, { is_disabled: true }])).statusCode).toBe(
        403,
      );
      expect((await send(app, admin, ['DELETE', `users/${userId}/sessions`])).statusCode).toBe(403);
    }
    expect((await send(app, admin, ['PUT', `users/${user.userId}`, { is_disabled: true }])).statusCode).toBe(
      200,
    );
    expect(await isIn(app, user)).toBe(false);
    expect((await send(app, admin, ['PUT', `users/${admin.userId}`, { is_disabled: true }])).statusCode).toBe(
      403,
    );
  });

  it('always leave one superadmin, even if two demote each other concurrently', async () => {
    const { app, database, superadmin } = await startRoles();
    const demote = (by: SignedInUser, id: number) => send(app, by, ['PUT', `users/${id}`, { role: 'user' }]);
    const last = await demote(superadmin, superadmin.userId);
    expect([last.statusCode, last.json().code]).toEqual([409, 'last_superadmin']);
    const second = await addUser(database.db, { role: 'superadmin' });
    await Promise.all([demote(superadmin, second.userId), demote(second, superadmin.userId)]);
    const left = await runSql(database, `select id from users where role = 'superadmin'`);
    expect(left).toHaveLength(1);
  });
});

describe('a superadmin who signs in as another user', () => {
  it('can’t sign in as a superadmin, a disabled or unknown user, or themselves (E1)', async () => {
    const { app, database, superadmin, admin, user } = await startRoles();
    const other = await addUser(database.db, { role: 'superadmin' });
    const disabled = await addUser(database.db, { isDisabled: true });
    for (const { userId } of [superadmin, other, disabled])
      expect((await loginAs(app, superadmin, userId)).statusCode).toBe(403);
    expect((await loginAs(app, superadmin, 999_999)).statusCode).toBe(404);
    for (const by of [admin, user]) expect((await loginAs(app, by, user.userId)).statusCode).toBe(403);
    const noReason = await loginAs(app, superadmin, user.userId, ' ');
    expect(noReason.json().errors.reason).toEqual(['Reason is required']);
    const asAdmin = await loginAs(app, superadmin, admin.userId);
    const nested = { ...admin, headers: { authorization: `Bearer ${asAdmin.json().data.access_token}` } };
    expect((await loginAs(app, nested, user.userId)).statusCode).toBe(403);
  });

  it("can't make calls that only the user may make (E4)", async () => {
    const { app, superadmin, user } = await startRoles();
    const { access_token: token } = (await loginAs(app, superadmin, user.userId)).json().data;
    const headers = { authorization: `Bearer ${token}` };
    const personal = allEndpoints.filter(({ personal: area }) => area !== undefined);
    expect(personal.length).toBeGreaterThan(7);
    for (const { id, method, path } of personal) {
      const url = path.replaceAll(/\{\w+\}/g, '1');
      const reply = await app.inject({ method, url, headers });
      expect([reply.statusCode, reply.json().code], id).toEqual([403, 'impersonating']);
    }
  });

  it('is signed out after an hour, with their own session, and with their role (E2)', async () => {
    const { app, database, superadmin, user, pass } = await startRoles();
    await addUser(database.db, { role: 'superadmin' });
    const enter = async (by: SignedInUser) => {
      const reply = await loginAs(app, by, user.userId);
      return { headers: { authorization: `Bearer ${reply.json().data.access_token}` } };
    };
    const first = await enter(superadmin);
    pass(59 * MINUTE_MS);
    expect(await isIn(app, first)).toBe(true);
    expect(await isIn(app, superadmin), 'the own session stays active meanwhile').toBe(true);
    pass(MINUTE_MS + 1000);
    expect(await isIn(app, first)).toBe(false);
    const second = await enter(superadmin);
    await send(app, superadmin, ['POST', 'auth/logout']);
    expect(await isIn(app, second)).toBe(false);
    const later = new Date(Date.now() + 61 * MINUTE_MS);
    const third = await addUser(database.db, { role: 'superadmin', signedInAt: later });
    const session = await enter(third);
    expect(await isIn(app, session)).toBe(true);
    await runSql(database, `update sessions set expires_at = '2020-01-01' where id = ${third.sessionId}`);
    expect(await isIn(app, session), 'the own session is over').toBe(false);
    const fourth = await addUser(database.db, { role: 'superadmin', signedInAt: later });
    const last = await enter(fourth);
    expect(await isIn(app, last)).toBe(true);
    await runSql(database, `update users set role = 'admin' where id = ${fourth.userId}`);
    expect(await isIn(app, last)).toBe(false);
  });

  it('returns to their own session; the other one ends, and both names are in the log (E3, E5)', async () => {
    const { app, database, superadmin, user } = await startRoles();
    const reply = await loginAs(app, superadmin, user.userId);
    expect(reply.json().data).toMatchObject({ id: user.userId, role: 'user', impersonator: 'Ada Lovelace' });
    const headers = { authorization: `Bearer ${reply.json().data.access_token}` };
    const both = { headers };
    const { data } = (await send(app, both, ['GET', 'account/user-data'])).json();
    expect(data.impersonation).toMatchObject({ by: 'Ada Lovelace', reason: 'Asked for help' });
    const minutesLeft = (Date.parse(data.impersonation.ends_at) - Date.now()) / MINUTE_MS;
    expect(minutesLeft, 'ends within an hour').toBeGreaterThan(58);
    expect(minutesLeft).toBeLessThanOrEqual(60);
    const { data: own } = (await send(app, superadmin, ['GET', 'account/user-data'])).json();
    expect(own.impersonation).toBeNull();
    const writes = 20;
    for (let index = 0; index < writes; index += 1) {
      const made = await send(app, both, ['POST', 'domains', { name: `d${index}.example` }]);
      expect(made.statusCode, made.body).toBe(201);
    }
    expect((await send(app, both, ['POST', 'auth/login-back'])).statusCode).toBe(200);
    expect(await isIn(app, both)).toBe(false);
    expect(await isIn(app, superadmin)).toBe(true);
    const again = await send(app, superadmin, ['POST', 'auth/login-back']);
    expect(again.statusCode).toBe(409);
    const lines = await runSql<{ verb: string; count: number }>(
      database,
      `select verb, count(*)::int as count from audit_log
      where actor_id = ${user.userId} and impersonator_id = ${superadmin.userId} group by verb order by verb`,
    );
    expect(Object.fromEntries(lines.map(({ verb, count }) => [verb, count]))).toEqual({
      call: writes + 1,
      create: writes,
      login_as: 1,
      login_back: 1,
    });
    const mails = await runSql(
      database,
      `select data from pgboss.job where name = 'mail' and data->>'kind' = 'impersonated'`,
    );
    expect(mails).toHaveLength(1);
    for (const { userId } of [user, superadmin]) {
      const history = await send(app, superadmin, ['GET', `audit?user_id=${userId}`]);
      expect(history.json().data[0]).toMatchObject({ impersonator: { id: superadmin.userId } });
    }
  });
});

describe('maintenance', () => {
  it('allows changes by administrators, and sign-ins, but no changes by users', async () => {
    const { app, admin, user } = await startRoles();
    const add = (by: SignedInUser, name: string) => send(app, by, ['POST', 'domains', { name }]);
    const read = async () => (await send(app, admin, ['GET', 'settings'])).json().data;
    expect(await read()).toEqual({ maintenance: false, is_fixed: false });
    expect((await send(app, user, ['GET', 'settings'])).statusCode).toBe(403);
    const turn = (maintenance: boolean) => send(app, admin, ['PUT', 'settings', { maintenance }]);
    expect((await turn(true)).json().data).toEqual({ maintenance: true, is_fixed: false });
    const rejected = await add(user, 'example.com');
    expect([rejected.statusCode, rejected.json().code]).toEqual([503, 'maintenance']);
    expect(rejected.headers['retry-after']).toBeDefined();
    expect((await add(admin, 'example.com')).statusCode).toBe(201);
    expect((await send(app, user, ['GET', 'domains'])).statusCode).toBe(200);
    const setup = await app.inject('/api/v1/setup');
    expect(setup.json().data.maintenance).toBe(true);
    const signIn = { email: 'nobody@example.com', password: 'wrong password' };
    const tried = await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: signIn });
    expect(tried.statusCode).toBe(422);
    expect((await send(app, user, ['PUT', 'settings', { maintenance: false }])).statusCode).toBe(403);
    await turn(false);
    expect((await add(user, 'example.com')).statusCode).toBe(201);
  });
});

describe('the audit log', () => {
  it('is read by administrators and filtered by verb, kind, user and day', async () => {
    const { app, admin, user } = await startRoles();
    await send(app, user, ['POST', 'domains', { name: 'example.com' }]);
    await send(app, admin, ['PUT', `users/${user.userId}`, { is_disabled: true }]);
    const count = async (query: string) => {
      const reply = await send(app, admin, ['GET', `audit?${query}`]);
      expect(reply.statusCode, reply.body).toBe(200);
      return reply.json().meta.total;
    };
    const today = new Date().toISOString().slice(0, 10);
    expect(await count('')).toBe(2);
    expect(await count('verb=create')).toBe(1);
    expect(await count('kind=user,session')).toBe(1);
    expect(await count(`user_id=${admin.userId}`)).toBe(1);
    expect(await count(`user_id=${user.userId}`), 'and what was done to them').toBe(2);
    expect(await count(`from=${today}&to=${today}`)).toBe(2);
    expect(await count('to=2020-01-01')).toBe(0);
    expect((await send(app, user, ['GET', 'audit'])).statusCode).toBe(401);
  });

  it('keeps the names of users, agencies and domains that are later renamed or deleted', async () => {
    const { app, database, superadmin, user } = await startRoles();
    const leader = await addUser(database.db);
    const made = await send(app, superadmin, [
      'POST',
      'agencies',
      { name: 'Bright Pages', main_admin_id: leader.userId, status: 'active' },
    ]);
    expect(made.statusCode, made.body).toBe(201);
    const agencyId = made.json().data.id;
    const move = { user_id: user.userId, agency_id: agencyId, reason: 'Asked on the phone' };
    const moved = await send(app, superadmin, ['POST', 'users/agency-change', move]);
    expect(moved.statusCode, moved.body).toBe(200);
    expect((await send(app, user, ['POST', 'domains', { name: 'example.com' }])).statusCode).toBe(201);
    await runSql(database, "update workspaces set name = 'Renamed' where kind = 'agency'");
    await runSql(database, 'delete from domains');
    await runSql(database, `delete from users where id = ${user.userId}`);
    const read = async (query: string) =>
      (await send(app, superadmin, ['GET', `audit?${query}`])).json().data[0];
    const name = 'Ada Lovelace';
    expect(await read('verb=move')).toMatchObject({
      object: { kind: 'user', id: user.userId, name },
      after: { agency_id: agencyId },
      names: { [`agency:${agencyId}`]: 'Bright Pages', [`user:${user.userId}`]: name },
    });
    expect(await read('kind=domain')).toMatchObject({
      actor: { id: user.userId, name },
      object: { kind: 'domain', name: 'example.com' },
    });
    expect((await read('kind=agency')).names).toMatchObject({ [`user:${leader.userId}`]: name });
    expect(await read('search=example.com'), 'found by the name of what is gone').toMatchObject({
      object: { kind: 'domain' },
    });
  });

  it('shows current names for older entries, and only the id of deleted objects', async () => {
    const { app, database, superadmin, user } = await startRoles();
    await runSql(
      database,
      `insert into audit_log (at, actor_id, verb, object_kind, object_id, after) values
        (now(), 999, 'update', 'domain', 777, '{"seed_id": "no-uuid", "user_id": ${user.userId}}')`,
    );
    const { data } = (await send(app, superadmin, ['GET', 'audit'])).json();
    expect(data[0]).toMatchObject({
      actor: { id: 999, name: null },
      object: { kind: 'domain', id: 777, name: null },
      names: { [`user:${user.userId}`]: 'Ada Lovelace' },
    });
  });
});
