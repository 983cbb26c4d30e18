/**
 * Every sign-in ends in `finish`, which opens a session or asks for the second factor. No other function opens a session
 * without one.
 */
import { toEmailKey } from '#contract/fields.ts';
import type { accountContract } from '#contract/account.contract.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { Trx } from '#server/db/open.ts';
import type { PasswordHash } from '#server/gateways/password-hash.ts';
import { AppError } from '../../app-error.ts';
import type { Visitor } from '../../caller.ts';
import { type Context, withServices } from '../../context.ts';
import type { Outbox } from '../mail/mail.service.ts';
import { findUserByEmail, lockUser, updatePasswordHash } from './account.store.ts';
import type { AvatarsService } from './avatars.service.ts';
import type { LimitsService } from './limits.service.ts';
import { toNetworkKey } from './network.rules.ts';
import { hashToken, makeToken, type SessionsService } from './sessions.service.ts';
import { describeSession, type SignedIn } from './sign-up.service.ts';
import { CHALLENGE_MS, MAX_CHALLENGE_TRIES } from './two-factor.rules.ts';
import { toCodeError, type TwoFactorService } from './two-factor.service.ts';
import { deleteChallenge, findChallenge, insertChallenge, takeTry } from './two-factor.store.ts';

type Input<Verb extends keyof typeof accountContract> = HandlerInput<(typeof accountContract)[Verb]>;

interface SignInServices {
  avatars: AvatarsService;
  limits: LimitsService;
  outbox: Outbox;
  passwords: PasswordHash;
  sessions: SessionsService;
  twoFactor: TwoFactorService;
}

type SignInContext = Context & SignInServices;

interface FirstFactor {
  userId: number;
  /** Hash of the entered password; undefined if the first factor was something else. */
  passwordHash?: string | undefined;
}

export type SignInService = ReturnType<typeof createSignIns>;

export function createSignIns(context: Context, services: SignInServices) {
  const needs = withServices(context, services);
  return {
    signIn: async ({ body }: Input<'signIn'>, visitor: Visitor) =>
      finish(needs, await checkPassword(needs, body, visitor), visitor),
    /** Checks a password, within the limits of sign-ins. @throws AppError `wrong_credentials`, `account_disabled` */
    checkPassword: (credentials: Input<'signIn'>['body'], visitor: Visitor) =>
      checkPassword(needs, credentials, visitor),
    /**
     * Completes a sign-in after its first factor.
     * @throws AppError `two_factor_required` with a challenge if the account has a second factor
     */
    finish: (userId: number, visitor: Visitor) => finish(needs, { userId }, visitor),
    /** Completes a challenge with a code. */
    signInTwoFactor: (input: Input<'signInTwoFactor'>, visitor: Visitor) =>
      completeChallenge(needs, input, visitor),
  };
}

/**
 * Known and unknown addresses and wrong passwords get the same response after the same work, so that it
 * doesn't disclose who has an account. Only the correct password gets a different one.
 */
async function checkPassword(
  needs: SignInContext,
  body: Input<'signIn'>['body'],
  visitor: Visitor,
): Promise<FirstFactor> {
  const { db, limits, passwords, sessions, logSecurity } = needs;
  // The database cannot store this character, so no account has it.
  const emailKey = toEmailKey(body.email).replaceAll('\0', '\ufffd');
  const user = await findUserByEmail(db, emailKey);
  const network = toNetworkKey(visitor.ip);
  const isKnownAddress = await sessions.isKnownAddress(user?.id ?? 0, visitor.ip);
  await limits.countSignIn({ ip: visitor.ip, emailKey, isKnownAddress, signal: visitor.signal });

  const hash = user?.password_hash ?? undefined;
  const verdict = await passwords.verify(body.password, hash, network);
  if (user === undefined || !verdict.isMatch || user.is_disabled) {
    const known = user === undefined ? {} : { userId: user.id };
    logSecurity('authn_login_fail', { visitor, email: emailKey, ...known });
    throw new AppError(user?.is_disabled && verdict.isMatch ? 'account_disabled' : 'wrong_credentials');
  }
  if (hash === undefined || !verdict.isOutdated) return { userId: user.id, passwordHash: hash };
  const passwordHash = await passwords.hash(body.password, network);
  await updatePasswordHash(db, { id: user.id, from: hash, to: passwordHash });
  return { userId: user.id, passwordHash };
}

