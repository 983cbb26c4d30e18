/**
 * `npm start`: starts the server and, without PUBLIC_URL, a simulator for each external service that isn't
 * configured. All run in the same process.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { env } from 'node:process';
import { startCustomerSites } from './customer-sites.ts';
import { startGoogle } from './google/google.ts';
import { startMailbox } from './mailbox.ts';
import { startStripe } from './stripe/stripe.ts';

if (existsSync('.env')) process.loadEnvFile('.env');

/** Emails and payments of real users must not go to a simulator. */
const isPublic = Boolean(env['PUBLIC_URL']);
const isMissing = (name: string) => !isPublic && !env[name] && !env[`${name}_FILE`];
const serverUrl = `http://${env['HOST'] || '127.0.0.1'}:${env['PORT'] || '8080'}`;
const getStatePath = (name: string) => join(resolve(env['GEOLOOM_DATA_DIR'] || './data'), 'simulated', name);

if (isMissing('SMTP_URL')) {
  const mailbox = await startMailbox();
  mailbox.unref();
  env['SMTP_URL'] = mailbox.smtpUrl;
  console.log(`Email is simulated. Read it at: ${mailbox.address}`);
}

if (isMissing('STRIPE_SECRET_KEY') && !env['GEOLOOM_PAYMENTS']) {
  const stripe = await startStripe({
    // Keeps subscriptions across restarts.
    file: getStatePath('stripe.json'),
    webhook: `${serverUrl}/api/v1/payment/webhook`,
  });
  stripe.unref();
  env['STRIPE_SECRET_KEY'] = stripe.secretKey;
  env['STRIPE_WEBHOOK_SECRET'] = stripe.webhookSecret;
  env['STRIPE_API_BASE'] = stripe.base;
  console.log(`Stripe is simulated (card 4242 4242 4242 4242): ${stripe.base}`);
}

const isGoogleSimulated = isMissing('GOOGLE_CLIENT_ID');
if (isGoogleSimulated) {
  const google = await startGoogle({ file: getStatePath('google.json') });
  google.unref();
  env['GOOGLE_CLIENT_ID'] = google.clientId;
  env['GOOGLE_CLIENT_SECRET'] = google.clientSecret;
  env['GOOGLE_OAUTH_BASE'] = google.base;
  env['GOOGLE_SEARCH_CONSOLE_BASE'] = google.base;
  env['GOOGLE_SHEETS_API_BASE'] = google.base;
  console.log(`Google is simulated: ${google.base}`);
}

const isSample = env['GEOLOOM_SAMPLE_DATA'] === '1' && isGoogleSimulated;
if (isSample && !env['SCAN_BASE']) {
  const sites = await startCustomerSites();
  sites.unref();
  env['SCAN_BASE'] = sites.base;
  console.log(`Scanned sites are simulated: ${sites.base}`);
}

const { serve } = await import('../server/serve.ts');
await serve('start');

const { GEOLOOM_ADMIN_EMAIL: email, GEOLOOM_ADMIN_PASSWORD: password } = env;
if (isSample && email && password) {
  try {
    const { fillSampleData } = await import('./sample-data.ts');
    for (const agency of await fillSampleData({ server: serverUrl, email, password }))
      console.log(`Sample data: sign in as ${agency} with the password of the first account`);
  } catch (error) {
    // The server continues without sample data.
    console.error(error);
  }
}
