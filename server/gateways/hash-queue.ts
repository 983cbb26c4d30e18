/**
 * Queue for password hashes, fair by network: networks take turns, so a flood from one network delays and
 * fails only its own requests.
 */
import { AppError } from '../app-error.ts';

/** Maximum number of concurrent hashes. */
const MAX_CONCURRENT = 2;
/**
 * Maximum number of queued hashes per network and in total; at 20 ms each, the last one starts within 5 s.
 */
const MAX_QUEUED_PER_NETWORK = 16;
const MAX_QUEUED = 400;
const RETRY_SECONDS = '2';

interface Waiting {
  start(): void;
  reject(error: AppError): void;
}

export interface HashQueue {
  /** Runs the work when its network gets a turn. @throws AppError `too_many` */
  run<T>(network: string, work: () => Promise<T>): Promise<T>;
  /** Highest number of concurrent hashes so far. */
  peak(): number;
}

/** Creates an empty queue: 2 running, 16 queued per network, 400 queued in total. */
export function createHashQueue(): HashQueue {
  /** Queues by network, in the order of their turns; after its turn a network moves to the end. */
  const queues = new Map<string, Waiting[]>();
  let waiting = 0;
  let running = 0;
  let peak = 0;
  const wait = (network: string) =>
    new Promise<void>((start, reject) => {
      const queue = queues.get(network) ?? [];
      if (queue.length >= MAX_QUEUED_PER_NETWORK) return reject(toTooMany());
      if (waiting >= MAX_QUEUED && !evictFromLongest(queues, queue.length)) return reject(toTooMany());
      if (waiting < MAX_QUEUED) waiting += 1;
      queue.push({ start, reject });
      queues.set(network, queue);
    });
  const startNext = () => {
    const [first] = queues;
    if (first === undefined) {
      running -= 1;
      return;
    }
    const [network, line] = first;
    const next = line.shift();
    queues.delete(network);
    if (line.length > 0) queues.set(network, line);
    waiting -= 1;
    next?.start();
  };
  return {
    peak: () => peak,
    async run(network, work) {
      // A finished task passes its slot on, so that new tasks can't overtake the queue.
      if (running >= MAX_CONCURRENT) await wait(network);
      else running += 1;
      peak = Math.max(peak, running);
      try {
        return await work();
      } finally {
        startNext();
      }
    },
  };
}

/** Makes room by rejecting the last entry of the longest queue. @returns false if no other queue is longer */
function evictFromLongest(queues: Map<string, Waiting[]>, ownLength: number): boolean {
  const candidate = [...queues.values()].reduce(
    (longest, queue) => (queue.length > longest.length ? queue : longest),
    [],
  );
  if (candidate.length <= ownLength + 1) return false;
  candidate.pop()?.reject(toTooMany());
  return true;
}

function toTooMany(): AppError {
  return new AppError('too_many', { headers: { 'retry-after': RETRY_SECONDS } });
}
