import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ROLES } from '#contract/account.contract.ts';
import { addUser } from '#testkit/users.ts';
import { openTestDatabase } from '#testkit/test-database.ts';
import {
  DAY_MS,
  formOf,
  freshAddresses,
  GOOD_PASSWORD,
  HOUR_MS,
  MINUTE_MS,
  openAccountBench,
  visitorFrom,
} from './account-fixture.ts';
import { makeToken } from './sessions.service.ts';

const SECOND_MS = 1000;
const visitor = visitorFrom();

describe('a token', () => {
  it('is a prefix and 256 random bits, and unique (B1)', () => {
    const tokens = Array.from({ length: 100_000 }, makeToken);
    expect(new Set(tokens).size).toBe(100_000);
    expect(tokens.filter((token) => !/^geoloom_[\w-]{43}$/.test(token))).toEqual([]);
  });

  it('is not stored in the database (B1)', async () => {
    const { account, db, pass } = await openAccountBench(openTestDatabase());
    const addresses = freshAddresses();
    const first = await account.register({ body: formOf() }, visitor);
    const tokens = [first.access_token];
    const body = { email: 'ada@example.com', password: GOOD_PASSWORD };
    for (let index = 0; index < 100; index += 1) {
      pass(MINUTE_MS);
      tokens.push((await account.signIn({ body }, addresses.next().value)).access_token);
    }
    const tables = await db.introspection.getTables();
    const dumps = await Promise.all(
      tables.map(async ({ schema, name }) =>
        JSON.stringify(
          await db
            .selectFrom(`${schema}.${name}` as 'users')
            .selectAll()
            .execute(),
        ),
      ),
    );
    const dump = dumps.join('\n');
    expect(dump).toContain(
      createHash('sha256')
        .update(tokens.at(-1) ?? '')
        .digest('hex'),
    );
    const forms = tokens.flatMap((token) => {
      const random = Buffer.from(token.slice('geoloom_'.length), 'base64url');
      return [token, random.toString('base64'), random.toString('base64url'), random.toString('hex')];
    });
    expect(forms.filter((form) => dump.includes(form))).toEqual([]);
    console.log(`${tables.length} tables searched for ${forms.length} forms of ${tokens.length} tokens`);
  });

  it.each(['', 'geoloom_', 'x'.repeat(51), `geoloom_${'A'.repeat(43)}`, `geoloom_${'A'.repeat(42)}%`])(
    'that was never issued is rejected: %j',
    async (token) => {
      const { account, db } = await openAccountBench(openTestDatabase());
      await addUser(db);
      expect(await account.authenticate(token, visitor)).toBeUndefined();
    },
  );

  it('is new at each sign-in (B5)', async () => {
    const { account } = await openAccountBench(openTestDatabase());
    const { access_token: first } = await account.register({ body: formOf() }, visitor);
    const body = { email: 'ada@example.com', password: GOOD_PASSWORD };
    const { access_token: second } = await account.signIn({ body }, visitor);
    expect(second).not.toBe(first);
    expect(await account.authenticate(first, visitor)).toBeDefined();
  });
});

