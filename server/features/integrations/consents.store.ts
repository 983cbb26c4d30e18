/** All SQL about consents that began: each is of one person, and good for one try. */
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';

/** Removes those that are over as well. */
export async function insertConsent(db: Db, consent: Schema['consents'], now: Date): Promise<void> {
  await db.deleteFrom('consents').where('expires_at', '<=', now).execute();
  await db.insertInto('consents').values(consent).execute();
}

/** A consent is good for one try. @returns nothing where it is of somebody else, used, or over */
export async function takeConsent(db: Db, of: { stateHash: string; userId: number; now: Date }) {
  return db
    .deleteFrom('consents')
    .where('state_hash', '=', of.stateHash)
    .where('user_id', '=', of.userId)
    .where('expires_at', '>', of.now)
    .returning('sealed_verifier')
    .executeTakeFirst();
}
