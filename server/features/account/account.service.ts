/** Everything about the own account and its sessions: the one service that others see of this noun. */
import { toEmailKey } from '#contract/fields.ts';
import type { accountContract } from '#contract/account.contract.ts';
import type { HandlerInput, ReplyInput } from '#contract/endpoint.ts';
import type { Live } from '#server/db/live.ts';
import type { Db } from '#server/db/open.ts';
import type { Files } from '#server/gateways/files.ts';
import type { GoogleGateway } from '#server/gateways/google.ts';
import type { Images } from '#server/gateways/images.ts';
import type { PasswordHash } from '#server/gateways/password-hash.ts';
import type { TokenSeal } from '#server/gateways/token-seal.ts';
import type { Queue } from '#server/jobs/queue.ts';
import type { zipFiles } from '#server/gateways/zip-of-files.ts';
import { AppError } from '../../app-error.ts';
import type { Caller, LogSecurity, Visitor } from '../../caller.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { AuditLog } from '../audit-log/audit-log.service.ts';
import type { BillingService } from '../billing/billing.service.ts';
import type { IntegrationsService } from '../integrations/integrations.service.ts';
import type { SignFor } from '../files/signing.service.ts';
import type { LetterSources, Outbox } from '../mail/mail.service.ts';
import type { MailedTokens } from '../mail/mailed-tokens.service.ts';
import type { RunsService } from '../runs/runs.service.ts';
import type { ScansService } from '../scans/scans.service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { findAgency, findAgencyNotice } from '../workspaces/workspaces.service.ts';
import type { InvitationsService } from '../workspaces/invitations.service.ts';
import { findUser, findUserWithPassword } from './account.store.ts';
import { type AvatarsService, createAvatars } from './avatars.service.ts';
import { createEmailChanges, type EmailChangesService } from './email-changes.service.ts';
import { createExports } from './export.service.ts';
import {
  createGoogleSignIns,
  type GoogleSignInService,
  type SignUpOptions,
} from './google-sign-in.service.ts';
import { findGoogleAccount } from './google-sign-in.store.ts';
import { createImpersonation, type ImpersonationService } from './impersonation.service.ts';
import { createMailedLinks } from './mailed-links.service.ts';
import { createPasswords, type PasswordsService } from './passwords.service.ts';
import { createProfile, type ProfileService } from './profile.service.ts';
import type { LimitsService } from './limits.service.ts';
import { nameNetwork } from './network.rules.ts';
import { createSessions, type SessionsService } from './sessions.service.ts';
import { createSetUp, type SampleWishes, type SetUpService } from './set-up.service.ts';
import { createSignIns, type SignInService } from './sign-in.service.ts';
import { createSignUps, type Person, type Signed, type SignUpService } from './sign-up.service.ts';
import { createTwoFactor, type SecondFactors } from './two-factor.service.ts';

type Input<Verb extends keyof typeof accountContract> = HandlerInput<(typeof accountContract)[Verb]>;
type Reply<Verb extends keyof typeof accountContract> = Promise<ReplyInput<(typeof accountContract)[Verb]>>;

interface Needs {
  db: Db;
  live: Live;
  files: Files;
  images: Images;
  zip: typeof zipFiles;
  newId: () => string;
  audit: AuditLog;
  billing: Pick<BillingService, 'changeEmail' | 'closeFor' | 'showPlan' | 'findNextInvoice'>;
  integrations: Pick<IntegrationsService, 'closeFor'>;
  signFor: SignFor;
  outbox: Outbox;
  mailedTokens: MailedTokens;
  publicUrl: () => string;
  notifications: NotificationsService;
  passwords: PasswordHash;
  isCommonPassword: (password: string) => boolean;
  queue: Pick<Queue, 'send'>;
  /** Undefined on a server without Google keys. */
  google: GoogleGateway | undefined;
  /** Seals the secrets of authenticator apps. */
  seal: TokenSeal;
  /** Superadmins without two-factor sign-in can only set it up. */
  isTwoFactorRequired: boolean;
  runs: Pick<RunsService, 'stopAll'>;
  scans: Pick<ScansService, 'stopAll'>;
  clock: () => Date;
  limits: LimitsService;
  logSecurity: LogSecurity;
  logError(error: unknown, text: string): void;
  sampleData: SampleWishes;
  invitations: Pick<InvitationsService, 'findAgencyFor' | 'joinNew'>;
  settings: Pick<SettingsService, 'isMaintenance'>;
}

