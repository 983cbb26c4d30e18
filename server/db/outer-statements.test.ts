/** The databases of tests refuse what would wait for itself on PGlite. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runOutsideTransaction } from '#testkit/statements.ts';
import { openTestDatabase } from '#testkit/test-database.ts';

const ask = sql<{ answer: number }>`select 1 as answer`;
const REFUSED = 'A statement of the outer db inside a transaction';

it('a statement or a transaction of the outer db is refused while a transaction is open, and only then', async () => {
  const { db, jobs } = await openTestDatabase();
  const after = await db.transaction().execute(async (trx) => {
    expect((await ask.execute(trx)).rows).toEqual([{ answer: 1 }]);
    await expect(ask.execute(db)).rejects.toThrow(REFUSED);
    await expect(ask.execute(jobs)).rejects.toThrow(REFUSED);
    await expect(db.selectFrom('users').select('id').execute()).rejects.toThrow(REFUSED);
    await expect(db.transaction().execute((other) => ask.execute(other))).rejects.toThrow(REFUSED);
    const later = Promise.withResolvers<void>();
    return { end: later.resolve, answer: later.promise.then(() => ask.execute(db)) };
  });
  after.end();
  expect((await after.answer).rows).toEqual([{ answer: 1 }]);
});

it('what another process could send is not refused', async () => {
  const { db } = await openTestDatabase();
  const { answer } = await db.transaction().execute(async () => ({
    answer: runOutsideTransaction(() => ask.execute(db)),
  }));
  expect((await answer).rows).toEqual([{ answer: 1 }]);
});
