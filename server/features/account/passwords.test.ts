/** Emailed links, read from the mailbox simulator over SMTP: password resets and confirmations of addresses. */
import type { FastifyInstance } from 'fastify';
import { expect, it, vi } from 'vitest';
import { createPasswordHash } from '#server/gateways/password-hash.ts';
import { tenfold } from '#testkit/cases.ts';
import { addUser } from '#testkit/users.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { type Mailbox, startMailbox } from '../../../sim/mailbox.ts';

const PUBLIC_URL = 'https://geoloom.example';
const OLD_PASSWORD = 'nine orange ladders';
const NEW_PASSWORD = 'a lamp in the window';
const HOUR_MS = 3_600_000;
const MAIL_MS = 20_000;

let mailbox: Mailbox;
const start = useTestApp(async (onEnd) => {
  mailbox = await startMailbox();
  onEnd(() => mailbox.close());
  return {
    config: { publicUrl: PUBLIC_URL, mail: { url: mailbox.smtpUrl, from: 'Geoloom <geoloom@example.com>' } },
  };
});
const passwordHash = await createPasswordHash({ memoryKiB: 64, passes: 1 }).hash(OLD_PASSWORD, 'test');

let addresses = 0;
const freshEmail = () => `reset-${(addresses += 1)}@example.com`;

let networks = 0;
function post(app: FastifyInstance, path: string, payload: object, headers: Record<string, string> = {}) {
  networks += 1;
  const remoteAddress = `10.77.${networks >> 8}.${networks & 255}`;
  return app.inject({ method: 'POST', url: `/api/v1/${path}`, payload, headers, remoteAddress });
}

const ask = (app: FastifyInstance, email: string, headers?: Record<string, string>) =>
  post(app, 'account/password/email', { email }, headers);

const reset = (app: FastifyInstance, email: string, token: string, password = NEW_PASSWORD) =>
  post(app, 'account/password/reset', { email, token, password, password_confirmation: password });

const mailsTo = (email: string) => mailbox.mails.filter(({ to }) => to.includes(email));

/** Waits for this many emails. @returns the link in the last one */
async function readLink(email: string, count = 1): Promise<URL> {
  await vi.waitUntil(() => mailsTo(email).length >= count, { timeout: MAIL_MS, interval: 20 });
  const link = /https?:\/\/\S+/.exec(mailsTo(email).at(-1)?.text ?? '')?.[0];
  if (link === undefined) throw new Error('The mail has no link.');
  return new URL(link);
}

const readToken = (link: URL) => link.searchParams.get('token') ?? '';

it('opens no session for a sign-in during a password change', async () => {
  const { app, database } = await start();
  const email = freshEmail();
  const { userId } = await addUser(database.db, { email, passwordHash });
  // The first sign-in replaces the weak hash of the test, and the trigger changes the password then.
  await runSql(
    database,
    `create function change_password() returns trigger language plpgsql as $$ begin
      if new.id = ${userId} then new.password_hash = 'of another password'; end if; return new; end $$`,
  );
  await runSql(
    database,
    `create trigger change_password before update on users for each row execute function change_password()`,
  );
  try {
    const late = await post(app, 'auth/login', { email, password: OLD_PASSWORD });
    expect([late.statusCode, late.json().code]).toEqual([422, 'wrong_credentials']);
    // The earlier session of the user.
    const sessions = await runSql(database, `select from sessions where user_id = ${userId}`);
    expect(sessions).toHaveLength(1);
  } finally {
    await runSql(database, 'drop function change_password cascade');
  }
});

it('resets a password once through the emailed link, and all sessions end (C1)', async () => {
  const { app, database } = await start();
  const email = freshEmail();
  const user = await addUser(database.db, { email, passwordHash, isUnverified: true });
  const asked = await ask(app, email.toUpperCase());
  expect(asked.statusCode, asked.body).toBe(200);
  const link = await readLink(email);
  expect(mailsTo(email)[0]?.text).toMatch(/once, until \w+ \d+, \d{4}, \d+:\d\d [AP]M UTC\./);
  expect(link.pathname).toBe('/password-reset');
  expect(link.searchParams.get('email')).toBe(email);
  const weak = await reset(app, email, readToken(link), 'password1');
  expect(weak.json()).toMatchObject({ code: 'invalid', errors: { password: [expect.any(String)] } });
  const done = await reset(app, email, readToken(link));
  expect(done.json()).toMatchObject({ success: true, message: 'Password reset successfully!' });
  const { headers } = user;
  expect((await app.inject({ url: '/api/v1/account', headers })).statusCode).toBe(401);
  expect((await reset(app, email, readToken(link))).json().errors.token).toBeDefined();
  const signedIn = await post(app, 'auth/login', { email, password: NEW_PASSWORD });
  expect(signedIn.statusCode, signedIn.body).toBe(200);
  const shown = { authorization: `Bearer ${signedIn.json().data.access_token}` };
  const account = await app.inject({ url: '/api/v1/account', headers: shown });
  expect(account.json().data.is_email_verified, 'a user who reads its mails has the address').toBe(true);
  await vi.waitUntil(() => mailsTo(email).length === 2, { timeout: MAIL_MS });
  expect(mailsTo(email)[1]?.subject).toBe('Your Geoloom password was changed');
});

