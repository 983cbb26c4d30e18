/** Processes that work on the jobs of one database and die under them, played by queues of one process. */
import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../db/open.ts';
import { openQueueWith } from './queue.ts';

interface Life {
  isOver: boolean;
}

type Handle = (id: number, life: Life) => Promise<void>;

export const never = () => new Promise<never>(() => {});

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
export async function beginLives(jobs: number) {
  const database = await openDatabase({});
  onTestFinished(() => database.close());
  const given: string[] = [];
  const open = (life: Life) =>
    openQueueWith({
      database: openFor(life, database),
      jobs: ['run'],
      log: { info: () => {}, error: () => {} },
      drainMs: 1,
    });
  const first = await open({ isOver: false });
  for (let id = 1; id <= jobs; id++)
    await database.db.transaction().execute((trx) => first.send(trx, 'run', { id }));
  await first.close();
  let last: Life = { isOver: true };
  return {
    database,
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
export function die(life: Life): Promise<never> {
  life.isOver = true;
  return never();
}
