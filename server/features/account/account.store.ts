/** Accounts in the database, and the set-up of the first one. */
import { sql, type Updateable } from 'kysely';
import type { Role } from '#contract/account.contract.ts';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';

export interface NewUser {
  email: string;
  email_key: string;
  first_name: string;
  last_name: string;
  role: Role;
  password_hash: string | null;
  email_verified_at: Date | null;
  created_at: Date;
}

const SHOWN = [
  'id',
  'email',
  'first_name',
  'last_name',
  'role',
  'avatar_key',
  'email_verified_at',
  'created_at',
] as const;

/** @returns the new row; undefined if the email address is taken */
export async function insertUser(db: Db, user: NewUser) {
  return await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning(SHOWN)
    .executeTakeFirst();
}

export async function findUser(db: Db, id: number) {
  return await db.selectFrom('users').select(SHOWN).where('id', '=', id).executeTakeFirst();
}

export async function findUserByEmail(db: Db, emailKey: string) {
  return await db
    .selectFrom('users')
    .select([...SHOWN, 'password_hash', 'is_disabled'])
    .where('email_key', '=', emailKey)
    .executeTakeFirst();
}

export async function findUserWithPassword(db: Db, id: number) {
  return await db
    .selectFrom('users')
    .select([...SHOWN, 'password_hash'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function lockUser(trx: Db, id: number) {
  return await trx
    .selectFrom('users')
    .select([...SHOWN, 'password_hash', 'is_disabled'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function updateUser(
  db: Db,
  id: number,
  change: Omit<Updateable<Schema['users']>, 'created_at'>,
) {
  return await db.updateTable('users').set(change).where('id', '=', id).returning(SHOWN).executeTakeFirst();
}

export async function deleteUser(db: Db, id: number): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute();
}

/** Locks all enabled superadmins, always in the same order. @returns their ids */
export async function lockSuperadmins(trx: Db): Promise<number[]> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'superadmin')
    .where('is_disabled', '=', false)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Changes nothing when the password was changed in the meantime. */
export async function updatePasswordHash(db: Db, change: { id: number; from: string; to: string }) {
  await db
    .updateTable('users')
    .set({ password_hash: change.to })
    .where('id', '=', change.id)
    .where('password_hash', '=', change.from)
    .execute();
}

export async function hasSuperadmin(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'superadmin')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const TOKEN = 'set_up_token';
const LOCK = 'first_account';

/** Serializes the creation of the first account; held until the transaction ends. */
export async function lockFirstAccount(trx: Db): Promise<void> {
  await trx
    .insertInto('settings')
    .values({ name: LOCK, value: 'true' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ changed_at: sql<Date>`now()` }))
    .execute();
}

export async function saveSetUpToken(db: Db, hash: string): Promise<void> {
  const value = JSON.stringify(hash);
  await db
    .insertInto('settings')
    .values({ name: TOKEN, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, changed_at: sql<Date>`now()` }))
    .execute();
}

export async function findSetUpToken(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', TOKEN).executeTakeFirst();
  return typeof row?.value === 'string' ? row.value : undefined;
}

export async function deleteSetUpToken(db: Db): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', TOKEN).execute();
}
