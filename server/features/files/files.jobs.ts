/**
 * Garbage collection as one job for all processes: one waits in the queue for its time, also while no server
 * runs, and whichever process takes it sends the next one first.
 */
import type { Ended, Queue } from '#server/jobs/queue.ts';
import { GARBAGE_JOB, type GarbageCollection } from './garbage-collection.service.ts';

const EVERY_S = 3600;
/** Listing a bucket costs a request for each thousand files. */
const LIST_EVERY_MS = 24 * 3600 * 1000;
const GIVEN_UP =
  'Failed to collect garbage: three attempts ended with errors, which are in the lines before this one. Everything else was deleted, and the rest is retried within the hour. If that fails, fix what the errors name.';
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
  let listEveryMs = isAlone ? 0 : LIST_EVERY_MS;
  const collect = async (_payload: object, { signal }: { signal: AbortSignal }) => {
    await send(GARBAGE_JOB, { singletonKey: 'hourly', startAfterSeconds: EVERY_S });
    const before = new Date(clock().getTime() - spareMs);
    spareMs = REQUEST_LIFE_MS;
    await garbage.sweep(before, AbortSignal.any([stop, signal]), listEveryMs);
    listEveryMs = LIST_EVERY_MS;
  };
  const onGivenUp = async (_payload: object, { reason }: Ended) => logError(new Error(reason), GIVEN_UP);
  await queue.work(GARBAGE_JOB, collect, { concurrency: 1, pollSeconds: 60, onGivenUp });
  // A single process collects at once what its predecessor left; of several, one collects when it is time.
  await send(GARBAGE_JOB, { singletonKey: isAlone ? 'start' : 'hourly', startAfterSeconds: 0 });
}
