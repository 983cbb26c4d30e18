/** Which files run, when, and which databases are rejected, on both kinds. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openTestDatabase, runSql } from '#testkit/test-database.ts';
import { checkSchema, hashMigrations, migrate } from './migrate.ts';
import type { Database } from './open.ts';

const OWN = readdirSync(new URL('migrations', import.meta.url)).filter((name) => name.endsWith('.sql'));

function makeFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'geoloom-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** The test database in its state before migrations; it is restored afterward. */
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

  it('runs new files in order and reports them', async () => {
    const database = await openUnmigrated();
    const first = { '0001_first.sql': 'create table first_step (n int);\ncreate index on first_step (n);' };
    expect((await migrate(database, makeFolder(first))).ran).toEqual(['0001_first.sql']);
    const both = { ...first, '0002_second.sql': 'create table second_step as select * from first_step;' };
    expect((await migrate(database, makeFolder(both))).ran).toEqual(['0002_second.sql']);
    expect((await migrate(database, makeFolder(both))).ran).toEqual([]);
    expect(await listTables(database)).toEqual(['first_step', 'second_step']);
  });

  it('treats a file as unchanged if git converted its line endings', async () => {
    const database = await openUnmigrated();
    await migrate(database, makeFolder({ '0001_first.sql': 'create table\nfirst_step (n int);\n' }));
    const other = makeFolder({ '0001_first.sql': 'create table\r\nfirst_step (n int);\r\n' });
    expect((await migrate(database, other)).ran).toEqual([]);
  });

  it('rolls back a file that fails, and keeps those before it', async () => {
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

  it('runs each file once for concurrent callers', async () => {
    const database = await openUnmigrated();
    const folder = makeFolder({
      '0001_first.sql': 'create table first_step as select 1 as n from pg_sleep(0.1);',
    });
    // Only a server can have several processes; PGlite has one.
    const callers = database.kind === 'postgres' ? 4 : 1;
    const ran = await Promise.all(Array.from({ length: callers }, () => migrate(database, folder)));
    expect(ran.flatMap((one) => one.ran)).toEqual(['0001_first.sql']);
  });
});

describe('a file that runs outside of a transaction', () => {
  const first = {
    '0001_first.sql': 'create table first_step as select n % 10 as n from generate_series(1, 100) n;',
  };
  const index = 'create unique index concurrently if not exists first_step_index on first_step (n)';
  const listIndexes = (database: Database) =>
    runSql<{ name: string; is_valid: boolean }>(
      database,
      `select relname as name, indisvalid as is_valid from pg_index join pg_class on oid = indexrelid
        where indrelid = 'first_step'::regclass`,
    );

  it('runs paragraph by paragraph, commits each one, and is recorded at the end', async () => {
    const database = await openUnmigrated();
    const folder = makeFolder({
      ...first,
      '0002_second.sql': `-- no transaction
-- expand

-- Deletes in batches that commit.
do $$ begin
  loop
    delete from first_step where ctid in (select ctid from first_step where n > 0 limit 20);
    exit when not found;
    commit;
  end loop;
end $$;

delete from first_step where ctid <> (select min(ctid) from first_step);

${index};
`,
    });
    expect((await migrate(database, folder)).ran).toEqual(['0001_first.sql', '0002_second.sql']);
    expect(await runSql(database, 'select n from first_step')).toEqual([{ n: 0 }]);
    expect(await listIndexes(database)).toEqual([{ name: 'first_step_index', is_valid: true }]);
    expect((await migrate(database, folder)).ran).toEqual([]);
  });

  it('keeps completed statements after a failure, and rebuilds an unfinished index', async () => {
    const database = await openUnmigrated();
    const second = `-- no transaction\n\ncreate table if not exists second_step (n int);\n\n${index};\n`;
    const folder = makeFolder({ ...first, '0002_second.sql': second });
    await expect(migrate(database, folder)).rejects.toThrow(
      /0002_second\.sql: .*first_step_index.* Earlier statements of the file are kept\. The next try continues with: create unique index/,
    );
    expect(await listTables(database)).toEqual(['first_step', 'second_step']);
    // `if not exists` would keep this index.
    expect(await listIndexes(database)).toEqual([{ name: 'first_step_index', is_valid: false }]);
    await expect(checkSchema(database, folder)).rejects.toThrow(/0002_second\.sql/);
    await runSql(database, 'delete from first_step where ctid <> (select min(ctid) from first_step)');
    expect((await migrate(database, folder)).ran).toEqual(['0002_second.sql']);
    expect(await listIndexes(database)).toEqual([{ name: 'first_step_index', is_valid: true }]);
  });

  it.each([
    'create index first_step_index on first_step (n)',
    'create index concurrently first_step_index on first_step (n)',
    'create index if not exists first_step_index on first_step (n)',
  ])('is rejected with an index that a retry can’t finish: %s', async (statement) => {
    const database = await openUnmigrated();
    const folder = makeFolder({ ...first, '0002_second.sql': `-- no transaction\n\n${statement};` });
    await expect(migrate(database, folder)).rejects.toThrow(
      '0002_second.sql runs outside of a transaction, so each index in it must begin with "create index concurrently if not exists name on"',
    );
    expect(await listTables(database)).toEqual([]);
  });
});

