/** Behavior that stores rely on, on both databases. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '#testkit/test-database.ts';
import type { Database } from './open.ts';

const AT = new Date('2026-03-01T12:00:00.123Z');

async function addUser({ db }: Pick<Database, 'db'>, email: string): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({
      email,
      email_key: email.toLowerCase(),
      first_name: 'Ada',
      last_name: 'Byron',
      role: 'user',
      password_hash: '-',
      avatar_key: null,
      created_at: AT,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const listEmails = async ({ db }: Pick<Database, 'db'>) =>
  (await db.selectFrom('users').select('email').orderBy('id').execute()).map(({ email }) => email);

describe('values', () => {
  it('returns times as dates, counts and sums as numbers, and JSON as its value', async () => {
    const database = await openTestDatabase();
    await addUser(database, 'ada@example.org');
    const { rows } = await sql`
      select created_at, count(*) over () as counted, sum(7000000000::bigint) over () as summed,
        9007199254740993::bigint as large, '{"a":[1]}'::jsonb as json, is_disabled
      from users`.execute(database.db);
    expect(rows).toEqual([
      {
        created_at: AT,
        counted: 1,
        summed: '7000000000',
        large: 9_007_199_254_740_993n,
        json: { a: [1] },
        is_disabled: false,
      },
    ]);
  });

  it('starts ids at one in every test', async () => {
    const database = await openTestDatabase();
    expect(await addUser(database, 'grace@example.org')).toBe(1);
    expect(await listEmails(database)).toEqual(['grace@example.org']);
  });

  it('reports a unique violation by its code', async () => {
    const database = await openTestDatabase();
    await addUser(database, 'ada@example.org');
    await expect(addUser(database, 'ADA@example.org')).rejects.toMatchObject({ code: '23505' });
  });
});

describe('transactions', () => {
  it('leave nothing behind when one fails', async () => {
    const database = await openTestDatabase();
    const failing = database.db.transaction().execute(async (trx) => {
      await addUser({ db: trx }, 'ada@example.org');
      throw new Error('canceled');
    });
    await expect(failing).rejects.toThrow('canceled');
    expect(await listEmails(database)).toEqual([]);
  });

  it('hide uncommitted changes from others', async () => {
    const database = await openTestDatabase();
    const written = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const writing = database.db.transaction().execute(async (trx) => {
      await addUser({ db: trx }, 'ada@example.org');
      written.resolve();
      await goOn.promise;
      throw new Error('rolled back');
    });
    await written.promise;
    const seen = listEmails(database);
    goOn.resolve();
    await expect(writing).rejects.toThrow('rolled back');
    expect(await seen).toEqual([]);
  });

  it('run twenty at a time, each of them completely', async () => {
    const database = await openTestDatabase();
    await addUser(database, '0');
    const step = () =>
      database.db.transaction().execute(async (trx) => {
        const { email } = await trx.selectFrom('users').select('email').forUpdate().executeTakeFirstOrThrow();
        await trx
          .updateTable('users')
          .set({ email: String(Number(email) + 1) })
          .execute();
      });
    await Promise.all(Array.from({ length: 20 }, step));
    expect(await listEmails(database)).toEqual(['20']);
  });
});

it('queues a hundred queries', async () => {
  const { db } = await openTestDatabase();
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, n) => sql<{ n: number }>`select ${n}::int as n`.execute(db)),
  );
  expect(responses.map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 100 }, (_, n) => n));
});

describe('notifications', () => {
  it('arrive after the commit and not after a rollback', async () => {
    const database = await openTestDatabase();
    const received: string[] = [];
    const arrived = Promise.withResolvers<void>();
    const stop = await database.listen('geoloom_test', (payload) => {
      received.push(payload);
      if (payload === 'last') arrived.resolve();
    });
    const rolledBack = database.db.transaction().execute(async (trx) => {
      await database.notify(trx, 'geoloom_test', 'never');
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await database.db.transaction().execute(async (trx) => {
      await database.notify(trx, 'geoloom_test', 'run:12', 'run:13');
      expect(received).toEqual([]);
    });
    await database.notify(database.db, 'geoloom_test');
    await database.notify(database.db, 'geoloom_test', 'last');
    await arrived.promise;
    await stop();
    await database.notify(database.db, 'geoloom_test', 'nobody hears');
    await database.check();
    expect(received).toEqual(['run:12', 'run:13', 'last']);
  });
});
