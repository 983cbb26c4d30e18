/**
 * Fair scheduling: full runs of one user don't take all slots while a user without a running one waits. A run that has
 * started once always continues, so that runs can't wait for each other.
 */
import type { Trx } from '#server/db/open.ts';
import { hasRunningSave, isOtherUserWaiting, findSchedulingState } from './run-slots.store.ts';
import { lockUser, updateRun } from './runs.store.ts';

/** Starts the run unless it must wait. Locks the user, so that two of their runs don't start on the same check. */
export async function acquireSlot(trx: Trx, runId: number, now: Date): Promise<boolean> {
  const run = await findSchedulingState(trx, runId);
  if (run?.kind !== 'save' || run.state !== 'queued' || run.started_by === null) return true;
  await lockUser(trx, run.started_by);
  if ((await hasRunningSave(trx, run.started_by)) && (await isOtherUserWaiting(trx))) return false;
  await updateRun(trx, runId, { state: 'planning', started_at: now });
  return true;
}
