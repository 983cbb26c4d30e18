/** The caller's own account: profile, avatar, password, sessions, export and deletion. */
import { toEmailKey } from '#contract/fields.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { profileContract } from '#contract/profile.contract.ts';
import type { Db, Trx } from '#server/db/open.ts';
import { AppError } from '../../app-error.ts';
import type { Actor, Caller } from '../../caller.ts';
import { type Context, withServices } from '../../context.ts';
import type { BillingService } from '../billing/billing.service.ts';
import type { IntegrationsService } from '../integrations/integrations.service.ts';
import { toDisplayName } from './account.rules.ts';
import { deleteUser, findUser, findUserWithPassword, lockUser, updateUser } from './account.store.ts';
import { GARBAGE_JOB } from '../files/garbage-collection.service.ts';
import type { Outbox } from '../mail/mail.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { RunsService } from '../runs/runs.service.ts';
import type { ScansService } from '../scans/scans.service.ts';
import { isMainAdmin, releaseWorkspaces } from '../workspaces/workspaces.service.ts';
import type { AvatarsService } from './avatars.service.ts';
import type { EmailChangesService } from './email-changes.service.ts';
import type { ExportService } from './export.service.ts';
import type { LimitsService } from './limits.service.ts';
import type { MailedLinksService } from './mailed-links.service.ts';
import type { PasswordsService } from './passwords.service.ts';
import type { SessionsService } from './sessions.service.ts';
import { describeSession } from './sign-up.service.ts';
import { rejectLastSuperadmin } from './account-state.service.ts';

type Input<Verb extends keyof typeof profileContract> = HandlerInput<(typeof profileContract)[Verb]>;

interface ProfileServices {
  avatars: AvatarsService;
  billing: BillingService;
  emailChanges: EmailChangesService;
  exports: ExportService;
  integrations: Pick<IntegrationsService, 'closeFor'>;
  limits: LimitsService;
  links: MailedLinksService;
  notifications: NotificationsService;
  outbox: Outbox;
  passwords: PasswordsService;
  runs: RunsService;
  scans: ScansService;
  sessions: SessionsService;
}

type ProfileContext = Context & ProfileServices;

const AVATAR_DELETED = 'Your picture was deleted.';
const AVATAR_CHANGED = 'Your picture was changed.';
const SAVED = 'Your personal info was saved.';
const PASSWORD_NEEDED = 'Enter your current password to change your email address';
const VERIFIED = 'Your email address is already confirmed.';

export function createProfile(context: Context, services: ProfileServices) {
  const needs = withServices(context, services);
  const { db, avatars, emailChanges, exports, limits, links, passwords } = needs;
  return {
    ...createSessionCalls(needs),
    setPersonalInfo: (input: Input<'setPersonalInfo'>, caller: Caller) =>
      setPersonalInfo(needs, input, caller),
    async setPassword(input: Input<'setPassword'>, caller: Caller) {
      const { user, token } = await passwords.change(input, caller);
      const data = describeSession(user, token, avatars.toUrl(user.avatar_key, user.id));
      return { data, message: 'Your password was changed. You’ve been signed out everywhere else.' };
    },
    async changeAvatar({ file }: Input<'changeAvatar'>, { actor }: Caller) {
      const key = await avatars.store(file);
      await replaceAvatar(needs, actor, key);
      return { data: { avatar: avatars.toUrl(key, actor.userId) }, message: AVATAR_CHANGED };
    },
    async deleteAvatar(_input: Input<'deleteAvatar'>, { actor }: Caller) {
      await replaceAvatar(needs, actor, null);
      return { data: { avatar: avatars.toUrl(null, actor.userId) }, message: AVATAR_DELETED };
    },
    async resendVerification(_input: Input<'resendVerification'>, { actor }: Caller) {
      const user = await getUser(db, actor.userId);
      if (user.email_verified_at !== null) return { data: {}, message: VERIFIED };
      needs.outbox.check();
      const emailKey = toEmailKey(user.email);
      if (await limits.mayMail('verify', emailKey))
        await db.transaction().execute((trx) => links.send(trx, 'verify', emailKey));
      return { data: {}, message: `An email with a link is on its way to ${user.email}.` };
    },
    async resendEmailChange(_input: Input<'resendEmailChange'>, caller: Caller) {
      const email = await emailChanges.resend(caller);
      return { data: {}, message: `An email with a link is on its way to ${email}.` };
    },
    async cancelEmailChange(_input: Input<'cancelEmailChange'>, caller: Caller) {
      await emailChanges.cancel(caller);
      return { data: {}, message: 'Your email address change was canceled.' };
    },
    async export(_input: Input<'export'>, caller: Caller) {
      const file = await exports.export(caller);
      const object = { kind: 'user', id: caller.actor.userId } as const;
      await db
        .transaction()
        .execute((trx) => needs.audit.record(trx, caller.actor, { verb: 'export', object }));
      return file;
    },
    remove: (input: Input<'remove'>, caller: Caller) => remove(needs, input, caller),
  };
}

