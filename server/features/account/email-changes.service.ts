/**
 * Changes of email addresses. A new address takes effect once its link is opened. For a week, the previous address can
 * be restored from its mailbox, even after further changes.
 */
import type { accountContract } from '#contract/account.contract.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { toEmailKey } from '#contract/fields.ts';
import { formatTimestamp } from '#contract/format-timestamp.ts';
import type { Db, Trx } from '#server/db/open.ts';
import { AppError } from '../../app-error.ts';
import type { Caller, Visitor } from '../../caller.ts';
import { type Context, withServices } from '../../context.ts';
import type { BillingService } from '../billing/billing.service.ts';
import type { EmailKind, EmailTemplate, Outbox } from '../mail/mail.service.ts';
import type { MailedTokens } from '../mail/mailed-tokens.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { LINK_LIFETIMES } from './account.rules.ts';
import { findUser, findUserByEmail, lockUser, updateUser } from './account.store.ts';
import {
  deleteChangesFrom,
  deletePendingChange,
  findChange,
  findPendingChange,
  insertChange,
  isReserved,
  listChangedAddresses,
  updateChange,
} from './email-changes.store.ts';
import { deleteIdentity } from './google-sign-in.store.ts';
import type { LimitsService } from './limits.service.ts';
import type { MailedLinksService } from './mailed-links.service.ts';
import type { SessionsService } from './sessions.service.ts';
import { rejectTakenAddress, TAKEN_ADDRESS } from './sign-up.service.ts';

interface EmailChangeServices {
  billing: BillingService;
  limits: LimitsService;
  links: MailedLinksService;
  mailedTokens: MailedTokens;
  notifications: NotificationsService;
  outbox: Outbox;
  sessions: SessionsService;
}

type EmailChangeContext = Context & EmailChangeServices;

const NO_CHANGE = 'No email address change is pending.';
const TOO_MANY = "We've already sent several links to this address. Try again in an hour.";

export type EmailChangesService = ReturnType<typeof createEmailChanges>;

type Change = NonNullable<Awaited<ReturnType<typeof findChange>>>;

