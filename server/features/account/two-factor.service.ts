/** Two-factor sign-in: an authenticator app, which is set up with a password and a code, and recovery codes. */
import type { HandlerInput } from '#contract/endpoint.ts';
import { toEmailKey } from '#contract/fields.ts';
import type { twoFactorContract } from '#contract/two-factor.contract.ts';
import type { Db, Trx } from '#server/db/open.ts';
import type { TokenSeal } from '#server/gateways/token-seal.ts';
import { AppError } from '../../app-error.ts';
import type { Actor, Caller } from '../../caller.ts';
import { type Context, withServices } from '../../context.ts';
import type { Outbox } from '../mail/mail.service.ts';
import { findUser, lockUser } from './account.store.ts';
import type { LimitsService } from './limits.service.ts';
import type { PasswordsService } from './passwords.service.ts';
import { hashToken, type SessionsService } from './sessions.service.ts';
import { createTwoFactorEmails } from './two-factor-emails.service.ts';
import {
  findStep,
  isAppCode,
  makeRecoveryCodes,
  makeSecret,
  MAX_CHALLENGE_TRIES,
  PENDING_APP_MS,
  stripCode,
  toAppUri,
} from './two-factor.rules.ts';
import {
  confirmPending,
  countRecoveryCodes,
  deleteRecoveryCode,
  deleteTwoFactor,
  findTwoFactor,
  replaceRecoveryCodes,
  savePending,
  takeStep,
} from './two-factor.store.ts';

type Contract = typeof twoFactorContract;
type Input<Verb extends keyof Contract> = HandlerInput<Contract[Verb]>;

interface TwoFactorServices {
  /** True if superadmins must use it. */
  isTwoFactorRequired: boolean;
  limits: LimitsService;
  outbox: Outbox;
  passwords: PasswordsService;
  /** Encrypts the secrets of authenticator apps. */
  seal: TokenSeal;
  sessions: SessionsService;
}

type TwoFactorContext = Context & TwoFactorServices;

const WRONG_CODE = 'This code is wrong. Enter the code that your app shows now.';
const WRONG_RECOVERY_CODE = 'This recovery code is wrong or was already used.';
const SECRET_KEY_REPLACED =
  'This server can no longer verify codes from your app, because its secret key was replaced. Use a recovery code.';
const SETUP_EXPIRED = 'Setup took too long. Start again.';
const ALREADY_OFF = 'Two-factor sign-in is off.';
const TWO_FACTOR_REQUIRED = 'Superadmins of this server can’t turn off two-factor sign-in.';

/** Creates the error for the code field. */
export function toCodeError(code: string): AppError {
  const text = /^\d*$/.test(code) ? WRONG_CODE : WRONG_RECOVERY_CODE;
  return new AppError('invalid', { message: text, fields: { code: [text] } });
}

export type TwoFactorService = ReturnType<typeof createTwoFactor>;

export function createTwoFactor(context: Context, services: TwoFactorServices) {
  const needs = withServices(context, services);
  return {
    endpoints: createEndpoints(needs),
    isOn,
    /** Accepts a code from the app or a recovery code, each only once. @returns false for a wrong code */
    accept: (trx: Trx, userId: number, code: string) => accept(needs, trx, { userId, code }),
    reportWrongCode: (userId: number) => reportWrongCode(needs, userId),
    remove: (trx: Trx, userId: number, actor: Actor) => removeTwoFactor(needs, trx, { userId, actor }),
    emailTemplates: createTwoFactorEmails(context),
  };
}

/**
 * Turns it off for a user who lost their app and codes, and ends their sessions.
 * @param actor null for the server operator
 * @returns true if it was on
 */
export async function removeTwoFactor(
  { audit, outbox, sessions }: Pick<TwoFactorContext, 'audit' | 'outbox' | 'sessions'>,
  trx: Trx,
  { userId, actor }: { userId: number; actor: Actor | null },
): Promise<boolean> {
  if (!(await deleteTwoFactor(trx, userId))) return false;
  await sessions.end(trx, { userId });
  await audit.record(trx, actor, toChange(userId, { two_factor: 'off' }));
  await outbox.send(trx, { kind: 'two_factor_removed', id: String(userId) });
  return true;
}

async function isOn(db: Db, userId: number): Promise<boolean> {
  return ((await findTwoFactor(db, userId))?.on_since ?? null) !== null;
}

function toChange(id: number, after: Readonly<Record<string, string>>) {
  return { verb: 'update', object: { kind: 'user', id }, before: {}, after } as const;
}

/** Binds the encrypted secret of an app to its user. */
export const nameSecret = (userId: number) => `two-factor secret of user ${userId}`;

/** @throws AppError if the secret key has changed since the app was set up */
function openSecret(seal: TokenSeal, userId: number, sealed: string): string {
  try {
    return seal.open(sealed, nameSecret(userId));
  } catch (cause) {
    throw new AppError('outside_service', { message: SECRET_KEY_REPLACED, cause });
  }
}

async function accept(
  { audit, outbox, clock, seal }: TwoFactorContext,
  trx: Trx,
  { userId, code }: { userId: number; code: string },
): Promise<boolean> {
  if (isAppCode(code)) {
    const row = await findTwoFactor(trx, userId);
    if (row === undefined || row.secret === null) return false;
    const step = findStep(openSecret(seal, userId, row.secret), code, clock());
    return step !== undefined && (await takeStep(trx, userId, step));
  }
  if (!(await deleteRecoveryCode(trx, userId, hashToken(stripCode(code))))) return false;
  await audit.record(trx, { userId }, toChange(userId, { recovery_codes: 'used' }));
  await outbox.send(trx, { kind: 'two_factor_recovery', id: String(userId) });
  return true;
}

