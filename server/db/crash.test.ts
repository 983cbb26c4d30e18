/** What is left when a process is killed at a moment that nobody chose: all that it acknowledged, and nothing half. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type PostgresServer, startPostgresServer } from '#testkit/postgres-server.ts';
import { openQueueWith } from '../jobs/queue.ts';
import { startChild } from './child-fixture.ts';
import { type OpenOptions, openDatabase } from './open.ts';

const CYCLES = 20;
const ROWS = 3;
const KINDS = ['pglite', 'postgres'] as const;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgresServer();
}, 60_000);
afterAll(() => server.stop());

function makePlace(): string {
  const place = mkdtempSync(join(tmpdir(), 'geoloom-crash-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  return place;
}

/** A new database of the kind; the server's own serves one test after the other under new names. */
async function describeNew(kind: (typeof KINDS)[number], name: string): Promise<OpenOptions> {
  if (kind === 'pglite') return { folder: join(makePlace(), 'database') };
  const admin = await openDatabase({ url: server.url });
  await sql`create database ${sql.id(name)}`.execute(admin.db);
  await admin.close();
  return { url: server.url.replace(/\w+$/, name) };
}

describe.each(KINDS)('on %s', (kind) => {
  it(`keeps every acknowledged transaction and no half one over ${CYCLES} kills`, async () => {
    const options = await describeNew(kind, 'transactions');
    const script = `
      const { db } = await openDatabase(JSON.parse(argument));
      await sql\`create table if not exists batches (batch int not null)\`.execute(db);
      const { rows } = await sql\`select batch, count(*)::int as rows from batches group by batch order by batch\`.execute(db);
      say(JSON.stringify(rows));
      for (let batch = rows.length; ; batch++) {
        await db.transaction().execute(async (trx) => {
          for (let row = 0; row < ${ROWS}; row++) await sql\`insert into batches values (\${batch})\`.execute(trx);
        });
        say('done ' + batch);
      }`;
    let acknowledged = -1;
    for (let cycle = 0; cycle <= CYCLES; cycle++) {
      const child = startChild(script, JSON.stringify(options));
      const rows: { batch: number; rows: number }[] = JSON.parse(await child.hear());
      expect(rows.map(({ batch }) => batch)).toEqual(rows.map((_, index) => index));
      expect(rows.every((batch) => batch.rows === ROWS)).toBe(true);
      expect(rows.length).toBeGreaterThan(acknowledged);
      await child.hear();
      acknowledged = rows.length;
      await sleep(Math.random() * 15);
      await child.kill();
      // A line that had left the child by then was acknowledged as well.
      for (let line = await child.hear(); line.startsWith('done '); line = await child.hear()) {
        acknowledged = Number(line.slice(5));
      }
    }
    expect(acknowledged).toBeGreaterThanOrEqual(CYCLES);
  }, 120_000);

  it(`leaves each migration run wholly or not at all over ${CYCLES} kills`, async () => {
    const options = await describeNew(kind, 'migrating');
    const folder = join(makePlace(), 'migrations');
    mkdirSync(folder);
    const names = Array.from({ length: 30 }, (_, index) => `${String(index + 1).padStart(4, '0')}_step.sql`);
    names.forEach((name, index) => {
      const text = `create table t${index} (n int); insert into t${index} select generate_series(1, 20000); create table u${index} (n int);`;
      writeFileSync(join(folder, name), text);
    });
    const script = `
      const { options, folder } = JSON.parse(argument);
      const database = await openDatabase(options);
      const tables = await sql\`select tablename as name from pg_tables where schemaname = 'public'\`.execute(database.db);
      const names = tables.rows.map(({ name }) => name);
      const done = names.includes('migrations') ? (await sql\`select name from migrations\`.execute(database.db)).rows : [];
      say(JSON.stringify({ t: names.filter((name) => /^t\\d/.test(name)).length, u: names.filter((name) => /^u\\d/.test(name)).length, done: done.length }));
      await migrate(database, folder);
      say('migrated');
      await hang();`;
    let last = 0;
    for (let cycle = 0; cycle < CYCLES; cycle++) {
      const child = startChild(script, JSON.stringify({ options, folder }));
      const { t, u, done } = JSON.parse(await child.hear());
      expect([t, u]).toEqual([done, done]);
      expect(done).toBeGreaterThanOrEqual(last);
      last = done;
      await sleep(Math.random() * 40);
      await child.kill();
    }
    const finishing = startChild(script, JSON.stringify({ options, folder }));
    await finishing.hear();
    expect(await finishing.hear()).toBe('migrated');
  }, 120_000);

  it('gives the job of a killed process to the next one', async () => {
    const options = await describeNew(kind, 'working');
    const script = `
      const database = await openDatabase(JSON.parse(argument));
      const queue = await openQueueWith({ database, jobs: ['run'], log: console, heartbeatSeconds: 10 });
      await queue.work('run', async () => { say('working'); await hang(); }, { concurrency: 1 });
      await database.db.transaction().execute((trx) => queue.send(trx, 'run', { id: 1 }));`;
    const child = startChild(script, JSON.stringify(options));
    expect(await child.hear()).toBe('working');
    await child.kill();

    const database = await openDatabase(options);
    const queue = await openQueueWith({ database, jobs: ['run'], log: console, heartbeatSeconds: 10 });
    const start = performance.now();
    const taken = Promise.withResolvers<object>();
    await queue.work('run', async (payload) => taken.resolve(payload), { concurrency: 1 });
    expect(await taken.promise).toEqual({ id: 1 });
    const seconds = (performance.now() - start) / 1_000;
    console.log(`${kind}: taken over ${seconds.toFixed(1)} s after the next process was ready`);
    // A single process need not wait for a heartbeat of 10 s.
    if (kind === 'pglite') expect(seconds).toBeLessThan(5);
    await queue.close();
    await database.close();
  }, 120_000);
});
