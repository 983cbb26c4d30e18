/** SQL for the output quota of workspaces. */
import { sql } from 'kysely';
import { ACTIVE_STATES, type RunState } from '#contract/run-shapes.ts';
import type { Db } from '#server/db/open.ts';

/** States in which a run will still write its planned output. */
const EXPECTED_STATES: readonly RunState[] = ['waiting_for_split', 'queued', ...ACTIVE_STATES];

/** Sums the bytes that the runs of a workspace have written, and that its unfinished runs will write. */
export async function sumOutput(db: Db, workspaceId: number, exceptProjectId?: number): Promise<number> {
  const projects = db.selectFrom('projects').where('workspace_id', '=', workspaceId);
  const written = projects.select(sql<number>`coalesce(sum(projects.output_bytes), 0)::float8`.as('bytes'));
  const expected = projects
    .innerJoin('runs', 'runs.project_id', 'projects.id')
    .select(sql<number>`coalesce(sum(runs.output_bytes + runs.table_bytes), 0)::float8`.as('bytes'))
    // Literals, so that the planner uses the index of unfinished runs.
    .where(
      'runs.state',
      'in',
      EXPECTED_STATES.map((state) => sql.lit(state)),
    )
    // A run that waits for the split answer is continued or canceled by this save.
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
