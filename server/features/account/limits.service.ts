/**
 * Who tries too often is sent away, or slowed down where a stranger could otherwise shut somebody out: tries on
 * one account are delayed, from any network, and never refused for what others did.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RateLimiter } from '#server/gateways/rate-limiter.ts';
import {
  CALLS_WINDOW_MS,
  delayOfSignIn,
  LIMITS,
  MAILS_MOST,
  MAILS_WINDOW_MS,
  SIGN_INS_WINDOW_MS,
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
  /** The person has signed in from here before. */
  isKnownAddress: boolean;
  /** Fires when nobody waits for the answer any more. */
  signal: AbortSignal;
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
  /** @throws AppError `too_many` */
  countInvitation(userId: number): Promise<void>;
  /** A sheet that is fetched for a person. @throws AppError `too_many` */
  countSheet(userId: number): Promise<void>;
  /** A full run of a person. @throws AppError `too_many` */
  countRun(userId: number): Promise<void>;
  /** A run that was counted and did not come to be. */
  uncountRun(userId: number): Promise<void>;
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
    countInvitation: (userId) => tries.take(`invite:${userId}`, LIMITS.invitationsOfPerson),
    countSheet: (userId) => tries.take(`sheet:${userId}`, LIMITS.sheetsOfPerson),
    countRun: (userId) => tries.take(runKey(userId), LIMITS.runsOfPerson),
    uncountRun: (userId) => tries.giveBack(runKey(userId), LIMITS.runsOfPerson),
    countCall: (key, most) => calls.take(key, { most, windowMs: CALLS_WINDOW_MS }),
  };
}

const runKey = (userId: number) => `run:${userId}`;

/** Addresses of people who have no account are nobody's business. */
function hashEmail(emailKey: string): string {
  return createHash('sha256').update(emailKey).digest('base64url');
}
