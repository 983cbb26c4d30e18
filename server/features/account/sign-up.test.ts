import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { registration } from '#contract/account.contract.ts';
import { readList } from '#server/gateways/common-passwords.ts';
import { createPasswordHash } from '#server/gateways/password-hash.ts';
import { openTestDatabase } from '#testkit/test-database.ts';
import {
  formOf,
  freshAddresses,
  GOOD_PASSWORD,
  HOUR_MS,
  openAccountBench,
  visitorFrom,
} from './account-fixture.ts';

const visitor = visitorFrom();
const STRINGS = '../shared/corpora/naughty-strings.json';
const NAUGHTY = [
  '  spaces at both ends  ',
  'Ünïcödé päßwörter',
  'e\u0301crire en franc\u0327ais',
  '\u202eright to left\u202c',
  '👩‍👩‍👧‍👦👩‍👩‍👧‍👦 family names',
  "Robert'); drop table users;--",
  '\u0000\u0001\u0002\u0003 control characters',
  'x'.repeat(72).concat('what a hash that cuts would lose'),
  '𝒶𝓁𝓁 𝒷𝓊𝓉 𝓅𝓁𝒶𝒾𝓃',
  'ß'.repeat(256),
];

/** Variants into which a careless program could change a password. */
function listVariants(password: string): string[] {
  const cut = Buffer.from(password).subarray(0, 72).toString();
  const all = [
    password.trim(),
    password.toLowerCase(),
    password.toUpperCase(),
    password.normalize('NFC'),
    password.normalize('NFD'),
    password.normalize('NFKC'),
    cut,
  ];
  return [...new Set(all)].filter((variant) => variant !== password && variant !== '');
}

describe('a password', () => {
  it('is taken exactly as it was typed (A1)', async () => {
    const corpus: string[] = existsSync(STRINGS) ? JSON.parse(readFileSync(STRINGS, 'utf8')) : [];
    const { account } = await openAccountBench(openTestDatabase());
    const addresses = freshAddresses();
    const next = () => addresses.next().value;
    const counts = { registered: 0, refused: 0, variants: 0 };
    for (const [index, password] of [...NAUGHTY, ...corpus].entries()) {
      const email = `person-${index}@example.com`;
      const form = registration.safeParse(formOf(email, password));
      if (!form.success) continue;
      const made = await account.register({ body: form.data }, next()).catch(() => undefined);
      if (made === undefined) {
        counts.refused += 1;
        continue;
      }
      counts.registered += 1;
      await expect(account.signIn({ body: { email, password } }, next()), password).resolves.toMatchObject({
        email,
      });
      for (const variant of listVariants(password)) {
        counts.variants += 1;
        const attempt = account.signIn({ body: { email, password: variant } }, next());
        await expect(attempt, `${password} as ${variant}`).rejects.toMatchObject({
          code: 'wrong_credentials',
        });
      }
    }
    console.log(`${corpus.length} strings of the corpus;`, counts);
    expect(counts.registered).toBeGreaterThanOrEqual(NAUGHTY.length);
    expect(counts.refused).toBeLessThan(10);
    expect(counts.variants).toBeGreaterThan(NAUGHTY.length);
  });

  it('that is easy to guess is rejected before anything is counted or hashed (A2)', async () => {
    const { account, db, passwords } = await openAccountBench(openTestDatabase());
    const common = (await readList()).filter((_entry, index) => index % 100 === 0);
    for (const password of [...common, 'geoloom2026', 'lovelace1815', 'ada@example.com']) {
      await expect(
        account.register({ body: formOf('ada@example.com', password) }, visitor),
      ).rejects.toMatchObject({
        code: 'invalid',
        details: { fields: { password: [expect.stringMatching(/^Password is .* Choose another\.$/)] } },
      });
    }
    expect(passwords.peak).toBe(0);
    expect(await db.selectFrom('users').selectAll().execute()).toEqual([]);
  });

  it('is rehashed at sign-in after the cost has increased', async () => {
    const { account, db } = await openAccountBench(openTestDatabase());
    await account.register({ body: formOf() }, visitor);
    const readHash = async () =>
      (await db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()).password_hash;
    const old = await readHash();
    const body = { email: 'ada@example.com', password: GOOD_PASSWORD };
    await account.signIn({ body }, visitor);
    expect(await readHash()).toBe(old);
    await db
      .updateTable('users')
      .set({
        password_hash: await createPasswordHash({ memoryKiB: 8, passes: 1 }).hash(GOOD_PASSWORD, 'test'),
      })
      .execute();
    await account.signIn({ body }, visitor);
    expect(await readHash()).toContain('$m=64,t=1,p=1$');
    await account.signIn({ body }, visitor);
  });
});

