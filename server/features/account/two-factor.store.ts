/**
 * Two-factor sign-in in the database: encrypted secrets of apps, recovery codes, and sign-ins that wait for a
 * code.
 */
import type { Db } from '#server/db/open.ts';

export async function findTwoFactor(db: Db, userId: number) {
  return await db
    .selectFrom('user_two_factor')
    .select(['secret', 'on_since', 'pending_secret', 'pending_until'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

interface PendingApp {
  userId: number;
  sealed: string;
  until: Date;
}

/** Replaces an unconfirmed app. */
export async function savePending(trx: Db, { userId, sealed, until }: PendingApp): Promise<void> {
  const pending = { pending_secret: sealed, pending_until: until };
  await trx
    .insertInto('user_two_factor')
    .values({ user_id: userId, ...pending })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(pending))
    .execute();
}

/** @param step of the code that confirmed it */
export async function confirmPending(trx: Db, userId: number, { step, now }: { step: number; now: Date }) {
  await trx
    .updateTable('user_two_factor')
    .set(({ ref }) => ({
      secret: ref('pending_secret'),
      on_since: now,
      last_step: step,
      pending_secret: null,
      pending_until: null,
    }))
    .where('user_id', '=', userId)
    .execute();
}

/** @returns false unless the step is later than the last accepted one */
export async function takeStep(trx: Db, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('user_two_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Also deletes the recovery codes. @returns true if it was on */
export async function deleteTwoFactor(trx: Db, userId: number): Promise<boolean> {
  const row = await trx
    .deleteFrom('user_two_factor')
    .where('user_id', '=', userId)
    .returning('on_since')
    .executeTakeFirst();
  return row !== undefined && row.on_since !== null;
}

export async function replaceRecoveryCodes(trx: Db, userId: number, hashes: readonly string[]) {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rows = hashes.map((hash) => ({ user_id: userId, code_hash: hash }));
  await trx.insertInto('recovery_codes').values(rows).execute();
}

/** @returns false if it was already used, so that only one of two concurrent calls succeeds */
export async function deleteRecoveryCode(trx: Db, userId: number, hash: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface NewChallenge {
  token_hash: string;
  user_id: number;
  expires_at: Date;
}

export async function insertChallenge(trx: Db, challenge: NewChallenge): Promise<void> {
  await trx.insertInto('sign_in_challenges').values(challenge).execute();
}

export async function findChallenge(db: Db, hash: string, now: Date) {
  return await db
    .selectFrom('sign_in_challenges')
    .select('user_id')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/**
 * Counts an attempt before its code is checked. @returns the number of attempts; undefined if none was left
 */
export async function takeTry(db: Db, hash: string, max: number): Promise<number | undefined> {
  const row = await db
    .updateTable('sign_in_challenges')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', hash)
    .where('tries', '<', max)
    .returning('tries')
    .executeTakeFirst();
  return row?.tries;
}

/** @returns false if it was already used, so that only one of two concurrent calls succeeds */
export async function deleteChallenge(trx: Db, hash: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('sign_in_challenges')
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteChallenges(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute();
}

export async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('expires_at', '<=', now).execute();
}
