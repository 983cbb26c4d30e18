/** Profile, avatar, password, sessions, export and deletion of the caller's own account. */
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createPasswordHash } from '#server/gateways/password-hash.ts';
import { addAgency, addUser, type SignedInUser } from '#testkit/users.ts';
import { sendForm } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

const start = useTestApp();
const PASSWORD = 'nine orange ladders';
const passwordHash = await createPasswordHash({ memoryKiB: 64, passes: 1 }).hash(PASSWORD, 'test');

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
function send(
  app: FastifyInstance,
  { headers }: Pick<SignedInUser, 'headers'>,
  call: [Method, string, object?],
) {
  const [method, path, payload] = call;
  return app.inject({ method, url: `/api/v1/${path}`, headers, ...(payload ? { payload } : {}) });
}

const isIn = async (app: FastifyInstance, user: Pick<SignedInUser, 'headers'>) =>
  (await send(app, user, ['GET', 'account'])).statusCode === 200;

const save = (app: FastifyInstance, user: SignedInUser, fields: Record<string, string>) =>
  sendForm(app, user, { url: '/api/v1/account/set-personal-info', fields });

describe('personal info', () => {
  it('is changed, and an incomplete form or the address of another account is rejected', async () => {
    const { app, database, user } = await start({ email: 'before@example.com', passwordHash });
    const names = { first_name: 'Augusta', last_name: 'King' };
    const saved = await save(app, user, { ...names, email: 'before@example.com' });
    expect(saved.json().data).toMatchObject({ ...names, name: 'Augusta King', is_email_verified: true });
    await addUser(database.db, { email: 'taken@example.com' });
    const other = { email: 'TAKEN@example.com', current_password: PASSWORD };
    const taken = await save(app, user, { ...names, ...other });
    expect(taken.json().errors.email).toHaveLength(1);
    const empty = await save(app, user, { first_name: ' ', last_name: 'x'.repeat(101) });
    expect(Object.keys(empty.json().errors)).toEqual(['first_name', 'last_name']);
  });

  it('ignores other fields than those of its form (F3)', async () => {
    const { app, database, user } = await start();
    const extra = {
      role: 'superadmin',
      id: '1',
      is_disabled: 'true',
      password_hash: 'x',
      email_verified_at: '2020',
    };
    const read = () =>
      runSql(database, `select role, is_disabled, password_hash from users where id = ${user.userId}`);
    const before = await read();
    const saved = await save(app, user, { first_name: 'A', last_name: 'B', ...extra });
    expect(saved.statusCode, saved.body).toBe(200);
    expect(await read()).toEqual(before);
  });
});

describe('a picture', () => {
  it('is re-encoded, shown by a signed URL, replaced and deleted with its file', async () => {
    const { app, user, store } = await start();
    const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    const change = () =>
      sendForm(app, user, {
        url: '/api/v1/account/change-avatar',
        fields: {},
        upload: 'avatar',
        file: { name: 'me.jpg', type: 'image/jpeg', bytes },
      });
    const files = async () => {
      const keys: string[] = [];
      for await (const { key } of store.files.list('avatars/')) keys.push(key);
      return keys.length;
    };
    const first = await change();
    expect(first.statusCode, first.body).toBe(200);
    await change();
    expect(await files()).toBe(1);
    const { avatar } = (await send(app, user, ['GET', 'account'])).json().data;
    const shown = await app.inject(avatar);
    expect(shown.headers['content-type']).toBe('image/webp');
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: 512, height: 384 });
    expect((await app.inject(first.json().data.avatar)).statusCode, 'of the one before').toBe(404);
    const deleted = await send(app, user, ['DELETE', 'account/delete-avatar']);
    expect(deleted.json().data).toEqual({ avatar: '/avatar.svg' });
    expect(await files()).toBe(0);
    const rejected = await sendForm(app, user, {
      url: '/api/v1/account/change-avatar',
      fields: {},
      upload: 'avatar',
      file: { name: 'me.svg', type: 'image/svg+xml', bytes: Buffer.from('<svg/>') },
    });
    expect(rejected.json().errors).toEqual({ avatar: ['Choose a JPEG, PNG or WebP image'] });
  });
});

