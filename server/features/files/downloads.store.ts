/** All SQL about whoever an address of a file was signed for. */
import type { Db } from '#server/db/open.ts';

/** Whether somebody may still have their files: an account can be disabled at any moment. */
export async function isOwnerActive(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('is_disabled', '=', false)
    .executeTakeFirst();
  return row !== undefined;
}