function createSessionCalls({ db, audit, sessions, logSecurity }: ProfileContext) {
  const recordEnd = (trx: Trx, { actor }: Caller, sessionCount: number) => {
    const object = { kind: 'user', id: actor.userId } as const;
    return audit.record(trx, actor, { verb: 'end_sessions', object, after: { sessions: sessionCount } });
  };
  return {
    listSessions: (_input: Input<'listSessions'>, { actor, sessionId }: Caller) =>
      sessions.list(actor.userId, sessionId),
    async endSession({ params }: Input<'endSession'>, caller: Caller) {
      const choice = { userId: caller.actor.userId, id: params.id, isOwn: true };
      await db.transaction().execute(async (trx) => {
        const ended = await sessions.end(trx, choice);
        if (!ended.includes(params.id)) throw new AppError('not_found');
        await recordEnd(trx, caller, ended.length);
      });
      logSecurity('authn_token_delete', { visitor: caller, userId: caller.actor.userId });
      return {};
    },
    async endOtherSessions(_input: Input<'endOtherSessions'>, caller: Caller) {
      const { actor, sessionId } = caller;
      const choice = { userId: actor.userId, exceptId: sessionId };
      const ended = await db.transaction().execute(async (trx) => {
        const all = await sessions.end(trx, choice);
        if (all.length > 0) await recordEnd(trx, caller, all.length);
        return all;
      });
      logSecurity('authn_token_delete', { visitor: caller, userId: actor.userId });
      return { ended: ended.length };
    },
  };
}

async function setPersonalInfo(
  needs: ProfileContext,
  { body, file }: Input<'setPersonalInfo'>,
  caller: Caller,
) {
  const { db, audit, avatars, emailChanges } = needs;
  const { actor } = caller;
  const { email } = body;
  const isSameMailbox = ({ email: from }: { email: string }) =>
    email === undefined || toEmailKey(email) === toEmailKey(from);
  const isNewAddress = !isSameMailbox(await getUser(db, actor.userId));
  if (isNewAddress) await checkNewAddress(needs, body, caller);
  const avatarKey = file === undefined ? undefined : await avatars.store(file);
  const { row, unused } = await db.transaction().execute(async (trx) => {
    const before = await lockUser(trx, actor.userId);
    if (before === undefined) throw new AppError('unauthenticated');
    const names = { first_name: body.first_name, last_name: body.last_name };
    const after = await updateUser(trx, actor.userId, {
      ...names,
      ...(email !== undefined && isSameMailbox(before) ? { email } : {}),
      ...(avatarKey === undefined ? {} : { avatar_key: avatarKey }),
    });
    if (after === undefined) throw new AppError('unauthenticated');
    if (isNewAddress && email !== undefined && !isSameMailbox(before))
      await emailChanges.request(trx, before, email);
    const object = { kind: 'user', id: after.id } as const;
    const pending = isNewAddress && !isSameMailbox(before) ? { pending_email: email } : {};
    const picture = avatarKey === undefined ? {} : { picture: 'changed' };
    const change = { before, after: { ...names, email: after.email, ...pending, ...picture } };
    await audit.record(trx, actor, { verb: 'update', object, ...change });
    return { row: after, unused: avatarKey === undefined ? null : before.avatar_key };
  });
  await avatars.discard([unused]);
  const data = {
    first_name: row.first_name,
    last_name: row.last_name,
    name: toDisplayName(row),
    email: row.email,
    pending_email: await emailChanges.showPending(row.id),
    avatar: avatars.toUrl(row.avatar_key, row.id),
    is_email_verified: row.email_verified_at !== null,
  };
  return {
    data,
    message: isNewAddress ? `${SAVED} Open the link that we sent to ${email} to confirm it.` : SAVED,
  };
}

