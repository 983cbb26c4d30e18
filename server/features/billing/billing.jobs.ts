/**
 * Readings of Stripe as jobs: one after each event that may have changed something, and one of everything each day,
 * which finds what no event reported. And the end of what deleted accounts paid for.
 */
import type { Queue } from '#server/jobs/queue.ts';
import type { BillingService } from './billing.service.ts';
import { BILLING_JOB, type BillingWish } from './reading.service.ts';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

interface Needs {
  queue: Pick<Queue, 'work'>;
  billing: Pick<BillingService, 'read' | 'close'>;
  /** Adds nothing while a job of the same key waits. */
  send(payload: BillingWish, when: { singletonKey: string; startAfterSeconds: number }): Promise<void>;
}

/** Reads from now on, and everything at once at a start. */
export async function startReading({ queue, billing, send }: Needs): Promise<void> {
  const all: BillingWish = { kind: 'all' };
  const read = async (wish: BillingWish) => {
    if (wish.kind === 'all') await send(all, { singletonKey: 'daily', startAfterSeconds: DAY_S });
    await (wish.kind === 'close' ? billing.close(wish.customer) : billing.read(wish));
  };
  // The daily reading comes again by itself; what ends a subscription is tried until it is done.
  const onGivenUp = async (wish: BillingWish) => {
    if (wish.kind !== 'close') return;
    await send(wish, { singletonKey: `close:${wish.customer}`, startAfterSeconds: HOUR_S });
  };
  await queue.work(BILLING_JOB, read, { concurrency: 1, onGivenUp });
  await send(all, { singletonKey: 'start', startAfterSeconds: 0 });
}
