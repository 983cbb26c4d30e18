/**
 * Checks everything outside of the process: files, mail, Stripe, Google, and the server at its public URL.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import { formatCause } from '../db/database-error.ts';
import { createGoogleGateway } from '../gateways/google.ts';
import { createGuardedFetch, type GuardedReply } from '../gateways/guarded-fetch.ts';
import { createMailer } from '../gateways/mail.ts';
import { createStripeGateway } from '../gateways/stripe.ts';
import { openFiles } from '../infrastructure.ts';
import { type Check, fail, ok, runCheck, skip, warn } from './check.ts';
import { findPublicUrl } from './settings.ts';

const SECOND_MS = 1000;
const WARN_MS = 5 * SECOND_MS;
/** Codes of authenticator apps are valid for 30 s, Stripe's signatures for minutes. */
const FAIL_MS = 25 * SECOND_MS;
const REPLY_BYTES = 100_000;
const FETCH_MS = 10_000;

/** @param aheadMs time by which the clock of this machine is ahead */
export function describeClock(aheadMs: number) {
  const seconds = Math.abs(Math.round(aheadMs / SECOND_MS));
  const text = `The clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead' : 'behind'}.`;
  if (Math.abs(aheadMs) > FAIL_MS)
    return fail(`${text} Synchronize it, for example with chrony or systemd-timesyncd.`);
  if (Math.abs(aheadMs) > WARN_MS) return warn(`${text} Synchronize it.`);
  return ok('It agrees with the clock of this machine.');
}

export interface OutsideOptions {
  version: string;
  /** Recipient of a test email. */
  sendTo?: string | undefined;
}

export async function* checkOutside(config: Config, options: OutsideOptions): AsyncGenerator<Check> {
  yield runCheck('File store', () => checkFiles(config));
  yield runCheck('Mail', () => checkMail(config, options.sendTo));
  yield runCheck('Stripe', () => checkStripe(config));
  yield runCheck('Google', () => checkGoogle(config));
  yield runCheck('Public address', () => checkPublicUrl(config, options.version));
  yield runCheck('Clock', () => checkClock(config));
}

async function checkFiles(config: Config) {
  if (config.s3 === undefined && !existsSync(config.dataFolder))
    return skip('The data folder doesn’t exist yet.');
  const place =
    config.s3 === undefined ? `the folder ${config.dataFolder}/files` : `the bucket ${config.s3.bucket}`;
  const key = `doctor/${randomUUID()}`;
  const bytes = new TextEncoder().encode(key);
  try {
    const files = await openFiles(config);
    await files.put(key, bytes);
    const read = await files.read(key);
    await files.remove(['doctor/']);
    if (Buffer.compare(read, bytes) !== 0)
      return fail(`In ${place}, a file had different bytes when it was read back.`);
  } catch (error) {
    return fail(`In ${place}: ${formatCause(error)}${nameCause(error)}`);
  }
  return ok(`A small file was written to ${place}, read and deleted.`);
}

/** Formats the cause of an error, such as the response of a server, in parentheses. */
function nameCause(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  if (!(cause instanceof Error)) return '';
  return ` (${cause.name === 'Error' ? '' : `${cause.name}: `}${cause.message})`;
}

async function checkMail({ mail }: Config, sendTo: string | undefined) {
  if (mail === undefined)
    return sendTo === undefined
      ? warn('Off: users can’t reset a password, and invitations aren’t sent. Set SMTP_URL and MAIL_FROM.')
      : fail('Off, so no test email was sent. Set SMTP_URL and MAIL_FROM.');
  const mailer = createMailer(mail);
  await mailer.check();
  const { hostname } = new URL(mail.url);
  if (sendTo === undefined) return ok(`${hostname} accepted the connection. Emails come from ${mail.from}.`);
  const text = 'This email was sent by "geoloom doctor". Mail works.';
  await mailer.send({ to: sendTo, subject: 'Test email from Geoloom', text, html: `<p>${text}</p>` });
  return ok(`${hostname} accepted a test email to ${sendTo}. Check that it arrived.`);
}

async function checkStripe({ stripe }: Config) {
  if (stripe === undefined)
    return ok(
      'Off: every account is unlimited, and nothing is sold. To sell plans, set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.',
    );
  const gateway = createStripeGateway(stripe);
  const account = await gateway.findAccount();
  const mode = gateway.isLive ? 'live mode' : 'test mode';
  const place = gateway.isSimulated ? `at ${stripe.base}, which is not Stripe itself` : 'at Stripe';
  const secrets = stripe.webhookSecrets.length === 1 ? 'One webhook secret is' : 'Two webhook secrets are';
  const text = `The key works ${place}: ${account ?? 'an account that this key can’t read'}, ${mode}. ${secrets} set.`;
  return gateway.isSimulated ? warn(text) : ok(text);
}

async function checkGoogle({ google }: Config) {
  if (google === undefined)
    return warn(
      'Off: users can’t sign in with Google or connect Search Console. Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
    );
  await createGoogleGateway(google).checkClient();
  const text = `${google.clientId} and its secret are accepted.`;
  return google.oauthBase === undefined
    ? ok(text)
    : warn(`${text} ${google.oauthBase} is not Google itself.`);
}

/** Returns the network error, if known. */
const explainSilence = (error: unknown): string =>
  formatCause((error as { cause?: unknown }).cause ?? error).replace(/\.$/, '');

function get(base: string, path: string): Promise<GuardedReply> {
  const fetch = createGuardedFetch({ trustedUrls: [base], totalMs: FETCH_MS });
  return fetch(`${base}${path}`, { types: 'any', maxBytes: REPLY_BYTES, isTruncated: true });
}

async function checkPublicUrl(config: Config, version: string) {
  const base = findPublicUrl(config);
  let reply: GuardedReply;
  try {
    reply = await get(base, '/api/v1/version');
  } catch (error) {
    const text = `${base} doesn’t respond: ${explainSilence(error)}.`;
    return config.publicUrl === undefined
      ? skip(`${text} Is the server running?`)
      : fail(`${text} Check that a server is running, and that DNS and the proxy lead to it.`);
  }
  const found = /"version":"([^"]+)"/.exec(new TextDecoder().decode(reply.bytes))?.[1];
  if (reply.status !== 200 || found === undefined)
    return fail(`${base} answers ${reply.status}, but not from Geoloom. Correct PUBLIC_URL or the proxy.`);
  if (found !== version)
    return warn(`${base} runs version ${found}, but this is version ${version}. Restart the older one.`);
  if (config.publicUrl === undefined)
    return warn(
      `${base} runs this version. Links in emails lead there: set PUBLIC_URL so that others can use them.`,
    );
  return ok(`${base} runs this version.`);
}

/** Compares the clock with the `Date` header of Stripe or Google. */
async function checkClock({ stripe }: Config) {
  const base = stripe?.base ?? 'https://www.googleapis.com';
  try {
    const { headers } = await get(base, '/');
    const date = Date.parse(headers['date'] ?? '');
    if (Number.isNaN(date)) return skip(`${base} didn’t send its time.`);
    // The header has whole seconds, so the average error is half a second.
    return describeClock(Date.now() - date - SECOND_MS / 2);
  } catch (error) {
    return skip(`${base} doesn’t respond: ${explainSilence(error)}.`);
  }
}
