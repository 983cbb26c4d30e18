/** The lines about settings that a start prints and logs. */
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { describeSettings } from './settings-summary.ts';

it('says where everything is and what is on, without a password or a key', () => {
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

it('says of everything that is off what it means and how to turn it on', () => {
  expect(describeSettings(readConfig({ GEOLOOM_DATA_DIR: '/srv/geoloom' }))).toEqual([
    'Database: embedded, in /srv/geoloom/database',
    'Files: in /srv/geoloom/files',
    'Mail is off: invitations and forgotten passwords are refused, other emails wait up to 30 days. Set SMTP_URL and MAIL_FROM.',
    'Payments are off: every account is unlimited, nothing is sold. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.',
    'Google is off: no sign-in with Google, no Search Console, no sheets that are not public. Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
    'Two-factor sign-in is optional, for superadmins too. Set GEOLOOM_REQUIRE_TWO_FACTOR=superadmins.',
  ]);
});