describe('a password', () => {
  it('is changed with the current one; all sessions end, and the reply has a new one (B2)', async () => {
    const { app, database, user } = await start({ passwordHash });
    const change = (current_password: string, password: string, password_confirmation = password) =>
      send(app, user, ['PUT', 'account/set-password', { current_password, password, password_confirmation }]);
    expect((await change('wrong', 'a lamp in the window')).json().errors.current_password).toBeDefined();
    expect((await change(PASSWORD, 'password1')).json().errors.password).toBeDefined();
    const unlike = await change(PASSWORD, 'a lamp in the window', 'another');
    expect(unlike.json().errors).toEqual({ password_confirmation: ['Passwords must match'] });
    const changed = await change(PASSWORD, 'a lamp in the window');
    expect(changed.statusCode, changed.body).toBe(200);
    expect(await isIn(app, user)).toBe(false);
    const headers = { authorization: `Bearer ${changed.json().data.access_token}` };
    expect(await isIn(app, { headers })).toBe(true);
    const lines = await runSql(database, `select after from audit_log where actor_id = ${user.userId}`);
    expect(lines).toEqual([{ after: { password: 'changed' } }]);
  });
});

describe('sessions', () => {
  it('are listed and ended, one or all others (B4)', async () => {
    const { app, database, user } = await start({ passwordHash, email: 'sessions@example.com' });
    const signIn = async () => {
      const payload = { email: 'sessions@example.com', password: PASSWORD };
      const reply = await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload });
      return { headers: { authorization: `Bearer ${reply.json().data.access_token}` } };
    };
    const [second, third] = [await signIn(), await signIn()];
    const list = async () => (await send(app, user, ['GET', 'auth/sessions'])).json().data;
    const rows: { id: number; is_current: boolean }[] = await list();
    expect(rows).toHaveLength(3);
    expect(rows.filter(({ is_current: isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([
      user.sessionId,
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/token|hash/);
    const [newest] = await runSql<{ id: number }>(
      database,
      `select max(id) as id from sessions where user_id = ${user.userId}`,
    );
    expect((await send(app, user, ['DELETE', `auth/sessions/${newest?.id ?? 0}`])).statusCode).toBe(200);
    expect([await isIn(app, second), await isIn(app, third)]).toEqual([true, false]);
    const ended = await send(app, user, ['DELETE', 'auth/sessions']);
    expect(ended.json().data).toEqual({ ended: 1 });
    expect([await isIn(app, user), await isIn(app, second)]).toEqual([true, false]);
    expect(await list()).toHaveLength(1);
  });
});

describe('an account', () => {
  it('is exported without secrets, and deleted with all personal data', async () => {
    const { app, database, user } = await start({ passwordHash });
    const zip = await send(app, user, ['GET', 'account/export']);
    expect(zip.headers['content-type']).toBe('application/zip');
    const text = zip.rawPayload.toString('latin1');
    for (const name of ['account.json', 'sessions.json', 'projects.json', 'integrations.json', 'plans.json'])
      expect(text).toContain(name);
    expect(text).not.toMatch(/token_hash|password_hash|argon2/);
    const remove = (password: string) => send(app, user, ['DELETE', 'account', { password }]);
    expect((await remove('wrong')).json().errors.password).toBeDefined();
    expect((await remove(PASSWORD)).statusCode).toBe(200);
    expect(await isIn(app, user)).toBe(false);
    // A job deletes it in batches.
    await expect
      .poll(() => runSql(database, `select id from workspaces where id = ${user.workspaceId}`))
      .toEqual([]);
  });

  it('can’t be deleted by a main admin or the last superadmin', async () => {
    const { app, database } = await start();
    const leader = await addUser(database.db, { passwordHash });
    await addAgency(database.db, [leader]);
    const superadmin = await addUser(database.db, { passwordHash, role: 'superadmin' });
    const codes = [];
    for (const user of [leader, superadmin])
      codes.push((await send(app, user, ['DELETE', 'account', { password: PASSWORD }])).json().code);
    expect(codes).toEqual(['main_admin', 'last_superadmin']);
  });
});
