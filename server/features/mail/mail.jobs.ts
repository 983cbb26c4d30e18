/** Delivers the mails of the queue, two at a time. */
import type { Mailer } from '#server/gateways/mail.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { createDelivery, type LetterSources, MAIL_JOB } from './mail.service.ts';

const CONCURRENCY = 2;

/** Without a mailer they wait in the queue until a server starts that has one. */
export async function startMailing(
  queue: Pick<Queue, 'work'>,
  sources: LetterSources,
  mailer: Mailer | undefined,
): Promise<void> {
  if (mailer === undefined) return;
  await queue.work(MAIL_JOB, createDelivery(sources, mailer), { concurrency: CONCURRENCY });
}
