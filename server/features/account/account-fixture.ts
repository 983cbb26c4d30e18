/** Account services on a test database, with a clock that tests advance and cheap password hashes. */
import { randomBytes, randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
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
import { makeFolder } from '#testkit/folder.ts';
import { createEnginePool } from '#server/jobs/engine-pool.ts';
import type { Visitor } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { createAuditLog } from '../audit-log/audit-log.service.ts';
import { createBilling } from '../billing/billing.service.ts';
import { createClosing } from '../integrations/closing.service.ts';
import { createRunNotices } from '../runs/run-notices.service.ts';
import { createRuns } from '../runs/runs.service.ts';
import { createScans } from '../scans/scans.service.ts';
import { createSigning } from '../files/signing.service.ts';
import type { MailJob, Outbox } from '../mail/mail.service.ts';
import { createMailedTokens } from '../mail/mailed-tokens.service.ts';
import { createNotifications, type NotificationsService } from '../notifications/notifications.service.ts';
import { createSettings } from '../settings/settings.service.ts';
import { createInvitations } from '../workspaces/invitations.service.ts';
import { type AccountService, createAccount } from './account.service.ts';
import { createLimits } from './limits.service.ts';

export interface AccountBench {
  db: Db;
  live: Live;
  account: AccountService;
  notifications: NotificationsService;
  passwords: PasswordHash;
  /** Users whose sample data was requested and created. */
  sampled: number[];
  /** Delays of sign-ins in milliseconds; the fixture doesn't wait. */
  waited: number[];
  /** Queued emails. */
  sent: MailJob[];
  now(): Date;
  /** Moves the clock forward. */
  pass(milliseconds: number): void;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const isCommonPassword = await loadCommonPasswords();

export async function openAccountBench(opening: Promise<Database>): Promise<AccountBench> {
  const database = await opening;
  const passwords = createPasswordHash({ memoryKiB: 64, passes: 1 });
  const { db } = database;
  const live = await openLive(database);
  let time = Date.UTC(2026, 5, 1, 12);
  const clock = () => new Date(time);
  const wanted: number[] = [];
  const sampled: number[] = [];
  const limiter = createRateLimiter();
  const waited: number[] = [];
  const sent: MailJob[] = [];
  const ignore = async () => {};
  const pool = createEnginePool();
  onTestFinished(() => pool.close());
  const context: Context = {
    db,
    jobs: db,
    live,
    files: await createFiles({ folder: makeFolder() }),
    pool,
    queue: {
      send: ignore,
      sendAll: ignore,
      work: ignore,
      check: ignore,
      measure: async () => [],
      drain: ignore,
      close: ignore,
    },
    audit: createAuditLog({ db, clock }),
    secrets: { current: randomBytes(32).toString('base64') },
    clock,
    newId: randomUUID,
    publicUrl: () => 'https://geoloom.example',
    logError: () => {},
    logSecurity: () => {},
  };
  const outbox: Outbox = { isOn: true, check: () => {}, send: async (_trx, job) => void sent.push(job) };
  const mailedTokens = createMailedTokens({ keys: [randomBytes(32)], newId: randomUUID });
  const notifications = createNotifications(context, { outbox });
  const seal = createTokenSeal(randomBytes(32));
  const google = undefined;
  const billing = createBilling(context, { stripe: undefined, notifications, outbox });
  const signFor = createSigning(context, randomBytes(32));
  const limits = createLimits({
    calls: limiter,
    tries: limiter,
    wait: async (delayMs) => void waited.push(delayMs),
  });
  const mailing = { outbox, mailedTokens, notifications, limits };
  const account = createAccount(context, {
    ...mailing,
    google,
    seal,
    isTwoFactorRequired: false,
    runs: createRuns(context, { signFor, notices: createRunNotices(notifications) }),
    scans: createScans(context, { notifications, fetch: createGuardedFetch({ trustedUrls: [] }), gapMs: 0 }),
    billing,
    integrations: createClosing(context, { google, seal, notifications }),
    images: createImages({ findEnd: async (bytes) => findImageEnd(bytes) }),
    zip: zipFiles,
    signFor,
    invitations: createInvitations(context, { ...mailing, plans: billing.limits }),
    settings: createSettings(context, { isClosed: false }),
    passwords,
    isCommonPassword,
    sampleData: {
      isAlwaysWanted: false,
      want: async (_trx, userId) => void wanted.push(userId),
      makeWanted: async () => void sampled.push(...wanted.splice(0)),
    },
  });
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  return { db, live, account, notifications, passwords, sampled, sent, waited, now: clock, pass };
}

export function visitorFrom(ip = '192.0.2.1'): Visitor {
  return { ip, agent: 'test', requestId: 'test-request', signal: new AbortController().signal };
}

/** Visitors from different networks, which rate limits count separately. */
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
