/** What is asked of Google as jobs: figures of all domains each day and of one after each change, and ended connections. */
import type { Queue } from '#server/jobs/queue.ts';
import { SEARCH_JOB, type SearchWish } from './connection.service.ts';
import type { IntegrationsService } from './integrations.service.ts';

const DAY_S = 24 * 3600;
const AT_ONCE = 2;

interface Needs {
  queue: Pick<Queue, 'work'>;
  integrations: Pick<IntegrationsService, 'collectAll' | 'collectDomain' | 'revoke'>;
  /** Adds nothing while a job of the same key waits. */
  send(payload: SearchWish, when: { singletonKey: string; startAfterSeconds: number }): Promise<void>;
}

/** Collects from now on, and everything that is due at a start. */
export async function startCollectingFigures({ queue, integrations, send }: Needs): Promise<void> {
  const all: SearchWish = { kind: 'all' };
  await queue.work<SearchWish>(
    SEARCH_JOB,
    async (wish, context) => {
      if (wish.kind === 'revoke') return integrations.revoke(wish);
      if (wish.kind === 'domain') return integrations.collectDomain(wish.domainId, context);
      await send(all, { singletonKey: 'daily', startAfterSeconds: DAY_S });
      await integrations.collectAll();
    },
    { concurrency: AT_ONCE },
  );
  await send(all, { singletonKey: 'start', startAfterSeconds: 0 });
}
