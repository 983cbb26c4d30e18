/**
 * Readings of Stripe as jobs: one after each event that may have changed something, and one of everything each day,
 * which finds what no event reported. Also ends the plans of accounts that were deleted or disabled.
 */
import type { Queue } from '#server/jobs/queue.ts';
import type { BillingService } from './billing.service.ts';
import { BILLING_JOB, type BillingJob } from './reading.service.ts';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

interface Needs {
  queue: Pick<Queue, 'work'>;
  billing: Pick<BillingService, 'read' | 'close' | 'end' | 'updateEmail'>;
  /** Adds nothing while a job of the same key waits. */
  send(payload: BillingJob, when: { singletonKey: string; startAfterSeconds: number }): Promise<void>;
}

/** Reads from now on, and everything at once at a start. */
export async function startReading({ queue, billing, send }: Needs): Promise<void> {
  const all: BillingJob = { kind: 'all' };
  const handle = async (job: BillingJob) => {
    if (job.kind === 'all') await send(all, { singletonKey: 'daily', startAfterSeconds: DAY_S });
    if (job.kind === 'close') await billing.close(job.customer);
    else if (job.kind === 'end') await billing.end(job.customer);
    else if (job.kind === 'email') await billing.updateEmail(job.customer);
    else await billing.read(job);
  };
  // The daily reading comes again by itself; what ends a subscription is retried until it is done, and so is the
  // reading of a customer, which ends the plan of a former main admin.
  const onGivenUp = async (job: BillingJob) => {
    if (job.kind === 'all' || job.kind === 'catalog') return;
    await send(job, { singletonKey: `${job.kind}:${job.customer}`, startAfterSeconds: HOUR_S });
  };
  await queue.work(BILLING_JOB, handle, { concurrency: 1, onGivenUp });
  await send(all, { singletonKey: 'start', startAfterSeconds: 0 });
}
