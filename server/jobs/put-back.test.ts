/**
 * What the death of the process costs the jobs that were at work: little. A dead process is played by a
 * queue whose database no longer answers, beside one that is opened anew; killed for real they are in
 * db/crash.test.ts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../db/open.ts';
import { openQueueWith } from './queue.ts';

interface Life {
  isOver: boolean;
}

type Handle = (id: number, life: Life) => Promise<void>;

const never = () => new Promise<never>(() => {});

/** The same database, for as long as the process lives. */
function openFor(life: Life, database: Database): Database {
  const raw = new Proxy(database.raw, {
    get(target, name) {
      if (life.isOver) return never;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { ...database, raw };
}

/** A database with some jobs, and the lives of the processes that work on all of them side by side. */
async function begin(jobs: number) {
  const database = await openDatabase({});
  onTestFinished(() => database.close());
  const given: string[] = [];
  const open = (life: Life) =>
    openQueueWith({
      database: openFor(life, database),
      jobs: ['run'],
      log: { error: () => {} },
      drainMs: 1,
    });
  const first = await open({ isOver: false });
  for (let id = 1; id <= jobs; id++)
    await database.db.transaction().execute((trx) => first.send(trx, 'run', { id }));
  await first.close();
  let last: Life = { isOver: true };
  return {
    given,
    /** Begins a life after the last one, which is over now if it was not before. */
    async live(handle: Handle): Promise<Life> {
      last.isOver = true;
      const life = { isOver: false };
      last = life;
      const queue = await open(life);
      onTestFinished(() => (life.isOver ? undefined : queue.close()));
      await queue.work<{ id: number }>('run', ({ id }) => handle(id, life), {
        concurrency: jobs,
        onGivenUp: async ({ id }, { reason, isDeath }) => void given.push(`${id}: ${reason} ${isDeath}`),
      });
      return life;
    },
  };
}

/** Ends the life under the job. */
function die(life: Life): Promise<never> {
  life.isOver = true;
  return never();
}

/** Long: a second try waits up to four seconds, a suspect five. */
const soon = { timeout: 20_000, interval: 10 };

it('a job is done however often the process dies under it, up to eleven times', async () => {
  const { live, given } = await begin(1);
  for (let lives = 1; lives <= 11; lives++) {
    const life = await live((_id, own) => die(own));
    await expect.poll(() => life.isOver, soon).toBe(true);
  }
  const done: number[] = [];
  await live(async (id) => void done.push(id));
  await expect.poll(() => done, soon).toEqual([1]);
  expect(given).toEqual([]);
}, 120_000);

it('a job under which every process dies is given up at the twelfth, and a longer one beside it is done before', async () => {
  const { live, given } = await begin(2);
  const deaths: number[] = [];
  let neighbourLives = 0;
  let isDone = false;
  for (let lives = 1; given.length === 0 && lives <= 20; lives++) {
    const life = await live(async (id, own) => {
      if (id === 1) {
        // The neighbour is at work already where both may be.
        await sleep(20);
        deaths.push(lives);
        return die(own);
      }
      neighbourLives++;
      // Longer than any pause between the beginnings of two jobs.
      await sleep(6_000);
      if (own.isOver) return never();
      isDone = true;
    });
    await expect.poll(() => life.isOver || given.length > 0, soon).toBe(true);
  }
  expect(given).toEqual(['1: The process ended each time. true']);
  expect(deaths).toHaveLength(12);
  await expect.poll(() => isDone, soon).toBe(true);
  console.log(`the neighbour was begun ${neighbourLives} times`);
  // Three deaths in company make suspects; from then on each is alone.
  expect(neighbourLives).toBeLessThanOrEqual(4);
}, 180_000);
