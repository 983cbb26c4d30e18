/**
 * Users and their accounts, by keyboard only and with the links in emails: an agency and its team, impersonation, a
 * password reset; and no secret is stored where it doesn't belong.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Mailbox, startMailbox } from '../sim/mailbox.ts';
import { visit } from './browser.ts';
import { confirmYes, chooseAction, enter, openAsOwner, press, type, waitForDialog } from './by-keyboard.ts';
import { home } from './home.ts';
import { makeFinishedProject, towns } from './made-projects.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { PASSWORD } from './users.ts';
import { tabTo } from './tab-key.ts';
import { waitForText } from './press.ts';

const LEAD = 'lead@people.example';
const NEW = 'new@people.example';
const AGENCY = 'Bright Pages';
const NEW_PASSWORD = 'nine orange ladders';
/** Allowed keys of the local storage (specification, point 3). */
const KEYS = [
  'colorScheme',
  'previousUserData',
  'projectDraft',
  'selectedProjectType',
  'userAvatar',
  'userData',
];

let mailbox: Mailbox;
let server: OwnServer;
/** Session tokens, email tokens and passwords that the journeys used. */
const secrets = new Set([PASSWORD, NEW_PASSWORD]);

beforeAll(async () => {
  mailbox = await startMailbox();
  const from = 'Geoloom <geoloom@example.com>';
  server = await startOwnServer('preparedData', { SMTP_URL: mailbox.smtpUrl, MAIL_FROM: from });
});

afterAll(async () => {
  await server.remove();
  await mailbox.close();
});

/** Follows a link in the pages of the mailbox. */
async function followMail(page: Page, to: string, subject: string): Promise<void> {
  const mails = page.getByRole('row').filter({ hasText: to }).filter({ hasText: subject });
  const look = async () => {
    await page.goto(mailbox.address);
    return mails.count();
  };
  await expect.poll(look).toBeGreaterThan(0);
  await enter(page, mails.first().getByRole('link'));
  const link = page.locator('pre a').first();
  const token = /[\w-]{43}/.exec((await link.getAttribute('href')) ?? '')?.[0];
  expect(token).toBeDefined();
  secrets.add(token ?? '');
  await enter(page, link);
}

/** Reads the session token, and checks that the storage has no other than the specified keys. */
async function readToken(page: Page): Promise<string> {
  const [stored, cookies] = await Promise.all([
    page.evaluate(() => ({ local: { ...localStorage }, session: { ...sessionStorage } })),
    page.context().cookies(),
  ]);
  expect(Object.keys(stored.local).filter((key) => !KEYS.includes(key))).toEqual([]);
  expect(JSON.stringify([stored.session, cookies])).not.toContain('geoloom_');
  const { access_token: token } = JSON.parse(stored.local['userData'] ?? '{}') as { access_token?: string };
  secrets.add(token ?? '');
  return token ?? '';
}

const askAccount = async (token: string) =>
  (await fetch(`${home.baseUrl}/api/v1/account`, { headers: { authorization: `Bearer ${token}` } })).status;

/** @param email not needed with an invitation */
async function createAccount(page: Page, email?: string): Promise<void> {
  await type(page, 'First name', 'Ada');
  await type(page, 'Last name', 'Lovelace');
  if (email !== undefined) await type(page, 'Email', email);
  await type(page, 'Password, at least 8 characters', PASSWORD);
  await type(page, 'Confirm Password', PASSWORD);
  await page.keyboard.press('Enter');
}

it('an agency and its team: register, confirm, create, invite, join, share and leave', async () => {
  const { page: lead } = await visit('/registration');
  await createAccount(lead, LEAD);
  await lead.waitForURL('**/dashboard');
  await followMail(lead, LEAD, 'Confirm your email address');
  await waitForText(lead, 'Your email address is confirmed.');
  // The token is no longer in the URL.
  await expect.poll(() => new URL(lead.url()).search).toBe('');
  await createAgency();
  await lead.goto('/my-agency?tab=invitations');
  await type(lead, 'Email', NEW);
  await press(lead, 'Send invitations');
  await waitForText(lead, 'Sent 1 invitation.');
  const { page: member } = await visit('/login');
  await followMail(member, NEW, 'invites you to');
  await member.getByRole('heading', { name: `Join ${AGENCY}` }).waitFor();
  await createAccount(member);
  await member.waitForURL('**/my-agency');
  await waitForText(member, `Welcome to ${AGENCY}.`);
  home.user = { email: LEAD, token: await readToken(lead), role: 'user' };
  await makeFinishedProject({ title: 'Shared towns', script: towns(2) });
  await member.goto('/projects');
  await member.getByRole('link', { name: 'Shared towns' }).first().waitFor();
  await member.goto('/my-agency');
  await press(member, 'Leave agency');
  await confirmYes(member);
  await waitForText(member, `You have left ${AGENCY}.`);
  await member.goto('/projects');
  await member.getByRole('heading', { name: 'No projects yet' }).waitFor();
  await readToken(member);
});

