/** Jobs from sending to completion, on both databases. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { skipJobWaits } from '#testkit/queue-time.ts';
import { openEmptyDatabase, openTestDatabase, runSql } from '#testkit/test-database.ts';
import type { Database } from '../db/open.ts';
import { checkQueueSchema } from './boss-settings.ts';
import { openQueueWith, type Queue, type QueueOptions } from './queue.ts';

/** Longer than any test, so that workers only learn of jobs by notification. */
const NO_POLL_S = 3_600;

interface Logged {
  details: object;
  text: string;
}

async function openTestQueue(
  options: Partial<QueueOptions> = {},
): Promise<{ database: Database; queue: Queue; logged: Logged[] }> {
  const database = options.database ?? (await openTestDatabase());
  const logged: Logged[] = [];
  const log = {
    info: () => {},
    error: (details: object, text: string) => logged.push({ details, text }),
  };
  const quick = { jobs: ['run', 'mail'], log, drainMs: 300, pollSeconds: NO_POLL_S };
  const queue = await openQueueWith({ ...quick, ...options, database });
  onTestFinished(() => queue.close());
  return { database, queue, logged };
}

function send(
  { database, queue }: { database: Database; queue: Queue },
  payload: object,
  singletonKey?: string,
) {
  return database.db
    .transaction()
    .execute((trx) => queue.send(trx, 'run', payload, singletonKey === undefined ? {} : { singletonKey }));
}

/** Waits for the effect of a job that starts immediately. */
const until = (isDone: () => boolean) => expect.poll(isDone).toBe(true);

/** Waits for the effect of retries, without their delays. */
const untilAttempted = (database: Database, isDone: () => boolean) =>
  expect
    .poll(
      async () => {
        await skipJobWaits(database);
        return isDone();
      },
      { timeout: 15_000, interval: 5 },
    )
    .toBe(true);

