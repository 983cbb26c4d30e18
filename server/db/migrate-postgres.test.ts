/** What only a server of its own can do to migrations: its limits on time, its age, its rights. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { type PostgresServer, startPostgresServer } from '#testkit/postgres-server.ts';
import { runSql } from '#testkit/test-database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';
import { judgeFitness } from './server-fitness.ts';

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

it('lets a file take longer than any statement of a request may', async () => {
  // Queries of this pool are given up after 4.5 s.
  const database = await open({ url: server.url, statementTimeoutMs: 1_500 });
  const folder = makeFolder();
  writeFileSync(join(folder, '0001_slow.sql'), 'create table slow_step as select 1 as n from pg_sleep(5);');
  expect((await migrate(database, folder)).ran).toEqual(['0001_slow.sql']);
});

describe('a server that cannot be used is reported in plain words', () => {
  const fit = {
    version: 150_004,
    user: 'geoloom',
    database: 'pages',
    may_make_tables: true,
    may_make_schemas: true,
  };

  it('when it is too old', () => {
    expect(() => judgeFitness(fit)).not.toThrow();
    expect(() => judgeFitness({ ...fit, version: 140_012 })).toThrow(
      'The server of DATABASE_URL is PostgreSQL 14. Geoloom needs 15 or newer.',
    );
  });

  it('when its user may not make tables', async () => {
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
        'The user a guest of DATABASE_URL may not make tables in the database guesthouse. Let the owner of the database run there: grant create on database "guesthouse" to "a guest"; grant create on schema public to "a guest";',
    });
    await runSql(house, 'grant create on database guesthouse to "a guest"');
    await runSql(house, 'grant create on schema public to "a guest"');
    expect((await migrate(guest, makeFolder({ '0001_own.sql': 'create table own_step (n int);' }))).ran).toEqual([
      '0001_own.sql',
    ]);
  });
});
