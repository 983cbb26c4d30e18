/** `geoloom user …`: creates the services that it needs, without a server. */
import { randomUUID } from 'node:crypto';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import { openLive } from '../db/live.ts';
import { createMailedLinks } from '../features/account/mailed-links.service.ts';
import { createSessions } from '../features/account/sessions.service.ts';
import { createSignUps } from '../features/account/sign-up.service.ts';
import { createAuditLog } from '../features/audit-log/audit-log.service.ts';
import { createOutbox, MAIL_JOB } from '../features/mail/mail.service.ts';
import { createMailedTokens } from '../features/mail/mailed-tokens.service.ts';
import { createNotifications } from '../features/notifications/notifications.service.ts';
import { createOperatorUsers, type OperatorUsers } from '../features/users/operator-users.service.ts';
import { createPasswordHash } from '../gateways/password-hash.ts';
import { deriveKeys } from '../gateways/secret-key.ts';
import { findSecrets } from '../infrastructure.ts';
import { openQueue, type Queue } from '../jobs/queue.ts';
import { openExisting } from './open-existing.ts';
import { findPublicUrl } from './settings.ts';

export type { OperatorAccount, OperatorUsers } from '../features/users/operator-users.service.ts';

/** Opens the database, does the work, and closes it. @throws DatabaseError, LockError, AppError */
export async function withUsers<Result>(
  config: Config,
  work: (users: OperatorUsers) => Promise<Result>,
): Promise<Result> {
  const database = await openExisting(config);
  try {
    const queue = await openQueue({ database, jobs: [MAIL_JOB], log: { info: () => {}, error: () => {} } });
    try {
      return await work(await buildUsers(config, { database, queue }));
    } finally {
      await queue.close();
    }
  } finally {
    await database.close();
  }
}

interface Opened {
  database: Database;
  queue: Pick<Queue, 'sendAll'>;
}

export async function buildUsers(config: Config, { database, queue }: Opened): Promise<OperatorUsers> {
  const { isTwoFactorRequired } = config;
  const { db } = database;
  const clock = () => new Date();
  const context = {
    db,
    live: await openLive(database),
    clock,
    audit: createAuditLog({ db, clock }),
    publicUrl: () => findPublicUrl(config),
    logSecurity: () => {},
  };
  const outbox = createOutbox(queue, true);
  const notifications = createNotifications(context, { outbox });
  const sessions = createSessions(context, { isTwoFactorRequired });
  const keys = deriveKeys(findSecrets(config), 'mailed links');
  const mailedTokens = createMailedTokens({ keys, newId: randomUUID });
  const links = createMailedLinks(context, { outbox, mailedTokens });
  // No user chooses a password here.
  const passwords = { passwords: createPasswordHash(), isCommonPassword: () => false };
  const signUps = createSignUps(context, { ...passwords, notifications, links });
  return createOperatorUsers(context, { links, notifications, outbox, sessions, signUps });
}