async function finish(
  needs: SignInContext,
  { userId, passwordHash }: FirstFactor,
  visitor: Visitor,
): Promise<SignedIn> {
  const { db, clock, twoFactor } = needs;
  const challenge = makeToken();
  const expiresAt = new Date(clock().getTime() + CHALLENGE_MS);
  const opened = await db.transaction().execute(async (trx) => {
    const user = await getEnabledUser(trx, userId);
    // A password change has ended all sessions, so the old password must not open one afterward.
    if (passwordHash !== undefined && user.password_hash !== passwordHash)
      throw new AppError('wrong_credentials');
    if (!(await twoFactor.isOn(trx, userId))) return openSession(needs, trx, { user, visitor });
    await insertChallenge(trx, { token_hash: hashToken(challenge), user_id: userId, expires_at: expiresAt });
    return undefined;
  });
  if (opened === undefined)
    throw new AppError('two_factor_required', {
      challenge: { token: challenge, expires_at: expiresAt.toISOString() },
    });
  return report(needs, opened, visitor);
}

type UserRow = NonNullable<Awaited<ReturnType<typeof lockUser>>>;

/** Locks and returns the account. */
async function getEnabledUser(trx: Trx, userId: number): Promise<UserRow> {
  const user = await lockUser(trx, userId);
  if (user === undefined) throw new AppError('wrong_credentials');
  if (user.is_disabled) throw new AppError('account_disabled');
  return user;
}

interface Opened {
  signed: SignedIn;
  sessionId: number;
  isNewDevice: boolean;
}

async function openSession(
  { avatars, sessions }: SignInContext,
  trx: Trx,
  { user, visitor }: { user: UserRow; visitor: Visitor },
): Promise<Opened> {
  const isNewDevice = await sessions.isNewDevice(trx, user, visitor);
  const { id, token } = await sessions.open(trx, user, visitor);
  const signed = describeSession(user, token, avatars.toUrl(user.avatar_key, user.id));
  return { signed, sessionId: id, isNewDevice };
}

/** Logs the sign-in and reports a new device by email, a few per hour because the address may be a stranger's. */
async function report(
  { db, limits, outbox, logSecurity }: SignInContext,
  { signed, sessionId, isNewDevice }: Opened,
  visitor: Visitor,
): Promise<SignedIn> {
  const emailKey = toEmailKey(signed.email);
  logSecurity('authn_login_success', { visitor, userId: signed.id, email: emailKey });
  if (isNewDevice && (await limits.mayMail('new-device', emailKey)))
    await db.transaction().execute((trx) => outbox.send(trx, { kind: 'new_device', id: String(sessionId) }));
  return signed;
}

const TOO_MANY_CODES = 'Too many wrong codes. Sign in again.';

async function completeChallenge(
  needs: SignInContext,
  { body: { challenge, code } }: Input<'signInTwoFactor'>,
  visitor: Visitor,
): Promise<SignedIn> {
  const { db, clock, limits, sessions, twoFactor, logSecurity } = needs;
  const hash = hashToken(challenge);
  const found = await findChallenge(db, hash, clock());
  if (found === undefined) throw new AppError('challenge_over');
  const { user_id: userId } = found;
  const isKnownAddress = await sessions.isKnownAddress(userId, visitor.ip);
  await limits.countCode({ userId, ip: visitor.ip, isKnownAddress });
  const tries = await takeTry(db, hash, MAX_CHALLENGE_TRIES);
  if (tries === undefined) throw new AppError('challenge_over', { message: TOO_MANY_CODES });
  const opened = await db.transaction().execute(async (trx) => {
    const user = await getEnabledUser(trx, userId);
    if (!(await twoFactor.accept(trx, userId, code))) return undefined;
    if (!(await deleteChallenge(trx, hash))) throw new AppError('challenge_over');
    return openSession(needs, trx, { user, visitor });
  });
  if (opened !== undefined) return report(needs, opened, visitor);
  logSecurity('authn_login_fail', { visitor, userId, factor: 'code' });
  await twoFactor.reportWrongCode(userId);
  if (tries < MAX_CHALLENGE_TRIES) throw toCodeError(code);
  throw new AppError('challenge_over', { message: TOO_MANY_CODES });
}
