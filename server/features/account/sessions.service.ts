/**
 * Opens, recognises and ends sessions. A token is 256 random bits; the database knows only its
 * SHA-256, which for random bits is as good as a slow hash and costs one indexed read a call.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Role } from '#contract/account.contract.ts';
import type { Live } from '#server/db/live.ts';
import type { Db } from '#server/db/open.ts';
import { toScope } from '#server/db/scope.ts';
import type { Caller, TellSecurity, Visitor } from '../../caller.ts';
import {
  endOfSession,
  isSessionAlive,
  SEEN_EVERY_MS,
  SESSIONS_MOST,
  toDisplayName,
} from './account.rules.ts';
import { endSession, findSession, findSessionById, insertSession, updateSeen } from './sessions.store.ts';

/** Programs that look for leaked secrets find it by this. */
const PREFIX = 'geoloom_';
const TOKEN_BYTES = 32;
const TOKEN_FORM = /^geoloom_[\w-]{43}$/;

export interface SessionsService {
  /** @returns the token, which is told this once */
  open(trx: Db, person: { id: number; role: Role }, visitor: Visitor): Promise<string>;
  authenticate(token: string, visitor: Visitor): Promise<Caller | undefined>;
  /** Looks without counting as a use. */
  isStillIn(caller: Caller): Promise<boolean>;
  /** Yields at once, and when the session of an earlier call may have ended. */
  watch(caller: Caller, signal: AbortSignal): AsyncIterable<void>;
  end(id: number): Promise<void>;
}

interface Needs {
  db: Db;
  live: Live;
  clock: () => Date;
  tellSecurity: TellSecurity;
}

export function createSessions({ db, live, clock, tellSecurity }: Needs): SessionsService {
  return {
    async open(trx, { id, role }, { ip, agent }) {
      const token = makeToken();
      const now = clock();
      const session = {
        user_id: id,
        token_hash: hashToken(token),
        created_at: now,
        seen_at: now,
        expires_at: endOfSession(role, now),
        ip,
        agent,
      };
      await insertSession(trx, session, SESSIONS_MOST);
      return token;
    },
    async authenticate(token, visitor) {
      if (!TOKEN_FORM.test(token)) return undefined;
      const row = await findSession(db, hashToken(token));
      const now = clock();
      if (row === undefined) return undefined;
      if (row.is_disabled || !isSessionAlive(row, row.role, now)) {
        tellSecurity('session_use_after_expire', { visitor, userId: row.user_id });
        return undefined;
      }
      if (now.getTime() - row.seen_at.getTime() >= SEEN_EVERY_MS) await updateSeen(db, row.id, now);
      return {
        ...visitor,
        actor: { userId: row.user_id },
        scope: toScope(row.workspace_ids),
        role: row.role,
        sessionId: row.id,
        name: toDisplayName(row),
      };
    },
    async isStillIn({ sessionId }) {
      const row = await findSessionById(db, sessionId);
      return row !== undefined && !row.is_disabled && isSessionAlive(row, row.role, clock());
    },
    watch: ({ sessionId }, signal) => live.watch(nameTopic(sessionId), signal),
    async end(id) {
      await endSession(db, id, clock());
      await live.publish(db, nameTopic(id));
    },
  };
}

const nameTopic = (sessionId: number) => `session:${sessionId}`;

export function makeToken(): string {
  return PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
