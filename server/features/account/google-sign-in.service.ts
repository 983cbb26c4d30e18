/**
 * Sign-in with Google. The subject of a Google account identifies the account that it is connected to. A confirmed email
 * address connects an account the first time; if that account has a password, the user must enter it.
 */
import type { HandlerInput } from '#contract/endpoint.ts';
import { email as emailRule, nameField, toEmailKey } from '#contract/fields.ts';
import type { googleSignInContract } from '#contract/google-sign-in.contract.ts';
import type { Trx } from '#server/db/open.ts';
import type { GoogleGateway, GoogleIdentity } from '#server/gateways/google.ts';
import { AppError } from '../../app-error.ts';
import type { Caller, Visitor } from '../../caller.ts';
import { type Context, withServices } from '../../context.ts';
import { isUnauthorized } from '../integrations/connection.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { InvitationsService } from '../workspaces/invitations.service.ts';
import { findUserByEmail, findUserWithPassword, lockUser, updateUser } from './account.store.ts';
import {
  deleteIdentity,
  findSignIn,
  findGoogleAccount,
  findUserIdBySubject,
  insertIdentity,
  insertSignIn,
  takeSignIn,
} from './google-sign-in.store.ts';
import type { LimitsService } from './limits.service.ts';
import type { PasswordsService } from './passwords.service.ts';
import { nameByEmail } from './person-name.rules.ts';
import { hashToken, makeToken } from './sessions.service.ts';
import type { SignInService } from './sign-in.service.ts';
import type { NewAccount, SignedIn } from './sign-up.service.ts';
import type { TwoFactorService } from './two-factor.service.ts';

type Input<Verb extends keyof typeof googleSignInContract> = HandlerInput<
  (typeof googleSignInContract)[Verb]
>;

interface GoogleServices {
  /** Undefined on a server without Google keys. */
  google: GoogleGateway | undefined;
  invitations: InvitationsService;
  limits: LimitsService;
  notifications: NotificationsService;
  passwords: PasswordsService;
  settings: SettingsService;
  signIns: SignInService;
  twoFactor: TwoFactorService;
  /** Creates an account with its first session. */
  signUp(account: NewAccount, options: SignUpOptions): Promise<SignedIn>;
}

type GoogleContext = Context & GoogleServices;

export interface SignUpOptions {
  visitor: Visitor;
  /** The agency that an invitation is for. */
  agencyId?: number | undefined;
  /** Runs in the transaction that creates the account. */
  also?(trx: Trx, userId: number): Promise<void>;
}

/** Time to pick an account at Google, and then to enter the password. */
const SIGN_IN_MS = 10 * 60 * 1000;
const WRONG_PASSWORD = 'The password is wrong.';
const OTHER_INVITATION =
  'This invitation is for another email address. Choose the Google account with that address.';

export function createGoogleSignIns(context: Context, services: GoogleServices) {
  const needs = withServices(context, services);
  const { db, clock, passwords, signIns } = needs;
  return {
    begin: () => begin(needs, null),
    finish: ({ body }: Input<'finish'>, visitor: Visitor): Promise<SignedIn> =>
      finish(needs, body, visitor).catch((error: unknown) => rejectSignIn(needs, error, visitor)),
    async enterPassword({ body: { challenge, password } }: Input<'enterPassword'>, visitor: Visitor) {
      const choice = { tokenHash: hashToken(challenge), now: clock() };
      const { user_id: userId } = (await findSignIn(db, choice)) ?? {};
      const user = typeof userId === 'number' ? await findUserWithPassword(db, userId) : undefined;
      if (user === undefined) throw new AppError('sign_in_over');
      await signIns.checkPassword({ email: user.email, password }, visitor).catch(throwPasswordError);
      await rejectTwoFactor(needs, user.id);
      await db.transaction().execute(async (trx) => {
        const { subject, email } = (await takeSignIn(trx, choice)) ?? {};
        if (typeof subject !== 'string' || typeof email !== 'string') throw new AppError('sign_in_over');
        await connect(needs, trx, { userId: user.id, subject, email });
      });
      return signIns.finish(user.id, visitor);
    },
    async beginConnection({ body }: Input<'beginConnection'>, caller: Caller) {
      await passwords.check(body.password, caller, 'password');
      return begin(needs, caller.actor.userId);
    },
    async connect({ body }: Input<'connect'>, { actor: { userId } }: Caller) {
      const identity = await readIdentity(needs, body, userId);
      if (!identity.isEmailVerified) throw new AppError('google_unverified');
      const { email } = identity;
      await db.transaction().execute((trx) => connect(needs, trx, { userId, ...identity }));
      return { data: { email }, message: `Google sign-in was connected: ${email}.` };
    },
    async disconnect(_input: Input<'disconnect'>, { actor }: Caller) {
      const { userId } = actor;
      await db.transaction().execute(async (trx) => {
        const user = await lockUser(trx, userId);
        if (user?.password_hash === null) throw new AppError('no_password');
        if (!(await deleteIdentity(trx, userId))) throw new AppError('not_found');
        await record(needs, trx, { userId, becomes: 'disconnected' });
      });
      return { data: {}, message: 'Google sign-in was disconnected.' };
    },
  };
}