/** Counts a wrong code, and warns the owner after every five within a day: someone else knows the password. */
async function reportWrongCode({ db, limits, outbox }: TwoFactorContext, userId: number): Promise<void> {
  if ((await limits.countWrongCode(userId)) % MAX_CHALLENGE_TRIES !== 0) return;
  const user = await findUser(db, userId);
  if (user === undefined || !(await limits.mayMail('two-factor-failed', toEmailKey(user.email)))) return;
  await db
    .transaction()
    .execute((trx) => outbox.send(trx, { kind: 'two_factor_failed', id: String(userId) }));
}

async function makeCodes(trx: Trx, userId: number): Promise<string[]> {
  const codes = makeRecoveryCodes();
  await replaceRecoveryCodes(
    trx,
    userId,
    codes.map((code) => hashToken(stripCode(code))),
  );
  return codes;
}

function createEndpoints(needs: TwoFactorContext) {
  const { db, audit, clock, limits, outbox, passwords, seal, sessions, logSecurity } = needs;
  /** Checks both factors, within the limits of passwords, then works in the same transaction. @throws AppError `invalid` */
  const withBothFactors = async <Result>(
    { password, code }: { password: string; code?: string | undefined },
    caller: Caller,
    work: (trx: Trx) => Promise<Result>,
  ): Promise<Result> => {
    const { userId } = caller.actor;
    await passwords.check(password, caller, 'password');
    const done = await db.transaction().execute(async (trx) => {
      await lockUser(trx, userId);
      const isProven = !(await isOn(trx, userId)) || (await accept(needs, trx, { userId, code: code ?? '' }));
      return isProven ? { result: await work(trx) } : undefined;
    });
    if (done !== undefined) return done.result;
    logSecurity('authn_login_fail', { visitor: caller, userId, factor: 'code' });
    await reportWrongCode(needs, userId);
    throw toCodeError(code ?? '');
  };
  return {
    async show(_input: Input<'show'>, { actor: { userId }, role }: Caller) {
      const row = await findTwoFactor(db, userId);
      return {
        on_since: row?.on_since?.toISOString() ?? null,
        is_required: needs.isTwoFactorRequired && role === 'superadmin',
        recovery_codes_left: await countRecoveryCodes(db, userId),
      };
    },
    async start({ body }: Input<'start'>, caller: Caller) {
      const { userId } = caller.actor;
      const user = await findUser(db, userId);
      if (user === undefined) throw new AppError('unauthenticated');
      // Otherwise a stranger could register an address and lock its owner out, who can only reset the password.
      const isRequired = needs.isTwoFactorRequired && caller.role === 'superadmin';
      if (user.email_verified_at === null && outbox.isOn && !isRequired)
        throw new AppError('email_unverified');
      const secret = makeSecret();
      const until = new Date(clock().getTime() + PENDING_APP_MS);
      const sealed = seal.seal(secret, nameSecret(userId));
      await withBothFactors(body, caller, (trx) => savePending(trx, { userId, sealed, until }));
      return { secret, uri: toAppUri(secret, user.email), expires_at: until.toISOString() };
    },
    async confirm({ body: { code } }: Input<'confirm'>, { actor, sessionId, ...visitor }: Caller) {
      const { userId } = actor;
      // A correct guess would reveal recovery codes.
      await limits.countPassword(userId);
      const codes = await db.transaction().execute(async (trx) => {
        await lockUser(trx, userId);
        const now = clock();
        const row = await findTwoFactor(trx, userId);
        const { pending_secret: sealed = null, pending_until: until = null } = row ?? {};
        if (sealed === null || until === null || until <= now)
          throw new AppError('conflict', { message: SETUP_EXPIRED });
        const step = findStep(openSecret(seal, userId, sealed), code, now);
        if (step === undefined) throw toCodeError(code);
        await confirmPending(trx, userId, { step, now });
        await sessions.end(trx, { userId, exceptId: sessionId });
        const isMoved = row?.on_since !== null;
        await audit.record(trx, actor, toChange(userId, { two_factor: isMoved ? 'moved' : 'on' }));
        await outbox.send(trx, { kind: 'two_factor_on', id: String(userId) });
        return makeCodes(trx, userId);
      });
      logSecurity('authn_password_change', { visitor, userId, factor: 'app' });
      return { data: { recovery_codes: codes }, message: 'Two-factor sign-in is on.' };
    },
    async renewCodes({ body }: Input<'renewCodes'>, caller: Caller) {
      const { actor } = caller;
      const codes = await withBothFactors(body, caller, async (trx) => {
        if (!(await isOn(trx, actor.userId))) throw new AppError('conflict', { message: ALREADY_OFF });
        await audit.record(trx, actor, toChange(actor.userId, { recovery_codes: 'new' }));
        await outbox.send(trx, { kind: 'two_factor_codes', id: String(actor.userId) });
        return makeCodes(trx, actor.userId);
      });
      return { data: { recovery_codes: codes }, message: 'Your earlier recovery codes no longer work.' };
    },
    async turnOff({ body }: Input<'turnOff'>, caller: Caller) {
      const { actor, role } = caller;
      if (needs.isTwoFactorRequired && role === 'superadmin')
        throw new AppError('forbidden', { message: TWO_FACTOR_REQUIRED });
      await withBothFactors(body, caller, async (trx) => {
        if (!(await deleteTwoFactor(trx, actor.userId)))
          throw new AppError('conflict', { message: ALREADY_OFF });
        await audit.record(trx, actor, toChange(actor.userId, { two_factor: 'off' }));
        await outbox.send(trx, { kind: 'two_factor_off', id: String(actor.userId) });
      });
      logSecurity('authn_password_change', { visitor: caller, userId: actor.userId, factor: 'off' });
      return { data: {}, message: 'Two-factor sign-in is off.' };
    },
  };
}
