/**
 * Whose turn it is: the full runs of one person do not hold all places while somebody who has none waits.
 * A run that has begun once goes on whenever it is taken, so that no two can wait for each other.
 */
import { ACTIVE_STATES } from '#contract/project-shapes.ts';
import type { Trx } from '#server/db/open.ts';
import { lockPerson, updateRun } from './runs.store.ts';

const AT_WORK = ACTIVE_STATES.filter((state) => state !== 'queued');

/** Gives the run its place unless it has to wait. The person is locked: two of theirs must not both begin. */
export async function takeTurn(trx: Trx, runId: number, now: Date): Promise<boolean> {
  const run = await trx
    .selectFrom('runs')
    .select(['id', 'user_id', 'kind', 'state'])
    .where('id', '=', runId)
    .executeTakeFirst();
  if (run?.kind !== 'save' || run.state !== 'queued') return true;
  await lockPerson(trx, run.user_id);
  if ((await hasPlace(trx, run.user_id)) && (await othersWait(trx, run.user_id))) return false;
  await updateRun(trx, runId, { state: 'planning', started_at: now });
  return true;
}

async function hasPlace(trx: Trx, userId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('runs')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'save')
    .where('state', 'in', AT_WORK)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the run of somebody waits who has none at work: that one could begin instead. */
async function othersWait(trx: Trx, userId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('runs as waiting')
    .select('waiting.id')
    .where('waiting.user_id', '<>', userId)
    .where('waiting.kind', '=', 'save')
    .where('waiting.state', '=', 'queued')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('runs as working')
            .select('working.id')
            .whereRef('working.user_id', '=', 'waiting.user_id')
            .where('working.kind', '=', 'save')
            .where('working.state', 'in', AT_WORK),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