async function finish(
  needs: GoogleContext,
  body: Input<'finish'>['body'],
  visitor: Visitor,
): Promise<SignedIn> {
  const { db, signIns } = needs;
  const identity = await readIdentity(needs, body, null);
  const knownId = await findUserIdBySubject(db, identity.subject);
  if (knownId !== undefined) return signIns.finish(knownId, visitor);
  // Addresses that no account can have are not compared with accounts.
  if (!identity.isEmailVerified || !emailRule.safeParse(identity.email).success)
    throw new AppError('google_unverified');
  const user = await findUserByEmail(db, toEmailKey(identity.email));
  if (user === undefined) return signUp(needs, { identity, invitation: body.invitation, visitor });
  if (user.is_disabled) throw new AppError('account_disabled');
  if ((await findGoogleAccount(db, user.id)) !== undefined) throw new AppError('google_connected');
  await rejectTwoFactor(needs, user.id);
  if (user.password_hash !== null) throw await askForPassword(needs, user, identity);
  if (user.email_verified_at === null) throw new AppError('email_unverified');
  await db.transaction().execute((trx) => connect(needs, trx, { userId: user.id, ...identity }));
  return signIns.finish(user.id, visitor);
}

/** A password isn't enough to connect an account with two-factor sign-in: its owner connects it after signing in. */
async function rejectTwoFactor({ db, twoFactor }: GoogleContext, userId: number): Promise<void> {
  if (await twoFactor.isOn(db, userId)) throw new AppError('google_in_settings');
}

const getRedirectUri = ({ publicUrl }: GoogleContext) => `${publicUrl()}/login/google`;

function getGoogle({ google }: GoogleContext): GoogleGateway {
  if (google === undefined) throw new AppError('google_off');
  return google;
}

/** @param userId of the user who connects their account */
async function begin(needs: GoogleContext, userId: number | null) {
  const state = makeToken();
  const { url, verifier } = await getGoogle(needs).startSignIn(getRedirectUri(needs), state);
  await store(needs, `${state} ${verifier}`, { user_id: userId, subject: null, email: null });
  return { url, verifier };
}

async function store(
  { db, clock }: GoogleContext,
  token: string,
  row: Pick<Parameters<typeof insertSignIn>[1], 'user_id' | 'subject' | 'email'>,
): Promise<Date> {
  const expiresAt = new Date(clock().getTime() + SIGN_IN_MS);
  await insertSignIn(db, { ...row, token_hash: hashToken(token), expires_at: expiresAt });
  return expiresAt;
}

/** Only the browser that started the sign-in has the verifier, so a link with code and state isn't enough. */
async function readIdentity(
  needs: GoogleContext,
  { code, state, verifier }: Input<'connect'>['body'],
  userId: number | null,
): Promise<GoogleIdentity> {
  const google = getGoogle(needs);
  const choice = { tokenHash: hashToken(`${state} ${verifier}`), now: needs.clock() };
  const begun = await takeSignIn(needs.db, choice);
  if (begun === undefined || begun.user_id !== userId) throw new AppError('sign_in_over');
  return google.finishSignIn(code, verifier, getRedirectUri(needs)).catch((error: unknown) => {
    throw isUnauthorized(error) ? new AppError('sign_in_over', { cause: error }) : error;
  });
}