export interface AccountService extends Pick<SetUpService, 'createFirstAdmin'> {
  /** @returns who owns the token, unless the session is over or the account disabled */
  authenticate: SessionsService['authenticate'];
  /** @returns whether the session of an earlier call still lives; this is no use of it */
  isStillIn: SessionsService['isStillIn'];
  /** Yields when the session of an earlier call may have ended. */
  watchSession: SessionsService['watch'];
  /** @returns a fresh one-time token while there is no first account */
  prepareSetUp: SetUpService['prepare'];
  setupState(): Reply<'setupState'>;
  setUp(input: Input<'setUp'>, visitor: Visitor): Reply<'setUp'>;
  register(input: Input<'register'>, visitor: Visitor): Reply<'register'>;
  signIn: SignInService['signIn'];
  signInTwoFactor: SignInService['signInTwoFactor'];
  /** Completes a sign-in after its first factor. */
  finishSignIn: SignInService['finish'];
  signOut(input: Input<'signOut'>, caller: Caller): Reply<'signOut'>;
  show(input: Input<'show'>, caller: Caller): Reply<'show'>;
  userData(input: Input<'userData'>, caller: Caller): Reply<'userData'>;
  requestReset: PasswordsService['requestReset'];
  resetPassword: PasswordsService['reset'];
  verifyEmail: PasswordsService['verifyEmail'];
  restoreEmail: EmailChangesService['restore'];
  profile: ProfileService;
  googleSignIns: GoogleSignInService;
  twoFactor: SecondFactors;
  impersonation: ImpersonationService;
  sessions: SessionsService;
  avatars: AvatarsService;
  letters: Omit<LetterSources, 'invitation' | 'notification' | 'usage' | 'plan'>;
}

interface Parts extends Needs {
  emailChanges: EmailChangesService;
  signIns: SignInService;
  signUps: SignUpService;
  avatars: AvatarsService;
}

export function createAccount(needs: Needs): AccountService {
  const { db, settings, sampleData, logSecurity } = needs;
  const sessions = createSessions(needs);
  const links = createMailedLinks(needs);
  const signUps = createSignUps({ ...needs, links });
  const avatars = createAvatars(needs);
  const emailChanges = createEmailChanges({ ...needs, sessions, links });
  const passwords = createPasswords({ ...needs, emailChanges, sessions, signUps, links });
  const twoFactor = createTwoFactor({ ...needs, passwords, sessions });
  const signIns = createSignIns({ ...needs, avatars, sessions, twoFactor });
  const setUps = createSetUp({ db, signUps, signIns, sampleData });
  const impersonation = createImpersonation({ ...needs, sessions, avatars });
  const parts: Parts = { ...needs, emailChanges, signIns, signUps, avatars };
  const exports = createExports(needs);
  const googleSignIns = createGoogleSignIns({
    ...needs,
    passwords,
    signIns,
    twoFactor,
    signUp: (person, options) => addAccount(parts, person, options),
  });
  return {
    authenticate: sessions.authenticate,
    isStillIn: sessions.isStillIn,
    watchSession: sessions.watch,
    prepareSetUp: setUps.prepare,
    createFirstAdmin: setUps.createFirstAdmin,
    async setUp(input, visitor) {
      const signed = await setUps.setUp(input, visitor);
      logSecurity('user_created', { visitor, userId: signed.id, email: toEmailKey(signed.email) });
      return signed;
    },
    setupState: async () => ({
      needed: await setUps.isNeeded(),
      maintenance: await settings.isMaintenance(),
      google: needs.google !== undefined,
      mail: needs.outbox.isOn,
    }),
    register: (input, visitor) => register(parts, input, visitor),
    signIn: signIns.signIn,
    signInTwoFactor: signIns.signInTwoFactor,
    finishSignIn: signIns.finish,
    async signOut(_input, caller) {
      const choice = { userId: caller.actor.userId, id: caller.sessionId };
      await db.transaction().execute((trx) => sessions.end(trx, choice));
      logSecurity('authn_token_delete', { visitor: caller, userId: caller.actor.userId });
      return {};
    },
    show: (_input, caller) => show(parts, caller),
    userData: (_input, caller) => showUserData(parts, caller),
    requestReset: passwords.requestReset,
    resetPassword: passwords.reset,
    verifyEmail: passwords.verifyEmail,
    restoreEmail: emailChanges.restore,
    profile: createProfile({ ...needs, avatars, emailChanges, exports, links, passwords, sessions }),
    googleSignIns,
    twoFactor,
    impersonation,
    sessions,
    avatars,
    letters: {
      ...links.letters,
      ...emailChanges.letters,
      ...twoFactor.letters,
      password_changed: passwords.letter,
      impersonated: sessions.letter,
      new_device: sessions.newDeviceLetter,
    },
  };
}