it('sets the first password of an account that signs in with Google through the same link', async () => {
  const { app, database } = await start();
  const email = freshEmail();
  const { userId } = await addUser(database.db, { email });
  await database.db.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute();
  await ask(app, email);
  const link = await readLink(email);
  expect(mailsTo(email)[0]).toMatchObject({
    subject: 'Set your Geoloom password',
    text: expect.stringContaining('asked to set a password for your account, which has none'),
  });
  expect((await reset(app, email, readToken(link))).statusCode).toBe(200);
  const signedIn = await post(app, 'auth/login', { email, password: NEW_PASSWORD });
  expect(signedIn.statusCode, signedIn.body).toBe(200);
});

it('rejects a link that is expired, superseded, or for another address (C1)', async () => {
  const { app, database, pass } = await start();
  const [email, other] = [freshEmail(), freshEmail()];
  for (const each of [email, other]) await addUser(database.db, { email: each, passwordHash });
  await ask(app, email);
  const first = readToken(await readLink(email));
  await ask(app, email);
  const second = readToken(await readLink(email, 2));
  for (const [address, token] of [
    [email, first],
    [other, second],
    [email, 'A'.repeat(43)],
    [email, ''],
  ] as const)
    expect((await reset(app, address, token)).statusCode, token).toBe(422);
  pass(HOUR_MS + 1000);
  expect((await reset(app, email, second)).statusCode).toBe(422);
  expect((await post(app, 'auth/login', { email, password: OLD_PASSWORD })).statusCode).toBe(200);
});

it('accepts a link once if it is used twice at the same time (C1)', async () => {
  const { app, database } = await start();
  const rounds = tenfold(10);
  for (let round = 0; round < rounds; round += 1) {
    const email = freshEmail();
    await addUser(database.db, { email, passwordHash });
    await ask(app, email);
    const token = readToken(await readLink(email));
    const both = await Promise.all([0, 1].map((each) => reset(app, email, token, `${NEW_PASSWORD} ${each}`)));
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 422]));
  }
  console.log(`${rounds} pairs`);
});

it('gives known and unknown addresses the same response, and at most three emails an hour (A3, C4)', async () => {
  const { app, database } = await start();
  const [known, unknown] = [freshEmail(), freshEmail()];
  await addUser(database.db, { email: known, passwordHash });
  const responses = new Set<string>();
  for (const email of [known, unknown]) {
    for (let tries = 0; tries < tenfold(10); tries += 1) {
      const { statusCode, body } = await ask(app, email);
      responses.add(`${statusCode} ${body}`);
    }
  }
  expect([...responses]).toHaveLength(1);
  const waiting = () =>
    runSql(database, `select id from pgboss.job where name = 'mail' and state < 'completed'`);
  await vi.waitUntil(async () => (await waiting()).length === 0, { timeout: MAIL_MS });
  // Each replaces the previous one, so late deliveries are dropped.
  expect(mailsTo(known).length).toBeLessThanOrEqual(3);
  expect(mailsTo(known).length).toBeGreaterThan(0);
  expect(mailsTo(unknown)).toEqual([]);
});

it('starts links with the configured URL and ignores the host of the request (C2)', async () => {
  const { app, database } = await start();
  const poison = ['evil.example', 'geoloom.example.evil.example', 'localhost:1', '127.0.0.1'];
  const names = ['host', 'x-forwarded-host', 'x-host', 'x-original-host', 'x-forwarded-server', 'forwarded'];
  let tries = 0;
  for (const name of names) {
    for (const host of poison) {
      const email = freshEmail();
      await addUser(database.db, { email, passwordHash });
      await ask(app, email, { [name]: name === 'forwarded' ? `host=${host}` : host });
      expect((await readLink(email)).origin).toBe(PUBLIC_URL);
      tries += 1;
    }
  }
  console.log(`${tries} poisoned requests`);
});

