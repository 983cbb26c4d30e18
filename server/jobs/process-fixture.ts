/** Simulates processes that work on the jobs of one database and crash, with one queue per process. */
import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../db/open.ts';
import { openQueueWith } from './queue.ts';

interface SimulatedProcess {
  hasCrashed: boolean;
}

type Handle = (id: number, simulated: SimulatedProcess) => Promise<void>;

export const never = () => new Promise<never>(() => {});

/** Connects to the database until the process crashes. */
function openFor(simulated: SimulatedProcess, database: Database): Database {
  const raw = new Proxy(database.raw, {
    get(target, name) {
      if (simulated.hasCrashed) return never;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { ...database, raw };
}

/** Opens a database with some jobs; its processes work on all of them concurrently. */
export async function createProcesses(jobs: number) {
  const database = await openDatabase({});
  onTestFinished(() => database.close());
  const given: string[] = [];
  const open = (simulated: SimulatedProcess) =>
    openQueueWith({
      database: openFor(simulated, database),
      jobs: ['run'],
      log: { info: () => {}, error: () => {} },
      drainMs: 1,
    });
  const first = await open({ hasCrashed: false });
  for (let id = 1; id <= jobs; id++)
    await database.db.transaction().execute((trx) => first.send(trx, 'run', { id }));
  await first.close();
  let last: SimulatedProcess = { hasCrashed: true };
  return {
    database,
    given,
    /** Starts a process; the previous one crashes unless it has crashed before. */
    async start(handle: Handle): Promise<SimulatedProcess> {
      last.hasCrashed = true;
      const simulated = { hasCrashed: false };
      last = simulated;
      const queue = await open(simulated);
      onTestFinished(() => (simulated.hasCrashed ? undefined : queue.close()));
      await queue.work<{ id: number }>('run', ({ id }) => handle(id, simulated), {
        concurrency: jobs,
        onGivenUp: async ({ id }, { reason, isCrash }) => void given.push(`${id}: ${reason} ${isCrash}`),
      });
      return simulated;
    },
  };
}

/** Crashes the process during the job. */
export function crash(simulated: SimulatedProcess): Promise<never> {
  simulated.hasCrashed = true;
  return never();
}