async function getUser(db: Db, userId: number) {
  const user = await findUser(db, userId);
  // Deleted after the guard has run.
  if (user === undefined) throw new AppError('unauthenticated');
  return user;
}

async function show({ db, avatars, emailChanges }: Parts, { actor: { userId } }: Caller): Reply<'show'> {
  const user = await findUserWithPassword(db, userId);
  // Deleted after the guard has run.
  if (user === undefined) throw new AppError('unauthenticated');
  const { first_name, last_name, email } = user;
  return {
    first_name,
    last_name,
    email,
    avatar: avatars.toUrl(user.avatar_key, userId),
    is_email_verified: user.email_verified_at !== null,
    has_password: user.password_hash !== null,
    google_account: (await findGoogleAccount(db, userId)) ?? null,
    pending_email: await emailChanges.showWaiting(userId),
    created_at: user.created_at.toISOString(),
  };
}

async function showUserData(
  { db, avatars, billing, notifications, clock }: Parts,
  caller: Caller,
): Reply<'userData'> {
  const { userId } = caller.actor;
  const user = await getUser(db, userId);
  const { plan, limits, usage } = await billing.showPlan(caller);
  return {
    id: userId,
    role: caller.role,
    name: caller.name,
    avatar: avatars.toUrl(user.avatar_key, userId),
    is_email_verified: user.email_verified_at !== null,
    must_set_up_two_factor: caller.lacksTwoFactor === true,
    impersonation: caller.impersonation
      ? {
          by: caller.impersonation.by,
          reason: caller.impersonation.reason,
          ends_at: caller.impersonation.endsAt.toISOString(),
        }
      : null,
    agency: (await findAgency(db, userId)) ?? null,
    agency_notice: await findAgencyNotice(db, userId, clock()),
    plan,
    limits,
    usage,
    next_invoice: await billing.findNextInvoice(caller),
    unread_count: await notifications.unreadCount(userId),
  };
}

async function register(parts: Parts, { body }: Input<'register'>, visitor: Visitor): Reply<'register'> {
  const { limits, invitations, signUps } = parts;
  const { password_confirmation: _confirmation, invitation, ...form } = body;
  signUps.check(form);
  await limits.countRegistration(visitor.ip);
  const agencyId =
    invitation === undefined
      ? undefined
      : await invitations.findAgencyFor(invitation, toEmailKey(form.email));
  const prepared = await signUps.prepare(form, 'user', nameNetwork(visitor.ip));
  return addAccount(parts, { ...prepared, isVerified: agencyId !== undefined }, { visitor, agencyId });
}

/** Creates the account, adds it to the agency that invited it, and signs in. */
async function addAccount(
  { db, invitations, signIns, signUps, logSecurity }: Parts,
  person: Person,
  { visitor, agencyId, also }: SignUpOptions,
): Promise<Signed> {
  const { id, email } = await db.transaction().execute(async (trx) => {
    const user = await signUps.insert(trx, person);
    await also?.(trx, user.id);
    return user;
  });
  if (agencyId !== undefined) await invitations.joinNew(agencyId, id);
  logSecurity('user_created', { visitor, userId: id, email: toEmailKey(email) });
  return signIns.finish(id, visitor);
}
