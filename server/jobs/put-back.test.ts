/**
 * What the death of the process costs the jobs that were at work: little. A dead process is played by a
 * handler that never ends beside a queue that is opened anew; killed for real they are in db/crash.test.ts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../db/open.ts';
import { openQueueWith } from './queue.ts';

type Handle = (id: number) => Promise<void>;

/** Stands for the death of the process: nothing comes after it. */
const dies = () => new Promise<void>(() => {});

/** A database with some jobs, and the lives of the processes that work on all of them side by side. */
async function begin(jobs: number): Promise<{ live(handle: Handle): Promise<void>; given: string[] }> {
  const database = await openDatabase({});
  onTestFinished(() => database.close());
  const given: string[] = [];
  const open = async () => {
    const queue = await openQueueWith({ database, jobs: ['run'], log: { error: () => {} }, drainMs: 1 });
    onTestFinished(() => queue.close());
    return queue;
  };
  const first = await open();
  for (let id = 1; id <= jobs; id++)
    await database.db.transaction().execute((trx) => first.send(trx, 'run', { id }));
  return {
    given,
    async live(handle) {
      const queue = await open();
      await queue.work<{ id: number }>(
        'run',
        async ({ id }, { signal }) => {
          const closed = sleep(600_000, undefined, { signal }).catch(() => {
            throw new Error('nobody is there any more');
          });
          await Promise.race([handle(id), closed]);
        },
        { concurrency: jobs, onGivenUp: async ({ id }, reason) => void given.push(`${id}: ${reason}`) },
      );
    },
  };
}

/** Long: a second try waits up to four seconds, a suspect five. */
const soon = { timeout: 20_000, interval: 10 };

it('a job is done however often the process dies under it, up to eleven times', async () => {
  const { live, given } = await begin(1);
  let begun = 0;
  for (let lives = 1; lives <= 11; lives++) {
    await live(() => {
      begun++;
      return dies();
    });
    await expect.poll(() => begun, soon).toBe(lives);
  }
  const done: number[] = [];
  await live(async (id) => void done.push(id));
  await expect.poll(() => done, soon).toEqual([1]);
  expect(given).toEqual([]);
}, 60_000);

it('a job under which every process dies is given up at the twelfth, and its neighbour is done', async () => {
  const { live, given } = await begin(2);
  let deaths = 0;
  let isDone = false;
  for (let lives = 1; given.length === 0 && lives <= 20; lives++) {
    await live(async (id) => {
      if (id === 1) {
        deaths++;
        return dies();
      }
      // The neighbour needs a moment, and goes down with the process when both are at work.
      await sleep(50);
      if (deaths === lives) return dies();
      isDone = true;
    });
    await expect.poll(() => deaths === lives || given.length > 0, soon).toBe(true);
    await sleep(60);
  }
  await expect.poll(() => isDone, soon).toBe(true);
  expect(given).toEqual(['1: The process ended each time.']);
  expect(deaths).toBe(12);
}, 90_000);
