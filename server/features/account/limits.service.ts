/**
 * Rate limits. Excessive attempts are rejected per network. Attempts on one account from many networks are
 * only delayed, so that strangers can't lock its owner out.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RateLimiter } from '#server/gateways/rate-limiter.ts';
import { AppError } from '../../app-error.ts';
import type { SavePace } from '../billing/limits.service.ts';
import {
  CALLS_WINDOW_MS,
  EMAILS_WINDOW_MS,
  getSignInDelay,
  LIMITS,
  MAX_EMAILS,
  SAVES_WINDOW_MS,
  SIGN_INS_WINDOW_MS,
  WRONG_CODES_WINDOW_MS,
} from './account.rules.ts';
import { toNetworkKey } from './network.rules.ts';

interface LimitsOptions {
  /** Counts calls, in each process separately. */
  calls: RateLimiter;
  /** Counts rare and expensive attempts, across all processes. */
  tries: RateLimiter;
  /** Rejects when the signal fires first. */
  wait?: (delayMs: number, signal: AbortSignal) => Promise<void>;
}

const waitForTime = (delayMs: number, signal: AbortSignal) => sleep(delayMs, undefined, { signal });

export interface SignInTry {
  ip: string;
  emailKey: string;
  /** True if the user has signed in from this network before. */
  isKnownAddress: boolean;
  /** Fires when the client disconnects. */
  signal: AbortSignal;
}

export interface CodeTry {
  userId: number;
  ip: string;
  /** True if the user has signed in from this network before. */
  isKnownAddress: boolean;
}

export type LimitsService = ReturnType<typeof createLimits>;

/** Functions that return nothing throw AppError `too_many` above their limit. */
export function createLimits({ calls, tries, wait = waitForTime }: LimitsOptions) {
  return {
    /** Counts a sign-in. Returns when the password may be checked. */
    async countSignIn({ ip, emailKey, isKnownAddress, signal }: SignInTry) {
      const network = toNetworkKey(ip);
      const email = hashEmail(emailKey);
      await tries.take(`login:${network}:${email}`, LIMITS.signInsPerNetworkAndEmail);
      await tries.take(`login:${network}`, LIMITS.signInsPerNetwork);
      if (isKnownAddress) return;
      const delayMs = getSignInDelay(await tries.count(`login:${email}`, SIGN_INS_WINDOW_MS));
      if (delayMs > 0) await wait(delayMs, signal);
    },
    countRegistration: (ip: string) =>
      tries.take(`register:${toNetworkKey(ip)}`, LIMITS.registrationsPerNetwork),
    countResetRequest: (ip: string) =>
      tries.take(`reset:${toNetworkKey(ip)}`, LIMITS.resetRequestsPerNetwork),
    countReset: (ip: string, emailKey: string) =>
      tries.take(`new-password:${toNetworkKey(ip)}:${hashEmail(emailKey)}`, LIMITS.resetsPerNetworkAndEmail),
    /** @returns true if another email of this kind may be sent to the address */
    mayMail: async (kind: string, emailKey: string) =>
      (await tries.count(`mail-${kind}:${hashEmail(emailKey)}`, EMAILS_WINDOW_MS)) <= MAX_EMAILS,
    countPassword: (userId: number) => tries.take(`password:${userId}`, LIMITS.passwordsPerUser),
    /** Counts a two-factor code before it is checked. */
    async countCode({ userId, ip, isKnownAddress }: CodeTry) {
      await tries.take(`code:${toNetworkKey(ip)}:${userId}`, LIMITS.codesPerUserAndNetwork);
      // Guesses from other networks must not lock the owner out of a known one.
      if (!isKnownAddress) await tries.take(`code:${userId}`, LIMITS.codesPerUser);
    },
    /** @returns the number of wrong codes of the account within a day, in all sign-ins */
    countWrongCode: (userId: number) => tries.count(`wrong-code:${userId}`, WRONG_CODES_WINDOW_MS),
    countInvitation: (userId: number) => tries.take(`invite:${userId}`, LIMITS.invitationsPerUser),
    /** Counts an email to a new address of the user. */
    countEmailChange: (userId: number) => tries.take(`email-change:${userId}`, LIMITS.emailChangesPerUser),
    /** Counts a sheet that is fetched for the user. */
    countSheet: (userId: number) => tries.take(`sheet:${userId}`, LIMITS.sheetsPerUser),
    /** Counts a save, which starts a full run. The error shows when the next one is possible. */
    countRun: (userId: number, pace: SavePace) =>
      tries.take(runKey(userId), toLimit(pace)).catch((error: unknown) => {
        throw error instanceof AppError ? toSaveRejection(error, pace) : error;
      }),
    /** Uncounts a save that stored nothing. */
    uncountRun: (userId: number, pace: SavePace) => tries.uncount(runKey(userId), toLimit(pace)),
    /** Returns the saves left this hour, and when the hour ends; null before the first save. */
    async readRuns(userId: number, pace: SavePace) {
      const { count, endsAt } = await tries.read(runKey(userId), toLimit(pace));
      return { left: Math.max(0, pace.limit - count), endsAt };
    },
    /** @param max calls per minute */
    countCall: (key: string, max: number) => calls.take(key, { max, windowMs: CALLS_WINDOW_MS }),
  };
}

const runKey = (userId: number) => `run:${userId}`;
const toLimit = ({ limit }: SavePace) => ({ max: limit, windowMs: SAVES_WINDOW_MS });

const MINUTE_MS = 60_000;

function toSaveRejection({ details }: AppError, { plan, limit, larger }: SavePace): AppError {
  const waitMs = Number(details.headers?.['retry-after'] ?? 0) * 1000;
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  const wait = `in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`;
  const more = larger === undefined ? '' : ` The ${larger.plan} plan includes ${larger.limit} an hour.`;
  return new AppError('too_many', {
    ...details,
    message: `You've used all ${limit} saves an hour that the ${plan} plan includes. You can save again ${wait}.${more}`,
  });
}

/** Hashes email addresses, because unknown ones are counted as well and should not be stored. */
function hashEmail(emailKey: string): string {
  return createHash('sha256').update(emailKey).digest('base64url');
}
