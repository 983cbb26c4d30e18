/**
 * Opens, authenticates and ends sessions. A token is 256 random bits. The database stores its SHA-256: for random bits a
 * slow hash isn't safer, and a lookup is one indexed read.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Role } from '#contract/account.contract.ts';
import { formatTimestamp } from '#contract/format-timestamp.ts';
import { nameBrowser } from '#contract/name-browser.ts';
import type { Db } from '#server/db/open.ts';
import { toScope } from '#server/db/scope.ts';
import type { Caller, Visitor } from '../../caller.ts';
import type { Context } from '../../context.ts';
import type { Email } from '../mail/mail.service.ts';
import {
  getImpersonationEnd,
  getSessionEnd,
  IMPERSONATION_MS,
  isImpersonationAlive,
  isSessionAlive,
  MAX_SESSIONS,
  type ParentSession,
  SEEN_EVERY_MS,
  toDisplayName,
} from './account.rules.ts';
import { deleteExpiredSignIns } from './google-sign-in.store.ts';
import { toNetworkKey } from './network.rules.ts';
import {
  deleteExpiredSessions,
  endSessions,
  findImpersonation,
  findSession,
  findSessionById,
  insertSession,
  findSignedInDevice,
  listDevices,
  listSessions,
  type SessionChoice,
  updateSeen,
} from './sessions.store.ts';
import { deleteChallenges, deleteExpiredChallenges } from './two-factor.store.ts';

/** Secret scanners recognize tokens by this prefix. */
const PREFIX = 'geoloom_';
const TOKEN_BYTES = 32;
const TOKEN_FORM = /^geoloom_[\w-]{43}$/;

type Device = Pick<Visitor, 'ip' | 'agent'>;

export interface NewSession extends Device {
  /** Session of a superadmin who signs in as another user. */
  parent?: { id: number; reason: string };
}

export type SessionsService = ReturnType<typeof createSessions>;

/** @param isTwoFactorRequired applies to superadmins */
export function createSessions(
  {
    db,
    live,
    clock,
    publicUrl,
    logSecurity,
  }: Pick<Context, 'db' | 'live' | 'clock' | 'publicUrl' | 'logSecurity'>,
  { isTwoFactorRequired }: { isTwoFactorRequired: boolean },
) {
  return {
    /** @returns the id and the token, which isn't stored and can't be shown again */
    async open(trx: Db, { id, role }: { id: number; role: Role }, { ip, agent, parent }: NewSession) {
      const token = makeToken();
      const now = clock();
      const session = {
        user_id: id,
        token_hash: hashToken(token),
        created_at: now,
        seen_at: now,
        expires_at:
          parent === undefined ? getSessionEnd(role, now) : new Date(now.getTime() + IMPERSONATION_MS),
        ip,
        agent,
        parent_id: parent?.id ?? null,
        reason: parent?.reason ?? null,
      };
      return { id: await insertSession(trx, session, MAX_SESSIONS), token };
    },
    /** @returns the owner of the token, unless the session has ended or the account is disabled */
    async authenticate(token: string, visitor: Visitor): Promise<Caller | undefined> {
      if (!TOKEN_FORM.test(token)) return undefined;
      const row = await findSession(db, hashToken(token));
      const now = clock();
      if (row === undefined) return undefined;
      if (!isAlive(row, now)) {
        logSecurity('session_use_after_expire', { visitor, userId: row.user_id });
        return undefined;
      }
      if (now.getTime() - row.seen_at.getTime() >= SEEN_EVERY_MS)
        await updateSeen(db, [row.id, row.parent_id ?? row.id], now);
      return {
        ...visitor,
        ...describeActor(row),
        scope: toScope(row.workspace_ids),
        role: row.role,
        sessionId: row.id,
        name: toDisplayName(row),
        lacksTwoFactor: isTwoFactorRequired && isSuperadminWithoutTwoFactor(row),
      };
    },
    /** Checks the session of an earlier call without counting as a use. */
    async isSessionValid({ sessionId }: Caller) {
      const row = await findSessionById(db, sessionId);
      return row !== undefined && isAlive(row, clock());
    },
    /** Yields at once, and when the session of an earlier call may have ended. */
    watch: ({ sessionId }: Caller, signal: AbortSignal) => live.watch(nameTopic(sessionId), signal),
    /** True if no earlier session of the user has the same network, browser and system. */
    async isNewDevice(trx: Db, { id, created_at }: { id: number; created_at: Date }, visitor: Device) {
      const devices = await listDevices(trx, id);
      // No session of a new account has been deleted yet, so this is the first.
      const isYoung = clock().getTime() - created_at.getTime() < ENDED_SESSION_RETENTION_MS;
      if (devices.length === 0 && isYoung) return false;
      const name = nameDevice(visitor);
      return devices.every((device) => nameDevice(device) !== name);
    },
    /** True if the user has signed in from this network before. */
    async isKnownAddress(userId: number, ip: string) {
      const network = toNetworkKey(ip);
      return (await listDevices(db, userId)).some((device) => toNetworkKey(device.ip) === network);
    },
    /** Ends sessions that have not ended. @returns their ids */
    async end(trx: Db, choice: SessionChoice) {
      if (choice.id === undefined) await deleteChallenges(trx, choice.userId);
      const ended = await endSessions(trx, choice, clock());
      await live.publish(trx, ...ended.map(nameTopic));
      return ended;
    },
    async list(userId: number, current: number) {
      const rows = await listSessions(db, userId, clock());
      return rows.map(({ seen_at: seenAt, ...row }) => ({
        ...row,
        is_current: row.id === current,
        last_seen_at: seenAt,
      }));
    },
    /** Email about an impersonation. */
    async impersonationEmail(sessionId: string) {
      const row = await findImpersonation(db, Number(sessionId));
      return row && describeImpersonation(row);
    },
    /** Email about a sign-in from a new device. */
    async newDeviceEmail(sessionId: string) {
      const row = await findSignedInDevice(db, Number(sessionId));
      return row && describeNewDevice(row, publicUrl());
    },
  };
}

