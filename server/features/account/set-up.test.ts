import { describe, expect, it } from 'vitest';
import { addUser } from '#testkit/users.ts';
import { openTestDatabase } from '#testkit/test-database.ts';
import {
  type AccountBench,
  formOf,
  freshAddresses,
  openAccountBench,
  visitorFrom,
} from './account-fixture.ts';

const visitor = visitorFrom();

function setUpForm(token: string, email = 'ada@example.com', wantsSampleData = false) {
  const { password_confirmation: _confirmation, ...form } = formOf(email);
  return { body: { ...form, token, sample_data: wantsSampleData } };
}

async function prepare({ account }: AccountBench): Promise<string> {
  const token = await account.prepareSetUp();
  if (token === undefined) throw new Error('There should be a set-up link.');
  return token;
}

describe('a fresh installation', () => {
  it('has no default account (A5)', async () => {
    const bench = await openAccountBench(openTestDatabase());
    await prepare(bench);
    expect(await bench.db.selectFrom('users').selectAll().execute()).toEqual([]);
    const addresses = freshAddresses();
    const names = [
      'admin',
      'root',
      'administrator',
      'superadmin',
      'demo',
      'test',
      'user',
      'admin@example.com',
      'geoloom',
      '',
    ];
    const passwords = ['admin', 'password', 'geoloom', '12345678', 'changeme'];
    for (const email of names) {
      for (const password of passwords) {
        const attempt = bench.account.signIn({ body: { email, password } }, addresses.next().value);
        await expect(attempt).rejects.toMatchObject({ code: 'wrong_credentials' });
      }
    }
  });

  it('creates a superadmin through the link, signs in, and never shows the token again', async () => {
    const bench = await openAccountBench(openTestDatabase());
    const { account, db, sampled } = bench;
    expect(await account.setupState()).toEqual({
      needed: true,
      maintenance: false,
      google: false,
      mail: true,
    });
    const token = await prepare(bench);
    expect(JSON.stringify(await db.selectFrom('settings').selectAll().execute())).not.toContain(token);
    const signed = await account.setUp(setUpForm(token), visitor);
    expect(signed).toMatchObject({ role: 'superadmin', name: 'Ada Lovelace', email: 'ada@example.com' });
    const object = { object_kind: 'user', object_id: signed.id };
    const entry = { ...object, verb: 'create', actor_id: signed.id, after: { role: 'superadmin' } };
    expect(await db.selectFrom('audit_log').selectAll().execute()).toMatchObject([entry]);
    expect(await account.authenticate(signed.access_token, visitor)).toMatchObject({ role: 'superadmin' });
    expect(await account.setupState()).toEqual({
      needed: false,
      maintenance: false,
      google: false,
      mail: true,
    });
    expect(await account.prepareSetUp()).toBeUndefined();
    expect(sampled).toEqual([]);
    await expect(account.setUp(setUpForm(token), visitor)).rejects.toMatchObject({ code: 'set_up_already' });
  });

  it('requests sample data if the form does', async () => {
    const bench = await openAccountBench(openTestDatabase());
    await bench.account.setUp(setUpForm(await prepare(bench), 'ada@example.com', true), visitor);
    expect(bench.sampled).toEqual([1]);
  });

  it('accepts only the latest link', async () => {
    const bench = await openAccountBench(openTestDatabase());
    const old = await prepare(bench);
    const token = await prepare(bench);
    for (const wrong of [old, 'geoloom_x', '', token.toUpperCase()]) {
      await expect(bench.account.setUp(setUpForm(wrong), visitor)).rejects.toMatchObject({
        code: 'invalid',
        details: { fields: { token: [expect.stringContaining('last one that the server printed')] } },
      });
    }
    await bench.account.setUp(setUpForm(token), visitor);
  });

  it('keeps the link when the password is rejected', async () => {
    const bench = await openAccountBench(openTestDatabase());
    const token = await prepare(bench);
    const form = setUpForm(token);
    const weak = { body: { ...form.body, password: 'password1' } };
    await expect(bench.account.setUp(weak, visitor)).rejects.toMatchObject({ code: 'invalid' });
    await bench.account.setUp(form, visitor);
  });

  it('creates exactly one superadmin for twenty concurrent requests', async () => {
    const bench = await openAccountBench(openTestDatabase());
    const token = await prepare(bench);
    // One network could not queue this many hashes.
    const addresses = freshAddresses();
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, (_none, index) =>
        bench.account.setUp(setUpForm(token, `${index}@example.com`), addresses.next().value),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const codes = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(new Set(codes)).toEqual(new Set(['set_up_already']));
    expect(await bench.db.selectFrom('users').select('role').execute()).toEqual([{ role: 'superadmin' }]);
  });

  it('can still be set up after a user has registered', async () => {
    const bench = await openAccountBench(openTestDatabase());
    await bench.account.register({ body: formOf('early@example.com') }, visitor);
    expect(await bench.account.setupState()).toMatchObject({ needed: true });
    const signed = await bench.account.setUp(setUpForm(await prepare(bench)), visitor);
    expect(signed.role).toBe('superadmin');
  });
});

describe('the settings for the first superadmin', () => {
  it('create the account once, and void the link', async () => {
    const bench = await openAccountBench(openTestDatabase());
    const token = await prepare(bench);
    const { account, db } = bench;
    expect(await account.createFirstAdmin('dana.miller@example.com', 'plausible otter lamp')).toBe(1);
    expect(await account.createFirstAdmin('other@example.com', 'plausible otter lamp')).toBeUndefined();
    await expect(account.setUp(setUpForm(token), visitor)).rejects.toMatchObject({ code: 'set_up_already' });
    const body = { email: 'dana.miller@example.com', password: 'plausible otter lamp' };
    const signed = await account.signIn({ body }, visitor);
    expect(signed).toMatchObject({ role: 'superadmin', name: 'Dana Miller', last_name: 'Miller' });
    expect(await db.selectFrom('users').select('id').execute()).toHaveLength(1);
  });

  it('create one account when several processes start at once', async () => {
    const { account, db } = await openAccountBench(openTestDatabase());
    const ids = await Promise.all(
      ['a@example.com', 'b@example.com', 'c@example.com'].map((email) =>
        account.createFirstAdmin(email, 'plausible otter lamp'),
      ),
    );
    expect(ids.filter((id) => id !== undefined)).toHaveLength(1);
    expect(await db.selectFrom('users').select('id').execute()).toHaveLength(1);
  });

  it('are rejected if the address already has an account or the password is too common', async () => {
    const { account, db } = await openAccountBench(openTestDatabase());
    await addUser(db, { email: 'boss@example.com' });
    await expect(account.createFirstAdmin('Boss@example.com', 'plausible otter lamp')).rejects.toThrow(
      'GEOLOOM_ADMIN_EMAIL',
    );
    await expect(account.createFirstAdmin('new@example.com', 'password1')).rejects.toMatchObject({
      code: 'invalid',
    });
  });
});
