/** A new server: its one-time link, the first account, sign-out, sign-in and sign-up. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inDeepTier } from '#testkit/tier.ts';
import { findViolations } from './accessibility.ts';
import { API_POLL, visit } from './browser.ts';
import { home } from './home.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { press, waitForFocus } from './press.ts';

const PASSWORD = 'plausible otter lamp';
const EMAIL = 'owner@example.com';
/** Allowed keys of the local storage (specification, point 3). */
const KEYS = ['colorScheme', 'projectDraft', 'selectedProjectType', 'userAvatar', 'userData'];

let server: OwnServer;

/** Reads the link that the server printed. */
const readLink = () => /^Create the first account here: (\S+)$/m.exec(server.readLog().join('\n'))?.[1] ?? '';

beforeAll(async () => {
  server = await startOwnServer('emptyData');
  // The link follows the line that reports the server as ready.
  await vi.waitUntil(() => readLink() !== '', { timeout: 30_000 });
});

afterAll(() => server.remove());

const readKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).toSorted());

async function readToken(page: Page): Promise<string> {
  const text = await page.evaluate(() => localStorage.getItem('userData'));
  const userData: Record<string, string> = JSON.parse(text ?? '{}');
  expect(Object.keys(userData).toSorted()).toEqual(['access_token', 'avatar', 'id', 'name', 'role']);
  return userData.access_token ?? '';
}

async function askAccount(token: string): Promise<number> {
  const reply = await fetch(`${home.baseUrl}/api/v1/account`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return reply.status;
}

async function fillNames(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Email').fill(email);
}

async function signIn(page: Page, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
}

async function logOut(page: Page): Promise<void> {
  await press(page.getByRole('button', { name: /^Account of / }));
  await waitForFocus(page.getByRole('dialog', { name: 'Account' }));
  await press(page.getByRole('button', { name: 'Log out' }));
  await page.waitForURL('**/login');
}

// Each journey continues where the previous one ended.
describe('setup and sign-in', () => {
  it('work from the printed link to the dashboard of a superadmin', async () => {
    const { page, errors, readPolicyReports } = await visit('/');
    await page.getByText('This server is not set up yet.').waitFor();
    await page.goto(readLink());
    await page.getByRole('heading', { name: 'Set up Geoloom' }).waitFor();
    await page.waitForURL(`${home.baseUrl}/setup`);
    expect(await findViolations(page)).toEqual([]);
    await fillNames(page, EMAIL);
    await page.getByLabel('Password, at least 8 characters').fill(PASSWORD);
    await press(page.getByRole('button', { name: 'Create the first account' }));
    await page.waitForURL('**/dashboard');
    await page.getByText('Superadmin').first().waitFor();
    expect((await readKeys(page)).filter((key) => !KEYS.includes(key))).toEqual([]);
    expect(await askAccount(await readToken(page))).toBe(200);
    expect(await readPolicyReports()).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('reject the link a second time', async () => {
    const { page } = await visit(readLink());
    await page.getByText('This setup link has been used.').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect(await readKeys(page)).not.toContain('userData');
  });

  it('return to the requested page, and keep the email after a wrong password', async () => {
    const { page } = await visit('/projects');
    await page.waitForURL('**/login');
    await signIn(page, 'wrong horse battery');
    await page.getByRole('alert').getByText('The email address or password is wrong.').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(EMAIL);
    await signIn(page);
    await page.waitForURL('**/projects');
  });

  it('end the session on the server, and leave no user data in the browser (B7)', async () => {
    const { page } = await visit('/login');
    await signIn(page);
    await page.waitForURL('**/dashboard');
    const token = await readToken(page);
    await logOut(page);
    await expect.poll(async () => (await readKeys(page)).filter((key) => key !== 'colorScheme')).toEqual([]);
    await expect.poll(() => askAccount(token), API_POLL).toBe(401);
    await page.goto('/dashboard');
    await page.waitForURL('**/login');
  });

  inDeepTier(() => {
    it('reject a guessable password, and accept a better one', async () => {
      const { page } = await visit('/registration');
      await fillNames(page, 'ada@example.com');
      await page.getByLabel('Password, at least 8 characters').fill('iloveyou');
      await page.getByLabel('Confirm Password').fill('iloveyou');
      await press(page.getByRole('button', { name: 'Create an account' }));
      await page.getByRole('alert').getByText('Password is too common.').waitFor();
      await page.getByLabel('Password, at least 8 characters').fill(PASSWORD);
      await page.getByLabel('Confirm Password').fill(PASSWORD);
      await press(page.getByRole('button', { name: 'Create an account' }));
      await page.waitForURL('**/dashboard');
      expect(await page.getByText('Superadmin').count()).toBe(0);
    });

    it('clear the browser’s storage even when the server is down (B7)', async () => {
      const { page } = await visit('/login');
      await signIn(page);
      await page.waitForURL('**/dashboard');
      await page.getByRole('button', { name: /^Account of / }).waitFor();
      await server.stop();
      await logOut(page);
      await expect
        .poll(async () => (await readKeys(page)).filter((key) => key !== 'colorScheme'))
        .toEqual([]);
    });
  });
});
