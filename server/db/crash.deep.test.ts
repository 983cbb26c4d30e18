/**
 * Data after a process is killed at a random time: all acknowledged changes are kept, and no partial ones.
 */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { COPY_MS, type PostgresServer, startPostgresServer } from '#testkit/postgres-server.ts';
import { openQueueWith } from '../jobs/queue.ts';
import { startChild } from './child-fixture.ts';
import { migrate } from './migrate.ts';
import { type OpenOptions, openDatabase } from './open.ts';

const CYCLES = 20;
const ROWS = 3;
const KINDS = ['pglite', 'postgres'] as const;

/** A PGlite folder as its first start leaves it, created once because that takes seconds. */
const pristine = mkdtempSync(join(tmpdir(), 'geoloom-crash-'));
let server: PostgresServer;
beforeAll(async () => {
  const making = openDatabase({ folder: join(pristine, 'database') }).then((database) => database.close());
  server = await startPostgresServer();
  await making;
});
afterAll(async () => {
  await server.stop();
  rmSync(pristine, { recursive: true, force: true });
});

type Finishing = Pick<TestContext, 'onTestFinished'>;

function makePlace({ onTestFinished }: Finishing): string {
  const place = mkdtempSync(join(tmpdir(), 'geoloom-crash-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  return place;
}

/** A new database of this kind; tests on the shared server use new names. */
async function describeNew(
  kind: (typeof KINDS)[number],
  name: string,
  finishing: Finishing,
): Promise<OpenOptions> {
  if (kind === 'pglite') {
    const folder = join(makePlace(finishing), 'database');
    cpSync(join(pristine, 'database'), folder, { recursive: true });
    return { folder };
  }
  const admin = await openDatabase({ url: server.url, statementTimeoutMs: COPY_MS });
  await sql`create database ${sql.id(name)}`.execute(admin.db);
  await admin.close();
  return { url: server.url.replace(/\w+$/, name) };
}

interface Found {
  batches: { batch: number; rows: number }[];
  /** Numbers of tables of each kind, and of recorded migrations. */
  t: number;
  u: number;
  done: number;
}

/**
 * Reports the existing rows, then migrates and writes batches concurrently and reports progress until it is
 * killed.
 */
const WRITING = `
  import { writeFileSync } from 'node:fs';
  const { options, folder } = JSON.parse(argument);
  const database = await openDatabase(options);
  const { db } = database;
  const ask = async (text) => (await sql.raw(text).execute(db)).rows;
  await ask('create table if not exists batches (batch int not null)');
  const batches = await ask('select batch, count(*)::int as rows from batches group by batch order by batch');
  const names = (await ask("select tablename as name from pg_tables where schemaname = 'public'")).map(({ name }) => name);
  const done = names.includes('migrations') ? (await ask('select name from migrations')).length : 0;
  const count = (kind) => names.filter((name) => kind.test(name)).length;
  say(JSON.stringify({ batches, t: count(/^t\\d/), u: count(/^u\\d/), done }));
  async function migrateOn() {
    for (let next = done + 1; ; next++) {
      const text = 'create table tN (n int); insert into tN select generate_series(1, 2000); create table uN (n int);';
      writeFileSync(folder + '/' + String(next).padStart(4, '0') + '_step.sql', text.replaceAll('N', next));
      await migrate(database, folder);
      say('migrations ' + next);
    }
  }
  async function writeOn() {
    for (let next = batches.length; ; next++) {
      await db.transaction().execute(async (trx) => {
        for (let row = 0; row < ${ROWS}; row++) await sql\`insert into batches values (\${next})\`.execute(trx);
      });
      say('batches ' + (next + 1));
    }
  }
  await Promise.all([migrateOn(), writeOn()]);`;

/** @returns the counter that the line increments; undefined for other lines */
function note(
  progress: { batches: number; migrations: number },
  line: string,
): keyof typeof progress | undefined {
  const [, kind, count] = /^(batches|migrations) (\d+)$/.exec(line) ?? [];
  if (kind !== 'batches' && kind !== 'migrations') return undefined;
  progress[kind] = Number(count);
  return kind;
}

// Concurrent, because most of the time is spent waiting for new processes and for heartbeat timeouts.
describe.concurrent.each(KINDS)('on %s', { timeout: 240_000 }, (kind) => {
  it(`keeps every acknowledged transaction, and each migration completely or not at all, over ${CYCLES} kills`, async ({
    onTestFinished,
  }) => {
    const options = await describeNew(kind, 'writing', { onTestFinished });
    const folder = makePlace({ onTestFinished });
    const progress = { batches: 0, migrations: 0 };
    for (let cycle = 0; cycle <= CYCLES; cycle++) {
      const child = startChild(WRITING, JSON.stringify({ options, folder }), onTestFinished);
      const { batches, t, u, done }: Found = JSON.parse(await child.readLine());
      expect(batches).toEqual(batches.map((_, index) => ({ batch: index, rows: ROWS })));
      expect(batches.length).toBeGreaterThanOrEqual(progress.batches);
      expect([t, u]).toEqual([done, done]);
      expect(done).toBeGreaterThanOrEqual(progress.migrations);
      // By now the next one has begun, and the kill hits it or a later one at a random point.
      const wanted = cycle % 2 === 0 ? 'batches' : 'migrations';
      for (
        let line = await child.readLine();
        note(progress, line) !== wanted;
        line = await child.readLine()
      ) {
        if (note(progress, line) === undefined) throw new Error(`The child ended by itself: ${line}`);
      }
      await sleep(Math.random() * 15);
      await child.kill();
      // A line that the child had already sent was acknowledged as well.
      while (note(progress, await child.readLine()) !== undefined);
    }
    const database = await openDatabase(options);
    await migrate(database, folder);
    const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(
      database.db,
    );
    expect(rows.map(({ name }) => name)).toEqual(readdirSync(folder).toSorted());
    await database.close();
  });

  it('requeues the job of a killed process', async ({ onTestFinished }) => {
    const options = await describeNew(kind, 'working', { onTestFinished });
    const script = `
      const database = await openDatabase(JSON.parse(argument));
      const queue = await openQueueWith({ database, jobs: ['run'], log: console, heartbeatSeconds: 3_600 });
      await queue.work('run', async () => { say('working'); await hang(); }, { concurrency: 1 });
      await database.db.transaction().execute((trx) => queue.send(trx, 'run', { id: 1 }));`;
    const child = startChild(script, JSON.stringify(options), onTestFinished);
    expect(await child.readLine()).toBe('working');
    await child.kill();

    const database = await openDatabase(options);
    // A single process requeues immediately; with several, the heartbeat timeout decides, which is an hour
    // here.
    if (kind === 'postgres') {
      await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 hour'`.execute(database.db);
    }
    const queue = await openQueueWith({ database, jobs: ['run'], log: console, heartbeatSeconds: 3_600 });
    const taken = Promise.withResolvers<object>();
    await queue.work('run', async (payload) => taken.resolve(payload), { concurrency: 1 });
    expect(await taken.promise).toEqual({ id: 1 });
    await queue.close();
    await database.close();
  });
});
