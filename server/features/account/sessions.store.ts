/** Sessions in the database, found by the hash of their token. */
import type { Db } from '#server/db/open.ts';
import { WORKSPACES_OF_USER } from '#server/db/scope.ts';

interface NewSession {
  user_id: number;
  token_hash: string;
  created_at: Date;
  seen_at: Date;
  expires_at: Date;
  ip: string;
  agent: string;
}

/**
 * Adds a session and keeps the newest of its person. Those that ended go first; the row of the person
 * is locked, so that two sign-ins at once do not leave one too many.
 */
export async function insertSession(trx: Db, session: NewSession, most: number): Promise<void> {
  const { user_id: userId, created_at: now } = session;
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  await trx.insertInto('sessions').values(session).execute();
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', 'not in', (kept) =>
      kept
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy((each) => each('expires_at', '>', now), 'desc')
        .orderBy('id', 'desc')
        .limit(most),
    )
    .execute();
}

/** One read by the index of the hash: session and person, as they are now. */
export async function findSession(db: Db, tokenHash: string) {
  return await selectSessions(db).where('sessions.token_hash', '=', tokenHash).executeTakeFirst();
}

export async function findSessionById(db: Db, id: number) {
  return await selectSessions(db).where('sessions.id', '=', id).executeTakeFirst();
}

function selectSessions(db: Db) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id',
      'sessions.user_id',
      'sessions.created_at',
      'sessions.seen_at',
      'sessions.expires_at',
      'users.role',
      'users.first_name',
      'users.last_name',
      'users.is_disabled',
      WORKSPACES_OF_USER.as('workspace_ids'),
    ]);
}

export async function updateSeen(db: Db, id: number, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ seen_at: now })
    .where('id', '=', id)
    .where('seen_at', '<', now)
    .execute();
}

/** The row stays for a while: it remembers an address that its person has used. */
export async function endSession(db: Db, id: number, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expires_at: now })
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .execute();
}

/** Addresses from which this person has signed in. */
export async function listAddresses(db: Db, userId: number): Promise<string[]> {
  const rows = await db.selectFrom('sessions').select('ip').where('user_id', '=', userId).execute();
  return rows.map(({ ip }) => ip);
}
