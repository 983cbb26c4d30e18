/**
 * Garbage collection as one job for all processes. It waits in the queue, even while no server runs, and the process
 * that claims it first sends the next one.
 */
import type { Ended } from '#server/jobs/queue.ts';
import type { Context } from '../../context.ts';
import { GARBAGE_JOB, type GarbageCollection } from './garbage-collection.service.ts';

const EVERY_S = 3600;
/** Listing a bucket costs a request for each thousand files. */
const LIST_EVERY_MS = 24 * 3600 * 1000;
const GIVEN_UP =
  'Failed to collect garbage: three attempts ended with the errors logged above. Everything else was deleted, and the rest will be retried within the hour. If that fails too, fix the causes of those errors.';
/** Time that other processes have between storing a file and committing its row. */
const REQUEST_LIFE_MS = 10 * 60 * 1000;

interface CollectingOptions {
  /** Adds nothing while a job with the same key waits. */
  send(job: string, when: { singletonKey: string; startAfterSeconds: number }): Promise<void>;
  garbage: GarbageCollection;
  /** No other process uses the database and the folder, so older files without rows belong to a dead process. */
  isAlone: boolean;
}

/** @param stop ends a sweep early */
export async function startCollecting(
  { queue, clock, logError }: Pick<Context, 'queue' | 'clock' | 'logError'>,
  { send, garbage, isAlone }: CollectingOptions,
  stop: AbortSignal,
): Promise<void> {
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
  // A single process collects immediately after its predecessor; of several, one collects when a sweep is
  // due.
  await send(GARBAGE_JOB, { singletonKey: isAlone ? 'start' : 'hourly', startAfterSeconds: 0 });
}
