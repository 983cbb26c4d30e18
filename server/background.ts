/** What the server does without being asked: it carries out jobs and removes files that nothing names. */
import { randomUUID } from 'node:crypto';
import { deleteOldDrafts } from './features/projects/drafts.store.ts';
import {
  createGarbageCollection,
  type GarbageCollection,
} from './features/files/garbage-collection.service.ts';
import { createExecution } from './features/runs/execution.service.ts';
import { createRunHandler, createTurnTaker, RUN_JOBS } from './features/runs/runs.jobs.ts';
import { listRunStates } from './features/runs/runs.store.ts';
import type { Ground } from './ground.ts';
import type { Services } from './services.ts';

const SWEEP_MS = 3600 * 1000;
/** What other processes may still be at: a request between a file and its row, a run in its folder. */
const REQUEST_LIFE_MS = 10 * 60 * 1000;
const SCRATCH_LIFE_MS = 5 * 60 * 1000;
const SCRATCH_SWEEP_MS = 5 * 60 * 1000;

/**
 * Takes jobs and sweeps from now on.
 * @param warn shows the person who runs the server what they should know
 * @returns ends it
 */
export async function startWork(
  ground: Ground,
  { notifications }: Pick<Services, 'notifications'>,
  warn: (text: string) => void,
): Promise<() => Promise<void>> {
  const { queue } = ground;
  const { db } = ground.database;
  const needs = { ...ground, db, notifications, newId: randomUUID };
  const execution = createExecution(needs);
  const handle = createRunHandler(execution);
  const takeTurn = createTurnTaker(execution);
  for (const { name, concurrency } of RUN_JOBS) {
    await queue.work(name, handle, { concurrency, onGivenUp: execution.giveUp, takeTurn });
  }
  const stopSweeping = startSweeping(ground, collectGarbage({ ...needs, tell: warn }));
  return async () => {
    await Promise.all([stopSweeping(), queue.drain()]);
  };
}

/** The garbage collection of all nouns whose files are swept. */
export function collectGarbage(
  needs: Omit<Parameters<typeof createGarbageCollection>[0], 'deleteOldDrafts' | 'listRunStates'>,
): GarbageCollection {
  const { db } = needs;
  return createGarbageCollection({
    ...needs,
    deleteOldDrafts: (before) => deleteOldDrafts(db, before),
    listRunStates: (ids) => listRunStates(db, ids),
  });
}

/** Sweeps at once, because a server may never run for an hour, and then now and then. @returns ends it */
function startSweeping(
  { files, clock, isAlone, logError }: Ground,
  garbage: GarbageCollection,
): () => Promise<void> {
  const stop = new AbortController();
  const fail = (error: unknown) => logError(error, 'sweeping failed');
  const sweep = (spareMs: number) =>
    garbage.sweep(new Date(clock().getTime() - spareMs), stop.signal).then(() => {}, fail);
  let running = sweep(isAlone ? 0 : REQUEST_LIFE_MS);
  const timers = [
    setInterval(() => {
      running = running.then(() => sweep(REQUEST_LIFE_MS));
    }, SWEEP_MS),
    setInterval(() => void files.sweepScratch(SCRATCH_LIFE_MS).catch(fail), SCRATCH_SWEEP_MS),
  ];
  for (const timer of timers) timer.unref();
  return async () => {
    for (const timer of timers) clearInterval(timer);
    stop.abort();
    await running;
    await garbage
      .leave()
      .catch((error: unknown) => logError(error, 'the mark of the store was not counted on'));
  };
}
