/** Changes of email addresses: requested with the password, effective once confirmed, and undoable for a week. */
import type { FastifyInstance } from 'fastify';
import { expect, it, vi } from 'vitest';
import { createPasswordHash } from '#server/gateways/password-hash.ts';
import { addUser, type UserOptions, type SignedInUser } from '#testkit/users.ts';
import { sendForm } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { type Mailbox, startMailbox } from '../../../sim/mailbox.ts';

const PASSWORD = 'nine orange ladders';
const NEW_PASSWORD = 'a lamp in the window';
const DAY_MS = 24 * 3_600_000;
const MAIL_MS = 20_000;
const passwordHash = await createPasswordHash({ memoryKiB: 64, passes: 1 }).hash(PASSWORD, 'test');

let mailbox: Mailbox;
const enter = useTestApp(async (onEnd) => {
  mailbox = await startMailbox();
  onEnd(() => mailbox.close());
  return {
    config: {
      publicUrl: 'https://geoloom.example',
      mail: { url: mailbox.smtpUrl, from: 'geoloom@example.com' },
    },
  };
});

let addresses = 0;
const freshEmail = (name: string) => `${name}-${(addresses += 1)}@change.example`;

async function start(options: UserOptions = {}) {
  const email = freshEmail('old');
  const stage = await enter({ email, passwordHash, ...options });
  return { ...stage, email, next: freshEmail('new') };
}

let networks = 0;
function post(app: FastifyInstance, path: string, payload: object, headers: Record<string, string> = {}) {
  networks += 1;
  const remoteAddress = `10.78.${networks >> 8}.${networks & 255}`;
  return app.inject({ method: 'POST', url: `/api/v1/${path}`, payload, headers, remoteAddress });
}

const save = (app: FastifyInstance, user: SignedInUser, email: string, password?: string) =>
  sendForm(app, user, {
    url: '/api/v1/account/set-personal-info',
    fields: {
      first_name: 'Ada',
      last_name: 'Lovelace',
      email,
      ...(password === undefined ? {} : { current_password: password }),
    },
  });

const show = async (app: FastifyInstance, { headers }: Pick<SignedInUser, 'headers'>) =>
  (await app.inject({ url: '/api/v1/account', headers })).json().data;

const canSignIn = async (app: FastifyInstance, email: string, password = PASSWORD) =>
  (await post(app, 'auth/login', { email, password })).statusCode === 200;

const mailsTo = (email: string, subject: string) =>
  mailbox.mails.filter((mail) => mail.to.includes(email) && mail.subject === subject);

const CONFIRM = 'Confirm your new email address';
const ASKED = 'A new email address was requested for your Geoloom account';
const CHANGED = 'Your Geoloom email address was changed';

/** Waits for this many emails. @returns the link in the last one */
async function readLink(email: string, subject: string, count = 1): Promise<{ path: string; token: string }> {
  await vi.waitUntil(() => mailsTo(email, subject).length >= count, { timeout: MAIL_MS, interval: 20 });
  const link = /https?:\/\/\S+/.exec(mailsTo(email, subject).at(-1)?.text ?? '')?.[0];
  const { pathname: path, searchParams } = new URL(link ?? 'https://none.example');
  return { path, token: searchParams.get('token') ?? '' };
}

const confirm = (app: FastifyInstance, token: string) => post(app, 'account/verify-email', { token });
const undo = (app: FastifyInstance, token: string) => post(app, 'account/restore-email', { token });

/** Changes the address and confirms it. @returns the undo token of the old address */
async function move(app: FastifyInstance, user: SignedInUser, from: string, to: string): Promise<string> {
  const saved = await save(app, user, to, PASSWORD);
  expect(saved.statusCode, saved.body).toBe(200);
  expect((await confirm(app, (await readLink(to, CONFIRM)).token)).statusCode).toBe(200);
  return (await readLink(from, CHANGED)).token;
}

