/** Whose rows a query sees: those of the workspaces that somebody is a member of. */
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Scope } from '../caller.ts';
import type { Db } from './database.ts';

export type { Scope } from '../caller.ts';

/** Tables of a query whose rows belong to a workspace. */
type OwnedTable<Tables, Name extends keyof Tables> = {
  [Table in Name]: Tables[Table] extends { workspace_id: number } ? Table : never;
}[Name];

/**
 * Keeps a query to the rows of the caller's workspaces.
 * @param table of the query, by the name that it has there
 */
export function owned<Tables, Name extends keyof Tables, Selected>(
  query: SelectQueryBuilder<Tables, Name, Selected>,
  { workspaceIds }: Pick<Scope, 'workspaceIds'>,
  table: OwnedTable<Tables, Name> & string,
): SelectQueryBuilder<Tables, Name, Selected> {
  return query.where(sql<SqlBool>`${sql.ref(`${table}.workspace_id`)} = any(${[...workspaceIds]}::int[])`);
}

/**
 * Part of a query over `users`: the workspaces of each person, the one for new objects first. An agency that is
 * not active takes none, and one that is deleted is not there.
 */
export const WORKSPACES_OF_USER = sql<number[]>`array(
  select workspaces.id from members join workspaces on workspaces.id = members.workspace_id
  where members.user_id = users.id and workspaces.status <> 'deleted'
  order by workspaces.kind = 'agency' and workspaces.status = 'active' desc, workspaces.kind desc, workspaces.id)`;

/** @param workspaceIds as `WORKSPACES_OF_USER` gives them */
export function toScope(workspaceIds: readonly number[]): Scope {
  const [homeId] = workspaceIds;
  if (homeId === undefined) throw new Error('A person has no workspace.');
  return { workspaceIds, homeId };
}

/** @returns undefined for somebody who is disabled or gone, which can happen at any moment */
export async function findScope(db: Db, userId: number): Promise<Scope | undefined> {
  const row = await db
    .selectFrom('users')
    .select(WORKSPACES_OF_USER.as('workspace_ids'))
    .where('id', '=', userId)
    .where('is_disabled', '=', false)
    .executeTakeFirst();
  return row && toScope(row.workspace_ids);
}
