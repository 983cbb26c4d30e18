/** Log lines and figures of each attempt of a job, and the depth of the queues. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { skipJobWaits } from '#testkit/queue-time.ts';
import { openTestDatabase, runSql } from '#testkit/test-database.ts';
import { openQueueWith } from './queue.ts';

async function openRecorded() {
  const database = await openTestDatabase();
  const lines: Record<string, unknown>[] = [];
  const figures: unknown[] = [];
  const take = (level: string) => (details: object, text: string) => lines.push({ ...details, level, text });
  const observer = {
    traceJob: <Result>(_queue: string, _ids: object, work: () => Result) => work(),
    startJob: (queue: string) => figures.push(['start', queue]),
    endJob: (queue: string, result: string, seconds: number) =>
      figures.push(['end', queue, result, seconds >= 0]),
  };
  const log = { info: take('info'), error: take('error') };
  const options = { jobs: ['run', 'mail'], drainMs: 50, pollSeconds: 3_600 };
  const queue = await openQueueWith({ ...options, database, log, observer });
  onTestFinished(() => queue.close());
  const send = (payload: object, startAfterSeconds = 0) =>
    database.db.transaction().execute((trx) => queue.send(trx, 'run', payload, { startAfterSeconds }));
  return { database, queue, lines, figures, send };
}

const DURATION = { duration: expect.any(Number) };

it('logs the start and the end of a job, with ids and without other values', async () => {
  const { queue, lines, figures, send } = await openRecorded();
  await queue.work('run', () => sleep(20), { concurrency: 1 });
  await send({ runId: 7, email: 'ada@example.com', projectId: '9; drop', customer: 'cus_1' });
  await expect.poll(() => lines.length).toBe(2);
  const { id } = lines[0] ?? {};
  expect(lines).toEqual([
    { level: 'info', text: 'a job started', job: 'run', id, attempt: 1, run: 7 },
    { level: 'info', text: 'a job ended', job: 'run', id, attempt: 1, run: 7, result: 'done', ...DURATION },
  ]);
  expect(lines[1]?.['duration']).toBeGreaterThanOrEqual(18);
  expect(figures).toEqual([
    ['start', 'run'],
    ['end', 'run', 'done', true],
  ]);
});

it('logs a failure that is retried, the last failure, and that the job was given up', async () => {
  const { database, queue, lines, figures, send } = await openRecorded();
  let givenUp = 0;
  const handle = async () => {
    throw new Error('no luck');
  };
  await queue.work('run', handle, { concurrency: 1, onGivenUp: async () => void (givenUp += 1) });
  await send({ runId: 7 });
  await expect
    .poll(
      async () => {
        await skipJobWaits(database);
        return [givenUp, figures.length];
      },
      { timeout: 15_000, interval: 5 },
    )
    .toEqual([1, 8]);
  const ends = lines.filter(({ result }) => result !== undefined);
  expect(ends.map(({ level, text, result, run }) => [level, text, result, run])).toEqual([
    ['error', 'a job failed', 'retry', 7],
    ['error', 'a job failed', 'retry', 7],
    ['error', 'a job failed', 'failed', 7],
    ['info', 'a job ended', 'given up', 7],
  ]);
  expect(ends[0]).toMatchObject({ err: expect.any(Error), attempt: 1 });
});

it('logs that a job is requeued when the server stops', async () => {
  const { queue, lines, send } = await openRecorded();
  const started = Promise.withResolvers<void>();
  const handle = async (_payload: object, { signal }: { signal: AbortSignal }) => {
    started.resolve();
    await sleep(60_000, undefined, { signal });
  };
  await queue.work('run', handle, { concurrency: 1 });
  await send({ runId: 7 });
  await started.promise;
  await queue.close();
  expect(lines.at(-1)).toMatchObject({ level: 'info', text: 'a job ended', result: 'requeued', run: 7 });
});

it('logs nothing about a job that is waiting for a slot', async () => {
  const { database, queue, lines, send } = await openRecorded();
  let looks = 0;
  const acquireSlot = async () => (looks += 1) > 2;
  await queue.work('run', async () => {}, { concurrency: 1, acquireSlot });
  await send({ runId: 7 });
  await expect
    .poll(
      async () => {
        await skipJobWaits(database);
        return lines.length;
      },
      { timeout: 15_000, interval: 5 },
    )
    .toBe(2);
  expect(lines.map(({ text }) => text)).toEqual(['a job started', 'a job ended']);
});

it('measures waiting jobs and their age, at most once every few seconds', async () => {
  const { database, queue, send } = await openRecorded();
  await send({ runId: 1 });
  await send({ runId: 2 });
  await send({ runId: 3 }, 3_600);
  await runSql(
    database,
    `update pgboss.job set created_on = now() - interval '90 seconds', start_after = now() - interval '90 seconds'
    where data ->> 'runId' = '1'`,
  );
  const depths = await queue.measure();
  expect(depths).toEqual([
    { queue: 'run', waiting: 2, oldestSeconds: expect.any(Number) },
    { queue: 'mail', waiting: 0, oldestSeconds: 0 },
  ]);
  expect(Math.round(depths[0]?.oldestSeconds ?? 0)).toBeGreaterThanOrEqual(90);
  expect(depths[0]?.oldestSeconds).toBeLessThan(100);
  await send({ runId: 4 });
  expect(await queue.measure()).toBe(depths);
});