it('confirms the address of a new account by email, and names can’t inject headers (D3)', async () => {
  const { app } = await start();
  const names = [
    'Ada',
    'Ada\u2028Bcc: x@example.com',
    '=?utf-8?q?Ada?=',
    '<script>alert(1)</script>',
    '😀',
    'عدا',
  ];
  for (const first_name of names) {
    const email = freshEmail();
    const form = { first_name, last_name: 'Lovelace', password: OLD_PASSWORD };
    const payload = { ...form, email, password_confirmation: OLD_PASSWORD };
    const signed = await post(app, 'auth/register', payload);
    expect(signed.statusCode, signed.body).toBe(201);
    const headers = { authorization: `Bearer ${signed.json().data.access_token}` };
    const link = await readLink(email);
    expect(link.pathname).toBe('/verify-email');
    const [mail] = mailsTo(email);
    const head = mail?.source.split('\r\n\r\n', 1)[0] ?? '';
    const fields = head.split(/\r\n(?!\s)/).map((line) => line.split(':', 1)[0]?.toLowerCase());
    expect(new Set(fields)).toEqual(
      new Set(['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to']),
    );
    expect(fields).toHaveLength(7);
    expect(mail?.html).not.toContain('<script>');
    const verified = await post(app, 'account/verify-email', { token: readToken(link) });
    expect(verified.statusCode, verified.body).toBe(200);
    const account = await app.inject({ url: '/api/v1/account', headers });
    expect(account.json().data).toMatchObject({ first_name, is_email_verified: true });
    expect(verified.json().message).toBe('Your email address is confirmed.');
    const again = await post(app, 'account/verify-email', { token: readToken(link) });
    expect([again.statusCode, again.json().message]).toEqual([
      200,
      'Your email address is already confirmed.',
    ]);
  }
  const broken = { first_name: 'Ada\r\nBcc: x@example.com', last_name: 'L', email: freshEmail() };
  const rejected = await post(app, 'auth/register', {
    ...broken,
    password: OLD_PASSWORD,
    password_confirmation: OLD_PASSWORD,
  });
  expect(rejected.json().errors.first_name).toBeDefined();
});

it('stores no token of an email in the database or the log (P1)', async () => {
  const { app, database, log } = await start();
  const email = freshEmail();
  await addUser(database.db, { email, passwordHash });
  await ask(app, email);
  const token = readToken(await readLink(email));
  const tables = await runSql<{ name: string }>(
    database,
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  expect(tables.length).toBeGreaterThan(15);
  for (const { name } of tables) {
    const rows = await runSql(database, `select to_jsonb(row)::text as text from ${name} row`);
    expect(JSON.stringify(rows), name).not.toContain(token);
  }
  await reset(app, email, token);
  expect(JSON.stringify(log)).not.toContain(token);
  expect(JSON.stringify(log)).not.toContain(NEW_PASSWORD);
});

it('retries an email with the same link while the mail server is down', async () => {
  const { app, database } = await start();
  const email = freshEmail();
  await addUser(database.db, { email, passwordHash });
  mailbox.setDown(true);
  await ask(app, email);
  const failed = () =>
    runSql(
      database,
      `select id from pgboss.job where name = 'mail' and retry_count + 1 > 1 or state = 'retry'`,
    );
  await vi.waitUntil(async () => (await failed()).length > 0, { timeout: MAIL_MS });
  mailbox.setDown(false);
  expect((await reset(app, email, readToken(await readLink(email)))).statusCode).toBe(200);
});

it('emails a user the name and the reason of a superadmin who signs in as them', async () => {
  const { app, database } = await start();
  const email = freshEmail();
  const { userId } = await addUser(database.db, { email });
  const superadmin = await addUser(database.db, { role: 'superadmin' });
  const payload = { user_id: userId, reason: 'Asked for help with a sheet' };
  const signedIn = await post(app, 'users/login-as-user', payload, superadmin.headers);
  expect(signedIn.statusCode, signedIn.body).toBe(200);
  await vi.waitUntil(() => mailsTo(email).length > 0, { timeout: MAIL_MS, interval: 20 });
  expect(mailsTo(email)[0]?.text).toMatch(/Ada Lovelace[^]*Asked for help with a sheet/);
});
