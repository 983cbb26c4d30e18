/** Sign-in with the form, logout with the menu, and ending a session by API. */
import type { Page } from 'playwright-core';
import { home } from './home.ts';
import { PASSWORD } from './users.ts';
import { press, waitForFocus } from './press.ts';

/** Fills in the sign-in form. */
export async function signIn(page: Page, email = home.user.email): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password', { exact: true }).press('Enter');
}

/** Ends the page's session on the server, so that its next call is rejected. */
export async function endSession(page: Page): Promise<void> {
  const stored = await page.evaluate(() => localStorage.getItem('userData'));
  const { access_token: token } = JSON.parse(stored ?? '{}') as { access_token?: string };
  const authorization = `Bearer ${token}`;
  const reply = await fetch(new URL('/api/v1/auth/logout', page.url()), {
    method: 'POST',
    headers: { authorization },
  });
  if (!reply.ok) throw new Error(await reply.text());
}

export async function logOut(page: Page): Promise<void> {
  await press(page.getByRole('button', { name: /^Account of/ }));
  await waitForFocus(page.getByRole('dialog', { name: 'Account' }));
  await press(page.getByRole('button', { name: 'Log out' }));
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

/** Lists the keys of the local storage. */
export const readStorage = (page: Page) => page.evaluate(() => Object.keys(localStorage));
