/** The background work of runs: a job names a run, and nothing else. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { ExecutionService } from './execution.service.ts';
import { RUN_JOB, TEST_JOB } from './run-start.service.ts';

const payload = z.object({ runId: z.int() });

/**
 * Full runs side by side in one process, and tests beside them. A full run begins a moment later: its save has had the one
 * connection of the embedded database, and who waited for that goes before the run.
 */
export const RUN_JOBS = [
  { name: RUN_JOB, concurrency: 2, delayMs: 40 },
  { name: TEST_JOB, concurrency: 2, delayMs: 0 },
] as const;

/** @returns what is done for each job of the two queues */
export function createRunHandler(execution: ExecutionService) {
  return (given: { runId: number }, context: { signal: AbortSignal }): Promise<void> =>
    execution.execute(payload.parse(given).runId, context.signal);
}

/** @returns asks for a job whether its run may begin */
export function createTurnTaker(turns: Pick<ExecutionService, 'takeTurn'>, delayMs: number) {
  return async (given: { runId: number }): Promise<boolean> => {
    if (delayMs > 0) await sleep(delayMs);
    return await turns.takeTurn(payload.parse(given).runId);
  };
}
