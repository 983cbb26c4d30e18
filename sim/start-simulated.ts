/**
 * The server, and beside it a simulator of each outside service for which there is no address in the settings. They
 * are in the same process and end with it.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { env } from 'node:process';
import { startCustomerSites } from './customer-sites.ts';
import { startGoogle } from './google/google.ts';
import { startMailbox } from './mailbox.ts';
import { startStripe } from './stripe/stripe.ts';

if (existsSync('.env')) process.loadEnvFile('.env');

const address = env['PUBLIC_URL'] || `http://${env['HOST'] || '127.0.0.1'}:${env['PORT'] || '8080'}`;
const own = address.replace(/\/+$/, '');
const keepIn = (name: string) => join(resolve(env['GEOLOOM_DATA_DIR'] || './data'), 'simulated', name);

if (!env['SMTP_URL'] && !env['SMTP_URL_FILE']) {
  const mailbox = await startMailbox();
  mailbox.unref();
  env['SMTP_URL'] = mailbox.smtpUrl;
  console.log(`Mails are simulated, read them here: ${mailbox.address}`);
}

if (!env['STRIPE_SECRET_KEY'] && !env['STRIPE_SECRET_KEY_FILE']) {
  const stripe = await startStripe({
    // Who pays today still does after the next start.
    file: keepIn('stripe.json'),
    webhook: `${own}/api/v1/payment/webhook`,
  });
  stripe.unref();
  env['STRIPE_SECRET_KEY'] = stripe.secretKey;
  env['STRIPE_WEBHOOK_SECRET'] = stripe.webhookSecret;
  env['STRIPE_API_BASE'] = stripe.base;
  console.log(`Stripe is simulated, pay with the card 4242 4242 4242 4242: ${stripe.base}`);
}

const isGoogleSimulated = !env['GOOGLE_CLIENT_ID'];
if (isGoogleSimulated) {
  const google = await startGoogle({ file: keepIn('google.json') });
  google.unref();
  env['GOOGLE_CLIENT_ID'] = google.clientId;
  env['GOOGLE_CLIENT_SECRET'] = google.clientSecret;
  env['GOOGLE_OAUTH_BASE'] = google.base;
  env['GOOGLE_SEARCH_CONSOLE_BASE'] = google.base;
  env['GOOGLE_SHEETS_API_BASE'] = google.base;
  console.log(`Google Search Console is simulated: ${google.base}`);
}

const isSample = env['GEOLOOM_SAMPLE_DATA'] === '1' && isGoogleSimulated;
if (isSample && !env['SCAN_BASE']) {
  const sites = await startCustomerSites();
  sites.unref();
  env['SCAN_BASE'] = sites.base;
  console.log(`The sites that are scanned are simulated: ${sites.base}`);
}

await import('../server/main.ts');

const { GEOLOOM_ADMIN_EMAIL: email, GEOLOOM_ADMIN_PASSWORD: password } = env;
if (isSample && email && password) {
  try {
    const { fillSampleData } = await import('./sample-data.ts');
    for (const agency of await fillSampleData({ server: own, email, password }))
      console.log(`Sample data of ${agency}, with the password of the first account`);
  } catch (error) {
    // The server goes on without them.
    console.error(error);
  }
}
