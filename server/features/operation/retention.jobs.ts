/** Hourly retention job, one for all processes. */
import type { Context } from '../../context.ts';
import type { Queue } from '#server/jobs/queue.ts';

export const RETENTION_JOB = 'retention';

const EVERY_S = 3600;

interface RetentionOptions {
  queue: Queue;
  /** Does nothing while a job of the same key is queued. */
  send(job: string, when: { singletonKey: string; startAfterSeconds: number }): Promise<void>;
  /**
   * Steps by the name of the rows or files they remove; each is idempotent and ends early when the signal
   * fires.
   */
  steps: Readonly<Record<string, (signal: AbortSignal) => Promise<void>>>;
  /** No other process uses the database. */
  isAlone: boolean;
  logError: Context['logError'];
}

/**
 * Starts pruning.
 * @param stop ends a running job early
 */
export async function startRetention(options: RetentionOptions, stop: AbortSignal): Promise<void> {
  const { queue, send, steps, isAlone, logError } = options;
  const prune = async (_payload: object, context: { signal: AbortSignal }) => {
    await send(RETENTION_JOB, { singletonKey: 'hourly', startAfterSeconds: EVERY_S });
    const signal = AbortSignal.any([stop, context.signal]);
    for (const [name, remove] of Object.entries(steps)) {
      // A stop of the server isn't a failure: the next job continues.
      if (signal.aborted) return;
      await remove(signal).catch((error: unknown) => {
        if (!signal.aborted) logError(error, `Retention failed to remove ${name}; retrying in an hour`);
      });
    }
  };
  await queue.work(RETENTION_JOB, prune, { concurrency: 1, pollSeconds: 60 });
  await send(RETENTION_JOB, { singletonKey: isAlone ? 'start' : 'hourly', startAfterSeconds: 0 });
}
