/** Connected Google accounts, and unfinished sign-ins with Google. */
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';

type Identity = Schema['google_identities'];
type SignIn = Schema['google_sign_ins'];

/** @returns false if the user or the Google account is already connected */
export async function insertIdentity(trx: Db, identity: Identity): Promise<boolean> {
  const row = await trx
    .insertInto('google_identities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns the email address of the Google account */
export async function findGoogleAccount(db: Db, userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('google_identities')
    .select('email')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.email;
}

export async function findUserIdBySubject(db: Db, subject: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('google_identities')
    .select('user_id')
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.user_id;
}

/** @returns true if a Google account was connected */
export async function deleteIdentity(trx: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('google_identities')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function insertSignIn(db: Db, signIn: SignIn): Promise<void> {
  await db.insertInto('google_sign_ins').values(signIn).execute();
}

export async function deleteExpiredSignIns(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('google_sign_ins').where('expires_at', '<=', now).execute();
}

interface SignInChoice {
  tokenHash: string;
  now: Date;
}

export async function findSignIn(db: Db, { tokenHash, now }: SignInChoice) {
  return await db
    .selectFrom('google_sign_ins')
    .select(['user_id', 'subject', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Deletes the sign-in, so that it works once. */
export async function takeSignIn(db: Db, { tokenHash, now }: SignInChoice) {
  return await db
    .deleteFrom('google_sign_ins')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning(['user_id', 'subject', 'email'])
    .executeTakeFirst();
}
