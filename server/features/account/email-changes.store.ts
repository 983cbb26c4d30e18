/** Changes of email addresses: pending ones, and confirmed ones that can still be undone. */
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { deleteInBatches } from '#server/db/repeat-batches.ts';

interface NewChange {
  user_id: number;
  old_email: string;
  old_email_key: string;
  new_email: string;
  nonce: string;
  token_hash: string;
  expires_at: Date;
}

/** Replaces the pending change of its user. */
export async function insertChange(trx: Db, change: NewChange): Promise<void> {
  await deletePendingChange(trx, change.user_id);
  await trx.insertInto('email_changes').values(change).execute();
}

/** @returns true if there was one */
export async function deletePendingChange(db: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('email_changes')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function findPendingChange(db: Db, userId: number, now: Date) {
  return await db
    .selectFrom('email_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Finds the change of a link, with its user. */
export async function findChange(db: Db, by: { token_hash: string } | { nonce: string }, now: Date) {
  const [column, value] =
    'nonce' in by ? (['nonce', by.nonce] as const) : (['token_hash', by.token_hash] as const);
  return await db
    .selectFrom('email_changes')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'email_changes.user_id').on('users.is_disabled', '=', false),
    )
    .selectAll('email_changes')
    .select('users.first_name')
    .where(`email_changes.${column}`, '=', value)
    .where('email_changes.expires_at', '>', now)
    .executeTakeFirst();
}

interface NextLink {
  nonce: string;
  token_hash: string;
  expires_at: Date;
  confirmed_at?: Date;
}

/** Replaces the link of a change. @returns false if it was already replaced, so that only one of two concurrent calls succeeds */
export async function updateChange(
  trx: Db,
  { id, nonce }: { id: number; nonce: string },
  next: NextLink,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('email_changes')
    .set(next)
    .where('id', '=', id)
    .where('nonce', '=', nonce)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a change and those that its user made after it. @returns false if it was already deleted */
export async function deleteChangesFrom(
  trx: Db,
  { id, user_id: userId }: { id: number; user_id: number },
): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('email_changes')
    .where('user_id', '=', userId)
    .where('id', '>=', id)
    .returning('id')
    .execute();
  return deleted.some((row) => row.id === id);
}

/** Deletes changes whose link has expired: they can be neither confirmed nor undone. */
export function pruneEmailChanges(db: Db, now: Date, signal: AbortSignal): Promise<void> {
  return deleteInBatches(
    db,
    { table: 'email_changes', where: sql`expires_at <= ${now}::timestamptz` },
    signal,
  );
}

/** True if a previous user of the address can still restore it. */
export async function isReserved(
  db: Db,
  { emailKey, userId, now }: { emailKey: string; userId: number; now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('email_changes')
    .select('id')
    .where('old_email_key', '=', emailKey)
    .where('confirmed_at', 'is not', null)
    .where('expires_at', '>', now)
    .where('user_id', '<>', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists addresses that a user had or requested. */
export async function listChangedAddresses(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('email_changes')
    .select(['old_email', 'new_email'])
    .where('user_id', '=', userId)
    .execute();
  return rows.flatMap((row) => [row.old_email, row.new_email]);
}
