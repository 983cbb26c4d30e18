/**
 * Jobs that read from Stripe: one after each relevant event, and a full one each day, which finds changes that no event
 * reported. Other jobs end the plans of deleted or disabled accounts.
 */
import type { Queue } from '#server/jobs/queue.ts';
import type { BillingService } from './billing.service.ts';
import { BILLING_JOB, type BillingJob } from './reading.service.ts';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

interface BillingJobOptions {
  queue: Queue;
  billing: BillingService;
  /** Does nothing while a job of the same key is queued. */
  send(payload: BillingJob, when: { singletonKey: string; startAfterSeconds: number }): Promise<void>;
}

/** Starts the worker with a full reading. */
export async function startReading({ queue, billing, send }: BillingJobOptions): Promise<void> {
  const all: BillingJob = { kind: 'all' };
  const handle = async (job: BillingJob) => {
    if (job.kind === 'all') await send(all, { singletonKey: 'daily', startAfterSeconds: DAY_S });
    if (job.kind === 'close') await billing.close(job.customer);
    else if (job.kind === 'end') await billing.end(job.customer);
    else if (job.kind === 'email') await billing.updateEmail(job.customer);
    else await billing.read(job);
  };
  // Full readings and the catalog are read again the next day. Jobs of a customer are retried until they succeed, because
  // they end plans: a reading ends the plan of a former main admin.
  const onGivenUp = async (job: BillingJob) => {
    if (job.kind === 'all' || job.kind === 'catalog') return;
    await send(job, { singletonKey: `${job.kind}:${job.customer}`, startAfterSeconds: HOUR_S });
  };
  await queue.work(BILLING_JOB, handle, { concurrency: 1, onGivenUp });
  await send(all, { singletonKey: 'start', startAfterSeconds: 0 });
}
