import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from './open.ts';
import { keepStatistics } from './statistics.ts';

test('a table whose rows were counted is not taken for an empty one', async () => {
  const { db, close } = await openDatabase({});
  await sql`create table towns as select id from generate_series(1, 20000) as id`.execute(db);
  const readRows = async () => {
    const { rows } = await sql<{ rows: number }>`
      select reltuples::int as rows from pg_class where relname = 'towns'`.execute(db);
    return rows[0]?.rows;
  };
  expect(await readRows()).toBe(-1);
  const errors: unknown[] = [];
  const end = keepStatistics(db, (error) => errors.push(error));
  await expect.poll(readRows).toBe(20_000);
  await end();
  await close();
  expect(errors).toEqual([]);
});
