/** Behavior of a PostgreSQL server only: other processes, timeouts, disconnects and reconnects. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { tenfold } from '#testkit/cases.ts';
import { type PostgresServer, startPostgresServer } from '#testkit/postgres-server.ts';
import { openQueueWith } from '../jobs/queue.ts';
import { findKnownFault } from '../known-faults.ts';
import { startChild } from './child-fixture.ts';
import { type Database, type OpenOptions, openDatabase } from './open.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgresServer();
});
afterAll(() => server.stop());

async function open(options: OpenOptions = {}): Promise<Database> {
  const database = await openDatabase({ url: server.url, ...options });
  onTestFinished(() => database.close());
  return database;
}

/** Retries until it works, as callers of a restarting server do. */
async function recover(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  for (;;) {
    try {
      await work();
      return performance.now() - start;
    } catch (error) {
      if (performance.now() - start > 10_000) throw error;
      await sleep(20);
    }
  }
}

async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isDone())) await sleep(5);
}

describe('other processes', () => {
  it('send and receive notifications', async () => {
    const database = await open();
    const script = `
      const database = await openDatabase({ url: argument });
      await database.listen('to_child', async (payload) => {
        await database.notify(database.db, 'to_parent', payload + ' and back');
      });
      say('listening');`;
    const child = startChild(script, server.url);
    expect(await child.readLine()).toBe('listening');
    const received = Promise.withResolvers<string>();
    await database.listen('to_parent', received.resolve);
    await database.notify(database.db, 'to_child', 'there');
    expect(await received.promise).toBe('there and back');
  });

  it('take jobs that another one sends', async () => {
    const database = await open();
    const script = `
      const database = await openDatabase({ url: argument });
      const queue = await openQueueWith({ database, jobs: ['shared'], log: { info: () => {}, error: console.error }, pollSeconds: 3600 });
      await queue.work('shared', async ({ id }) => say('job ' + id), { concurrency: 1 });
      say('working');`;
    const child = startChild(script, server.url);
    expect(await child.readLine()).toBe('working');
    const queue = await openQueueWith({ database, jobs: ['shared'], log: console });
    // It doesn't poll within this test.
    for (let id = 1; id <= 10; id++) {
      await database.db.transaction().execute((trx) => queue.send(trx, 'shared', { id }));
      expect(await child.readLine()).toBe(`job ${id}`);
    }
    await queue.close();
  });
});

describe('timeouts', () => {
  it('end the wait for an unresponsive server, with a retryable error', async () => {
    const { db } = await open({ statementTimeoutMs: 200, connections: 1 });
    await sql`set statement_timeout = 0`.execute(db);
    const silent = await sql`select pg_sleep(60)`.execute(db).catch((error: unknown) => error);
    expect(findKnownFault(silent)).toBe('not_ready');
  });

  it('end a statement that runs too long, and the connection remains usable', async () => {
    const { db } = await open({ statementTimeoutMs: 200, connections: 1 });
    await expect(sql`select pg_sleep(30)`.execute(db)).rejects.toMatchObject({ code: '57014' });
    await sql`select 1`.execute(db);
  });

  it("are five seconds for a statement, a minute for a job's statement, and one second for a lock", async () => {
    const { db, jobs } = await open();
    const limits = sql`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`;
    expect((await limits.execute(db)).rows).toEqual([{ statement: '5s', lock: '1s' }]);
    expect((await limits.execute(jobs)).rows).toEqual([{ statement: '1min', lock: '1s' }]);
  });
});

describe('a server that', () => {
  it("doesn't respond is reported at startup, without its URL in the message", async () => {
    const opening = openDatabase({ url: 'postgres://someone:secret@127.0.0.1:1/nothing' });
    const error = await opening.catch((thrown: unknown) => String(thrown));
    expect(error).toMatch(/The database server in DATABASE_URL isn’t responding: .*ECONNREFUSED/);
    expect(error).not.toContain('secret');
  });

  it('drops every connection is reconnected, including the listener', async () => {
    const drops = tenfold(2);
    const database = await open({ connections: 3 });
    const admin = await open({ connections: 1 });
    const received: string[] = [];
    const gaps: number[] = [];
    await database.listen(
      'dropped',
      (payload) => void received.push(payload),
      () => void gaps.push(performance.now()),
    );
    for (let cycle = 1; cycle <= drops; cycle++) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and application_name like 'geoloom%'`.execute(
        admin.db,
      );
      await recover(() => database.check());
      await until(() => gaps.length >= cycle);
      await admin.notify(admin.db, 'dropped', String(cycle));
      await until(() => received.length >= cycle);
    }
    expect(received).toEqual(Array.from({ length: drops }, (_, index) => String(index + 1)));
  });

  it('is restarted during calls makes those fail, and the process continues', async () => {
    const script = `
      const database = await openDatabase({ url: argument });
      const end = (work) => work.then(() => 'answered', () => 'failed');
      const asked = end(sql\`select pg_sleep(60)\`.execute(database.db));
      const held = end(database.db.transaction().execute(async (trx) => {
        await sql\`select 1\`.execute(trx);
        say('amid');
        await asked;
        await sql\`select 1\`.execute(trx);
      }));
      say('asked ' + (await asked) + ', held ' + (await held));
      while ((await end(database.check())) === 'failed');
      say('back');
      await database.close();`;
    const child = startChild(script, server.url);
    expect(await child.readLine()).toBe('amid');
    await server.restart();
    expect(await child.readLine()).toBe('asked failed, held failed');
    expect(await child.readLine()).toBe('back');
  });

  it('is restarted makes calls fail in the meantime, and everything recovers afterward', async () => {
    const database = await open();
    const queue = await openQueueWith({
      database,
      jobs: ['afterwards'],
      log: { info: () => {}, error: () => {} },
    });
    onTestFinished(() => queue.close());
    const done: object[] = [];
    await queue.work('afterwards', async (payload) => void done.push(payload), { concurrency: 1 });
    const gaps: number[] = [];
    await database.listen(
      'restarted',
      () => {},
      () => void gaps.push(performance.now()),
    );
    const restarting = server.restart(2_000);
    for (const check of [database.check, queue.check]) {
      await until(() =>
        check().then(
          () => false,
          () => true,
        ),
      );
    }
    await restarting;
    const ms = await recover(() => database.check());
    console.log(`responds again ${Math.round(ms)} ms after the database`);
    await recover(() => queue.check());
    await database.db.transaction().execute((trx) => queue.send(trx, 'afterwards', { id: 1 }));
    await until(() => done.length > 0 && gaps.length > 0);
    expect(done).toEqual([{ id: 1 }]);
  });
});
