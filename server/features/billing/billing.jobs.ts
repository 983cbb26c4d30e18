/**
 * Readings of Stripe as jobs: one after each event that may have changed something, and one of everything each day,
 * which finds what no event told.
 */
import type { Queue } from '#server/jobs/queue.ts';
import type { BillingService } from './billing.service.ts';
import { BILLING_JOB, type ReadingWish } from './reading.service.ts';

const DAY_S = 24 * 3600;

interface Needs {
  queue: Pick<Queue, 'work'>;
  billing: Pick<BillingService, 'read'>;
  /** Adds nothing while a job of the same key waits. */
  send(payload: ReadingWish, when: { singletonKey: string; startAfterSeconds: number }): Promise<void>;
}

/** Reads from now on, and everything at once at a start. */
export async function startReading({ queue, billing, send }: Needs): Promise<void> {
  const all: ReadingWish = { kind: 'all' };
  const read = async (wish: ReadingWish) => {
    if (wish.kind === 'all') await send(all, { singletonKey: 'daily', startAfterSeconds: DAY_S });
    await billing.read(wish);
  };
  await queue.work(BILLING_JOB, read, { concurrency: 1 });
  await send(all, { singletonKey: 'start', startAfterSeconds: 0 });
}
