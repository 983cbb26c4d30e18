/**
 * Mails wait in the queue: sent in the transaction of what they are about, and delivered when it has happened. A job
 * names what a mail is about and never holds what it says, so that no link is in the database.
 */
import type { Trx } from '#server/db/open.ts';
import { AppError } from '../../app-error.ts';
import type { Mailer } from '#server/gateways/mail.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { type Letter, renderLetter } from './letter.rules.ts';

export type { Letter };

export const MAIL_JOB = 'mail';

export type LetterKind =
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

/** @returns what to write, or nothing where there is no reason any more */
export type LetterSource = (id: string) => Promise<Letter | undefined>;
export type LetterSources = Readonly<Record<LetterKind, LetterSource>>;

export interface MailJob {
  kind: LetterKind;
  id: string;
  /** Where it goes, if not to the address that the letter is for. */
  to?: string;
}

export interface Outbox {
  /** True if a mail server is set up. */
  isOn: boolean;
  /**
   * Refuses calls that only send an email if mail is off, because they would only seem to work.
   * @throws AppError `mail_off`
   */
  check(): void;
  send(trx: Trx, ...jobs: MailJob[]): Promise<void>;
}

export function createOutbox(queue: Pick<Queue, 'sendAll'>, isOn: boolean): Outbox {
  return {
    isOn,
    check() {
      if (!isOn) throw new AppError('mail_off');
    },
    send: (trx, ...jobs) => queue.sendAll(trx, MAIL_JOB, jobs),
  };
}

/** @returns delivers one mail; a mail that fails is tried again */
export function createDelivery(sources: LetterSources, mailer: Mailer) {
  return async ({ kind, id, to }: MailJob): Promise<void> => {
    const letter = await sources[kind](id);
    if (letter === undefined) return;
    await mailer.send({ to: to ?? letter.to, ...renderLetter(letter) });
  };
}
