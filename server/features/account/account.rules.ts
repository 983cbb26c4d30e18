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

/** How often something may be tried within a window. */
export interface Limit {
  most: number;
  windowMs: number;
}

export const LIMITS = {
  signInOfAddressAndEmail: { most: 10, windowMs: 15 * MINUTE_MS },
  signInOfAddress: { most: 100, windowMs: 15 * MINUTE_MS },
  signInOfEmail: { most: 50, windowMs: 15 * MINUTE_MS },
  registerOfAddress: { most: 5, windowMs: HOUR_MS },
  sheetsOfPerson: { most: 20, windowMs: MINUTE_MS },
  runsOfPerson: { most: 30, windowMs: HOUR_MS },
} as const satisfies Record<string, Limit>;

/** Calls are counted within this window. */
export const CALLS_WINDOW_MS = MINUTE_MS;

/** Counters that began before this long ago limit nothing any more. */
export const LIMITS_FORGOTTEN_MS = 2 * HOUR_MS;

/** @returns when a session that begins now ends, however much it is used */
export function endOfSession(role: Role, now: Date): Date {
  return new Date(now.getTime() + LIVES[role].wholeMs);
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

/** Addresses that differ only in case are the same account. */
export function toEmailKey(email: string): string {
  return email.trim().toLowerCase();
}

export function toDisplayName(person: { first_name: string; last_name: string }): string {
  return `${person.first_name} ${person.last_name}`;
}

interface Counter {
  window_start: Date;
  count: number;
  previous_count: number;
}

/** @returns seconds until the next try counts again: the share of the old tries has to sink far enough */
export function secondsUntilAllowed(counter: Counter, { most, windowMs }: Limit, now: Date): number {
  const passedMs = now.getTime() - counter.window_start.getTime();
  const room = most - 1;
  const isFull = counter.count > room;
  const [old, leftover, beginsInMs] = isFull
    ? [counter.count, room, windowMs - passedMs]
    : [counter.previous_count, room - counter.count, -passedMs];
  const sinkMs = old === 0 ? 0 : Math.max(0, 1 - leftover / old) * windowMs;
  return Math.max(1, Math.ceil((beginsInMs + sinkMs) / 1000));
}
