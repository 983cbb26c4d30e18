/**
 * The queue in front of the hashes, shared by network: the networks that wait take turns, so one that floods
 * waits behind the others, and it alone is refused.
 */
import { AppError } from '../app-error.ts';

/** Hashes that are computed at the same time. */
const AT_ONCE = 2;
/** Maximum of waiting hashes of one network, and of all: at 20 ms each the last one starts within 5 s. */
const WAITING_OF_NETWORK = 16;
const WAITING_OF_ALL = 400;
const RETRY_SECONDS = '2';

interface Waiting {
  begin(): void;
  refuse(error: AppError): void;
}

export interface HashQueue {
  /** Runs the work when it is the turn of its network. @throws AppError `too_many` */
  run<T>(network: string, work: () => Promise<T>): Promise<T>;
  /** Most that was ever computed at once. */
  peak(): number;
}

/** Makes an empty queue: two works at once, sixteen waiting for a network, 400 in all. */
export function createHashQueue(): HashQueue {
  /** In the order of their turns: after its turn a network goes to the end. */
  const lines = new Map<string, Waiting[]>();
  let waiting = 0;
  let running = 0;
  let peak = 0;
  const wait = (network: string) =>
    new Promise<void>((begin, refuse) => {
      const line = lines.get(network) ?? [];
      if (line.length >= WAITING_OF_NETWORK) return refuse(refusal());
      if (waiting >= WAITING_OF_ALL && !dropOneOf(lines, line.length)) return refuse(refusal());
      if (waiting < WAITING_OF_ALL) waiting += 1;
      line.push({ begin, refuse });
      lines.set(network, line);
    });
  const beginNext = () => {
    const [first] = lines;
    if (first === undefined) {
      running -= 1;
      return;
    }
    const [network, line] = first;
    const next = line.shift();
    lines.delete(network);
    if (line.length > 0) lines.set(network, line);
    waiting -= 1;
    next?.begin();
  };
  return {
    peak: () => peak,
    async run(network, work) {
      // A task that ends passes its slot on, so that nothing overtakes the queue.
      if (running >= AT_ONCE) await wait(network);
      else running += 1;
      peak = Math.max(peak, running);
      try {
        return await work();
      } finally {
        beginNext();
      }
    },
  };
}

/** Makes room by refusing the newest of the longest line. @returns false when none is longer than one's own */
function dropOneOf(lines: Map<string, Waiting[]>, ownLength: number): boolean {
  const longest = [...lines.values()].reduce((most, line) => (line.length > most.length ? line : most), []);
  if (longest.length <= ownLength + 1) return false;
  longest.pop()?.refuse(refusal());
  return true;
}

function refusal(): AppError {
  return new AppError('too_many', { headers: { 'retry-after': RETRY_SECONDS } });
}
