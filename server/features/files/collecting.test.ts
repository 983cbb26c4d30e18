/** Garbage collection: by one process at a time, when it is due, and again an hour later. */
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Database } from '#server/db/open.ts';
import { skipJobWaits } from '#testkit/queue-time.ts';
import { startTestApp, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

const ORPHAN = 'runs/4711/plumber.xml';
const HOUR_S = 3600;

const enter = useTestApp();

/** Number of finished and queued jobs. */
async function look(database: Database) {
  const jobs = await runSql<{ state: string; key: string; seconds: number }>(
    database,
    `select state, singleton_key as key, extract(epoch from start_after - now())::int as seconds
    from pgboss.job where name = 'collect-garbage'`,
  );
  const waiting = jobs.filter(({ state }) => state === 'created');
  return { done: jobs.filter(({ state }) => state === 'completed').length, waiting };
}

it('runs when the first server starts, and waits for its interval from then on', async () => {
  const { database } = await enter();
  await expect.poll(async () => (await look(database)).done).toBe(1);
  const { waiting } = await look(database);
  expect(waiting).toMatchObject([{ key: 'hourly' }]);
  expect(waiting[0]?.seconds).toBeGreaterThan(HOUR_S / 2);
});

it("doesn't run for each additional process, but when it is due, in one of them", async () => {
  const stage = await enter();
  const { database, dataFolder, store } = stage;
  await expect.poll(async () => (await look(database)).done).toBe(1);
  const beside = database.kind === 'postgres' ? await startTestApp({ beside: stage }) : undefined;
  expect(await look(database)).toMatchObject({ done: 1, waiting: [{ key: 'hourly' }] });
  await store.files.put(ORPHAN, new TextEncoder().encode('left behind'));
  const then = new Date(Date.now() - HOUR_S * 1000);
  utimesSync(join(dataFolder, 'files', ORPHAN), then, then);
  await runSql(database, `update settings set value = value - 'listed_at' where name = 'store_generation'`);
  await skipJobWaits(database);
  await expect.poll(async () => store.files.stat(ORPHAN)).toBeUndefined();
  await expect.poll(async () => (await look(database)).done).toBe(2);
  expect((await look(database)).waiting).toMatchObject([{ key: 'hourly' }]);
  await beside?.app.close();
});

it('that fails is retried and logged with the reason, and the next one still runs', async () => {
  const { app, database, store, log } = await startTestApp();
  await expect.poll(async () => (await look(database)).done).toBe(1);
  await store.files.put('store.json', new TextEncoder().encode('no mark'));
  await skipJobWaits(database);
  await expect
    .poll(async () => {
      await skipJobWaits(database, 'failed');
      return log.map(({ msg }) => msg);
    })
    .toContainEqual(expect.stringContaining('Failed to collect garbage: three attempts'));
  const failures = log.filter(({ msg }) => msg === 'a job failed');
  expect(failures).toHaveLength(3);
  expect(failures[0]).toMatchObject({
    job: 'collect-garbage',
    err: { message: expect.stringContaining('Failed to read the file store.json') },
  });
  const { done, waiting } = await look(database);
  expect(done).toBe(1);
  expect(waiting).toMatchObject([{ key: 'hourly' }]);
  await app.close();
});
