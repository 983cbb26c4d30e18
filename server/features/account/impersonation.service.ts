/** A superadmin who signs in as somebody else: with a token of its own, for an hour, and under both names. */
import type { Db } from '#server/db/open.ts';
import { AppError, getFound } from '../../app-error.ts';
import type { Caller, LogSecurity } from '../../caller.ts';
import type { AuditLog } from '../audit-log/audit-log.service.ts';
import type { Outbox } from '../mail/mail.service.ts';
import { lockUser } from './account.store.ts';
import type { AvatarsService } from './avatars.service.ts';
import type { SessionsService } from './sessions.service.ts';
import { describeSession, type Signed } from './sign-up.service.ts';

interface Needs {
  db: Db;
  audit: AuditLog;
  avatars: AvatarsService;
  outbox: Outbox;
  sessions: SessionsService;
  logSecurity: LogSecurity;
}

export interface ImpersonationService {
  /** @throws AppError `forbidden` for a superadmin, somebody disabled, and oneself */
  loginAs(wish: { userId: number; reason: string }, caller: Caller): Promise<Signed>;
  loginBack(caller: Caller): Promise<void>;
  /** Records a call that a superadmin made as somebody else. */
  recordCall(caller: Caller, endpointId: string): Promise<void>;
}

const NOT_HIM = 'You cannot sign in as yourself, as a superadmin, or as a disabled user.';
const NOT_IMPERSONATING = 'You are not signed in as another user.';

export function createImpersonation(needs: Needs): ImpersonationService {
  const { db, audit, avatars, outbox, sessions, logSecurity } = needs;
  return {
    async loginAs({ userId, reason }, caller) {
      const signed = await db.transaction().execute(async (trx) => {
        const user = getFound(await lockUser(trx, userId));
        const isRefused = user.role === 'superadmin' || user.is_disabled || userId === caller.actor.userId;
        if (isRefused) throw new AppError('forbidden', { message: NOT_HIM });
        const { ip, agent, sessionId, actor } = caller;
        const parent = { id: sessionId, reason };
        const { id, token } = await sessions.open(trx, user, { ip, agent, parent });
        const of = { userId, impersonatorId: actor.userId };
        const object = { kind: 'session', id } as const;
        await audit.record(trx, of, { verb: 'login_as', object, after: { reason } });
        await outbox.send(trx, { kind: 'impersonated', id: String(id) });
        return describeSession(user, token, avatars.toUrl(user.avatar_key, userId));
      });
      logSecurity('authn_impersonate_start', { visitor: caller, userId, by: caller.actor.userId });
      return { ...signed, impersonator: caller.name };
    },
    async loginBack(caller) {
      const { actor, sessionId } = caller;
      if (actor.impersonatorId === undefined) throw new AppError('conflict', { message: NOT_IMPERSONATING });
      await db.transaction().execute(async (trx) => {
        await sessions.end(trx, { userId: actor.userId, id: sessionId });
        const object = { kind: 'session', id: sessionId } as const;
        await audit.record(trx, actor, { verb: 'login_back', object });
      });
      const by = actor.impersonatorId;
      logSecurity('authn_impersonate_end', { visitor: caller, userId: actor.userId, by });
    },
    recordCall: ({ actor, sessionId }, endpointId) =>
      db.transaction().execute(async (trx) => {
        const object = { kind: 'session', id: sessionId } as const;
        await audit.record(trx, actor, { verb: 'call', object, after: { endpoint: endpointId } });
      }),
  };
}
