/** Accounts and their sessions: the service of this feature that others use. */
import type { accountContract } from '#contract/account.contract.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { toEmailKey } from '#contract/fields.ts';
import type { Db } from '#server/db/open.ts';
import type { GoogleGateway } from '#server/gateways/google.ts';
import type { Images } from '#server/gateways/images.ts';
import type { PasswordHash } from '#server/gateways/password-hash.ts';
import type { TokenSeal } from '#server/gateways/token-seal.ts';
import type { zipFiles } from '#server/gateways/zip-of-files.ts';
import { AppError } from '../../app-error.ts';
import type { Caller, Visitor } from '../../caller.ts';
import { type Context, withServices } from '../../context.ts';
import type { BillingService } from '../billing/billing.service.ts';
import type { SignFor } from '../files/signing.service.ts';
import type { IntegrationsService } from '../integrations/integrations.service.ts';
import type { Outbox } from '../mail/mail.service.ts';
import type { MailedTokens } from '../mail/mailed-tokens.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { RunsService } from '../runs/runs.service.ts';
import type { ScansService } from '../scans/scans.service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { InvitationsService } from '../workspaces/invitations.service.ts';
import { findAgency, findAgencyNotice } from '../workspaces/workspaces.service.ts';
import { findUser, findUserWithPassword } from './account.store.ts';
import { type AvatarsService, createAvatars } from './avatars.service.ts';
import { createEmailChanges, type EmailChangesService } from './email-changes.service.ts';
import { createExports } from './export.service.ts';
import { createGoogleSignIns, type SignUpOptions } from './google-sign-in.service.ts';
import { findGoogleAccount } from './google-sign-in.store.ts';
import { createImpersonation } from './impersonation.service.ts';
import type { LimitsService } from './limits.service.ts';
import { createMailedLinks } from './mailed-links.service.ts';
import { toNetworkKey } from './network.rules.ts';
import { createPasswords } from './passwords.service.ts';
import { createProfile } from './profile.service.ts';
import { createSessions } from './sessions.service.ts';
import { createSetUp, type SampleData } from './set-up.service.ts';
import { createSignIns, type SignInService } from './sign-in.service.ts';
import { createSignUps, type NewAccount, type SignedIn, type SignUpService } from './sign-up.service.ts';
import { createTwoFactor } from './two-factor.service.ts';

type Input<Verb extends keyof typeof accountContract> = HandlerInput<(typeof accountContract)[Verb]>;

interface AccountServices {
  billing: BillingService;
  /** Undefined on a server without Google keys. */
  google: GoogleGateway | undefined;
  images: Images;
  integrations: Pick<IntegrationsService, 'closeFor'>;
  invitations: InvitationsService;
  isCommonPassword: (password: string) => boolean;
  /** Superadmins without two-factor sign-in can only set it up. */
  isTwoFactorRequired: boolean;
  limits: LimitsService;
  mailedTokens: MailedTokens;
  notifications: NotificationsService;
  outbox: Outbox;
  passwords: PasswordHash;
  runs: RunsService;
  sampleData: SampleData;
  scans: ScansService;
  /** Encrypts the secrets of authenticator apps. */
  seal: TokenSeal;
  settings: SettingsService;
  signFor: SignFor;
  zip: typeof zipFiles;
}

interface AccountContext extends Context, AccountServices {
  avatars: AvatarsService;
  emailChanges: EmailChangesService;
  signIns: SignInService;
  signUps: SignUpService;
}

export type AccountService = ReturnType<typeof createAccount>;