export function createEmailChanges(context: Context, services: EmailChangeServices) {
  const needs = withServices(context, services);
  const { db, clock, limits, mailedTokens, outbox } = needs;
  const makeLink = (lifetimeMs: number) => ({
    ...mailedTokens.create(),
    expires_at: new Date(clock().getTime() + lifetimeMs),
  });
  const findBy = async (token: string) => findChange(db, { token_hash: mailedTokens.hash(token) }, clock());
  const getPending = async (from: Db, userId: number) => {
    const change = await findPendingChange(from, userId, clock());
    if (change === undefined) throw new AppError('not_found', { message: NO_CHANGE });
    return change;
  };
  const countMail = async (userId: number, email: string) => {
    outbox.check();
    await limits.countEmailChange(userId);
    if (await limits.mayMail('email-change', toEmailKey(email))) return;
    throw new AppError('too_many', { message: TOO_MANY, headers: { 'retry-after': '3600' } });
  };
  return {
    /** Checks a new address before it is requested. @throws AppError `invalid`, `too_many` */
    async check(userId: number, email: string): Promise<void> {
      const emailKey = toEmailKey(email);
      const isTaken =
        (await findUserByEmail(db, emailKey)) !== undefined ||
        (await isReserved(db, { emailKey, userId, now: clock() }));
      if (isTaken) throw TAKEN_ADDRESS();
      await countMail(userId, email);
    },
    /** Replaces the pending change; the new address gets a link, and the old one a notice. */
    async request(trx: Trx, user: { id: number; email: string }, email: string): Promise<void> {
      const link = makeLink(LINK_LIFETIMES.verify);
      const old = { old_email: user.email, old_email_key: toEmailKey(user.email) };
      await insertChange(trx, { user_id: user.id, ...old, new_email: email, ...link });
      await outbox.send(trx, { kind: 'email_change', id: link.nonce });
      await outbox.send(trx, { kind: 'email_requested', id: link.nonce });
    },
    /** @returns the pending address as the contract shows it */
    async showPending(userId: number) {
      const change = await findPendingChange(db, userId, clock());
      return change === undefined ? null : { email: change.new_email, expires_at: change.expires_at };
    },
    async resend({ actor: { userId } }: Caller): Promise<string> {
      const { new_email: email } = await getPending(db, userId);
      await countMail(userId, email);
      await db.transaction().execute(async (trx) => {
        await lockUser(trx, userId);
        const link = makeLink(LINK_LIFETIMES.verify);
        if (!(await updateChange(trx, await getPending(trx, userId), link))) throw new AppError('conflict');
        await outbox.send(trx, { kind: 'email_change', id: link.nonce });
      });
      return email;
    },
    async cancel({ actor }: Caller): Promise<void> {
      const { userId } = actor;
      await db.transaction().execute(async (trx) => {
        const { new_email: email } = await getPending(trx, userId);
        await deletePendingChange(trx, userId);
        const object = { kind: 'user', id: userId } as const;
        const change = { before: { pending_email: email }, after: { pending_email: null } };
        await needs.audit.record(trx, actor, { verb: 'update', object, ...change });
      });
    },
    listAddresses: listChangedAddresses,
    /** After a password change: someone who knew the old password may have requested the change. */
    forget: deletePendingChange,
    /** @returns false for a link that confirms no change */
    async confirm(token: string): Promise<boolean> {
      const change = await findBy(token);
      if (change === undefined || change.confirmed_at !== null) return false;
      await db
        .transaction()
        .execute((trx) => confirm(needs, trx, { change, link: makeLink(LINK_LIFETIMES.undo) }))
        .catch(rejectTakenAddress);
      return true;
    },
    async restore(
      { body: { token } }: HandlerInput<(typeof accountContract)['restoreEmail']>,
      visitor: Visitor,
    ) {
      const change = await findBy(token);
      if (change === undefined || change.confirmed_at === null) throw needs.links.refuse();
      return { data: await restore(needs, change, visitor), message: 'Your email address was restored.' };
    },
    emailTemplates: createTemplates(needs),
  };
}

interface Confirmation {
  change: Change;
  /** Undoes the change. */
  link: { nonce: string; token_hash: string; expires_at: Date };
}

async function confirm(needs: EmailChangeContext, trx: Trx, { change, link }: Confirmation): Promise<void> {
  const { audit, billing, clock, links, notifications, outbox } = needs;
  const { new_email: email, user_id: id } = change;
  const now = clock();
  const before = await lockUser(trx, id);
  if (before === undefined || !(await updateChange(trx, change, { ...link, confirmed_at: now })))
    throw links.refuse();
  const emailKey = toEmailKey(email);
  await updateUser(trx, id, { email, email_key: emailKey, email_verified_at: now });
  if (await isReserved(trx, { emailKey, userId: id, now })) throw TAKEN_ADDRESS();
  await links.keepUsed(trx, emailKey, change);
  await billing.changeEmail(trx, id);
  // An address that was never confirmed may be another person's after a typo.
  if (before.email_verified_at === null) {
    await deleteChangesFrom(trx, change);
    await outbox.send(trx, { kind: 'email_changed', id: String(id), to: before.email });
  } else await outbox.send(trx, { kind: 'email_undo', id: link.nonce });
  await audit.record(trx, { userId: id }, describeChange(id, before.email, email));
  await notifications.notify(trx, {
    userId: id,
    text: `Your email address is now ${email}.`,
    link: '/settings',
  });
}

/**
 * Also deletes the password, which the author of the change knows, and disconnects Google, which may have been connected
 * with the other address.
 */