describe('a session', () => {
  it.each([
    ['user', 12 * HOUR_MS],
    ['admin', HOUR_MS],
    ['superadmin', HOUR_MS],
  ] as const)('of role %s ends after the idle timeout (B3)', async (role, idleMs) => {
    const { account, db, now, pass } = await openAccountBench(openTestDatabase());
    const early = await addUser(db, { role, signedInAt: now() });
    const late = await addUser(db, { role, signedInAt: now() });
    pass(idleMs - SECOND_MS);
    expect(await account.authenticate(early.token, visitor)).toMatchObject({
      actor: { userId: early.userId },
      role,
    });
    pass(2 * SECOND_MS);
    expect(await account.authenticate(late.token, visitor)).toBeUndefined();
    // Using it restarted its idle timeout.
    pass(idleMs - 3 * SECOND_MS);
    expect(await account.authenticate(early.token, visitor)).toBeDefined();
  });

  it.each([
    ['user', 30 * DAY_MS, 11 * HOUR_MS],
    ['admin', 12 * HOUR_MS, 50 * MINUTE_MS],
    ['superadmin', 12 * HOUR_MS, 50 * MINUTE_MS],
  ] as const)(
    'of role %s ends after its maximum lifetime, even if it is in use (B3)',
    async (role, totalMs, stepMs) => {
      const { account, db, now, pass } = await openAccountBench(openTestDatabase());
      const { token } = await addUser(db, { role, signedInAt: now() });
      const end = now().getTime() + totalMs;
      while (now().getTime() + stepMs < end) {
        pass(stepMs);
        expect(await account.authenticate(token, visitor)).toBeDefined();
      }
      pass(end - now().getTime() - SECOND_MS);
      expect(await account.authenticate(token, visitor)).toBeDefined();
      pass(2 * SECOND_MS);
      expect(await account.authenticate(token, visitor)).toBeUndefined();
    },
  );

  it('stores its last use at most once a minute', async () => {
    const { account, db, now, pass } = await openAccountBench(openTestDatabase());
    const { token, sessionId } = await addUser(db, { signedInAt: now() });
    const readSeen = async () => {
      const row = await db
        .selectFrom('sessions')
        .select('seen_at')
        .where('id', '=', sessionId)
        .executeTakeFirstOrThrow();
      return row.seen_at.getTime();
    };
    const begin = now().getTime();
    pass(59 * SECOND_MS);
    await account.authenticate(token, visitor);
    expect(await readSeen()).toBe(begin);
    pass(SECOND_MS);
    await account.authenticate(token, visitor);
    expect(await readSeen()).toBe(begin + MINUTE_MS);
  });

  it.each(['disabled', 'deleted', 'signed out', 'made an admin'] as const)(
    'ends at the next call after its user was %s (B2)',
    async (event) => {
      const { account, db, now, pass } = await openAccountBench(openTestDatabase());
      const { token, userId } = await addUser(db, { signedInAt: now() });
      pass(2 * HOUR_MS);
      const caller = await account.authenticate(token, visitor);
      if (caller === undefined) throw new Error('The session should be active.');
      const users = db.updateTable('users').where('id', '=', userId);
      if (event === 'disabled') await users.set({ is_disabled: true }).execute();
      else if (event === 'deleted') await db.deleteFrom('users').where('id', '=', userId).execute();
      else if (event === 'signed out') await account.signOut({}, caller);
      else {
        await users.set({ role: 'admin' }).execute();
        pass(11 * HOUR_MS);
      }
      expect(await account.authenticate(token, visitor)).toBeUndefined();
    },
  );

  it('has the current role of its user, not that of the sign-in', async () => {
    const { account, db, now } = await openAccountBench(openTestDatabase());
    const { token, userId } = await addUser(db, { signedInAt: now() });
    for (const role of ROLES) {
      await db.updateTable('users').set({ role }).where('id', '=', userId).execute();
      expect(await account.authenticate(token, visitor)).toMatchObject({ role });
    }
  });

  it('is the only one that ends when its user signs out', async () => {
    const { account } = await openAccountBench(openTestDatabase());
    const { access_token: first } = await account.register({ body: formOf() }, visitor);
    const body = { email: 'ada@example.com', password: GOOD_PASSWORD };
    const { access_token: second } = await account.signIn({ body }, visitor);
    const caller = await account.authenticate(first, visitor);
    if (caller === undefined) throw new Error('The session should be active.');
    expect(await account.signOut({}, caller)).toEqual({});
    expect(await account.authenticate(first, visitor)).toBeUndefined();
    expect(await account.authenticate(second, visitor)).toBeDefined();
  });

  it('is one of at most twenty: ended ones are replaced first, then the oldest', async () => {
    const { account, db } = await openAccountBench(openTestDatabase());
    const addresses = freshAddresses();
    const tokens = [(await account.register({ body: formOf() }, addresses.next().value)).access_token];
    const body = { email: 'ada@example.com', password: GOOD_PASSWORD };
    const signIn = async () => (await account.signIn({ body }, addresses.next().value)).access_token;
    while (tokens.length < 20) tokens.push(await signIn());
    const ended = await account.authenticate(tokens[10] ?? '', visitor);
    if (ended === undefined) throw new Error('The session should be active.');
    await account.signOut({}, ended);
    const findActive = async () => {
      const callers = await Promise.all(tokens.map((token) => account.authenticate(token, visitor)));
      return callers.flatMap((caller, index) => (caller === undefined ? [] : [index]));
    };
    tokens.push(await signIn());
    expect(await findActive()).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
    ]);
    tokens.push(...(await Promise.all([signIn(), signIn()])));
    expect(await findActive()).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
    ]);
    expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(20);
  });
});
