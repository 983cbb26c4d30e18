/** All SQL about workspaces and who is a member of them. */
import type { Insertable } from 'kysely';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';

export async function insertWorkspace(db: Db, workspace: Insertable<Schema['workspaces']>): Promise<number> {
  const { id } = await db
    .insertInto('workspaces')
    .values(workspace)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertMember(db: Db, workspaceId: number, userId: number): Promise<void> {
  await db.insertInto('members').values({ workspace_id: workspaceId, user_id: userId }).execute();
}
