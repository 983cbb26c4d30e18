/** Password changes: by an emailed link, or with the current password. Both end all sessions. */
import type { accountContract } from '#contract/account.contract.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { toEmailKey } from '#contract/fields.ts';
import type { profileContract } from '#contract/profile.contract.ts';
import type { Trx } from '#server/db/open.ts';
import type { PasswordHash } from '#server/gateways/password-hash.ts';
import { AppError } from '../../app-error.ts';
import type { Actor, Caller, Visitor } from '../../caller.ts';
import { type Context, withServices } from '../../context.ts';
import type { Email, Outbox } from '../mail/mail.service.ts';
import { findUser, findUserWithPassword, updateUser } from './account.store.ts';
import type { EmailChangesService } from './email-changes.service.ts';
import type { LimitsService } from './limits.service.ts';
import type { MailedLinksService } from './mailed-links.service.ts';
import { toNetworkKey } from './network.rules.ts';
import type { SessionsService } from './sessions.service.ts';
import type { SignUpService } from './sign-up.service.ts';

interface PasswordServices {
  emailChanges: EmailChangesService;
  limits: LimitsService;
  links: MailedLinksService;
  outbox: Outbox;
  passwords: PasswordHash;
  sessions: SessionsService;
  signUps: SignUpService;
}

type PasswordContext = Context & PasswordServices;
type Input<Verb extends keyof typeof accountContract> = HandlerInput<(typeof accountContract)[Verb]>;
type ChangeInput = HandlerInput<(typeof profileContract)['setPassword']>;

const LINK_SENT = 'If there is an account with this address, an email with a link is on its way.';
const WRONG_PASSWORD = 'The password is wrong.';
const CONFIRMED = 'Your email address is confirmed.';
const ALREADY_CONFIRMED = 'Your email address is already confirmed.';

export type PasswordsService = ReturnType<typeof createPasswords>;

export function createPasswords(context: Context, services: PasswordServices) {
  const needs = withServices(context, services);
  const { db, limits, links, sessions, signUps, passwords, clock } = needs;
  /** @throws AppError `invalid` at the field unless it is the caller's password; `no_password` without one */
  const check = async (password: string, caller: Caller, field: string) => {
    const { userId } = caller.actor;
    const { password_hash: hash } = (await findUserWithPassword(db, userId)) ?? {};
    if (hash === null) throw new AppError('no_password');
    await limits.countPassword(userId);
    const { isMatch } = await passwords.verify(password, hash, toNetworkKey(caller.ip));
    if (isMatch) return;
    needs.logSecurity('authn_login_fail', { visitor: caller, userId });
    throw new AppError('invalid', { message: WRONG_PASSWORD, fields: { [field]: [WRONG_PASSWORD] } });
  };
  return {
    check,
    async requestReset({ body }: Input<'requestReset'>, visitor: Visitor) {
      needs.outbox.check();
      const emailKey = toEmailKey(body.email);
      await limits.countResetRequest(visitor.ip);
      // Same work for every address, so that the response time doesn't disclose who has an account.
      const isAllowed = await limits.mayMail('reset', emailKey);
      if (isAllowed) await db.transaction().execute((trx) => links.send(trx, 'reset', emailKey));
      return { data: {}, message: LINK_SENT };
    },
    reset: (input: Input<'resetPassword'>, visitor: Visitor) => reset(needs, input, visitor),
    async verifyEmail({ body: { token } }: Input<'verifyEmail'>) {
      if (await needs.emailChanges.confirm(token)) return { data: {}, message: CONFIRMED };
      if ((await links.findConfirmed(token)) !== undefined) return { data: {}, message: ALREADY_CONFIRMED };
      // The link stays, so that it can be recognized when it is opened again.
      const { id } = await links.find('verify', token);
      await db.transaction().execute(async (trx) => {
        await updateUser(trx, id, { email_verified_at: clock() });
        const object = { kind: 'user', id } as const;
        const after = { is_email_verified: true };
        await needs.audit.record(trx, { userId: id }, { verb: 'update', object, before: {}, after });
      });
      return { data: {}, message: CONFIRMED };
    },
    /** @returns the user and the token of the only remaining session */
    async change({ body }: ChangeInput, caller: Caller) {
      const { userId } = caller.actor;
      await check(body.current_password, caller, 'current_password');
      const user = await findUser(db, userId);
      if (user === undefined) throw new AppError('unauthenticated');
      signUps.check({ ...user, password: body.password });
      const hash = await passwords.hash(body.password, toNetworkKey(caller.ip));
      const token = await db.transaction().execute(async (trx) => {
        await setPassword(needs, trx, { user, hash, actor: caller.actor, how: 'changed' });
        return (await sessions.open(trx, user, caller)).token;
      });
      needs.logSecurity('authn_password_change', { visitor: caller, userId });
      return { user, token };
    },
    async emailTemplate(userId: string): Promise<Email | undefined> {
      const user = await findUser(db, Number(userId));
      if (user === undefined) return undefined;
      return {
        to: user.email,
        subject: 'Your Geoloom password was changed',
        name: user.first_name,
        paragraphs: [
          'The password of your account was changed, and all sessions have ended.',
          'If this wasn’t you, reset your password now, and contact your Geoloom administrator.',
        ],
      };
    },
  };
}

async function reset(needs: PasswordContext, { body }: Input<'resetPassword'>, visitor: Visitor) {
  const { db, limits, links, passwords, signUps, logSecurity } = needs;
  const emailKey = toEmailKey(body.email);
  await limits.countReset(visitor.ip, emailKey);
  const link = await links.find('reset', body.token);
  if (link.email_key !== emailKey) throw links.refuse();
  signUps.check({ ...link, password: body.password });
  const hash = await passwords.hash(body.password, toNetworkKey(visitor.ip));
  await db.transaction().execute(async (trx) => {
    await links.take(trx, link);
    // The link was emailed, so the address is confirmed.
    const user = { id: link.id, email_verified_at: link.email_verified_at ?? needs.clock() };
    await setPassword(needs, trx, { user, hash, actor: { userId: link.id }, how: 'reset' });
  });
  logSecurity('authn_password_change', { visitor, userId: link.id, email: emailKey });
  return { data: {}, message: 'Password reset successfully!' };
}

interface Change {
  user: { id: number; email_verified_at: Date | null };
  hash: string;
  actor: Actor;
  /** `changed` with the old password, `reset` by an emailed link. */
  how: 'changed' | 'reset';
}

async function setPassword(
  needs: PasswordContext,
  trx: Trx,
  { user, hash, actor, how }: Change,
): Promise<void> {
  const { audit, outbox, sessions } = needs;
  await updateUser(trx, user.id, { password_hash: hash, email_verified_at: user.email_verified_at });
  await sessions.end(trx, { userId: user.id });
  await needs.emailChanges.forget(trx, user.id);
  const object = { kind: 'user', id: user.id } as const;
  await audit.record(trx, actor, { verb: 'update', object, before: {}, after: { password: how } });
  await outbox.send(trx, { kind: 'password_changed', id: String(user.id) });
}