async function askForPassword(
  needs: GoogleContext,
  { id, email }: { id: number; email: string },
  { subject, email: googleEmail }: GoogleIdentity,
): Promise<AppError> {
  const token = makeToken();
  const expiresAt = await store(needs, token, { user_id: id, subject, email: googleEmail });
  return new AppError('password_required', {
    message: `A Geoloom account with the address ${email} already exists. Enter its password once to connect Google.`,
    challenge: { token, expires_at: expiresAt.toISOString() },
  });
}

function throwPasswordError(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'wrong_credentials') throw error;
  throw new AppError('invalid', { message: WRONG_PASSWORD, fields: { password: [WRONG_PASSWORD] } });
}

/** Logs a disabled account, as a sign-in with a password does. */
function rejectSignIn({ logSecurity }: GoogleContext, error: unknown, visitor: Visitor): never {
  if (error instanceof AppError && error.code === 'account_disabled')
    logSecurity('authn_login_fail', { visitor, method: 'google' });
  throw error;
}

interface GoogleSignUp {
  identity: GoogleIdentity;
  invitation: string | undefined;
  visitor: Visitor;
}

async function signUp(
  needs: GoogleContext,
  { identity, invitation, visitor }: GoogleSignUp,
): Promise<SignedIn> {
  const { subject, email } = identity;
  if (await needs.settings.isMaintenance()) throw new AppError('maintenance');
  await needs.limits.countRegistration(visitor.ip);
  const agencyId = invitation && (await needs.invitations.findAgencyFor(invitation, toEmailKey(email)));
  if (invitation !== undefined && agencyId === undefined)
    throw new AppError('invalid', { message: OTHER_INVITATION });
  const account = {
    ...readNames(identity),
    email,
    password_hash: null,
    role: 'user',
    isVerified: true,
  } as const;
  const connected_at = needs.clock();
  return needs.signUp(account, {
    visitor,
    agencyId: agencyId || undefined,
    async also(trx, userId) {
      const isNew = await insertIdentity(trx, { user_id: userId, subject, email, connected_at });
      if (!isNew) throw new AppError('google_connected');
    },
  });
}

/** A Google account may have only one name, or one that isn't valid here. */
function readNames({ firstName, lastName, email }: GoogleIdentity) {
  const other = nameByEmail(email);
  const read = (label: string, name: string, otherwise: string) =>
    nameField(label).catch(otherwise).parse(name);
  return {
    first_name: read('First name', firstName, other.first_name),
    last_name: read('Last name', lastName, other.last_name),
  };
}

interface Connection {
  userId: number;
  subject: string;
  email: string;
}

/** Google has confirmed the address, so the account's address counts as confirmed. */
async function connect(
  needs: GoogleContext,
  trx: Trx,
  { userId, subject, email }: Connection,
): Promise<void> {
  const now = needs.clock();
  const user = await lockUser(trx, userId);
  if (user === undefined) throw new AppError('unauthenticated');
  if (user.is_disabled) throw new AppError('account_disabled');
  if (toEmailKey(email) !== toEmailKey(user.email))
    throw new AppError('google_other_address', {
      message: `This Google account has the address ${email}, but your Geoloom account has ${user.email}. Choose the Google account with that address, or change your email address first.`,
    });
  const isNew = await insertIdentity(trx, { user_id: userId, subject, email, connected_at: now });
  if (!isNew) throw new AppError('google_connected');
  if (user.email_verified_at === null) await updateUser(trx, userId, { email_verified_at: now });
  await record(needs, trx, { userId, becomes: 'connected' });
}

const TEXTS = {
  connected:
    'Google sign-in was connected to your account.\nYou can now sign in with the Google account that has your email address. If this wasn’t you, change your password and disconnect Google in Account Settings.',
  disconnected:
    'Google sign-in was disconnected from your account.\nSign in with your email address and password. If this wasn’t you, change your password.',
} as const;

async function record(
  { audit, notifications }: GoogleContext,
  trx: Trx,
  { userId, becomes }: { userId: number; becomes: keyof typeof TEXTS },
): Promise<void> {
  const object = { kind: 'user', id: userId } as const;
  const after = { google_sign_in: becomes };
  await audit.record(trx, { userId }, { verb: 'update', object, before: {}, after });
  await notifications.notifyByMail(trx, { userId, text: TEXTS[becomes], link: '/settings' });
}
