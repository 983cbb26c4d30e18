/** Jobs that execute runs. The payload is the ID of the run. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { ExecutionService } from './execution.service.ts';
import { RUN_JOB, TEST_JOB } from './run-start.service.ts';

const payload = z.object({ runId: z.int() });

/**
 * Concurrency per process. Full runs start after a delay: the embedded database has one connection, and
 * requests that waited for it during the save go first.
 */
export const RUN_JOBS = [
  { name: RUN_JOB, concurrency: 2, delayMs: 40 },
  { name: TEST_JOB, concurrency: 2, delayMs: 0 },
] as const;

export function createRunHandler(execution: ExecutionService) {
  return (given: { runId: number }, context: { signal: AbortSignal }): Promise<void> =>
    execution.execute(payload.parse(given).runId, context.signal);
}

/** @returns a function that checks whether the run of a job may start */
export function createSlotCheck(execution: ExecutionService, delayMs: number) {
  return async (given: { runId: number }): Promise<boolean> => {
    if (delayMs > 0) await sleep(delayMs);
    return await execution.acquireSlot(payload.parse(given).runId);
  };
}
