/** Scopes queries to the workspaces that the caller is a member of. */
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { AppError } from '../app-error.ts';
import type { Scope } from '../caller.ts';
import type { Db } from './database.ts';

export type { Scope } from '../caller.ts';

/** Tables of a query whose rows belong to a workspace. */
type OwnedTable<Tables, Name extends keyof Tables> = {
  [Table in Name]: Tables[Table] extends { workspace_id: number } ? Table : never;
}[Name];

/**
 * Condition for rows of the caller's workspaces. Each workspace is a separate value: an index on a single
 * value also returns the order, and the length of an array is unknown when a statement is planned.
 * @param table name or alias in the query
 */
export const isOwned = ({ workspaceIds }: Pick<Scope, 'workspaceIds'>, table: string) =>
  sql<SqlBool>`${sql.ref(`${table}.workspace_id`)} in (${sql.join(workspaceIds)})`;

/** Limits a query to the rows of the caller's workspaces. */
export function owned<Tables, Name extends keyof Tables, Selected>(
  query: SelectQueryBuilder<Tables, Name, Selected>,
  scope: Pick<Scope, 'workspaceIds'>,
  table: OwnedTable<Tables, Name> & string,
): SelectQueryBuilder<Tables, Name, Selected> {
  return query.where(isOwned(scope, table));
}

/**
 * Part of a query over `users`: the workspaces of each user, starting with the one for new objects, each with 1 if it is
 * read-only. Inactive agencies are read-only, and deleted ones are left out.
 */
export const WORKSPACES_OF_USER = sql<[id: number, isReadOnly: number][]>`array(
  select array[workspaces.id, (workspaces.status = 'not_active')::int]
  from members join workspaces on workspaces.id = members.workspace_id
  where members.user_id = users.id and workspaces.status <> 'deleted'
  order by workspaces.kind = 'agency' and workspaces.status = 'active' desc, workspaces.kind desc, workspaces.id)`;

/** @param workspaces result of `WORKSPACES_OF_USER` */
export function toScope(workspaces: readonly (readonly [id: number, isReadOnly: number])[]): Scope {
  const workspaceIds = workspaces.map(([id]) => id);
  const readOnlyIds = workspaces.filter(([, isReadOnly]) => isReadOnly === 1).map(([id]) => id);
  const [homeId] = workspaceIds;
  if (homeId === undefined) throw new Error('The user has no workspace.');
  return { workspaceIds, readOnlyIds, homeId };
}

/** @throws AppError `read_only` for a row of a read-only workspace */
export function checkWritable(scope: Scope, row: { workspace_id: number }): void {
  if (isReadOnly(scope, row)) throw new AppError('read_only');
}

/** Locks a workspace until the transaction ends, so that usage is counted by one transaction at a time. */
export async function lockWorkspace(trx: Db, id: number): Promise<void> {
  await trx.selectFrom('workspaces').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** True if a row belongs to a read-only workspace. */
export const isReadOnly = ({ readOnlyIds }: Scope, { workspace_id: id }: { workspace_id: number }): boolean =>
  readOnlyIds.includes(id);

/** Finds the scope of a user. @returns undefined for a disabled or deleted user */
export async function findScope(db: Db, userId: number): Promise<Scope | undefined> {
  const row = await db
    .selectFrom('users')
    .select(WORKSPACES_OF_USER.as('workspace_ids'))
    .where('id', '=', userId)
    .where('is_disabled', '=', false)
    .executeTakeFirst();
  return row && toScope(row.workspace_ids);
}
