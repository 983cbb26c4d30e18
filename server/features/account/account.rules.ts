/** Session lifetimes, rate limits and display names of accounts. */
import type { Role } from '#contract/account.contract.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Sessions per user; a new one replaces the oldest. */
export const MAX_SESSIONS = 20;
/** Minimum interval between updates of the last use of a session. */
export const SEEN_EVERY_MS = MINUTE_MS;
export const DEFAULT_AVATAR = '/avatar.svg';

/** Idle timeout and maximum lifetime of sessions: shorter for roles with more rights. */
const LIFETIMES: Readonly<Record<Role, { idleMs: number; totalMs: number }>> = {
  user: { idleMs: 12 * HOUR_MS, totalMs: 30 * DAY_MS },
  admin: { idleMs: HOUR_MS, totalMs: 12 * HOUR_MS },
  superadmin: { idleMs: HOUR_MS, totalMs: 12 * HOUR_MS },
};

const SIGN_INS_MINUTES = 15;
/** Maximum duration of an impersonation. */
export const IMPERSONATION_MS = HOUR_MS;
/** Lifetimes of emailed links. */
export const LINK_LIFETIMES = { reset: HOUR_MS, verify: 3 * DAY_MS, undo: 7 * DAY_MS } as const;
export const SIGN_INS_WINDOW_MS = SIGN_INS_MINUTES * MINUTE_MS;
export const WRONG_CODES_WINDOW_MS = DAY_MS;

/** Maximum number of attempts within a window. */
export const LIMITS = {
  signInsPerNetworkAndEmail: { max: 10, windowMs: SIGN_INS_WINDOW_MS },
  signInsPerNetwork: { max: 100, windowMs: SIGN_INS_WINDOW_MS },
  registrationsPerNetwork: { max: 5, windowMs: HOUR_MS },
  codesPerUserAndNetwork: { max: 10, windowMs: SIGN_INS_WINDOW_MS },
  /** From all networks that the owner has never signed in from; the sender knows the password. */
  codesPerUser: { max: 20, windowMs: HOUR_MS },
  resetRequestsPerNetwork: { max: 20, windowMs: HOUR_MS },
  resetsPerNetworkAndEmail: { max: 5, windowMs: HOUR_MS },
  /** Current password, entered again to confirm an action. */
  passwordsPerUser: { max: 10, windowMs: SIGN_INS_WINDOW_MS },
  invitationsPerUser: { max: 20, windowMs: DAY_MS },
  /** Emails to new addresses, which may belong to anyone. */
  emailChangesPerUser: { max: 5, windowMs: DAY_MS },
  sheetsPerUser: { max: 20, windowMs: MINUTE_MS },
} as const;

/** Saves are counted within this window; their limit depends on the plan. */
export const SAVES_WINDOW_MS = HOUR_MS;

/** Emails of one kind to one address; more are dropped silently. */
export const MAX_EMAILS = 3;
export const EMAILS_WINDOW_MS = HOUR_MS;

export const CALLS_WINDOW_MS = MINUTE_MS;

/** Attempts on one account within a window before the first delay. */
const SIGN_INS_WITHOUT_DELAY = 10;
const DELAY_STEP_MS = 250;
/** Limits the wait of a user who knows the password while others guess. */
const MAX_DELAY_MS = 5000;

/** @param tries attempts on one account in this window, from all networks */
export function getSignInDelay(tries: number): number {
  return Math.min(MAX_DELAY_MS, Math.max(0, tries - SIGN_INS_WITHOUT_DELAY) * DELAY_STEP_MS);
}

/** @returns the latest end of a session that begins now */
export function getSessionEnd(role: Role, now: Date): Date {
  return new Date(now.getTime() + LIFETIMES[role].totalMs);
}

/** The superadmin's session from which an impersonation was started. */
export interface ParentSession {
  role: Role;
  is_disabled: boolean;
  created_at: Date;
  expires_at: Date;
}

/** An impersonation ends with its parent session, which may be idle meanwhile, and with the superadmin's role. */
export function isImpersonationAlive(
  session: { expires_at: Date },
  parent: ParentSession,
  now: Date,
): boolean {
  const isAllowed = parent.role === 'superadmin' && !parent.is_disabled;
  return isAllowed && now < getImpersonationEnd(session, parent);
}

export function getImpersonationEnd(session: { expires_at: Date }, parent: ParentSession): Date {
  const ends = [
    session.expires_at.getTime(),
    parent.expires_at.getTime(),
    getSessionEnd('superadmin', parent.created_at).getTime(),
  ];
  return new Date(Math.min(...ends));
}

interface SessionTimes {
  created_at: Date;
  seen_at: Date;
  expires_at: Date;
}

/** The current role counts: a session that is too old for a new role has ended. */
export function isSessionAlive(times: SessionTimes, role: Role, now: Date): boolean {
  const { idleMs, totalMs } = LIFETIMES[role];
  return (
    now < times.expires_at &&
    now.getTime() < times.created_at.getTime() + totalMs &&
    now.getTime() < times.seen_at.getTime() + idleMs
  );
}

export function toDisplayName(user: { first_name: string; last_name: string }): string {
  return `${user.first_name} ${user.last_name}`;
}
