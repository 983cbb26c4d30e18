/** Test databases reject queries that would deadlock on PGlite. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runOutsideTransaction } from '#testkit/statements.ts';
import { openTestDatabase } from '#testkit/test-database.ts';

const ask = sql<{ reply: number }>`select 1 as reply`;
const REFUSED = 'A statement of the outer db inside a transaction';

it('a statement or a transaction of the outer db is rejected while a transaction is open, and only then', async () => {
  const { db, jobs } = await openTestDatabase();
  const after = await db.transaction().execute(async (trx) => {
    expect((await ask.execute(trx)).rows).toEqual([{ reply: 1 }]);
    await expect(ask.execute(db)).rejects.toThrow(REFUSED);
    await expect(ask.execute(jobs)).rejects.toThrow(REFUSED);
    await expect(db.selectFrom('users').select('id').execute()).rejects.toThrow(REFUSED);
    await expect(db.transaction().execute((other) => ask.execute(other))).rejects.toThrow(REFUSED);
    const later = Promise.withResolvers<void>();
    return { end: later.resolve, reply: later.promise.then(() => ask.execute(db)) };
  });
  after.end();
  expect((await after.reply).rows).toEqual([{ reply: 1 }]);
});

it("a query that another process could send isn't rejected", async () => {
  const { db } = await openTestDatabase();
  const { reply } = await db.transaction().execute(async () => ({
    reply: runOutsideTransaction(() => ask.execute(db)),
  }));
  expect((await reply).rows).toEqual([{ reply: 1 }]);
});
