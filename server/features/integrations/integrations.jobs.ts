/** Jobs that call Google: figures of all domains daily, figures of one domain after a change, index states, revocations. */
import type { Queue } from '#server/jobs/queue.ts';
import { INSPECT_JOB, type InspectJob, SEARCH_JOB, type SearchJob } from './connection.service.ts';
import type { IntegrationsService } from './integrations.service.ts';

const DAY_S = 24 * 3600;
const CONCURRENCY = 2;

interface SearchJobOptions {
  queue: Queue;
  integrations: IntegrationsService;
  /** Does nothing while a job of the same key is queued. */
  send(payload: SearchJob, when: { singletonKey: string; startAfterSeconds: number }): Promise<void>;
}

/** Starts the workers, and collects everything that is due. */
export async function startCollectingFigures({ queue, integrations, send }: SearchJobOptions): Promise<void> {
  const all: SearchJob = { kind: 'all' };
  await queue.work<SearchJob>(
    SEARCH_JOB,
    async (job, context) => {
      if (job.kind === 'revoke') return integrations.revoke(job);
      if (job.kind === 'domain') return integrations.collectDomain(job.domainId, context);
      await send(all, { singletonKey: 'daily', startAfterSeconds: DAY_S });
      await integrations.collectAll();
    },
    { concurrency: CONCURRENCY },
  );
  await queue.work<InspectJob>(
    INSPECT_JOB,
    ({ domainId }, context) => integrations.inspectDomain(domainId, context),
    // One at a time, because domains may share the quota of a property.
    { concurrency: 1 },
  );
  await send(all, { singletonKey: 'start', startAfterSeconds: 0 });
}
