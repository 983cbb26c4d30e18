/** Who has runs at work, and who waits for a place. */
import { sql } from 'kysely';
import { ACTIVE_STATES } from '#contract/run-shapes.ts';
import type { Trx } from '#server/db/open.ts';

const AT_WORK = ACTIVE_STATES.filter((state) => state !== 'queued');

/** What decides whether a run has to wait for its turn. */
export function findTurn(trx: Trx, runId: number) {
  return trx
    .selectFrom('runs')
    .select(['id', 'started_by', 'kind', 'state'])
    .where('id', '=', runId)
    .executeTakeFirst();
}

/** Whether a full run of the person is at work. */
export async function hasPlace(trx: Trx, userId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('runs')
    .select('id')
    .where('started_by', '=', userId)
    .where('kind', '=', 'save')
    .where('state', 'in', AT_WORK)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a run waits whose person has none at work: asked for a person who has one, it is about others. */
export async function othersWait(trx: Trx): Promise<boolean> {
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
            .where('working.state', 'in', AT_WORK),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