describe('registration', () => {
  it('creates an account with the role user, signs it in and adds three notifications', async () => {
    const { account, db, notifications } = await openAccountBench(openTestDatabase());
    const signed = await account.register({ body: formOf('Ada.L@Example.com') }, visitor);
    expect(signed).toMatchObject({
      role: 'user',
      name: 'Ada Lovelace',
      email: 'Ada.L@Example.com',
      avatar: '/avatar.svg',
    });
    const caller = await account.authenticate(signed.access_token, visitor);
    if (caller === undefined) throw new Error('The session should be active.');
    expect(caller).toMatchObject({ role: 'user', name: 'Ada Lovelace', ip: visitor.ip });
    expect(await account.userData({}, caller)).toMatchObject({
      id: signed.id,
      role: 'user',
      name: 'Ada Lovelace',
      avatar: '/avatar.svg',
      unread_count: 3,
    });
    const { data } = await notifications.list({ query: { page: 1, per_page: 25 } }, caller);
    expect(data.map(({ link }) => link)).toEqual([
      '/dashboard',
      '/projects/select-project-type',
      '/projects',
    ]);
    expect(await account.show({}, caller)).toMatchObject({
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'Ada.L@Example.com',
      avatar: '/avatar.svg',
      created_at: '2026-06-01T12:00:00.000Z',
    });
    const users = await db.selectFrom('users').select(['email_key', 'password_hash']).execute();
    expect(users).toEqual([
      { email_key: 'ada.l@example.com', password_hash: expect.stringContaining('$argon2id$') },
    ]);
  });

  it('creates one account with three welcome notifications for concurrent sign-ups with one address in any case', async () => {
    const { account, db } = await openAccountBench(openTestDatabase());
    const addresses = freshAddresses();
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, (_none, index) => {
        const email = index % 2 === 0 ? 'ada@example.com' : 'ADA@example.com';
        return account.register({ body: formOf(email) }, addresses.next().value);
      }),
    );
    const refused = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused).toHaveLength(19);
    for (const reason of refused)
      expect(reason.details.fields).toEqual({ email: [expect.stringContaining('already exists')] });
    expect(await db.selectFrom('users').select('id').execute()).toHaveLength(1);
    expect(await db.selectFrom('notifications').select('id').execute()).toHaveLength(3);
    expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(1);
  });

  it('is rejected after five in an hour from one network', async () => {
    const { account } = await openAccountBench(openTestDatabase());
    for (let index = 0; index < 5; index += 1) {
      await account.register({ body: formOf(`${index}@example.com`) }, visitor);
    }
    await expect(account.register({ body: formOf('6@example.com') }, visitor)).rejects.toMatchObject({
      code: 'too_many',
      details: { headers: { 'retry-after': expect.stringMatching(/^\d+$/) } },
    });
  });
});

describe('sign-in', () => {
  it('finds the address in any case and with spaces around it', async () => {
    const { account } = await openAccountBench(openTestDatabase());
    await account.register({ body: formOf('Ada@Example.com') }, visitor);
    const body = { email: ' aDA@example.COM ', password: GOOD_PASSWORD };
    await expect(account.signIn({ body }, visitor)).resolves.toMatchObject({ email: 'Ada@Example.com' });
  });

  it.each([
    'nobody@example.com',
    'no address at all',
    "' or 1=1 --",
    'nul\u0000byte@example.com',
    '\ud800@example.com',
  ])('responds to %j as to a wrong password, after the same work (A3)', async (email) => {
    const { account, passwords } = await openAccountBench(openTestDatabase());
    await expect(account.signIn({ body: { email, password: GOOD_PASSWORD } }, visitor)).rejects.toMatchObject(
      {
        code: 'wrong_credentials',
      },
    );
    expect(passwords.peak).toBe(1);
  });

  it('reports that an account is disabled only for the correct password', async () => {
    const { account, db } = await openAccountBench(openTestDatabase());
    await account.register({ body: formOf() }, visitor);
    await db.updateTable('users').set({ is_disabled: true }).execute();
    const body = { email: 'ada@example.com', password: GOOD_PASSWORD };
    await expect(account.signIn({ body }, visitor)).rejects.toMatchObject({
      code: 'account_disabled',
      message: 'This account is disabled. Ask your Geoloom administrator to enable it again.',
    });
    const wrong = { ...body, password: 'wrong horse battery' };
    const [disabled, unknown] = await Promise.all(
      [wrong, { ...wrong, email: 'unknown@example.com' }].map((each) =>
        account
          .signIn({ body: each }, visitor)
          .catch(({ code, message }: Error & { code: string }) => [code, message]),
      ),
    );
    expect(disabled).toEqual(['wrong_credentials', 'The email address or password is wrong.']);
    expect(unknown).toEqual(disabled);
    expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(1);
  });

  it('lets the owner in from any network, after a delay, while a hundred others guess (A4)', async () => {
    const { account, waited } = await openAccountBench(openTestDatabase());
    const owner = visitorFrom('203.0.113.7');
    await account.register({ body: formOf() }, owner);
    const wrong = { email: 'ada@example.com', password: 'wrong horse battery' };
    for (let index = 0; index < 100; index += 1) {
      for (let round = 0; round < 3; round += 1) {
        const guess = account.signIn({ body: wrong }, visitorFrom(`127.0.0.${index}`));
        await expect(guess).rejects.toMatchObject({ code: 'wrong_credentials' });
      }
    }
    expect(waited.slice(0, 3)).toEqual([250, 500, 750]);
    expect(Math.max(...waited)).toBe(5000);
    waited.length = 0;
    const body = { email: 'ada@example.com', password: GOOD_PASSWORD };
    await expect(account.signIn({ body }, owner)).resolves.toMatchObject({ name: 'Ada Lovelace' });
    expect(waited).toEqual([]);
    const fresh = visitorFrom('198.51.100.1');
    await expect(account.signIn({ body }, fresh)).resolves.toMatchObject({ name: 'Ada Lovelace' });
    expect(waited).toEqual([5000]);
  });

  it('is not locked when the clock is set back', async () => {
    const { account } = await openAccountBench(openTestDatabase());
    await account.register({ body: formOf() }, visitor);
    const body = { email: 'ada@example.com', password: GOOD_PASSWORD };
    const wrong = { ...body, password: 'wrong horse battery' };
    for (let index = 0; index < 20; index += 1)
      await account.signIn({ body: wrong }, visitor).catch(() => {});
    await expect(account.signIn({ body }, visitor)).rejects.toMatchObject({ code: 'too_many' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * HOUR_MS });
    onTestFinished(() => void vi.useRealTimers());
    await expect(account.signIn({ body }, visitor)).resolves.toMatchObject({ name: 'Ada Lovelace' });
  });
});
