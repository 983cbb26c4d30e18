/**
 * Makes threads with long work yield the processor while requests are served. Linux preempts a busy thread only at the
 * end of its time slice, some milliseconds later, whatever the priorities; a sleeping thread is replaced immediately.
 */
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

const REQUEST_COUNT = 'geoloom request count';
/** Longest time that a thread works before it yields. */
const WORK_MS = 1;
/** Linux rounds it up to about 60 µs. */
const SLEEP_MS = 0.01;
/** Time after a request in which the next one is likely. */
const RECENT_MS = 200;

type RequestCount = Int32Array<SharedArrayBuffer>;

const findCount = () => getEnvironmentData(REQUEST_COUNT) as RequestCount | undefined;

/**
 * Shares the number of requests with threads that are started later.
 * @returns a function that counts a request
 */
export function shareRequestCount(): () => void {
  const count = findCount() ?? new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setEnvironmentData(REQUEST_COUNT, count);
  return () => void Atomics.add(count, 0, 1);
}

function createYield(shared: RequestCount | undefined): () => void {
  if (shared === undefined) return () => {};
  const never = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let count = Atomics.load(shared, 0);
  let requestedAt = Number.NEGATIVE_INFINITY;
  let yieldedAt = 0;
  return () => {
    const now = performance.now();
    if (now - yieldedAt < WORK_MS) return;
    const latest = Atomics.load(shared, 0);
    if (latest !== count) requestedAt = now;
    count = latest;
    if (now - requestedAt < RECENT_MS) Atomics.wait(never, 0, 0, SLEEP_MS);
    yieldedAt = performance.now();
  };
}

/** Call it often during long work; it sleeps only while requests come in. */
export const yieldToRequests = createYield(findCount());