describe('sending', () => {
  it('delivers the payload after the commit, without polling', async () => {
    const all = await openTestQueue();
    const seen: object[] = [];
    await all.queue.work('run', async (payload) => void seen.push(payload), { concurrency: 1 });
    for (let count = 1; count <= 10; count++) {
      await send(all, { count });
      await until(() => seen.length === count);
      expect(seen.at(-1)).toEqual({ count });
    }
  });

  it('drops the job when the transaction is rolled back', async () => {
    const all = await openTestQueue();
    const seen: unknown[] = [];
    await all.queue.work('run', async (payload) => void seen.push(payload), { concurrency: 1 });
    const failing = all.database.db.transaction().execute(async (trx) => {
      await all.queue.send(trx, 'run', { id: 1 });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await send(all, { id: 2 });
    await until(() => seen.length > 0);
    expect(seen).toEqual([{ id: 2 }]);
  });

  it('keeps one queued job per singleton key', async () => {
    const all = await openTestQueue();
    await send(all, { id: 1 }, 'project 1');
    await send(all, { id: 2 }, 'project 1');
    await send(all, { id: 3 }, 'project 2');
    const seen: unknown[] = [];
    await all.queue.work('run', async (payload) => void seen.push(payload), { concurrency: 1 });
    await send(all, { id: 4 }, 'project 3');
    await until(() => seen.some((payload) => Object.is((payload as { id: number }).id, 4)));
    expect(seen).toEqual([{ id: 1 }, { id: 3 }, { id: 4 }]);
  });

  it('sends in a transaction that starts right after opening', async () => {
    const all = await openTestQueue({ jobs: ['run', 'never sent before'.replaceAll(' ', '-')] });
    const sending = all.database.db
      .transaction()
      .execute((trx) => all.queue.send(trx, 'never-sent-before', { id: 1 }));
    await expect(sending).resolves.toBeUndefined();
  });
});

describe('working', () => {
  it('runs as many jobs concurrently as configured, and the rest without a delay', async () => {
    const all = await openTestQueue();
    let running = 0;
    let peak = 0;
    let done = 0;
    const handle = async () => {
      peak = Math.max(peak, ++running);
      await sleep(20);
      running--;
      done++;
    };
    await all.queue.work('run', handle, { concurrency: 2 });
    for (let id = 0; id < 12; id++) await send(all, { id });
    await until(() => done === 12);
    expect(peak).toBe(2);
  });

  it('tries three times, logs each failure, then calls onGivenUp', async () => {
    const all = await openTestQueue();
    let attempts = 0;
    const given: unknown[] = [];
    const handle = async () => {
      attempts++;
      throw new Error('the page is corrupt');
    };
    await all.queue.work('run', handle, {
      concurrency: 1,
      onGivenUp: async (payload, end) => void given.push(payload, end),
    });
    await send(all, { id: 7 });
    await untilAttempted(all.database, () => given.length > 0);
    expect(attempts).toBe(3);
    expect(given).toEqual([{ id: 7 }, { reason: 'the page is corrupt', isCrash: false }]);
    expect(all.logged.map(({ text }) => text)).toEqual(['a job failed', 'a job failed', 'a job failed']);
  });

  it('continues with the next job while a failed one waits for its retry', async () => {
    const all = await openTestQueue();
    const order: number[] = [];
    const handle = async ({ id }: { id: number }) => {
      order.push(id);
      if (order.length === 1) throw new Error('not yet');
    };
    await all.queue.work('run', handle, { concurrency: 1 });
    await send(all, { id: 1 });
    await send(all, { id: 2 });
    await until(() => order.length === 2);
    expect(order).toEqual([1, 2]);
    await untilAttempted(all.database, () => order.length === 3);
    expect(order).toEqual([1, 2, 1]);
  });
});

describe('closing', () => {
  it('waits for a handler that is nearly finished', async () => {
    const all = await openTestQueue();
    let isDone = false;
    const started = Promise.withResolvers<void>();
    const handle = async () => {
      started.resolve();
      await sleep(100);
      isDone = true;
    };
    await all.queue.work('run', handle, { concurrency: 1 });
    await send(all, { id: 1 });
    await started.promise;
    await all.queue.close();
    expect(isDone).toBe(true);
    const next = await openTestQueue({ database: all.database });
    const seen: unknown[] = [];
    await send({ database: all.database, queue: next.queue }, { id: 2 });
    await next.queue.work('run', async (payload) => void seen.push(payload), { concurrency: 1 });
    // By then it would have claimed the first one.
    await until(() => seen.length > 0);
    expect(seen).toEqual([{ id: 2 }]);
  });

  it('aborts a long handler and requeues its job for the next process, without counting an attempt', async () => {
    const all = await openTestQueue();
    for (let round = 0; round < 4; round++) {
      const { queue } = round === 0 ? all : await openTestQueue({ database: all.database });
      const started = Promise.withResolvers<void>();
      let reason = '';
      const handle = async (_payload: object, { signal }: { signal: AbortSignal }) => {
        started.resolve();
        await sleep(60_000, undefined, { signal }).catch(() => {});
        reason = String(signal.reason);
        throw new Error('cut off');
      };
      await queue.work('run', handle, { concurrency: 1 });
      if (round === 0) await send(all, { id: 1 });
      await started.promise;
      await queue.close();
      expect(reason).toContain('the server is stopping');
    }
    const last = await openTestQueue({ database: all.database });
    const seen: unknown[] = [];
    const handle = async (payload: object) => {
      seen.push(payload);
      if (seen.length < 3) throw new Error('not yet');
    };
    await last.queue.work('run', handle, { concurrency: 1 });
    await untilAttempted(all.database, () => seen.length === 3);
    expect(seen).toEqual([{ id: 1 }, { id: 1 }, { id: 1 }]);
    expect(all.logged).toEqual([]);
  });

  it("doesn't wait for a handler that ignores its signal", async () => {
    const all = await openTestQueue();
    const started = Promise.withResolvers<void>();
    const never = new Promise<void>(() => {});
    const handle = async () => {
      started.resolve();
      await never;
    };
    await all.queue.work('run', handle, { concurrency: 1 });
    await send(all, { id: 1 });
    await started.promise;
    await all.queue.close();
    const next = await openTestQueue({ database: all.database });
    const seen: unknown[] = [];
    await next.queue.work('run', async (payload) => void seen.push(payload), { concurrency: 1 });
    await until(() => seen.length === 1);
  });

  it('responds to checks until it closes', async () => {
    const { queue } = await openTestQueue();
    await queue.check();
    await queue.close();
  });
});

it('rejects missing, older and newer tables without changing them', async () => {
  const older = 'The job queue tables are older than this version of Geoloom. Run: npm run migrate';
  await expect(checkQueueSchema(await openEmptyDatabase())).rejects.toThrow(older);
  const database = await openTestDatabase();
  await checkQueueSchema(database);
  const move = (by: number) => runSql(database, `update pgboss.version set version = version + ${by}`);
  await move(-1);
  await expect(checkQueueSchema(database)).rejects.toThrow(older);
  await move(2);
  await expect(checkQueueSchema(database)).rejects.toThrow(
    'The job queue tables were created by a newer version of Geoloom and don’t work with this version.',
  );
  await move(-1);
});
