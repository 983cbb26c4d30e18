/**
 * Describes the settings of a server: enabled services, and for each disabled one its effect and how to
 * enable it.
 */
import { join } from 'node:path';
import type { Config } from './config.ts';

/** Returns one line for each setting that changes what users can do. */
export function describeSettings(config: Config): string[] {
  return [
    describeDatabase(config),
    describeFiles(config),
    describeMail(config),
    describePayments(config),
    describeGoogle(config),
    describeTwoFactor(config),
  ];
}

export function describeDatabase({
  databaseUrl,
  dataFolder,
}: Pick<Config, 'databaseUrl' | 'dataFolder'>): string {
  if (databaseUrl === undefined) return `Database: embedded, in ${join(dataFolder, 'database')}`;
  const { host, pathname } = new URL(databaseUrl);
  return `Database: PostgreSQL, ${host}${pathname}`;
}

function describeFiles({ s3, dataFolder }: Config): string {
  if (s3 === undefined) return `Files: in ${join(dataFolder, 'files')}`;
  return `Files: bucket ${s3.bucket} at ${s3.endpoint ?? `Amazon S3, ${s3.region}`}`;
}

function describeMail({ mail }: Config): string {
  if (mail === undefined)
    return 'Mail is off: invitations and password resets are refused, and other emails wait up to 30 days. Set SMTP_URL and MAIL_FROM.';
  return `Mail is on: ${new URL(mail.url).host}, from ${mail.from}`;
}

function describePayments({ stripe }: Config): string {
  if (stripe === undefined)
    return 'Payments are off: every account is unlimited, and nothing is sold. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.';
  const mode = /^.._live_/.test(stripe.secretKey) ? 'live' : 'test';
  return `Payments are on: Stripe at ${stripe.base}, ${mode} mode`;
}

function describeGoogle({ google }: Config): string {
  if (google === undefined)
    return 'Google is off: no Google sign-in, no Search Console, no private sheets. Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.';
  return `Google is on: ${google.oauthBase ?? google.clientId}`;
}

function describeTwoFactor({ isTwoFactorRequired }: Config): string {
  if (isTwoFactorRequired) return 'Two-factor sign-in is required for superadmins.';
  return 'Two-factor sign-in is optional, even for superadmins. Set GEOLOOM_REQUIRE_TWO_FACTOR=superadmins.';
}