export function createAccount(context: Context, services: AccountServices) {
  const { db, logSecurity } = context;
  const { google, outbox, settings } = services;
  const sessions = createSessions(context, services);
  const links = createMailedLinks(context, services);
  const signUps = createSignUps(context, { ...services, links });
  const avatars = createAvatars(context, services);
  const emailChanges = createEmailChanges(context, { ...services, sessions, links });
  const passwords = createPasswords(context, { ...services, emailChanges, sessions, signUps, links });
  const twoFactor = createTwoFactor(context, { ...services, passwords, sessions });
  const signIns = createSignIns(context, { ...services, avatars, sessions, twoFactor });
  const setUps = createSetUp(context, { ...services, signUps, signIns });
  const exports = createExports(context, services);
  const needs = withServices(context, { ...services, emailChanges, signIns, signUps, avatars });
  const googleSignIns = createGoogleSignIns(context, {
    ...services,
    passwords,
    signIns,
    twoFactor,
    signUp: (account, options) => addAccount(needs, account, options),
  });
  return {
    authenticate: sessions.authenticate,
    isSessionValid: sessions.isSessionValid,
    watchSession: sessions.watch,
    prepareSetUp: setUps.prepare,
    createFirstAdmin: setUps.createFirstAdmin,
    async setUp(input: Input<'setUp'>, visitor: Visitor) {
      const signed = await setUps.setUp(input, visitor);
      logSecurity('user_created', { visitor, userId: signed.id, email: toEmailKey(signed.email) });
      return signed;
    },
    setupState: async () => ({
      needed: await setUps.isNeeded(),
      maintenance: await settings.isMaintenance(),
      google: google !== undefined,
      mail: outbox.isOn,
    }),
    register: (input: Input<'register'>, visitor: Visitor) => register(needs, input, visitor),
    signIn: signIns.signIn,
    signInTwoFactor: signIns.signInTwoFactor,
    async signOut(_input: Input<'signOut'>, caller: Caller) {
      const choice = { userId: caller.actor.userId, id: caller.sessionId };
      await db.transaction().execute((trx) => sessions.end(trx, choice));
      logSecurity('authn_token_delete', { visitor: caller, userId: caller.actor.userId });
      return {};
    },
    show: (_input: Input<'show'>, caller: Caller) => show(needs, caller),
    userData: (_input: Input<'userData'>, caller: Caller) => showUserData(needs, caller),
    requestReset: passwords.requestReset,
    resetPassword: passwords.reset,
    verifyEmail: passwords.verifyEmail,
    restoreEmail: emailChanges.restore,
    profile: createProfile(context, {
      ...services,
      avatars,
      emailChanges,
      exports,
      links,
      passwords,
      sessions,
    }),
    googleSignIns,
    twoFactor,
    impersonation: createImpersonation(context, { ...services, sessions, avatars }),
    sessions,
    avatars,
    emailTemplates: {
      ...links.emailTemplates,
      ...emailChanges.emailTemplates,
      ...twoFactor.emailTemplates,
      password_changed: passwords.emailTemplate,
      impersonated: sessions.impersonationEmail,
      new_device: sessions.newDeviceEmail,
    },
  };
}

async function getUser(db: Db, userId: number) {
  const user = await findUser(db, userId);
  // Deleted after the guard has run.
  if (user === undefined) throw new AppError('unauthenticated');
  return user;
}

async function show({ db, avatars, emailChanges }: AccountContext, { actor: { userId } }: Caller) {
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
    pending_email: await emailChanges.showPending(userId),
    created_at: user.created_at.toISOString(),
  };
}

async function showUserData({ db, avatars, billing, notifications, clock }: AccountContext, caller: Caller) {
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

async function register(needs: AccountContext, { body }: Input<'register'>, visitor: Visitor) {
  const { limits, invitations, signUps } = needs;
  const { password_confirmation: _confirmation, invitation, ...form } = body;
  signUps.check(form);
  await limits.countRegistration(visitor.ip);
  const agencyId =
    invitation === undefined
      ? undefined
      : await invitations.findAgencyFor(invitation, toEmailKey(form.email));
  const prepared = await signUps.prepare(form, 'user', toNetworkKey(visitor.ip));
  return addAccount(needs, { ...prepared, isVerified: agencyId !== undefined }, { visitor, agencyId });
}

/** Creates the account, adds it to the agency that invited it, and signs in. */
async function addAccount(
  { db, invitations, signIns, signUps, logSecurity }: AccountContext,
  account: NewAccount,
  { visitor, agencyId, also }: SignUpOptions,
): Promise<SignedIn> {
  const { id, email } = await db.transaction().execute(async (trx) => {
    const user = await signUps.insert(trx, account);
    await also?.(trx, user.id);
    return user;
  });
  if (agencyId !== undefined) await invitations.joinNew(agencyId, id);
  logSecurity('user_created', { visitor, userId: id, email: toEmailKey(email) });
  return signIns.finish(id, visitor);
}
