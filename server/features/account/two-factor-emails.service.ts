/** Emails about two-factor sign-in. */
import type { Db } from '#server/db/open.ts';
import type { Context } from '../../context.ts';
import type { EmailKind, EmailTemplate } from '../mail/mail.service.ts';
import { findUser } from './account.store.ts';
import { countRecoveryCodes } from './two-factor.store.ts';

type TwoFactorEmail = Extract<EmailKind, `two_factor_${string}`>;

interface Text {
  subject: string;
  paragraphs: readonly string[];
}

const SECURITY_ADVICE =
  'If this wasn’t you, reset your password now, and contact your Geoloom administrator: someone else has used your account.';

const TEXTS: Readonly<Record<TwoFactorEmail, Text>> = {
  two_factor_on: {
    subject: 'Two-factor sign-in is on for your Geoloom account',
    paragraphs: [
      'An authenticator app was set up for your account. From now on, you sign in with your password and a code from the app. All other sessions have ended.',
      SECURITY_ADVICE,
    ],
  },
  two_factor_off: {
    subject: 'Two-factor sign-in is off for your Geoloom account',
    paragraphs: [
      'Two-factor sign-in was turned off. From now on, your password is enough to sign in.',
      SECURITY_ADVICE,
    ],
  },
  two_factor_removed: {
    subject: 'An administrator turned off two-factor sign-in for your Geoloom account',
    paragraphs: [
      'A Geoloom administrator turned off two-factor sign-in for your account. All sessions have ended. From now on, your password is enough to sign in; set up an app again in Account Settings.',
      'If you didn’t ask for this, contact your Geoloom administrator.',
    ],
  },
  two_factor_codes: {
    subject: 'New recovery codes for your Geoloom account',
    paragraphs: [
      'New recovery codes were created for your account. The earlier ones no longer work.',
      SECURITY_ADVICE,
    ],
  },
  two_factor_recovery: {
    subject: 'A recovery code for your Geoloom account was used',
    paragraphs: [
      'Someone, probably you, used a recovery code for your account instead of the app.',
      SECURITY_ADVICE,
    ],
  },
  two_factor_failed: {
    subject: 'Failed sign-in with your Geoloom password',
    paragraphs: [
      'Within a day, someone entered your password and then five wrong codes. None of the codes was accepted.',
      'If this wasn’t you, reset your password now: someone else knows it.',
    ],
  },
};

export function createTwoFactorEmails({ db }: Context): Record<TwoFactorEmail, EmailTemplate> {
  const write = (kind: TwoFactorEmail) => async (userId: string) => {
    const user = await findUser(db, Number(userId));
    if (user === undefined) return undefined;
    const { subject, paragraphs } = TEXTS[kind];
    const left = kind === 'two_factor_recovery' ? [await describeLeft(db, user.id)] : [];
    return { to: user.email, subject, name: user.first_name, paragraphs: [...paragraphs, ...left] };
  };
  return {
    two_factor_on: write('two_factor_on'),
    two_factor_off: write('two_factor_off'),
    two_factor_removed: write('two_factor_removed'),
    two_factor_codes: write('two_factor_codes'),
    two_factor_recovery: write('two_factor_recovery'),
    two_factor_failed: write('two_factor_failed'),
  };
}

async function describeLeft(db: Db, userId: number): Promise<string> {
  const count = await countRecoveryCodes(db, userId);
  return `You have ${count} recovery ${count === 1 ? 'code' : 'codes'} left. Create new ones in Account Settings.`;
}