type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>;

function isAlive(row: SessionRow, now: Date): boolean {
  if (row.is_disabled) return false;
  if (row.parent_id === null) return isSessionAlive(row, row.role, now);
  const parent = findParent(row);
  return parent !== undefined && isImpersonationAlive(row, parent, now);
}

/** Also checks a superadmin who is signed in as another user. */
function isSuperadminWithoutTwoFactor(row: SessionRow): boolean {
  if (row.superadmin_id !== null) return row.superadmin_two_factor_since === null;
  return row.role === 'superadmin' && row.two_factor_since === null;
}

function findParent(row: SessionRow): ParentSession | undefined {
  const { parent_created_at: createdAt, parent_expires_at: expiresAt, superadmin_role: role } = row;
  if (createdAt === null || expiresAt === null || role === null) return undefined;
  return {
    role,
    is_disabled: row.superadmin_is_disabled === true,
    created_at: createdAt,
    expires_at: expiresAt,
  };
}

function describeActor(row: SessionRow): Pick<Caller, 'actor' | 'impersonation'> {
  const { user_id: userId, superadmin_id: impersonatorId } = row;
  const parent = findParent(row);
  if (impersonatorId === null || parent === undefined) return { actor: { userId } };
  const name = { first_name: row.superadmin_first_name ?? '', last_name: row.superadmin_last_name ?? '' };
  const impersonation = {
    by: toDisplayName(name),
    reason: row.reason ?? '',
    endsAt: getImpersonationEnd(row, parent),
  };
  return { actor: { userId, impersonatorId }, impersonation };
}

function describeImpersonation(row: NonNullable<Awaited<ReturnType<typeof findImpersonation>>>): Email {
  const by = toDisplayName({ first_name: row.superadmin_first_name, last_name: row.superadmin_last_name });
  return {
    to: row.email,
    subject: 'A Geoloom administrator signed in to your account',
    name: row.first_name,
    paragraphs: [
      `${by}, who runs this Geoloom server, signed in to your account on ${formatTimestamp(row.created_at)}.`,
      `The reason: ${row.reason ?? ''}`,
      'This access ends within an hour. They can’t see or change your password, and every change is recorded under both names.',
    ],
  };
}

/** Browser, system and network. */
const nameDevice = ({ agent, ip }: Device) => `${nameBrowser(agent)} at ${toNetworkKey(ip)}`;

function describeNewDevice(
  row: NonNullable<Awaited<ReturnType<typeof findSignedInDevice>>>,
  publicUrl: string,
): Email {
  return {
    to: row.email,
    subject: 'New sign-in to Geoloom',
    name: row.first_name,
    paragraphs: [
      `Someone, probably you, signed in to your account on ${formatTimestamp(row.created_at)} with ${nameBrowser(row.agent)} from the IP address ${row.ip}. None of your recent sessions used this browser on this network.`,
      'If this was you, you don’t need to do anything.',
      'If this wasn’t you, change your password and end the session in Account Settings.',
    ],
    action: { text: 'Open Account Settings', url: `${publicUrl}/settings` },
  };
}

const nameTopic = (sessionId: number) => `session:${sessionId}`;

export function makeToken(): string {
  return PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Ended sessions are kept so that the security log can name the user of an ended token. */
const ENDED_SESSION_RETENTION_MS = 30 * 24 * 3600 * 1000;

/** Deletes sessions that ended 30 days ago, and expired sign-ins that were not finished. */
export async function pruneSessions(db: Db, now: Date, signal: AbortSignal): Promise<void> {
  await deleteExpiredChallenges(db, now);
  await deleteExpiredSignIns(db, now);
  const before = new Date(now.getTime() - ENDED_SESSION_RETENTION_MS);
  await deleteExpiredSessions(db, before, signal);
}
