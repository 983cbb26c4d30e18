/** What holds for accounts and their sessions, without a database: lives of sessions, limits, names. */
import type { Role } from '#contract/account.contract.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Sessions that one person may have; the oldest goes. */
export const SESSIONS_MOST = 20;
/** The last use of a session is written down no more often than this. */
export const SEEN_EVERY_MS = MINUTE_MS;
export const DEFAULT_AVATAR = '/avatar.svg';

/** How long a session lives unused, and in all. Those who may do more are asked more often. */
const LIVES: Readonly<Record<Role, { idleMs: number; wholeMs: number }>> = {
  user: { idleMs: 12 * HOUR_MS, wholeMs: 30 * DAY_MS },
  admin: { idleMs: HOUR_MS, wholeMs: 12 * HOUR_MS },
  superadmin: { idleMs: HOUR_MS, wholeMs: 12 * HOUR_MS },
};

const SIGN_INS_MINUTES = 15;
/** A superadmin is signed in as somebody else for so long, however it is used. */
export const IMPERSONATION_MS = HOUR_MS;
/** How long the links in mails open something. */
export const LINK_LIVES = { reset: HOUR_MS, verify: 3 * DAY_MS, undo: 7 * DAY_MS } as const;
export const SIGN_INS_WINDOW_MS = SIGN_INS_MINUTES * MINUTE_MS;
export const WRONG_CODES_WINDOW_MS = DAY_MS;

/** How often something may be tried within a window. */
export const LIMITS = {
  signInOfAddressAndEmail: { most: 10, windowMs: SIGN_INS_WINDOW_MS },
  signInOfAddress: { most: 100, windowMs: SIGN_INS_WINDOW_MS },
  registerOfAddress: { most: 5, windowMs: HOUR_MS },
  /** Codes of the second factor, of one account from one network. */
  codesOfAccountAndNetwork: { most: 10, windowMs: SIGN_INS_WINDOW_MS },
  /** From all networks that the owner has never signed in from; the sender knows the password. */
  codesOfAccount: { most: 20, windowMs: HOUR_MS },
  resetRequestsOfAddress: { most: 20, windowMs: HOUR_MS },
  resetsOfAddressAndEmail: { most: 5, windowMs: HOUR_MS },
  /** Of the own password where it is asked for once more. */
  passwordsOfPerson: { most: 10, windowMs: SIGN_INS_WINDOW_MS },
  invitationsOfPerson: { most: 20, windowMs: DAY_MS },
  /** Emails to new addresses, which may belong to anyone. */
  emailChangesOfUser: { most: 5, windowMs: DAY_MS },
  sheetsOfPerson: { most: 20, windowMs: MINUTE_MS },
} as const;

/** Saves are counted within this window; their limit depends on the plan. */
export const SAVES_WINDOW_MS = HOUR_MS;

/** Mails of one kind to one address within an hour; nobody hears of those that are not sent. */
export const MAILS_MOST = 3;
export const MAILS_WINDOW_MS = HOUR_MS;

/** Calls are counted within this window. */
export const CALLS_WINDOW_MS = MINUTE_MS;

/** Tries on one account within a window that nobody has to wait for. */
const SIGN_INS_AT_ONCE = 10;
const DELAY_STEP_MS = 250;
/** A person who knows the password is in within ten seconds, whatever others try meanwhile. */
const DELAY_MOST_MS = 5000;

/** @param tries on one account in this window, from wherever. @returns how long this one waits */
export function delayOfSignIn(tries: number): number {
  return Math.min(DELAY_MOST_MS, Math.max(0, tries - SIGN_INS_AT_ONCE) * DELAY_STEP_MS);
}

/** @returns when a session that begins now ends, however much it is used */
export function endOfSession(role: Role, now: Date): Date {
  return new Date(now.getTime() + LIVES[role].wholeMs);
}

/** The session of a superadmin by which they are signed in as somebody else. */
export interface Parent {
  role: Role;
  is_disabled: boolean;
  created_at: Date;
  expires_at: Date;
}

/** Ends with the session that it came from, and with the rank that allows it; that one may be idle meanwhile. */
export function isImpersonationAlive(session: { expires_at: Date }, parent: Parent, now: Date): boolean {
  const isAllowed = parent.role === 'superadmin' && !parent.is_disabled;
  return isAllowed && now < endOfImpersonation(session, parent);
}

export function endOfImpersonation(session: { expires_at: Date }, parent: Parent): Date {
  const ends = [
    session.expires_at.getTime(),
    parent.expires_at.getTime(),
    endOfSession('superadmin', parent.created_at).getTime(),
  ];
  return new Date(Math.min(...ends));
}

interface SessionTimes {
  created_at: Date;
  seen_at: Date;
  expires_at: Date;
}

/** The role of today counts: a session that is older than its person's new rank allows is over. */
export function isSessionAlive(times: SessionTimes, role: Role, now: Date): boolean {
  const { idleMs, wholeMs } = LIVES[role];
  return (
    now < times.expires_at &&
    now.getTime() < times.created_at.getTime() + wholeMs &&
    now.getTime() < times.seen_at.getTime() + idleMs
  );
}

export function toDisplayName(person: { first_name: string; last_name: string }): string {
  return `${person.first_name} ${person.last_name}`;
}