describe('the previous version', () => {
  const one = { '0001_first.sql': 'create table first_step (n int);' };
  const two = { ...one, '0002_second.sql': '-- expand\nalter table first_step add column m int;' };
  const three = { ...two, '0003_third.sql': '-- contract: 0002\nalter table first_step drop column n;' };

  it('is compatible with a newer database if each newer file allows it', async () => {
    const database = await openUnmigrated();
    await migrate(database, makeFolder(one));
    expect(await migrate(database, makeFolder(two))).toMatchObject({ isCompatible: true, isNew: false });
    expect(await checkSchema(database, makeFolder(two))).toEqual([]);
    expect(await checkSchema(database, makeFolder(one))).toEqual(['0002_second.sql']);
    expect(await migrate(database, makeFolder(one))).toMatchObject({ ran: [], newer: ['0002_second.sql'] });
    // The version that knows the second file no longer uses the column; the first one does.
    expect(await migrate(database, makeFolder(three))).toMatchObject({ isCompatible: true });
    expect(await checkSchema(database, makeFolder(two))).toEqual(['0003_third.sql']);
    const refusal =
      'The database was created by a newer version of Geoloom (it has 0003_third.sql) and doesn’t work with this version. Start the newer version, or restore a backup made by this one.';
    await expect(checkSchema(database, makeFolder(one))).rejects.toThrow(refusal);
    await expect(migrate(database, makeFolder(one))).rejects.toThrow(refusal);
  });

  it('is reported as incompatible when a version is skipped', async () => {
    const database = await openUnmigrated();
    expect(await migrate(database, makeFolder(one))).toMatchObject({ isNew: true });
    expect(await migrate(database, makeFolder(three))).toMatchObject({ isCompatible: false });
  });

  it('is checked in a database without the version column and in an empty one', async () => {
    const database = await openUnmigrated();
    await expect(checkSchema(database, makeFolder(two))).rejects.toThrow(
      'The database is older than this version of Geoloom: 2 migrations have not run. Run: npm run migrate',
    );
    await migrate(database, makeFolder(one));
    await runSql(database, 'alter table migrations drop column works_from');
    expect(await checkSchema(database, makeFolder(one))).toEqual([]);
    await expect(checkSchema(database, makeFolder(two))).rejects.toThrow(
      /0002_second\.sql has not run\. Run: npm run migrate/,
    );
    await runSql(database, `insert into migrations (name, hash) values ('0002_second.sql', '')`);
    await expect(checkSchema(database, makeFolder(one))).rejects.toThrow(/created by a newer version/);
  });

  it('can only be an earlier migration', async () => {
    const database = await openUnmigrated();
    const folder = makeFolder({ '0001_first.sql': '-- contract: 0001\ncreate table first_step (n int);' });
    await expect(migrate(database, folder)).rejects.toThrow(
      '0001_first.sql must name an earlier migration than itself after "-- contract:".',
    );
  });

  it('is declared in each file from 0047 on', () => {
    const since = OWN.filter((name) => name > '0047');
    for (const name of since)
      expect(readFileSync(new URL(`migrations/${name}`, import.meta.url), 'utf8'), name).toMatch(
        /^(--.*\n)*-- (expand|contract: \d{4})\n/,
      );
  });
});

describe('rejects', () => {
  it('a database of a newer version', async () => {
    const database = await openUnmigrated();
    const first = { '0001_first.sql': 'create table first_step (n int);' };
    await migrate(database, makeFolder({ ...first, '0002_second.sql': 'create table second_step (n int);' }));
    await expect(migrate(database, makeFolder(first))).rejects.toThrow(
      /created by a newer version of Geoloom \(it has 0002_second\.sql\)/,
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

  it('files whose numbers have a gap or a duplicate, before anything is run', async () => {
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

it('hashes the contents of the files', () => {
  const one = makeFolder({ '0001_a.sql': 'select 1;' });
  expect(hashMigrations(one)).toBe(hashMigrations(makeFolder({ '0001_a.sql': 'select 1;' })));
  expect(hashMigrations(one)).not.toBe(hashMigrations(makeFolder({ '0001_a.sql': 'select 2;' })));
  expect(hashMigrations(one)).not.toBe(hashMigrations(makeFolder({ '0001_b.sql': 'select 1;' })));
});
