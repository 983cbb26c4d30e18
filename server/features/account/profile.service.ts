/** What people change of their own account, the sessions that they have, and how they leave. */
import { toEmailKey } from '#contract/fields.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { profileContract } from '#contract/profile.contract.ts';
import type { Db } from '#server/db/open.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { AppError } from '../../app-error.ts';
import type { Caller, LogSecurity } from '../../caller.ts';
import type { AuditLog } from '../audit-log/audit-log.service.ts';
import type { BillingService } from '../billing/billing.service.ts';
import type { IntegrationsService } from '../integrations/integrations.service.ts';
import type { LetterSource, Outbox } from '../mail/mail.service.ts';
import { toDisplayName } from './account.rules.ts';
import { deleteUser, findUser, lockUser, updateUser } from './account.store.ts';
import { GARBAGE_JOB } from '../files/garbage-collection.service.ts';
import type { RunsService } from '../runs/runs.service.ts';
import type { ScansService } from '../scans/scans.service.ts';
import { leadsAgency, releaseWorkspaces } from '../workspaces/workspaces.service.ts';
import type { AvatarsService } from './avatars.service.ts';
import type { ExportService } from './export.service.ts';
import type { LimitsService } from './limits.service.ts';
import type { MailedLinksService } from './mailed-links.service.ts';
import type { PasswordsService } from './passwords.service.ts';
import type { SessionsService } from './sessions.service.ts';
import { describeSession, refuseTaken } from './sign-up.service.ts';
import { refuseLast } from './standing.service.ts';

type Input<Verb extends keyof typeof profileContract> = HandlerInput<(typeof profileContract)[Verb]>;

interface Needs {
  db: Db;
  audit: AuditLog;
  avatars: AvatarsService;
  billing: Pick<BillingService, 'closeFor'>;
  integrations: Pick<IntegrationsService, 'closeFor'>;
  exports: ExportService;
  limits: LimitsService;
  links: MailedLinksService;
  outbox: Outbox;
  queue: Pick<Queue, 'send'>;
  runs: Pick<RunsService, 'stopAll'>;
  scans: Pick<ScansService, 'stopAll'>;
  clock: () => Date;
  passwords: PasswordsService;
  sessions: SessionsService;
  logSecurity: LogSecurity;
}

export type ProfileService = ReturnType<typeof createProfile>;

const AVATAR_DELETED = 'Your picture was deleted.';
const AVATAR_CHANGED = 'Your picture was changed.';
const VERIFIED = 'Your email address is confirmed already.';

export function createProfile(needs: Needs) {
  const { db, avatars, exports, limits, links, passwords } = needs;
  return {
    ...createSessionCalls(needs),
    setPersonalInfo: (input: Input<'setPersonalInfo'>, caller: Caller) =>
      setPersonalInfo(needs, input, caller),
    async setPassword(input: Input<'setPassword'>, caller: Caller) {
      const { user, token } = await passwords.change(input, caller);
      const data = describeSession(user, token, avatars.toUrl(user.avatar_key, user.id));
      return { data, message: 'Your password was changed. You are signed out everywhere else.' };
    },
    async changeAvatar({ file }: Input<'changeAvatar'>, { actor }: Caller) {
      const key = await avatars.store(file);
      await replaceAvatar(needs, actor.userId, key);
      return { data: { avatar: avatars.toUrl(key, actor.userId) }, message: AVATAR_CHANGED };
    },
    async deleteAvatar(_input: Input<'deleteAvatar'>, { actor }: Caller) {
      await replaceAvatar(needs, actor.userId, null);
      return { data: { avatar: avatars.toUrl(null, actor.userId) }, message: AVATAR_DELETED };
    },
    async resendVerification(_input: Input<'resendVerification'>, { actor }: Caller) {
      const user = await getUser(db, actor.userId);
      if (user.email_verified_at !== null) return { data: {}, message: VERIFIED };
      const emailKey = toEmailKey(user.email);
      if (await limits.mayMail('verify', emailKey))
        await db.transaction().execute((trx) => links.send(trx, 'verify', emailKey));
      return { data: {}, message: `An email with a link is on its way to ${user.email}.` };
    },
    export: (_input: Input<'export'>, caller: Caller) => exports.export(caller),
    remove: (input: Input<'remove'>, caller: Caller) => remove(needs, input, caller),
  };
}

function createSessionCalls({ db, sessions, logSecurity }: Needs) {
  return {
    listSessions: (_input: Input<'listSessions'>, { actor, sessionId }: Caller) =>
      sessions.list(actor.userId, sessionId),
    async endSession({ params }: Input<'endSession'>, caller: Caller) {
      const choice = { userId: caller.actor.userId, id: params.id, isOwn: true };
      const ended = await db.transaction().execute((trx) => sessions.end(trx, choice));
      if (!ended.includes(params.id)) throw new AppError('not_found');
      logSecurity('authn_token_delete', { visitor: caller, userId: caller.actor.userId });
      return {};
    },
    async endOtherSessions(_input: Input<'endOtherSessions'>, caller: Caller) {
      const { actor, sessionId } = caller;
      const choice = { userId: actor.userId, exceptId: sessionId };
      const ended = await db.transaction().execute((trx) => sessions.end(trx, choice));
      logSecurity('authn_token_delete', { visitor: caller, userId: actor.userId });
      return { ended: ended.length };
    },
  };
}

