/** Maintenance of the embedded database by the rules of autovacuum. */
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from './database.ts';
import { type MaintenanceOptions, maintainTables } from './maintenance.ts';
import { openDatabase } from './open.ts';

interface Towns {
  /** The planner's estimate; −1 before the first analyze. */
  rows: number;
  dead: number;
  bytes: number;
}

async function openTowns(count: number) {
  const database = await openDatabase({});
  onTestFinished(() => database.close());
  const { db } = database;
  await sql`create table towns as select id from generate_series(1, ${sql.lit(count)}) as id`.execute(db);
  const read = async () => {
    const { rows } = await sql<Towns>`select reltuples::float8 as rows, n_dead_tup::float8 as dead,
        pg_relation_size(relid)::float8 as bytes
      from pg_stat_user_tables join pg_class on oid = relid where pg_class.relname = 'towns'`.execute(db);
    return rows[0];
  };
  const insert = (more: number) =>
    sql`insert into towns select id from generate_series(1, ${sql.lit(more)}) as id`.execute(db);
  return { database, db, read, insert };
}

function maintain(database: MaintenanceOptions['database'], more: Partial<MaintenanceOptions> = {}): void {
  const errors: unknown[] = [];
  const end = maintainTables({
    database,
    everyMs: 100,
    onError: (error) => errors.push(error),
    ...more,
  });
  onTestFinished(async () => {
    await end();
    expect(errors).toEqual([]);
  });
}

/** PGlite updates its statistics once a second. */
const SOON = { timeout: 20_000, interval: 50 };

test('a table that was analyzed with one row and has grown is analyzed again', async () => {
  const { database, read, insert } = await openTowns(1);
  expect((await read())?.rows).toBe(-1);
  maintain(database);
  await expect.poll(read, SOON).toMatchObject({ rows: 1 });
  await insert(2_000);
  await expect.poll(read, SOON).toMatchObject({ rows: 2_001 });
});

test('the space of deleted rows is reused', async () => {
  const { database, db, read, insert } = await openTowns(20_000);
  maintain(database);
  await expect.poll(read, SOON).toMatchObject({ rows: 20_000 });
  const before = await read();
  await sql`delete from towns where id % 4 > 0`.execute(db);
  await expect.poll(async () => (await read())?.rows, SOON).toBe(5_000);
  await expect.poll(read, SOON).toMatchObject({ dead: 0 });
  await insert(14_000);
  expect((await read())?.bytes).toBeLessThanOrEqual(before?.bytes ?? 0);
});

test('a large table waits until the database is quiet, unless most of it is deleted rows', async () => {
  const { db, read } = await openTowns(20_000);
  let busyMs = 0;
  let isBusy = true;
  const readBusyMs: Database['readBusyMs'] = () => (busyMs += isBusy ? 20 : 0);
  await sql`vacuum analyze towns`.execute(db);
  maintain({ db, readBusyMs }, { largeBytes: 100_000 });
  await sql`create table small as select id from generate_series(1, 100) as id`.execute(db);
  const waitForPasses = async () => {
    await sql`delete from small`.execute(db);
    await sql`insert into small select id from generate_series(1, 100) as id`.execute(db);
    const countPasses = async () =>
      (
        await sql<{
          n: number;
        }>`select vacuum_count::int as n from pg_stat_user_tables where relname = 'small'`.execute(db)
      ).rows[0]?.n;
    const before = (await countPasses()) ?? 0;
    await expect.poll(countPasses, SOON).toBeGreaterThan(before);
  };
  await sql`delete from towns where id % 3 = 0`.execute(db);
  await waitForPasses();
  expect(await read()).toMatchObject({ dead: 6_666 });
  isBusy = false;
  await expect.poll(read, SOON).toMatchObject({ dead: 0, rows: 13_334 });
  isBusy = true;
  await sql`delete from towns where id % 9 > 0`.execute(db);
  await expect.poll(read, SOON).toMatchObject({ dead: 0 });
});
