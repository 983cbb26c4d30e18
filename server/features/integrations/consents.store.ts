/** SQL for started consents. Each belongs to one user and can be used once. */
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';

/** Also deletes expired consents. */
export async function insertConsent(db: Db, consent: Schema['consents'], now: Date): Promise<void> {
  await db.deleteFrom('consents').where('expires_at', '<=', now).execute();
  await db.insertInto('consents').values(consent).execute();
}

/** Deletes a consent, so that it is used only once. @returns undefined if it is another user's, used or expired */
export async function takeConsent(db: Db, of: { stateHash: string; userId: number; now: Date }) {
  return db
    .deleteFrom('consents')
    .where('state_hash', '=', of.stateHash)
    .where('user_id', '=', of.userId)
    .where('expires_at', '>', of.now)
    .returning('sealed_verifier')
    .executeTakeFirst();
}
