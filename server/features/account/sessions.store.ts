/** Sessions in the database, found by the hash of their token. */
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { deleteInBatches } from '#server/db/repeat-batches.ts';
import { WORKSPACES_OF_USER } from '#server/db/scope.ts';

interface NewSession {
  user_id: number;
  token_hash: string;
  created_at: Date;
  seen_at: Date;
  expires_at: Date;
  ip: string;
  agent: string;
  parent_id: number | null;
  reason: string | null;
}

/**
 * Adds a session and deletes the user's sessions above the limit: ended ones first, then the oldest. The lock on the user
 * prevents concurrent sign-ins from exceeding the limit.
 */
export async function insertSession(trx: Db, session: NewSession, max: number): Promise<number> {
  const { user_id: userId, created_at: now } = session;
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const { id } = await trx.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow();
  // Impersonations don't count towards the limit.
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('parent_id', 'is', null)
    .where('id', 'not in', (newest) =>
      newest
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('parent_id', 'is', null)
        .orderBy((each) => each('expires_at', '>', now), 'desc')
        .orderBy('id', 'desc')
        .limit(max),
    )
    .execute();
  return id;
}

/** Finds a session with its user in one indexed read. */
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
    .leftJoin('sessions as parent', 'parent.id', 'sessions.parent_id')
    .leftJoin('users as superadmin', 'superadmin.id', 'parent.user_id')
    .leftJoin('user_two_factor', 'user_two_factor.user_id', 'users.id')
    .leftJoin('user_two_factor as superadmin_factor', 'superadmin_factor.user_id', 'superadmin.id')
    .select([
      'user_two_factor.on_since as two_factor_since',
      'superadmin_factor.on_since as superadmin_two_factor_since',
      'sessions.parent_id',
      'sessions.reason',
      'parent.created_at as parent_created_at',
      'parent.expires_at as parent_expires_at',
      'superadmin.id as superadmin_id',
      'superadmin.role as superadmin_role',
      'superadmin.is_disabled as superadmin_is_disabled',
      'superadmin.first_name as superadmin_first_name',
      'superadmin.last_name as superadmin_last_name',
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

export async function updateSeen(db: Db, ids: readonly number[], now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ seen_at: now })
    .where('id', 'in', ids)
    .where('seen_at', '<', now)
    .execute();
}

/** Selects sessions of a user. */
export interface SessionChoice {
  userId: number;
  /** Only this session. */
  id?: number;
  /** All except this session. */
  exceptId?: number;
  /** Excludes impersonations of the user. */
  isOwn?: boolean;
}

/**
 * Ends sessions and the impersonations that were started from them. The rows stay for a while, because they contain the
 * networks that the user has signed in from. @returns the ids of the ended sessions
 */
export async function endSessions(db: Db, choice: SessionChoice, now: Date): Promise<number[]> {
  const { userId, id, exceptId, isOwn } = choice;
  let chosen = db.selectFrom('sessions').select('id').where('user_id', '=', userId);
  if (id !== undefined) chosen = chosen.where('id', '=', id);
  if (exceptId !== undefined) chosen = chosen.where('id', '<>', exceptId);
  if (isOwn === true) chosen = chosen.where('parent_id', 'is', null);
  const rows = await db
    .updateTable('sessions')
    .set({ expires_at: now })
    .where((by) => by.or([by('id', 'in', chosen), by('parent_id', 'in', chosen)]))
    .where('expires_at', '>', now)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Lists active sessions of a user without impersonations, the last used first. */
export async function listSessions(db: Db, userId: number, now: Date) {
  return await db
    .selectFrom('sessions')
    .select(['id', 'ip', 'agent', 'created_at', 'seen_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('parent_id', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Reads an impersonation for the email about it. */
export async function findImpersonation(db: Db, id: number) {
  return await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('sessions as parent', 'parent.id', 'sessions.parent_id')
    .innerJoin('users as superadmin', 'superadmin.id', 'parent.user_id')
    .select([
      'users.email',
      'users.first_name',
      'sessions.reason',
      'sessions.created_at',
      'superadmin.first_name as superadmin_first_name',
      'superadmin.last_name as superadmin_last_name',
    ])
    .where('sessions.id', '=', id)
    .executeTakeFirst();
}

/** Addresses and browsers that the user has signed in from. */
export async function listDevices(db: Db, userId: number) {
  return await db
    .selectFrom('sessions')
    .select(['ip', 'agent'])
    .where('user_id', '=', userId)
    .where('parent_id', 'is', null)
    .execute();
}

/** Reads a sign-in for the email about it. */
export async function findSignedInDevice(db: Db, id: number) {
  return await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.email', 'users.first_name', 'sessions.ip', 'sessions.agent', 'sessions.created_at'])
    .where('sessions.id', '=', id)
    .executeTakeFirst();
}

/** Deletes sessions that ended before a date. */
export function deleteExpiredSessions(db: Db, before: Date, signal: AbortSignal): Promise<void> {
  return deleteInBatches(db, { table: 'sessions', where: sql`expires_at < ${before}::timestamptz` }, signal);
}