/** The address can be used to reset the password, so changing it requires the password. */
async function checkNewAddress(
  { db, emailChanges, passwords }: ProfileContext,
  { email = '', current_password: password = '' }: Input<'setPersonalInfo'>['body'],
  caller: Caller,
): Promise<void> {
  const user = await findUserWithPassword(db, caller.actor.userId);
  if (password === '' && user?.password_hash !== null)
    throw new AppError('invalid', {
      message: PASSWORD_NEEDED,
      fields: { current_password: [PASSWORD_NEEDED] },
    });
  await passwords.check(password, caller, 'current_password');
  await emailChanges.check(caller.actor.userId, email);
}

async function replaceAvatar(
  { db, audit, avatars }: ProfileContext,
  actor: Actor,
  key: string | null,
): Promise<void> {
  const { userId } = actor;
  const unused = await db.transaction().execute(async (trx) => {
    const before = await lockUser(trx, userId);
    await updateUser(trx, userId, { avatar_key: key });
    const object = { kind: 'user', id: userId } as const;
    const after = { picture: key === null ? 'deleted' : 'changed' };
    await audit.record(trx, actor, { verb: 'update', object, before: {}, after });
    return before?.avatar_key ?? null;
  });
  await avatars.discard([unused]);
}

/** The user's data is inaccessible at once; a job deletes it in batches, because it may be millions of rows. */
async function remove(needs: ProfileContext, { body }: Input<'remove'>, caller: Caller) {
  const { db, avatars, audit, billing, emailChanges, integrations, passwords, logSecurity } = needs;
  const { queue, runs, scans, clock } = needs;
  const { actor } = caller;
  await passwords.check(body.password, caller, 'password');
  const unused = await db.transaction().execute(async (trx) => {
    await rejectLastSuperadmin(trx, actor.userId);
    const user = await lockUser(trx, actor.userId);
    if (user === undefined) throw new AppError('unauthenticated');
    if (await isMainAdmin(trx, user.id)) throw new AppError('main_admin');
    const { role } = user;
    const object = { kind: 'user', id: user.id } as const;
    await audit.record(trx, actor, { verb: 'delete', object, before: { role } });
    const addresses = [user.email, ...(await emailChanges.listAddresses(trx, user.id))];
    await billing.closeFor(trx, user.id);
    const accounts = await integrations.closeFor(trx, { userId: user.id, actor });
    const workspaceId = await releaseWorkspaces(trx, {
      userId: user.id,
      now: clock(),
      notifications: needs.notifications,
    });
    await runs.stopAll(trx, workspaceId);
    await scans.stopAll(trx, workspaceId);
    await deleteUser(trx, user.id);
    await audit.eraseUser(trx, { id: user.id, addresses: [...addresses, ...accounts] });
    await queue.send(trx, GARBAGE_JOB, {}, { singletonKey: 'deletion' });
    return user.avatar_key;
  });
  await avatars.discard([unused]);
  logSecurity('authn_token_delete', { visitor: caller, userId: actor.userId });
  return { data: {}, message: 'Your account was deleted.' };
}

async function getUser(db: Db, id: number) {
  const user = await findUser(db, id);
  // Deleted after the guard has run.
  if (user === undefined) throw new AppError('unauthenticated');
  return user;
}