async function setPersonalInfo(needs: Needs, { body, file }: Input<'setPersonalInfo'>, caller: Caller) {
  const { db, audit, avatars, limits, links, outbox } = needs;
  const { actor } = caller;
  const email = body.email;
  const isNewAddress = async (trx: Db) =>
    email !== undefined && email !== (await getUser(trx, actor.userId)).email;
  if (await isNewAddress(db)) {
    if (actor.impersonatorId !== undefined) throw new AppError('impersonating');
    await limits.countPassword(actor.userId);
  }
  const avatarKey = file === undefined ? undefined : await avatars.store(file);
  const write = db.transaction().execute(async (trx) => {
    const before = await lockUser(trx, actor.userId);
    if (before === undefined) throw new AppError('unauthenticated');
    const names = { first_name: body.first_name, last_name: body.last_name };
    const isMoved = email !== undefined && email !== before.email;
    const address = isMoved ? { email, email_key: toEmailKey(email) } : {};
    // An address that differs in nothing but case is the same mailbox.
    const isOtherMailbox = isMoved && toEmailKey(email) !== toEmailKey(before.email);
    const row = await updateUser(trx, actor.userId, {
      ...names,
      ...address,
      ...(isOtherMailbox ? { email_verified_at: null } : {}),
      ...(avatarKey === undefined ? {} : { avatar_key: avatarKey }),
    });
    if (row === undefined) throw new AppError('unauthenticated');
    const after = { ...names, email: row.email };
    const object = { kind: 'user', id: row.id } as const;
    await audit.record(trx, actor, { verb: 'update', object, before, after });
    if (isOtherMailbox) {
      await links.send(trx, 'verify', toEmailKey(row.email));
      await outbox.send(trx, { kind: 'email_changed', id: String(row.id), to: before.email });
    }
    return { row, unused: avatarKey === undefined ? null : before.avatar_key };
  });
  const { row, unused } = await write.catch(refuseTaken);
  await avatars.discard([unused]);
  const { first_name, last_name } = row;
  const data = {
    first_name,
    last_name,
    name: toDisplayName(row),
    email: row.email,
    avatar: avatars.toUrl(row.avatar_key, row.id),
    is_email_verified: row.email_verified_at !== null,
  };
  return { data, message: 'Your personal info was saved.' };
}

async function replaceAvatar({ db, avatars }: Needs, userId: number, key: string | null): Promise<void> {
  const unused = await db.transaction().execute(async (trx) => {
    const before = await lockUser(trx, userId);
    await updateUser(trx, userId, { avatar_key: key });
    return before?.avatar_key ?? null;
  });
  await avatars.discard([unused]);
}

/** What the user had is out of reach at once, and deleted in batches by a job: it may be millions of rows. */
async function remove(needs: Needs, { body }: Input<'remove'>, caller: Caller) {
  const { db, avatars, audit, billing, integrations, passwords, logSecurity } = needs;
  const { queue, runs, scans, clock } = needs;
  const { actor } = caller;
  await passwords.check(body.password, caller, 'password');
  const unused = await db.transaction().execute(async (trx) => {
    await refuseLast(trx, actor.userId);
    const user = await lockUser(trx, actor.userId);
    if (user === undefined) throw new AppError('unauthenticated');
    if (await leadsAgency(trx, user.id)) throw new AppError('main_admin');
    const { email, role } = user;
    const object = { kind: 'user', id: user.id } as const;
    await audit.record(trx, actor, { verb: 'delete', object, before: { email, role } });
    await billing.closeFor(trx, user.id);
    await integrations.closeFor(trx, user.id);
    const workspaceId = await releaseWorkspaces(trx, user.id, clock());
    await runs.stopAll(trx, workspaceId);
    await scans.stopAll(trx, workspaceId);
    await deleteUser(trx, user.id);
    await queue.send(trx, GARBAGE_JOB, {}, { singletonKey: 'deletion' });
    return user.avatar_key;
  });
  await avatars.discard([unused]);
  logSecurity('authn_token_delete', { visitor: caller, userId: actor.userId });
  return { data: {}, message: 'Your account was deleted.' };
}

async function getUser(db: Db, id: number) {
  const user = await findUser(db, id);
  // Deleted between the door and here.
  if (user === undefined) throw new AppError('unauthenticated');
  return user;
}

/** To the address that the account had before. */
export function createMoveLetter(db: Db): LetterSource {
  return async (userId) => {
    const user = await findUser(db, Number(userId));
    if (user === undefined) return undefined;
    return {
      to: user.email,
      subject: 'Your Geoloom email address was changed',
      name: user.first_name,
      paragraphs: [
        `Your account now has the address ${user.email}.`,
        'If it was not you, contact your Geoloom administrator.',
      ],
    };
  };
}
