/** Logs the start and the end of each attempt of a job, with figures for the metrics. */
import type { JobWithMetadata } from 'pg-boss';
import { readQueue } from './boss-settings.ts';
import { isLastAttempt } from './requeue.ts';

/**
 * Results of an attempt.
 * - `done`: completed
 * - `retry`: failed, will be retried
 * - `failed`: failed for the last time
 * - `given up`: users were notified of the last failure
 * - `requeued`: the server is stopping, and another process takes over
 */
export type JobResult = 'done' | 'retry' | 'failed' | 'given up' | 'requeued';

export interface QueueLog {
  info(details: object, text: string): void;
  error(details: object, text: string): void;
}

/** Observes each attempt. */
export interface JobObserver {
  traceJob<Result>(queue: string, ids: Record<string, number>, work: () => Result): Result;
  startJob(queue: string): void;
  endJob(queue: string, result: JobResult, seconds: number): void;
}

interface RecordOptions {
  log: QueueLog;
  observer?: JobObserver | undefined;
}

export type JobRecord = ReturnType<typeof recordJob>;

/** Ids in a payload that are logged: only integers, so that email addresses and texts stay out of the log. */
const LOGGED_ID = /^(run|project|scan|domain|workspace)Id$/;

function readIds(payload: object): Record<string, number> {
  const ids = Object.entries(payload).flatMap(([key, value]) => {
    const name = LOGGED_ID.exec(key)?.[1];
    return name !== undefined && Number.isSafeInteger(value) ? [[name, value]] : [];
  });
  return Object.fromEntries(ids);
}

/** Logs the start of an attempt. @returns functions that run it and log its end */
export function recordJob({ log, observer }: RecordOptions, job: JobWithMetadata) {
  const { queue, isDead } = readQueue(job.name);
  const ids = readIds(job.data);
  const line = { job: queue, id: job.id, attempt: job.retryCount + 1, ...ids };
  const startedAt = performance.now();
  observer?.startJob(queue);
  log.info(line, 'a job started');
  const end = (result: JobResult) => {
    const ms = performance.now() - startedAt;
    observer?.endJob(queue, result, ms / 1000);
    return { ...line, result, duration: Math.round(ms) };
  };
  return {
    work: (handle: () => Promise<void>) =>
      observer === undefined ? handle() : observer.traceJob(queue, ids, handle),
    complete: () => log.info(end(isDead ? 'given up' : 'done'), 'a job ended'),
    requeue: () => log.info(end('requeued'), 'a job ended'),
    fail: (error: unknown) =>
      log.error({ err: error, ...end(isLastAttempt(job) ? 'failed' : 'retry') }, 'a job failed'),
  };
}
