/**
 * Who tries too often is sent away, or slowed down where a stranger could otherwise shut somebody out: tries on
 * one account are delayed, from any network, and never refused for what others did.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RateLimiter } from '#server/gateways/rate-limiter.ts';
import { AppError } from '../../app-error.ts';
import type { SavePace } from '../billing/limits.service.ts';
import {
  CALLS_WINDOW_MS,
  delayOfSignIn,
  LIMITS,
  MAILS_MOST,
  MAILS_WINDOW_MS,
  SAVES_WINDOW_MS,
  SIGN_INS_WINDOW_MS,
  WRONG_CODES_WINDOW_MS,
} from './account.rules.ts';
import { nameNetwork } from './network.rules.ts';

interface Needs {
  /** Counts calls: each process for itself, because each call counts. */
  calls: RateLimiter;
  /** Counts what is rare and expensive, for all processes together. */
  tries: RateLimiter;
  /** Rejects when the signal fires first. */
  wait?: (delayMs: number, signal: AbortSignal) => Promise<void>;
}

const waitForTime = (delayMs: number, signal: AbortSignal) => sleep(delayMs, undefined, { signal });

interface SignInTry {
  ip: string;
  emailKey: string;
  /** True if the user has signed in from this network before. */
  isKnownAddress: boolean;
  /** Fires when nobody waits for the answer any more. */
  signal: AbortSignal;
}

interface CodeTry {
  userId: number;
  ip: string;
  /** True if the user has signed in from this network before. */
  isKnownAddress: boolean;
}

export interface LimitsService {
  /** Returns when the password may be looked at. @throws AppError `too_many` for the network of the visitor */
  countSignIn(attempt: SignInTry): Promise<void>;
  /** @throws AppError `too_many` */
  countRegistration(ip: string): Promise<void>;
  /** A visitor who asks for mails about passwords. @throws AppError `too_many` */
  countResetRequest(ip: string): Promise<void>;
  /** @throws AppError `too_many` */
  countReset(ip: string, emailKey: string): Promise<void>;
  /** @returns whether one more mail of this kind may go to the address */
  mayMail(kind: string, emailKey: string): Promise<boolean>;
  /** @throws AppError `too_many` */
  countPassword(userId: number): Promise<void>;
  /** Counts a code of the second factor before it is checked. @throws AppError `too_many` */
  countCode(attempt: CodeTry): Promise<void>;
  /** @returns the number of wrong codes of the account within a day, in all sign-ins */
  countWrongCode(userId: number): Promise<number>;
  /** @throws AppError `too_many` */
  countInvitation(userId: number): Promise<void>;
  /** Counts an email to a new address of the user. @throws AppError `too_many` */
  countEmailChange(userId: number): Promise<void>;
  /** A sheet that is fetched for a person. @throws AppError `too_many` */
  countSheet(userId: number): Promise<void>;
  /** Counts a save, which begins a full run. @throws AppError `too_many` that says when the next one is possible */
  countRun(userId: number, pace: SavePace): Promise<void>;
  /** Uncounts a save that stored nothing. */
  uncountRun(userId: number, pace: SavePace): Promise<void>;
  /** Returns the saves left this hour, and when the hour ends; null before the first save. */
  readRuns(userId: number, pace: SavePace): Promise<{ left: number; endsAt: Date | null }>;
  /** Any call. @throws AppError `too_many` above `most` a minute */
  countCall(key: string, most: number): Promise<void>;
}

export function createLimits({ calls, tries, wait = waitForTime }: Needs): LimitsService {
  return {
    async countSignIn({ ip, emailKey, isKnownAddress, signal }) {
      const network = nameNetwork(ip);
      const email = hashEmail(emailKey);
      await tries.take(`login:${network}:${email}`, LIMITS.signInOfAddressAndEmail);
      await tries.take(`login:${network}`, LIMITS.signInOfAddress);
      if (isKnownAddress) return;
      const delayMs = delayOfSignIn(await tries.count(`login:${email}`, SIGN_INS_WINDOW_MS));
      if (delayMs > 0) await wait(delayMs, signal);
    },
    countRegistration: (ip) => tries.take(`register:${nameNetwork(ip)}`, LIMITS.registerOfAddress),
    countResetRequest: (ip) => tries.take(`reset:${nameNetwork(ip)}`, LIMITS.resetRequestsOfAddress),
    countReset: (ip, emailKey) =>
      tries.take(`new-password:${nameNetwork(ip)}:${hashEmail(emailKey)}`, LIMITS.resetsOfAddressAndEmail),
    mayMail: async (kind, emailKey) =>
      (await tries.count(`mail-${kind}:${hashEmail(emailKey)}`, MAILS_WINDOW_MS)) <= MAILS_MOST,
    countPassword: (userId) => tries.take(`password:${userId}`, LIMITS.passwordsOfPerson),
    async countCode({ userId, ip, isKnownAddress }) {
      await tries.take(`code:${nameNetwork(ip)}:${userId}`, LIMITS.codesOfAccountAndNetwork);
      // Guesses from other networks must not lock the owner out of a known one.
      if (!isKnownAddress) await tries.take(`code:${userId}`, LIMITS.codesOfAccount);
    },
    countWrongCode: (userId) => tries.count(`wrong-code:${userId}`, WRONG_CODES_WINDOW_MS),
    countInvitation: (userId) => tries.take(`invite:${userId}`, LIMITS.invitationsOfPerson),
    countEmailChange: (userId) => tries.take(`email-change:${userId}`, LIMITS.emailChangesOfUser),
    countSheet: (userId) => tries.take(`sheet:${userId}`, LIMITS.sheetsOfPerson),
    countRun: (userId, pace) =>
      tries.take(runKey(userId), toLimit(pace)).catch((error: unknown) => {
        throw error instanceof AppError ? refuseSave(error, pace) : error;
      }),
    uncountRun: (userId, pace) => tries.giveBack(runKey(userId), toLimit(pace)),
    async readRuns(userId, pace) {
      const { count, endsAt } = await tries.read(runKey(userId), toLimit(pace));
      return { left: Math.max(0, pace.limit - count), endsAt };
    },
    countCall: (key, most) => calls.take(key, { most, windowMs: CALLS_WINDOW_MS }),
  };
}

const runKey = (userId: number) => `run:${userId}`;
const toLimit = ({ limit }: SavePace) => ({ most: limit, windowMs: SAVES_WINDOW_MS });

const MINUTE_MS = 60_000;

function refuseSave({ details }: AppError, { plan, limit, larger }: SavePace): AppError {
  const waitMs = Number(details.headers?.['retry-after'] ?? 0) * 1000;
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  const wait = `in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`;
  const more = larger === undefined ? '' : ` The ${larger.plan} plan includes ${larger.limit} an hour.`;
  return new AppError('too_many', {
    ...details,
    message: `You've used all ${limit} saves an hour that the ${plan} plan includes. You can save again ${wait}.${more}`,
  });
}

/** Addresses of people who have no account are nobody's business. */
function hashEmail(emailKey: string): string {
  return createHash('sha256').update(emailKey).digest('base64url');
}
