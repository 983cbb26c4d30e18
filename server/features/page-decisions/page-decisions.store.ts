/** SQL for decisions on pages: merged and dropped ones, and the pages that a decision concerns. */
import { type Insertable, type SqlBool, sql } from 'kysely';
import type { PageDecisionKind } from '#contract/page-decisions.contract.ts';
import { listPage, type ListOptions } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';
import { isOwned, owned, type Scope } from '#server/db/scope.ts';
import { WEAK_BELOW } from '#server/db/weak-pages.ts';

export interface DecidedPage {
  row_key: string;
  sheet_row: number;
  label: string;
  address: string;
}

/** Locks a project, so that decisions on its pages are made one after another. */
export function lockDecisions(trx: Db, id: number, scope: Scope) {
  return owned(trx.selectFrom('projects'), scope, 'projects')
    .select(['id', 'workspace_id'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Finds a page of the current run of a project, and whether it is weak. */
export async function findPage(db: Db, projectId: number, rowKey: string) {
  const { rows } = await sql<DecidedPage & { is_strong: boolean }>`
    select row_key, sheet_row, label, address, coalesce(score >= ${WEAK_BELOW}, false) and held is null as is_strong
    from projects join run_pages on run_id = current_run_id
    where projects.id = ${projectId} and row_key = ${rowKey} and held is distinct from 'leave-out'`.execute(
    db,
  );
  return rows[0];
}

export function findDecision(db: Db, projectId: number, rowKey: string) {
  return db
    .selectFrom('page_decisions')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('row_key', '=', rowKey)
    .executeTakeFirst();
}

/** Counts the merged pages that redirect to a page. */
export async function countRedirectsTo(db: Db, projectId: number, rowKey: string): Promise<number> {
  const { count } = await db
    .selectFrom('page_decisions')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('target_key', '=', rowKey)
    .where('decision', '=', 'merge')
    .executeTakeFirstOrThrow();
  return count;
}

/** Stores a decision; pages that redirect to the page redirect to its target, so that no redirect leads to another. */
export async function saveDecision(trx: Db, decision: Insertable<Schema['page_decisions']>): Promise<void> {
  const { project_id: projectId, row_key: rowKey, target_key, target_label, target_address } = decision;
  await trx
    .insertInto('page_decisions')
    .values(decision)
    .onConflict((conflict) => conflict.columns(['project_id', 'row_key']).doUpdateSet(decision))
    .execute();
  await trx
    .updateTable('page_decisions')
    .set({ target_key, target_label, target_address })
    .where('project_id', '=', projectId)
    .where('target_key', '=', rowKey)
    .execute();
}

/** Undoes a decision. The page stays in the list until a run includes it, so that it can be decided again. */
export async function undoDecision(trx: Db, { project_id, row_key, decided_at }: DecisionKey): Promise<void> {
  await trx
    .updateTable('page_decisions')
    .set({ decision: 'keep', decided_at })
    .where('project_id', '=', project_id)
    .where('row_key', '=', row_key)
    .execute();
}

type DecisionKey = Pick<Insertable<Schema['page_decisions']>, 'project_id' | 'row_key' | 'decided_at'>;

/** Decisions on pages of projects that have these current runs; a kept page until a later run. */
const selectDecisions = (db: Db, scope: Scope, runIds: readonly number[]) =>
  db
    .selectFrom('page_decisions as page')
    .innerJoin('projects', 'projects.id', 'page.project_id')
    .where(isOwned(scope, 'projects'))
    .where(sql<SqlBool>`projects.current_run_id = any(${[...runIds]}::int[])`)
    .where(sql<SqlBool>`(page.decision <> 'keep' or (not ${isInFiles('row_key')}
      and page.decided_at > (select created_at from runs where id = projects.current_run_id)))`);

/** Checks if the files of the current run have the page of a row. */
const isInFiles = (column: 'row_key' | 'target_key') => sql<boolean>`exists (select from run_pages
  where run_id = projects.current_run_id and run_pages.row_key = ${sql.ref(`page.${column}`)}
    and held is distinct from 'leave-out')`;

/** Lists one page of the decisions on pages of projects with these current runs. */
export function listDecisions(
  db: Db,
  {
    scope,
    runIds,
    decision,
    ...options
  }: ListOptions<'decided_at' | 'town' | 'row'> & {
    scope: Scope;
    runIds: readonly number[];
    decision: PageDecisionKind | undefined;
  },
) {
  return listPage(
    {
      rows: selectDecisions(db, scope, runIds),
      key: 'page.id',
      sorts: {
        decided_at: { by: sql.ref('page.decided_at') },
        town: { by: sql`lower(page.label)` },
        row: { by: sql.ref('page.sheet_row') },
      },
      searched: ['page.label', 'page.address'],
      chosen: { 'page.decision': decision === undefined ? [] : [decision] },
    },
    options,
    (rows) =>
      rows
        .selectAll('page')
        .select([
          'projects.title as project',
          'projects.workspace_id',
          sql<boolean>`page.decision <> 'keep' and not ${isInFiles('row_key')}`.as('is_applied'),
        ])
        .select(isInFiles('target_key').as('has_target')),
  );
}

/** Decisions in downloads. A redirect to a page that the run doesn't have would lead nowhere. */
const selectExported = (db: Db, scope: Scope, runIds: readonly number[]) =>
  selectDecisions(db, scope, runIds)
    .where('page.decision', '<>', 'keep')
    .where(({ or, eb }) => or([eb('page.decision', '=', 'drop'), isInFiles('target_key')]));

export function countExported(db: Db, scope: Scope, runIds: readonly number[]) {
  const count = (decision: PageDecisionKind) =>
    sql<number>`(count(*) filter (where page.decision = ${decision}))::int`;
  return selectExported(db, scope, runIds)
    .select([count('merge').as('merged'), count('drop').as('dropped')])
    .executeTakeFirstOrThrow();
}

/** Lists all decisions for a download. */
export function listExported(db: Db, scope: Scope, runIds: readonly number[]) {
  return selectExported(db, scope, runIds)
    .select(['page.decision', 'page.address', 'page.target_address'])
    .orderBy('page.address')
    .execute();
}

/** Lists all decisions on pages of a project. */
export function listProjectDecisions(db: Db, projectId: number) {
  return db
    .selectFrom('page_decisions')
    .select(['row_key', 'target_address'])
    .where('project_id', '=', projectId)
    .where('decision', '<>', 'keep')
    .execute();
}