it('is rejected without the current password, and guesses are limited as at sign-in', async () => {
  const { app, user, email, next, log } = await start();
  const unasked = await save(app, user, next);
  expect([unasked.statusCode, Object.keys(unasked.json().errors)]).toEqual([422, ['current_password']]);
  for (let guess = 1; guess <= 10; guess += 1) {
    const wrong = await save(app, user, next, `guess ${guess}`);
    expect(wrong.json().errors, wrong.body).toEqual({ current_password: ['The password is wrong.'] });
  }
  expect(log.filter((line) => JSON.stringify(line).includes('authn_login_fail'))).toHaveLength(10);
  const locked = await save(app, user, next, PASSWORD);
  expect([locked.statusCode, locked.json().code]).toEqual([429, 'too_many']);
  expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
  expect(await show(app, user)).toMatchObject({ email, pending_email: null });
  expect(mailsTo(next, CONFIRM)).toEqual([]);
  // Names and the case of the address can be changed without a password.
  expect((await save(app, user, email.toUpperCase())).json().data.email).toBe(email.toUpperCase());
});

it('sends at most five emails a day to new addresses, which may belong to strangers', async () => {
  const { app, user, next } = await start();
  const expected = [1, 2, 3, 4, 5, 6].map((each) => `${each}.${next}`);
  const statuses: number[] = [];
  for (const address of expected) statuses.push((await save(app, user, address, PASSWORD)).statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

it('takes effect when its link is opened; until then the old address is notified and still signs in', async () => {
  const { app, user, email, next } = await start();
  const saved = await save(app, user, next, PASSWORD);
  expect(saved.json()).toMatchObject({
    data: { email, is_email_verified: true, pending_email: { email: next } },
    message: `Your personal info was saved. Open the link that we sent to ${next} to confirm it.`,
  });
  expect(await show(app, user)).toMatchObject({ email, pending_email: { email: next } });
  expect([await canSignIn(app, email), await canSignIn(app, next)]).toEqual([true, false]);
  const link = await readLink(next, CONFIRM);
  expect(link.path).toBe('/verify-email');
  await vi.waitUntil(() => mailsTo(email, ASKED).length === 1, { timeout: MAIL_MS });
  expect((await confirm(app, link.token)).json().message).toBe('Your email address is confirmed.');
  const again = await confirm(app, link.token);
  expect([again.statusCode, again.json().message]).toEqual([200, 'Your email address is already confirmed.']);
  expect(await show(app, user)).toMatchObject({
    email: next,
    is_email_verified: true,
    pending_email: null,
  });
  expect([await canSignIn(app, email), await canSignIn(app, next)]).toEqual([false, true]);
  const news = (await app.inject({ url: '/api/v1/notifications', headers: user.headers })).json().data;
  expect(news[0].notification).toBe(`Your email address is now ${next}.`);
});

it('is sent again, canceled, and dropped when the password changes or the link expires', async () => {
  const { app, user, email, next, pass } = await start();
  const { headers } = user;
  const resend = () => app.inject({ method: 'POST', url: '/api/v1/account/email-change/resend', headers });
  const cancel = () => app.inject({ method: 'DELETE', url: '/api/v1/account/email-change', headers });
  expect((await resend()).json().code).toBe('not_found');
  await save(app, user, next, PASSWORD);
  const first = await readLink(next, CONFIRM);
  expect((await resend()).statusCode).toBe(200);
  const second = await readLink(next, CONFIRM, 2);
  expect((await confirm(app, first.token)).json().code, 'replaced by the second link').toBe('invalid');
  expect((await cancel()).statusCode).toBe(200);
  expect((await confirm(app, second.token)).json().code, 'canceled').toBe('invalid');
  expect(await show(app, user)).toMatchObject({ email, pending_email: null });
  const other = freshEmail('new');
  await save(app, user, other, PASSWORD);
  const third = await readLink(other, CONFIRM);
  pass(3 * DAY_MS);
  expect((await confirm(app, third.token)).json().code, 'expired').toBe('invalid');
  pass(-3 * DAY_MS);
  const passwords = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
  const changed = await app.inject({
    method: 'PUT',
    url: '/api/v1/account/set-password',
    headers,
    payload: { current_password: PASSWORD, ...passwords },
  });
  expect(changed.statusCode, changed.body).toBe(200);
  expect((await confirm(app, third.token)).json().code, 'the password changed').toBe('invalid');
});

it('can be undone from the old mailbox for seven days: sessions end, and a new password is set', async () => {
  const { app, database, user, email, next, pass } = await start();
  const token = await move(app, user, email, next);
  // An attacker may continue from here.
  const farther = freshEmail('farther');
  const second = await move(app, user, next, farther);
  await runSql(
    database,
    `insert into google_identities values (${user.userId}, 'thief-${user.userId}', '${farther}', now())`,
  );
  pass(7 * DAY_MS - 60_000);
  const undone = await undo(app, token);
  expect(undone.statusCode, undone.body).toBe(200);
  const { email: restored, token: reset } = undone.json().data;
  expect(restored).toBe(email);
  expect((await app.inject({ url: '/api/v1/account', headers: user.headers })).statusCode).toBe(401);
  for (const address of [email, next, farther]) expect(await canSignIn(app, address)).toBe(false);
  const google = await runSql(database, `select 1 from google_identities where user_id = ${user.userId}`);
  expect(google, 'Google with the other address is disconnected').toEqual([]);
  expect((await undo(app, second)).json().code, 'the later change is gone with its link').toBe('invalid');
  expect((await undo(app, token)).json().code, 'works once').toBe('invalid');
  const passwords = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
  const set = await post(app, 'account/password/reset', { email, token: reset, ...passwords });
  expect(set.statusCode, set.body).toBe(200);
  expect(await canSignIn(app, email, NEW_PASSWORD)).toBe(true);
  const entries = await runSql(
    database,
    `select before->>'email' as before, after->>'email' as after from audit_log
    where object_id = ${user.userId} and object_kind = 'user' and after ? 'email' order by id`,
  );
  expect(entries).toEqual([
    { before: email, after: next },
    { before: next, after: farther },
    { before: farther, after: email },
  ]);
});

it('reserves the old address for its owner while it can be undone', async () => {
  const { app, database, user, email, next, pass } = await start();
  const token = await move(app, user, email, next);
  const form = {
    first_name: 'Eve',
    last_name: 'Moran',
    email,
    password: NEW_PASSWORD,
    password_confirmation: NEW_PASSWORD,
  };
  const taken = await post(app, 'auth/register', form);
  expect([taken.statusCode, Object.keys(taken.json().errors)]).toEqual([422, ['email']]);
  const other = await addUser(database.db, { passwordHash });
  expect((await save(app, other, email, PASSWORD)).json().errors.email).toHaveLength(1);
  pass(7 * DAY_MS);
  expect((await undo(app, token)).json().code, 'expired').toBe('invalid');
  expect((await post(app, 'auth/register', form)).statusCode).toBe(201);
});

it('is given to only one of two users who confirm the same new address', async () => {
  const { app, database, user, next } = await start();
  const other = await addUser(database.db, { passwordHash });
  const tokens: string[] = [];
  for (const [index, each] of [user, other].entries()) {
    expect((await save(app, each, next, PASSWORD)).statusCode).toBe(200);
    tokens.push((await readLink(next, CONFIRM, index + 1)).token);
  }
  const replies = await Promise.all(tokens.map((token) => confirm(app, token)));
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422]);
  const third = await addUser(database.db, { passwordHash });
  expect((await save(app, third, next, PASSWORD)).json().errors.email).toHaveLength(1);
});

it('sends no undo link to an address that was never confirmed', async () => {
  const { app, user, email, next } = await start({ isUnverified: true });
  await save(app, user, next, PASSWORD);
  await confirm(app, (await readLink(next, CONFIRM)).token);
  await vi.waitUntil(() => mailsTo(email, CHANGED).length === 1, { timeout: MAIL_MS });
  expect(mailsTo(email, CHANGED)[0]?.text).not.toContain('restore-email');
  expect(await show(app, user)).toMatchObject({ email: next, is_email_verified: true });
});
