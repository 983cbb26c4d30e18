/**
 * Queue for password hashes, fair by network: networks take turns, so a flood from one network delays and
 * fails only its own requests.
 */
import { AppError } from '../app-error.ts';
import { FairQueue } from '../fair-queue.ts';

/** Maximum number of concurrent hashes. */
const MAX_CONCURRENT = 2;
const RETRY_SECONDS = '2';
/** At 20 ms each, the last one starts within 5 s. */
const LIMITS = {
  perAccount: 16,
  total: 400,
  refuse: () => new AppError('too_many', { headers: { 'retry-after': RETRY_SECONDS } }),
};

/** Creates an empty queue: 2 running, 16 queued per network, 400 queued in total. */
export function createHashQueue() {
  const queue = new FairQueue<string>(MAX_CONCURRENT, LIMITS);
  let running = 0;
  let peak = 0;
  return {
    /** Highest number of concurrent hashes so far. */
    peak: () => peak,
    /** Runs the work when its network gets a turn. @throws AppError `too_many` */
    run: <T>(network: string, work: () => Promise<T>): Promise<T> =>
      queue.run({ account: network }, async () => {
        running += 1;
        peak = Math.max(peak, running);
        return work().finally(() => (running -= 1));
      }),
  };
}
