/** How much finished pages take of what a workspace may have. */
import { sql } from 'kysely';
import { ACTIVE_STATES, type RunState } from '#contract/run-shapes.ts';
import type { Db } from '#server/db/open.ts';

/** Runs that will write what was planned for them. */
const EXPECTED_STATES: readonly RunState[] = ['waiting_for_split', 'queued', ...ACTIVE_STATES];

/** Until the transaction ends, nobody else counts what the workspace has. */
export async function lockWorkspace(trx: Db, id: number): Promise<void> {
  await trx.selectFrom('workspaces').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** Bytes that the runs of a workspace have written, and those that its unfinished runs are going to. */
export async function sumOutput(db: Db, workspaceId: number, exceptProjectId?: number): Promise<number> {
  // What waits for an answer about splitting goes on with the next save, or is over.
  const isOver = sql`runs.state = 'waiting_for_split' and projects.id = ${exceptProjectId ?? -1}`;
  // Copies of a Geocoder's images are made while they are sent.
  const isWritten = sql`runs.state like 'completed%' and projects.type <> 'geocoder'`;
  const bytes = sql`case
    when ${isOver} then 0
    when runs.state in (${sql.join(EXPECTED_STATES)}) then runs.output_bytes + runs.table_bytes
    when ${isWritten} then runs.bytes
  end`;
  const { sum } = await db
    .selectFrom('runs')
    .innerJoin('projects', 'projects.id', 'runs.project_id')
    .where('projects.workspace_id', '=', workspaceId)
    .select(sql<number>`coalesce(sum(${bytes}), 0)::float8`.as('sum'))
    .executeTakeFirstOrThrow();
  return sum;
}
