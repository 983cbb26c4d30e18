/** The services of accounts on a database of the test, with a clock that is moved by hand and cheap hashes. */
import { randomBytes, randomUUID } from 'node:crypto';
import { type Live, openLive } from '#server/db/live.ts';
import type { Database, Db } from '#server/db/open.ts';
import { loadCommonPasswords } from '#server/gateways/common-passwords.ts';
import { createGuardedFetch } from '#server/gateways/guarded-fetch.ts';
import { createFiles } from '#server/gateways/create-files.ts';
import { findImageEnd } from '#geotag';
import { createImages } from '#server/gateways/images.ts';
import { createPasswordHash, type PasswordHash } from '#server/gateways/password-hash.ts';
import { createRateLimiter } from '#server/gateways/rate-limiter.ts';
import { createTokenSeal } from '#server/gateways/token-seal.ts';
import { zipFiles } from '#server/gateways/zip-of-files.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { makeFolder } from '#testkit/folder.ts';
import type { SecurityWord, Visitor } from '../../caller.ts';
import { createAuditLog } from '../audit-log/audit-log.service.ts';
import { createBilling } from '../billing/billing.service.ts';
import { createClosing } from '../integrations/closing.service.ts';
import { createRunNotices } from '../runs/run-notices.service.ts';
import { createRuns } from '../runs/runs.service.ts';
import { createScans } from '../scans/scans.service.ts';
import { createSigning } from '../files/signing.service.ts';
import type { MailJob } from '../mail/mail.service.ts';
import { createMailedTokens } from '../mail/mailed-tokens.service.ts';
import { createNotifications, type NotificationsService } from '../notifications/notifications.service.ts';
import { createSettings } from '../settings/settings.service.ts';
import { createInvitations } from '../workspaces/invitations.service.ts';
import { type AccountService, createAccount } from './account.service.ts';
import { createLimits } from './limits.service.ts';

interface Told {
  word: SecurityWord;
  userId: number | undefined;
  email: string | undefined;
}

export interface AccountBench {
  db: Db;
  live: Live;
  account: AccountService;
  notifications: NotificationsService;
  passwords: PasswordHash;
  /** Users for whom sample data were asked, and made. */
  sampled: number[];
  /** Delays of sign-ins, in milliseconds; nobody waits for them here. */
  waited: number[];
  /** Mails in the queue. */
  sent: MailJob[];
  /** The lines of the security log. */
  told: Told[];
  now(): Date;
  /** Moves the clock forward. */
  pass(milliseconds: number): void;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const isCommonPassword = await loadCommonPasswords();

/** @param opening the database of the test, which says itself which one it wants */
export async function openAccountBench(opening: Promise<Database>): Promise<AccountBench> {
  const database = await opening;
  const passwords = createPasswordHash({ memoryKiB: 64, passes: 1 });
  const { db } = database;
  const live = await openLive(database);
  let time = Date.UTC(2026, 5, 1, 12);
  const clock = () => new Date(time);
  const wanted: number[] = [];
  const sampled: number[] = [];
  const told: Told[] = [];
  const limiter = createRateLimiter();
  const waited: number[] = [];
  const audit = createAuditLog({ db, clock });
  const sent: MailJob[] = [];
  const send = async (_trx: unknown, job: MailJob) => void sent.push(job);
  const outbox = { isOn: true, check: () => {}, send };
  const mailedTokens = createMailedTokens({ keys: [randomBytes(32)], newId: randomUUID });
  const publicUrl = () => 'https://geoloom.example';
  const notifications = createNotifications({ db, live, clock, outbox, publicUrl });
  const mailing = { db, audit, clock, notifications, outbox, mailedTokens, publicUrl };
  const nothing = async () => {};
  const queue: Queue = {
    ...{ send: nothing, sendAll: nothing, work: nothing, check: nothing, drain: nothing, close: nothing },
    measure: async () => [],
  };
  const context = { db, audit, clock, queue, publicUrl, newId: randomUUID, logError: () => {} };
  const billing = createBilling(context, { stripe: undefined, notifications, outbox });
  const google = { google: undefined, seal: createTokenSeal(randomBytes(32)) };
  const integrations = createClosing(context, { ...google, notifications });
  const signFor = createSigning({ clock }, randomBytes(32));
  const fetch = createGuardedFetch({ configured: [] });
  const account = createAccount({
    ...mailing,
    queue,
    google: undefined,
    seal: createTokenSeal(randomBytes(32)),
    isTwoFactorRequired: false,
    runs: createRuns({ ...mailing, live }, { signFor, notices: createRunNotices(notifications) }),
    scans: createScans({ ...mailing, jobs: db, queue }, { notifications, fetch, gapMs: 0 }),
    billing,
    integrations,
    live,
    newId: randomUUID,
    files: await createFiles({ folder: makeFolder() }),
    images: createImages({ findEnd: async (bytes) => findImageEnd(bytes) }),
    zip: zipFiles,
    signFor,
    invitations: createInvitations({
      ...mailing,
      plans: billing.limits,
      countInvitation: async () => {},
    }),
    settings: createSettings(context, { isClosed: false }),
    passwords,
    isCommonPassword,
    limits: createLimits({
      calls: limiter,
      tries: limiter,
      wait: async (delayMs) => void waited.push(delayMs),
    }),
    logError: () => {},
    logSecurity: (word, { userId, email }) => told.push({ word, userId, email }),
    sampleData: {
      isAlwaysWanted: false,
      want: async (_trx, userId) => void wanted.push(userId),
      makeWanted: async () => void sampled.push(...wanted.splice(0)),
    },
  });
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  return { db, live, account, notifications, passwords, sampled, sent, told, waited, now: clock, pass };
}

export function visitorFrom(ip = '192.0.2.1'): Visitor {
  return { ip, agent: 'test', requestId: 'test-request', signal: new AbortController().signal };
}

/** Addresses that no limit counts together. */
export function* freshAddresses(): Generator<Visitor, never> {
  for (let index = 0; ; index += 1)
    yield visitorFrom(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`);
}

export const GOOD_PASSWORD = 'plausible otter lamp';

export function formOf(email = 'ada@example.com', password = GOOD_PASSWORD) {
  return {
    first_name: 'Ada',
    last_name: 'Lovelace',
    email,
    password,
    password_confirmation: password,
  };
}
