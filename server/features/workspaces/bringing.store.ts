/** Moves the content of a personal workspace to the agency that its owner joins. */
import { sql } from 'kysely';
import { ACTIVE_STATES } from '#contract/run-shapes.ts';
import type { Db } from '#server/db/open.ts';

/** Locks the projects of a workspace. @returns true if one of them has an active run */
export async function lockProjects(trx: Db, workspaceId: number): Promise<boolean> {
  await trx
    .selectFrom('projects')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const active = await trx
    .selectFrom('runs')
    .innerJoin('projects', 'projects.id', 'runs.project_id')
    .select('runs.id')
    .where('projects.workspace_id', '=', workspaceId)
    .where('runs.state', 'in', ACTIVE_STATES)
    .limit(1)
    .executeTakeFirst();
  return active !== undefined;
}

/** Tables with content of customers. */
export const BROUGHT_TABLES = [
  'domains',
  'uploads',
  'images',
  'projects',
  'integrations',
  'scans',
  // Pages of moved projects count for the agency from then on.
  'page_uses',
] as const;

/** A domain of the agency replaces the personal one with the same name. */
export async function moveObjects(trx: Db, from: number, to: number): Promise<void> {
  await sql`update projects set domain_id = theirs.id from domains mine, domains theirs
    where mine.id = projects.domain_id and mine.workspace_id = ${from}
      and theirs.workspace_id = ${to} and theirs.name = mine.name`.execute(trx);
  await sql`delete from domains mine using domains theirs
    where mine.workspace_id = ${from} and theirs.workspace_id = ${to} and theirs.name = mine.name`.execute(
    trx,
  );
  // The agency's connection replaces the personal one to the same Google account.
  await sql`delete from integrations mine using integrations theirs
    where mine.workspace_id = ${from} and theirs.workspace_id = ${to}
      and theirs.provider = mine.provider and theirs.account = mine.account`.execute(trx);
  for (const table of BROUGHT_TABLES) {
    await trx.updateTable(table).set({ workspace_id: to }).where('workspace_id', '=', from).execute();
  }
}

/** Counts what would be added to the agency; a domain that both have becomes one. */
export async function countBrought(trx: Db, from: number, to: number) {
  const { rows } = await sql<{ domains: number; projects: number }>`select
    (select count(*) from domains mine where workspace_id = ${from} and status = '1' and not exists (
      select from domains theirs where theirs.workspace_id = ${to} and theirs.name = mine.name))::int as domains,
    (select count(*) from projects where workspace_id = ${from})::int as projects`.execute(trx);
  const [counts] = rows;
  if (counts === undefined) throw new Error('The database returned no row.');
  return counts;
}

/** Prevents additions to it until the transaction ends. */
export async function lockPersonalWorkspace(trx: Db, userId: number): Promise<number> {
  const { id } = await trx
    .selectFrom('workspaces')
    .select('id')
    .where('person_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return id;
}
