/** Migrations on a PostgreSQL server: timeouts, version and permissions. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { type PostgresServer, startPostgresServer } from '#testkit/postgres-server.ts';
import { runSql } from '#testkit/test-database.ts';
import { startChild } from './child-fixture.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';
import { assertFitness } from './server-fitness.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgresServer();
});
afterAll(() => server.stop());

async function open(options: { url: string; statementTimeoutMs?: number }) {
  const database = await openDatabase(options);
  onTestFinished(() => database.close());
  return database;
}

it('lets a file take longer than the statement timeout of requests', async () => {
  // Queries of this pool time out after 4.5 s.
  const database = await open({ url: server.url, statementTimeoutMs: 1_500 });
  const folder = makeFolder();
  writeFileSync(join(folder, '0001_slow.sql'), 'create table slow_step as select 1 as n from pg_sleep(5);');
  expect((await migrate(database, folder)).ran).toEqual(['0001_slow.sql']);
});

it('limits statements to 60 s only within a transaction, and waits one second for locks', async () => {
  const database = await open({ url: server.url });
  await runSql(database, 'drop table if exists migrations');
  const read = (name: string) => `create table if not exists ${name} as
  select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock;`;
  const folder = makeFolder({
    '0001_plain.sql': read('plain_limits'),
    '0002_steps.sql': `-- no transaction\n\n${read('step_limits')}`,
    '0003_plain.sql': read('later_limits'),
  });
  await migrate(database, folder);
  const within = [{ statement: '1min', lock: '1s' }];
  expect(await runSql(database, 'table plain_limits')).toEqual(within);
  expect(await runSql(database, 'table step_limits')).toEqual([{ statement: '0', lock: '1s' }]);
  expect(await runSql(database, 'table later_limits')).toEqual(within);
});

it('builds an index on a busy table during writes, also after a kill and with two callers', async () => {
  const database = await open({ url: server.url });
  await runSql(database, 'drop table if exists migrations');
  await runSql(database, 'create table busy as select n from generate_series(1, 1000) n');
  const folder = makeFolder({
    '0001_index.sql':
      '-- no transaction\n-- expand\n\ncreate index concurrently if not exists busy_index on busy (n);\n',
  });
  const listIndexes = () =>
    runSql<{ is_valid: boolean }>(
      database,
      `select indisvalid as is_valid from pg_index where indexrelid = to_regclass('busy_index')`,
    );
  // The index waits for each transaction that began before it.
  const writer = new pg.Client(server.url);
  await writer.connect();
  onTestFinished(() => writer.end());
  await writer.query('begin; insert into busy values (0)');
  const killed = startChild(
    `const database = await openDatabase({ url: '${server.url}' }); say('migrates'); await migrate(database, argument);`,
    folder,
  );
  await killed.readLine();
  await expect.poll(listIndexes).toEqual([{ is_valid: false }]);
  await runSql(database, 'insert into busy values (1001)');
  const both = Promise.all([migrate(database, folder), migrate(await open({ url: server.url }), folder)]);
  await killed.kill();
  // The server notices the lost client while it waits.
  await expect
    .poll(() => runSql(database, `select from pg_stat_activity where query like 'drop index%'`))
    .toHaveLength(1);
  await runSql(database, 'insert into busy values (1002)');
  // Longer than the lock timeout of other statements.
  await sleep(1_500);
  await writer.query('commit');
  expect((await both).flatMap(({ ran }) => ran)).toEqual(['0001_index.sql']);
  expect(await listIndexes()).toEqual([{ is_valid: true }]);
  expect(await runSql(database, 'select count(*) from busy')).toEqual([{ count: 1003 }]);
}, 60_000);

describe('an unusable server is reported clearly', () => {
  const fit = {
    version: 150_004,
    user: 'geoloom',
    database: 'pages',
    may_make_tables: true,
    may_make_schemas: true,
  };

  it('if it is too old', () => {
    expect(() => assertFitness(fit)).not.toThrow();
    expect(() => assertFitness({ ...fit, version: 140_012 })).toThrow(
      'The server in DATABASE_URL is PostgreSQL 14. Geoloom needs 15 or newer.',
    );
  });

  it("if its user can't create tables", async () => {
    const owner = await open({ url: server.url });
    await runSql(owner, `create role "a guest" login password 'moss'`);
    await runSql(owner, 'create database guesthouse');
    const house = await open({ url: server.url.replace(/\w+$/, 'guesthouse') });
    const address = new URL(server.url);
    address.username = 'a guest';
    address.password = 'moss';
    address.pathname = 'guesthouse';
    const guest = await open({ url: address.href });
    await expect(migrate(guest, makeFolder())).rejects.toMatchObject({
      name: 'DatabaseError',
      message:
        'The user a guest in DATABASE_URL can’t create tables in the database guesthouse. Ask the database owner to run there: grant create on database "guesthouse" to "a guest"; grant create on schema public to "a guest";',
    });
    await runSql(house, 'grant create on database guesthouse to "a guest"');
    await runSql(house, 'grant create on schema public to "a guest"');
    expect(
      (await migrate(guest, makeFolder({ '0001_own.sql': 'create table own_step (n int);' }))).ran,
    ).toEqual(['0001_own.sql']);
  });
});
