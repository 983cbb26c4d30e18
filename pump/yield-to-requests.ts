/**
 * Long work yields the processor to the thread that serves requests while somebody calls. Linux preempts a busy thread only
 * at the end of its time slice, some milliseconds later, whatever the priorities; one that sleeps is replaced at once.
 */
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

const CALLS = 'geoloom calls';
/** So long a thread works before it gives way. */
const WORK_MS = 1;
/** Linux makes about 60 µs of it. */
const SLEEP_MS = 0.01;
/** So long after a call the next one is likely. */
const CALLED_MS = 200;

type Calls = Int32Array<SharedArrayBuffer>;

const findCalls = () => getEnvironmentData(CALLS) as Calls | undefined;

/**
 * For the thread that serves, before it starts others.
 * @returns to be called with each call
 */
export function shareRequestCount(): () => void {
  const calls = findCalls() ?? new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setEnvironmentData(CALLS, calls);
  return () => void Atomics.add(calls, 0, 1);
}

function createGiveWay(calls: Calls | undefined): () => void {
  if (calls === undefined) return () => {};
  const never = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let count = Atomics.load(calls, 0);
  let calledAt = Number.NEGATIVE_INFINITY;
  let gaveAt = 0;
  return () => {
    const now = performance.now();
    if (now - gaveAt < WORK_MS) return;
    const latest = Atomics.load(calls, 0);
    if (latest !== count) calledAt = now;
    count = latest;
    if (now - calledAt < CALLED_MS) Atomics.wait(never, 0, 0, SLEEP_MS);
    gaveAt = performance.now();
  };
}

/** To be called every now and then by a thread at long work; costs nothing where nobody calls. */
export const yieldToRequests = createGiveWay(findCalls());
