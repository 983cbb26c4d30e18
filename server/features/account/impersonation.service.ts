/** Impersonation: a superadmin signs in as another user, with a separate token, for an hour, under both names. */
import { AppError, getFound } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import type { Outbox } from '../mail/mail.service.ts';
import { lockUser } from './account.store.ts';
import type { AvatarsService } from './avatars.service.ts';
import type { SessionsService } from './sessions.service.ts';
import { describeSession } from './sign-up.service.ts';

const CANNOT_IMPERSONATE = 'You can’t sign in as yourself, a superadmin or a disabled user.';
const NOT_IMPERSONATING = 'You’re not signed in as another user.';

interface ImpersonationServices {
  avatars: AvatarsService;
  outbox: Outbox;
  sessions: SessionsService;
}

export function createImpersonation(
  { db, audit, logSecurity }: Context,
  { avatars, outbox, sessions }: ImpersonationServices,
) {
  return {
    /** @throws AppError `forbidden` for a superadmin, a disabled user and the caller */
    async loginAs({ userId, reason }: { userId: number; reason: string }, caller: Caller) {
      const signed = await db.transaction().execute(async (trx) => {
        const user = getFound(await lockUser(trx, userId));
        const isRefused = user.role === 'superadmin' || user.is_disabled || userId === caller.actor.userId;
        if (isRefused) throw new AppError('forbidden', { message: CANNOT_IMPERSONATE });
        const { ip, agent, sessionId, actor } = caller;
        const parent = { id: sessionId, reason };
        const { id, token } = await sessions.open(trx, user, { ip, agent, parent });
        const both = { userId, impersonatorId: actor.userId };
        const object = { kind: 'session', id } as const;
        await audit.record(trx, both, { verb: 'login_as', object, after: { reason } });
        await outbox.send(trx, { kind: 'impersonated', id: String(id) });
        return describeSession(user, token, avatars.toUrl(user.avatar_key, userId));
      });
      logSecurity('authn_impersonate_start', { visitor: caller, userId, by: caller.actor.userId });
      return { ...signed, impersonator: caller.name };
    },
    async loginBack(_input: unknown, caller: Caller) {
      const { actor, sessionId } = caller;
      if (actor.impersonatorId === undefined) throw new AppError('conflict', { message: NOT_IMPERSONATING });
      await db.transaction().execute(async (trx) => {
        await sessions.end(trx, { userId: actor.userId, id: sessionId });
        const object = { kind: 'session', id: sessionId } as const;
        await audit.record(trx, actor, { verb: 'login_back', object });
      });
      const by = actor.impersonatorId;
      logSecurity('authn_impersonate_end', { visitor: caller, userId: actor.userId, by });
      return {};
    },
    /** Records a call that a superadmin made as another user. */
    recordCall: ({ actor, sessionId }: Caller, endpointId: string) =>
      db.transaction().execute(async (trx) => {
        const object = { kind: 'session', id: sessionId } as const;
        await audit.record(trx, actor, { verb: 'call', object, after: { endpoint: endpointId } });
      }),
  };
}
