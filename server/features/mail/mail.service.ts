/**
 * Emails are queued in the transaction that they report and delivered after its commit. A job contains only the kind and
 * an id, so that the database never holds a link.
 */
import type { Trx } from '#server/db/open.ts';
import type { Mailer } from '#server/gateways/mail.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { AppError } from '../../app-error.ts';
import { type Email, renderEmail } from './email.rules.ts';

export type { Email };

export const MAIL_JOB = 'mail';

export type EmailKind =
  | 'reset'
  | 'verify'
  | 'password_changed'
  | 'email_change'
  | 'email_requested'
  | 'email_undo'
  | 'email_changed'
  | 'impersonated'
  | 'new_device'
  | 'two_factor_on'
  | 'two_factor_off'
  | 'two_factor_removed'
  | 'two_factor_codes'
  | 'two_factor_recovery'
  | 'two_factor_failed'
  | 'notification'
  | 'invitation'
  | 'usage'
  | 'plan';

/** Writes an email when it is delivered. @returns undefined if the reason for it is gone */
export type EmailTemplate = (id: string) => Promise<Email | undefined>;
export type EmailTemplates = Readonly<Record<EmailKind, EmailTemplate>>;

export interface MailJob {
  kind: EmailKind;
  id: string;
  /** Overrides the recipient of the template. */
  to?: string;
}

export type Outbox = ReturnType<typeof createOutbox>;

/** @param isOn true if a mail server is set up */
export function createOutbox(queue: Pick<Queue, 'sendAll'>, isOn: boolean) {
  return {
    isOn,
    /**
     * Rejects calls that only send an email if mail is off, because they would only seem to work.
     * @throws AppError `mail_off`
     */
    check() {
      if (!isOn) throw new AppError('mail_off');
    },
    send: (trx: Trx, ...jobs: MailJob[]) => queue.sendAll(trx, MAIL_JOB, jobs),
  };
}

/** @returns the handler of mail jobs; failed ones are retried */
export function createDelivery(templates: EmailTemplates, mailer: Mailer) {
  return async ({ kind, id, to }: MailJob): Promise<void> => {
    const email = await templates[kind](id);
    if (email === undefined) return;
    await mailer.send({ to: to ?? email.to, ...renderEmail(email) });
  };
}
