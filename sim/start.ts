/**
 * `npm start`: the server, and beside it a simulator of each outside service for which there is no address in the
 * settings. They are in the same process and end with it.
 */
import { existsSync } from 'node:fs';
import { env } from 'node:process';
import { startMailbox } from './mailbox.ts';

if (existsSync('.env')) process.loadEnvFile('.env');

if (!env['SMTP_URL'] && !env['SMTP_URL_FILE']) {
  const mailbox = await startMailbox();
  mailbox.unref();
  env['SMTP_URL'] = mailbox.smtpUrl;
  console.log(`Mails are simulated, read them here: ${mailbox.address}`);
}

await import('../server/main.ts');
