import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from './open.ts';

let database: Database;
let db: Database['db'];

beforeAll(async () => {
  database = await openDatabase({});
  ({ db } = database);
});
afterAll(() => database.close());

const run = <Row>(text: string, ...values: unknown[]) =>
  db.executeQuery<Row>(CompiledQuery.raw(text, values));
const readPrepared = async () => {
  const { rows } = await run<{ statement: string }>('select statement from pg_prepared_statements');
  return rows.map(({ statement }) => statement);
};

describe('a statement that runs again', () => {
  test('is prepared once', async () => {
    const text = 'select $1::int + 1 as sum';
    for (const value of [1, 2, 3]) expect((await run(text, value)).rows).toEqual([{ sum: value + 1 }]);
    expect((await readPrepared()).filter((each) => each === text)).toHaveLength(1);
  });

  test('returns values of every type as it did the first time', async () => {
    const text = `select $1::timestamptz as at, $2::jsonb as json, $3::int[] as list, $4::bytea as bytes, $5::text as none,
      $6::bigint as big, $7::float8 as part, $8::bool as flag, $9::uuid as id, $10::date::text as day`;
    const values = [
      new Date('2026-11-23T10:00:00Z'),
      JSON.stringify({ town: 'O\'Fallon "x" \\' }),
      [1, 2],
      new Uint8Array([0, 255]),
      null,
      9_007_199_254_740_993n,
      -95.3,
      true,
      '0192d4c0-7c1e-7000-8000-000000000000',
      '2026-11-23',
    ];
    const first = await run(text, ...values);
    for (let time = 0; time < 7; time += 1) expect(await run(text, ...values)).toEqual(first);
    expect(first.rows).toMatchObject([
      { none: null, list: [1, 2], part: -95.3, big: 9_007_199_254_740_993n },
    ]);
  });

  test('returns the number of changed rows', async () => {
    await run('create table changed (id int)');
    for (const count of [1, 2, 3])
      expect(await run('insert into changed select generate_series(1, $1::int)', count)).toMatchObject({
        numAffectedRows: BigInt(count),
      });
  });

  test("that fails doesn't affect the next one, and reports its constraint", async () => {
    await run('create table single (id int constraint single_once unique)');
    const add = () => run('insert into single values ($1::int)', 1);
    await add();
    for (let time = 0; time < 3; time += 1)
      await expect(add()).rejects.toMatchObject({ code: '23505', constraint: 'single_once' });
    expect((await run('select id from single')).rows).toEqual([{ id: 1 }]);
  });

  test('is rolled back with its transaction', async () => {
    await run('create table undone (id int)');
    const add = 'insert into undone values ($1::int)';
    const addTwice = db.transaction().execute(async (trx) => {
      for (const id of [1, 2, 3]) await trx.executeQuery(CompiledQuery.raw(add, [id]));
      throw new Error('enough');
    });
    await expect(addTwice).rejects.toThrow('enough');
    await run(add, 4);
    expect((await run('select id from undone')).rows).toEqual([{ id: 4 }]);
  });

  test('sees columns that were added in the meantime', async () => {
    await run('create table grown (a int)');
    await run('insert into grown values (1)');
    for (let time = 0; time < 3; time += 1) await run('select * from grown');
    await run('alter table grown add column b int default 2');
    expect((await run('select * from grown')).rows).toEqual([{ a: 1, b: 2 }]);
  });

  test('receives notifications', async () => {
    const received: string[] = [];
    await database.listen('news', (payload) => void received.push(payload));
    for (const text of ['one', 'two', 'three']) await sql`select pg_notify('news', ${text})`.execute(db);
    expect(received).toEqual(['one', 'two', 'three']);
  });
});

test('least recently used statements are evicted', async () => {
  for (let index = 0; index < 250; index += 1) await run(`select ${index} as number`);
  const prepared = await readPrepared();
  expect(prepared.length).toBeLessThanOrEqual(200);
  expect(prepared).toContain('select 249 as number');
  expect(prepared).not.toContain('select 0 as number');
});
