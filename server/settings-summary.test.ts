/** Lines about settings that the server prints and logs at startup. */
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { describeSettings } from './settings-summary.ts';

it('shows locations and services that are on, without passwords or keys', () => {
  const config = readConfig({
    DATABASE_URL: 'postgres://geoloom:moss-1@db.example:5433/pages',
    S3_BUCKET: 'parts',
    S3_ENDPOINT: 'https://store.example',
    SMTP_URL: 'smtps://geoloom:moss-2@mail.example:465',
    MAIL_FROM: 'Geoloom <mail@example.com>',
    STRIPE_SECRET_KEY: 'sk_live_moss3',
    STRIPE_WEBHOOK_SECRET: 'whsec_moss4',
    GOOGLE_CLIENT_ID: '12-a.apps.googleusercontent.com',
    GOOGLE_CLIENT_SECRET: 'moss-5',
    GEOLOOM_REQUIRE_TWO_FACTOR: 'superadmins',
  });
  const lines = describeSettings(config);
  expect(lines).toEqual([
    'Database: PostgreSQL, db.example:5433/pages',
    'Files: bucket parts at https://store.example',
    'Mail is on: mail.example:465, from Geoloom <mail@example.com>',
    'Payments are on: Stripe at https://api.stripe.com, live mode',
    'Google is on: 12-a.apps.googleusercontent.com',
    'Two-factor sign-in is required for superadmins.',
  ]);
  expect(lines.join('\n')).not.toContain('moss');
});

it('shows what each service that is off means and how to turn it on', () => {
  expect(describeSettings(readConfig({ GEOLOOM_DATA_DIR: '/srv/geoloom' }))).toEqual([
    'Database: embedded, in /srv/geoloom/database',
    'Files: in /srv/geoloom/files',
    'Mail is off: invitations and password resets are refused, and other emails wait up to 30 days. Set SMTP_URL and MAIL_FROM.',
    'Payments are off: every account is unlimited, and nothing is sold. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.',
    'Google is off: no Google sign-in, no Search Console, no private sheets. Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
    'Two-factor sign-in is optional, even for superadmins. Set GEOLOOM_REQUIRE_TWO_FACTOR=superadmins.',
  ]);
});
