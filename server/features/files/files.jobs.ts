/**
 * Garbage collection as one job for all processes: one waits in the queue for its time, also while no server
 * runs, and whichever process takes it sends the next one first.
 */
import type { Queue } from '#server/jobs/queue.ts';
import type { GarbageCollection } from './garbage-collection.service.ts';

export const GARBAGE_JOB = 'collect-garbage';

const EVERY_S = 3600;
/** What other processes may still be at: a request between a file and its row, a run in its folder. */
const REQUEST_LIFE_MS = 10 * 60 * 1000;

interface Needs {
  queue: Pick<Queue, 'work'>;
  /** Adds nothing while a job of the same key waits. */
  send(job: string, when: { singletonKey: string; startAfterSeconds: number }): Promise<void>;
  garbage: GarbageCollection;
  clock: () => Date;
  /** Nobody else uses database and folder: what is there from before is of a dead process. */
  isAlone: boolean;
  logError(error: unknown, text: string): void;
}

/**
 * Collects from now on.
 * @param stop ends what is under way early
 */
export async function startCollecting(needs: Needs, stop: AbortSignal): Promise<void> {
  const { queue, send, garbage, clock, isAlone, logError } = needs;
  let spareMs = isAlone ? 0 : REQUEST_LIFE_MS;
  const collect = async (_payload: object, { signal }: { signal: AbortSignal }) => {
    await send(GARBAGE_JOB, { singletonKey: 'hourly', startAfterSeconds: EVERY_S });
    const before = new Date(clock().getTime() - spareMs);
    spareMs = REQUEST_LIFE_MS;
    // Not tried again: what is wrong with the store now is so in a second, and the next one comes anyway.
    await garbage
      .sweep(before, AbortSignal.any([stop, signal]))
      .catch((error: unknown) => logError(error, 'garbage collection failed'));
  };
  await queue.work(GARBAGE_JOB, collect, { concurrency: 1, pollSeconds: 60 });
  // A single process collects at once what its predecessor left; of several, one collects when it is time.
  await send(GARBAGE_JOB, { singletonKey: isAlone ? 'start' : 'hourly', startAfterSeconds: 0 });
}