async function restore(needs: EmailChangeContext, change: Change, visitor: Visitor) {
  const { db, audit, billing, clock, links, notifications, sessions, logSecurity } = needs;
  const { old_email: email, old_email_key: emailKey, user_id: id } = change;
  const token = await db
    .transaction()
    .execute(async (trx) => {
      const before = await lockUser(trx, id);
      if (before === undefined || !(await deleteChangesFrom(trx, change))) throw links.refuse();
      const address = { email, email_key: emailKey, email_verified_at: clock() };
      await updateUser(trx, id, { ...address, password_hash: null });
      await deleteIdentity(trx, id);
      await billing.changeEmail(trx, id);
      await sessions.end(trx, { userId: id });
      await audit.record(trx, { userId: id }, describeChange(id, before.email, email));
      await notifications.notify(trx, {
        userId: id,
        text: `Your email address was changed back to ${email}. All sessions were ended.`,
        link: '/settings',
      });
      return links.issue(trx, 'reset', emailKey);
    })
    .catch(rejectTakenAddress);
  logSecurity('authn_password_change', { visitor, userId: id, email: emailKey });
  return { email, token };
}

function describeChange(id: number, from: string, to: string) {
  const object = { kind: 'user', id } as const;
  return { verb: 'update', object, before: { email: from }, after: { email: to } } as const;
}

type ChangeEmail = Extract<EmailKind, `email_${string}`>;

function createTemplates({
  db,
  clock,
  mailedTokens,
  publicUrl,
}: EmailChangeContext): Record<ChangeEmail, EmailTemplate> {
  const find = async (nonce: string, isConfirmed: boolean) => {
    const change = await findChange(db, { nonce }, clock());
    return (change?.confirmed_at === null) === !isConfirmed ? change : undefined;
  };
  return {
    async email_change(nonce) {
      const change = await find(nonce, false);
      if (change === undefined) return undefined;
      return {
        to: change.new_email,
        subject: 'Confirm your new email address',
        name: change.first_name,
        paragraphs: [
          `You asked to use ${change.new_email} for your Geoloom account instead of ${change.old_email}. The link works until ${formatTimestamp(change.expires_at)}. Nothing changes until you open it.`,
          'If you didn’t ask for this, ignore this email.',
        ],
        action: {
          text: 'Confirm new email address',
          url: `${publicUrl()}/verify-email?token=${mailedTokens.toToken(change)}`,
        },
      };
    },
    async email_requested(nonce) {
      const change = await find(nonce, false);
      if (change === undefined) return undefined;
      return {
        to: change.old_email,
        subject: 'A new email address was requested for your Geoloom account',
        name: change.first_name,
        paragraphs: [
          `Someone, probably you, asked to use ${change.new_email} for your account. It will replace ${change.old_email} once it is confirmed.`,
          'If this wasn’t you, cancel the change in Account Settings and change your password: someone else knows it.',
        ],
        action: { text: 'Open Account Settings', url: `${publicUrl()}/settings` },
      };
    },
    async email_undo(nonce) {
      const change = await find(nonce, true);
      if (change === undefined) return undefined;
      return {
        to: change.old_email,
        subject: CHANGED,
        name: change.first_name,
        paragraphs: [
          `The email address of your account was changed from ${change.old_email} to ${change.new_email}. If that was you, you don’t need to do anything.`,
          `If this wasn’t you, restore your address. All sessions will end, and you will set a new password. The link works once, until ${formatTimestamp(change.expires_at)}.`,
        ],
        action: {
          text: 'Restore my email address',
          url: `${publicUrl()}/restore-email?token=${mailedTokens.toToken(change)}`,
        },
      };
    },
    /** To an old address that was never confirmed. */
    async email_changed(userId) {
      const user = await findUser(db, Number(userId));
      if (user === undefined) return undefined;
      return {
        to: user.email,
        subject: CHANGED,
        name: user.first_name,
        paragraphs: [
          `The email address of your account is now ${user.email}.`,
          'If this wasn’t you, contact your Geoloom administrator.',
        ],
      };
    },
  };
}

const CHANGED = 'Your Geoloom email address was changed';
