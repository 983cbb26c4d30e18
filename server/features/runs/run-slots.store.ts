/** SQL for running and waiting runs of users. */
import { sql } from 'kysely';
import { ACTIVE_STATES } from '#contract/run-shapes.ts';
import type { Trx } from '#server/db/open.ts';

const RUNNING = ACTIVE_STATES.filter((state) => state !== 'queued');

export function findSchedulingState(trx: Trx, runId: number) {
  return trx
    .selectFrom('runs')
    .select(['id', 'started_by', 'kind', 'state'])
    .where('id', '=', runId)
    .executeTakeFirst();
}

/** True if a full run of the user is running. */
export async function hasRunningSave(trx: Trx, userId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('runs')
    .select('id')
    .where('started_by', '=', userId)
    .where('kind', '=', 'save')
    .where('state', 'in', RUNNING)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** True if a user without a running full run waits, which must be another user if this one has a running one. */
export async function isOtherUserWaiting(trx: Trx): Promise<boolean> {
  const row = await trx
    .selectFrom('runs as waiting')
    .select('waiting.id')
    .where('waiting.kind', '=', 'save')
    .where('waiting.state', '=', sql.lit('queued'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('runs as working')
            .select('working.id')
            .whereRef('working.started_by', '=', 'waiting.started_by')
            .where('working.kind', '=', 'save')
            .where('working.state', 'in', RUNNING),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
