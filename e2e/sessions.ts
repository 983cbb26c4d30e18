/** Sessions that a journey may end: one of its own, so that the one that all share goes on. */
import type { Browser, Page } from 'playwright-core';
import { visit } from './browser.ts';
import { OWNER } from './owner.ts';

async function fillSignIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in by the form on the way to a page. */
export async function visitWithOwnSession(browser: Browser, path: string): Promise<Page> {
  const { page } = await visit(browser, path);
  await fillSignIn(page);
  await page.waitForURL(path.startsWith('/') ? `**${path}` : path);
  return page;
}

/** Ends the page's session at the server, past the page: its next call is refused. */
export async function endSession(page: Page): Promise<void> {
  const stored = await page.evaluate(() => localStorage.getItem('userData'));
  const { access_token: token } = JSON.parse(stored ?? '{}') as { access_token?: string };
  await fetch(new URL('/api/v1/auth/logout', page.url()), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
}

/** On the sign-in page to which the server's refusal has led. */
export async function signInAgain(page: Page): Promise<void> {
  await page.waitForURL('**/login');
  await fillSignIn(page);
}