async function createAgency(): Promise<void> {
  const page = await openAsOwner('/agencies/create');
  await type(page, 'Name', AGENCY);
  await tabTo(page, page.getByRole('combobox', { name: 'Main Admin' }));
  await page.keyboard.type(LEAD);
  const found = () => page.getByRole('option').allInnerTexts();
  await expect.poll(found).toEqual([`Ada Lovelace (${LEAD})`]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await press(page, 'Save');
  await waitForText(page, 'Agency was successfully created');
  await page.clock.fastForward(2000);
  await page.waitForURL('**/agencies');
  await readToken(page);
}

it('a superadmin impersonates a user, changes something, and returns (E5)', async () => {
  const { email } = home.user;
  const page = await openAsOwner(`/stripe/all-users?search=${email}`);
  await page.getByRole('button', { name: 'Actions for Ada Lovelace' }).waitFor();
  const own = await readToken(page);
  await chooseAction(page, 'Login as user…');
  await waitForDialog(page);
  await type(page, 'Reason', 'Asked for help with a domain');
  await confirmYes(page);
  const banner = page.getByRole('region', { name: 'Signed in as another user' });
  await banner.waitFor();
  const other = await readToken(page);
  expect(other).not.toBe(own);
  await page.goto('/domains/add-domain');
  await type(page, 'Domain Name', 'helped.com');
  await page.keyboard.press('Enter');
  await waitForText(page, 'Domain added successfully!');
  // The redirect moves the focus to the heading of the list; wait for it before pressing a key.
  await page.waitForURL('**/domains');
  await page.locator('main h1:focus').waitFor();
  await enter(page, page.getByRole('button', { name: 'Login Back as superadmin' }));
  await page.waitForURL('**/dashboard');
  await waitForText(page, 'Superadmin');
  // The page is reloaded.
  const readPrevious = () => page.evaluate(() => localStorage.getItem('previousUserData'));
  await expect.poll(async () => [await banner.count(), await readPrevious()]).toEqual([0, null]);
  expect([await askAccount(other), await askAccount(own)]).toEqual([401, 200]);
  await page.goto('/audit?kind=domain&verb=create');
  await waitForText(page, 'Ada Lovelace as Ada Lovelace');
  const mails = () => mailbox.mails.filter(({ to }) => to.includes(email)).map(({ subject }) => subject);
  await expect.poll(mails).toContain('A Geoloom administrator signed in to your account');
});

it('a forgotten password is reset by email, and its token is stored nowhere else (C3)', async () => {
  const { email } = home.user;
  const { page } = await visit('/login');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(`${request.url()} ${request.headers()['referer'] ?? ''}`));
  await enter(page, page.getByRole('link', { name: 'Reset it' }));
  // The previous page has a field with the same name.
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  await type(page, 'Email', email);
  await page.keyboard.press('Enter');
  await waitForText(page, 'If there is an account with this address, an email with a link is on its way.');
  const known = new Set(secrets);
  await followMail(page, email, 'Reset your Geoloom password');
  const [token = ''] = [...secrets].filter((each) => !known.has(each));
  await page.getByRole('heading', { name: 'Reset Password' }).waitFor();
  await expect.poll(() => page.url()).not.toContain(token);
  for (const name of ['New Password', 'Confirm Password']) await type(page, name, NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await waitForText(page, 'Password reset successfully!');
  await page.clock.fastForward(2000);
  await page.waitForURL('**/login');
  // The first request is the link of the email.
  const leaks = requested.filter((each) => each.includes(token) && !each.includes('/password-reset?'));
  expect(leaks).toEqual([]);
  await type(page, 'Email', email);
  await type(page, 'Password', NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await readToken(page);
});

it('no token, password or key of these tests is in the data folder or the log, outside its place (P1)', async () => {
  expect(secrets.size).toBeGreaterThan(8);
  const found = await server.findLeaks([LEAD, ...secrets]);
  expect(
    found.filter((each) => each.endsWith(LEAD)),
    'the search works',
  ).not.toEqual([]);
  expect(found.filter((each) => !each.endsWith(LEAD))).toEqual([]);
});
