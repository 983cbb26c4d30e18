/** Delivers queued emails. */
import type { Mailer } from '#server/gateways/mail.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { createDelivery, type EmailTemplates, MAIL_JOB } from './mail.service.ts';

const CONCURRENCY = 2;

/** Without a mailer, emails stay queued until a server with one starts. */
export async function startMailing(
  queue: Pick<Queue, 'work'>,
  templates: EmailTemplates,
  mailer: Mailer | undefined,
): Promise<void> {
  if (mailer === undefined) return;
  await queue.work(MAIL_JOB, createDelivery(templates, mailer), { concurrency: CONCURRENCY });
}
