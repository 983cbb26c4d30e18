/** How much finished pages take of what a workspace may have. */
import { sql } from 'kysely';
import { ACTIVE_STATES, type RunState } from '#contract/run-shapes.ts';
import type { Db } from '#server/db/open.ts';

/** Runs that will write what was planned for them. */
const EXPECTED_STATES: readonly RunState[] = ['waiting_for_split', 'queued', ...ACTIVE_STATES];

/** Bytes that the runs of a workspace have written, and those that its unfinished runs are going to. */
export async function sumOutput(db: Db, workspaceId: number, exceptProjectId?: number): Promise<number> {
  const projects = db.selectFrom('projects').where('workspace_id', '=', workspaceId);
  const written = projects.select(sql<number>`coalesce(sum(projects.output_bytes), 0)::float8`.as('bytes'));
  const expected = projects
    .innerJoin('runs', 'runs.project_id', 'projects.id')
    .select(sql<number>`coalesce(sum(runs.output_bytes + runs.table_bytes), 0)::float8`.as('bytes'))
    // Literally, as the index of unfinished runs has them.
    .where(
      'runs.state',
      'in',
      EXPECTED_STATES.map((state) => sql.lit(state)),
    )
    // What waits for an answer about splitting goes on with it, or is over.
    .where(({ not, and, eb }) =>
      not(
        and([eb('runs.state', '=', 'waiting_for_split'), eb('runs.project_id', '=', exceptProjectId ?? -1)]),
      ),
    );
  const { bytes } = await db
    .selectNoFrom(sql<number>`${written} + ${expected}`.as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes;
}
