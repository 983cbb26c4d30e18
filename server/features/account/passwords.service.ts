/** New passwords: by a link of a mail, or by a person who knows the old one. Either way all sessions end. */
import { toEmailKey } from '#contract/fields.ts';
import type { accountContract } from '#contract/account.contract.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { profileContract } from '#contract/profile.contract.ts';
import type { Db, Trx } from '#server/db/open.ts';
import type { PasswordHash } from '#server/gateways/password-hash.ts';
import { AppError } from '../../app-error.ts';
import type { Actor, Caller, LogSecurity, Visitor } from '../../caller.ts';
import type { AuditLog } from '../audit-log/audit-log.service.ts';
import type { LetterSource, Outbox } from '../mail/mail.service.ts';
import { findUser, findUserWithPassword, updateUser } from './account.store.ts';
import type { EmailChangesService } from './email-changes.service.ts';
import type { LimitsService } from './limits.service.ts';
import type { MailedLinksService } from './mailed-links.service.ts';
import { nameNetwork } from './network.rules.ts';
import type { SessionsService } from './sessions.service.ts';
import type { SignUpService } from './sign-up.service.ts';

interface Needs {
  db: Db;
  audit: AuditLog;
  clock: () => Date;
  emailChanges: Pick<EmailChangesService, 'confirm' | 'forget'>;
  limits: LimitsService;
  links: MailedLinksService;
  outbox: Outbox;
  passwords: PasswordHash;
  sessions: SessionsService;
  signUps: SignUpService;
  logSecurity: LogSecurity;
}

type Input<Verb extends keyof typeof accountContract> = HandlerInput<(typeof accountContract)[Verb]>;

export interface PasswordsService {
  requestReset(input: Input<'requestReset'>, visitor: Visitor): Promise<Told>;
  reset(input: Input<'resetPassword'>, visitor: Visitor): Promise<Told>;
  verifyEmail(input: Input<'verifyEmail'>): Promise<Told>;
  /** @returns the token of the one session that is left */
  change(
    input: HandlerInput<(typeof profileContract)['setPassword']>,
    caller: Caller,
  ): Promise<{ user: UserRow; token: string }>;
  /** @throws AppError `invalid` at the field unless it is the caller's password */
  check(password: string, caller: Caller, field: string): Promise<void>;
  letter: LetterSource;
}

interface Told {
  data: Record<string, never>;
  message: string;
}

type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>;

const SENT = 'If there is an account with this address, an email with a link is on its way.';
const WRONG = 'The password is wrong.';
const CONFIRMED = 'Your email address is confirmed.';
const CONFIRMED_BEFORE = 'Your email address is already confirmed.';

export function createPasswords(needs: Needs): PasswordsService {
  const { db, limits, links, sessions, signUps, passwords, clock } = needs;
  const check: PasswordsService['check'] = async (password, caller, field) => {
    const { userId } = caller.actor;
    await limits.countPassword(userId);
    const user = await findUserWithPassword(db, userId);
    const { isRight } = await passwords.verify(password, user?.password_hash, nameNetwork(caller.ip));
    if (isRight) return;
    needs.logSecurity('authn_login_fail', { visitor: caller, userId });
    throw new AppError('invalid', { message: WRONG, fields: { [field]: [WRONG] } });
  };
  return {
    check,
    async requestReset({ body }, visitor) {
      needs.outbox.check();
      const emailKey = toEmailKey(body.email);
      await limits.countResetRequest(visitor.ip);
      // The same work for every address, so that the answer says of none whether it is known.
      const isAllowed = await limits.mayMail('reset', emailKey);
      if (isAllowed) await db.transaction().execute((trx) => links.send(trx, 'reset', emailKey));
      return { data: {}, message: SENT };
    },
    reset: (input, visitor) => reset(needs, input, visitor),
    async verifyEmail({ body: { token } }) {
      if (await needs.emailChanges.confirm(token)) return { data: {}, message: CONFIRMED };
      if ((await links.findConfirmed(token)) !== undefined) return { data: {}, message: CONFIRMED_BEFORE };
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
    async change({ body }, caller) {
      const { userId } = caller.actor;
      await check(body.current_password, caller, 'current_password');
      const user = await findUser(db, userId);
      if (user === undefined) throw new AppError('unauthenticated');
      signUps.check({ ...user, password: body.password });
      const hash = await passwords.hash(body.password, nameNetwork(caller.ip));
      const token = await db.transaction().execute(async (trx) => {
        await setPassword(needs, trx, { user, hash, actor: caller.actor, how: 'changed' });
        return (await sessions.open(trx, user, caller)).token;
      });
      needs.logSecurity('authn_password_change', { visitor: caller, userId });
      return { user, token };
    },
    async letter(userId) {
      const user = await findUser(db, Number(userId));
      if (user === undefined) return undefined;
      return {
        to: user.email,
        subject: 'Your Geoloom password was changed',
        name: user.first_name,
        paragraphs: [
          'The password of your account was changed, and all sessions have ended.',
          'If it was not you, reset your password now, and contact your Geoloom administrator.',
        ],
      };
    },
  };
}

async function reset(needs: Needs, { body }: Input<'resetPassword'>, visitor: Visitor): Promise<Told> {
  const { db, limits, links, passwords, signUps, logSecurity } = needs;
  const emailKey = toEmailKey(body.email);
  await limits.countReset(visitor.ip, emailKey);
  const link = await links.find('reset', body.token);
  if (link.email_key !== emailKey) throw links.refuse();
  signUps.check({ ...link, password: body.password });
  const hash = await passwords.hash(body.password, nameNetwork(visitor.ip));
  await db.transaction().execute(async (trx) => {
    await links.take(trx, link);
    // A person who reads the mails of an address has it.
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

async function setPassword(needs: Needs, trx: Trx, { user, hash, actor, how }: Change): Promise<void> {
  const { audit, outbox, sessions } = needs;
  await updateUser(trx, user.id, { password_hash: hash, email_verified_at: user.email_verified_at });
  await sessions.end(trx, { userId: user.id });
  await needs.emailChanges.forget(trx, user.id);
  const object = { kind: 'user', id: user.id } as const;
  await audit.record(trx, actor, { verb: 'update', object, before: {}, after: { password: how } });
  await outbox.send(trx, { kind: 'password_changed', id: String(user.id) });
}
