/** Which files are run, when, and which databases are refused, on both kinds. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openTestDatabase, runSql } from '#testkit/test-database.ts';
import { hashMigrations, migrate } from './migrate.ts';
import type { Database } from './open.ts';

const OWN = readdirSync(new URL('migrations', import.meta.url)).filter((name) => name.endsWith('.sql'));

function makeFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'geoloom-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** The test database as if it had never been migrated; afterwards as it was. */
async function openUnmigrated(): Promise<Database> {
  const database = await openTestDatabase();
  await runSql(database, 'alter table migrations rename to migrations_put_away');
  onTestFinished(async () => {
    await runSql(database, 'drop table if exists migrations, first_step, second_step');
    await runSql(database, 'alter table migrations_put_away rename to migrations');
  });
  return database;
}

const listTables = async (database: Database) =>
  (
    await runSql<{ name: string }>(
      database,
      `select tablename as name from pg_tables where tablename like '%_step' order by 1`,
    )
  ).map(({ name }) => name);

describe('migrating', () => {
  it('runs its own files once', async () => {
    const database = await openTestDatabase();
    expect((await migrate(database)).ran).toEqual([]);
    const rows = await runSql<{ name: string }>(database, 'select name from migrations order by name');
    expect(rows.map(({ name }) => name)).toEqual(OWN);
  });

  it('runs what is new, in order, and says what it ran', async () => {
    const database = await openUnmigrated();
    const first = { '0001_first.sql': 'create table first_step (n int);\ncreate index on first_step (n);' };
    expect((await migrate(database, makeFolder(first))).ran).toEqual(['0001_first.sql']);
    const both = { ...first, '0002_second.sql': 'create table second_step as select * from first_step;' };
    expect((await migrate(database, makeFolder(both))).ran).toEqual(['0002_second.sql']);
    expect((await migrate(database, makeFolder(both))).ran).toEqual([]);
    expect(await listTables(database)).toEqual(['first_step', 'second_step']);
  });

  it('takes a file for the same when git gave its lines another end', async () => {
    const database = await openUnmigrated();
    await migrate(database, makeFolder({ '0001_first.sql': 'create table\nfirst_step (n int);\n' }));
    const other = makeFolder({ '0001_first.sql': 'create table\r\nfirst_step (n int);\r\n' });
    expect((await migrate(database, other)).ran).toEqual([]);
  });

  it('leaves nothing of a file that fails, and keeps those before it', async () => {
    const database = await openUnmigrated();
    const folder = makeFolder({
      '0001_first.sql': 'create table first_step (n int);',
      '0002_second.sql': 'create table second_step (n int); select * from nowhere;',
    });
    await expect(migrate(database, folder)).rejects.toThrow(/nowhere/);
    expect(await listTables(database)).toEqual(['first_step']);
    writeFileSync(join(folder, '0002_second.sql'), 'create table second_step (n int);');
    expect((await migrate(database, folder)).ran).toEqual(['0002_second.sql']);
  });

  it('lets callers of the same moment run each file once', async () => {
    const database = await openUnmigrated();
    const folder = makeFolder({
      '0001_first.sql': 'create table first_step as select 1 as n from pg_sleep(0.1);',
    });
    // PGlite has one process, which migrates once; only a server is asked by several.
    const callers = database.kind === 'postgres' ? 4 : 1;
    const ran = await Promise.all(Array.from({ length: callers }, () => migrate(database, folder)));
    expect(ran.flatMap((one) => one.ran)).toEqual(['0001_first.sql']);
  });
});

describe('refusing', () => {
  it('a database of a newer version', async () => {
    const database = await openUnmigrated();
    const first = { '0001_first.sql': 'create table first_step (n int);' };
    await migrate(database, makeFolder({ ...first, '0002_second.sql': 'create table second_step (n int);' }));
    await expect(migrate(database, makeFolder(first))).rejects.toThrow(
      /made by a newer version of Geoloom \(it has 0002_second\.sql\)/,
    );
  });

  it('a file that was changed after it was run', async () => {
    const database = await openUnmigrated();
    await migrate(database, makeFolder({ '0001_first.sql': 'create table first_step (n int);' }));
    const changed = makeFolder({ '0001_first.sql': 'create table first_step (n bigint);' });
    await expect(migrate(database, changed)).rejects.toThrow(
      /another 0001_first\.sql than this version holds\./,
    );
    const renamed = makeFolder({ '0001_other.sql': 'create table first_step (n int);' });
    await expect(migrate(database, renamed)).rejects.toThrow(/than this version holds \(0001_other\.sql\)/);
  });

  it('files whose numbers leave a gap or stand twice, before anything is run', async () => {
    const database = await openUnmigrated();
    const create = 'create table first_step (n int);';
    for (const names of [
      ['0002_first.sql'],
      ['0001_first.sql', '0003_second.sql'],
      ['0001_a.sql', '0001_b.sql'],
    ]) {
      const folder = makeFolder(Object.fromEntries(names.map((name) => [name, create])));
      await expect(migrate(database, folder)).rejects.toThrow(/out of order/);
    }
    expect(await listTables(database)).toEqual([]);
  });
});

it('names a set of files by what they say', () => {
  const one = makeFolder({ '0001_a.sql': 'select 1;' });
  expect(hashMigrations(one)).toBe(hashMigrations(makeFolder({ '0001_a.sql': 'select 1;' })));
  expect(hashMigrations(one)).not.toBe(hashMigrations(makeFolder({ '0001_a.sql': 'select 2;' })));
  expect(hashMigrations(one)).not.toBe(hashMigrations(makeFolder({ '0001_b.sql': 'select 1;' })));
});
