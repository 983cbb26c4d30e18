/**
 * Whose turn it is: the full runs of one person do not hold all places while somebody who has none waits.
 * A run that has begun once goes on whenever it is taken, so that no two can wait for each other.
 */
import type { Trx } from '#server/db/open.ts';
import { lockPerson, updateRun } from './runs.store.ts';
import { findTurn, hasPlace, othersWait } from './turns.store.ts';

/** Gives the run its place unless it has to wait. The person is locked: two of theirs must not both begin. */
export async function takeTurn(trx: Trx, runId: number, now: Date): Promise<boolean> {
  const run = await findTurn(trx, runId);
  if (run?.kind !== 'save' || run.state !== 'queued' || run.started_by === null) return true;
  await lockPerson(trx, run.started_by);
  if ((await hasPlace(trx, run.started_by)) && (await othersWait(trx))) return false;
  await updateRun(trx, runId, { state: 'planning', started_at: now });
  return true;
}
