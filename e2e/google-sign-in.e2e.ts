/** Sign-in with the simulated Google: sign-up, sign-in, connecting an account, refusals. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inDeepTier } from '#testkit/tier.ts';
import { type Google, startGoogle } from '../sim/google/google.ts';
import { findViolationsInBothSchemes, measureHorizontalOverflow } from './accessibility.ts';
import { visit } from './browser.ts';
import { home } from './home.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { PASSWORD } from './users.ts';
import { press, waitForText } from './press.ts';
import { logOut, readStorage, signIn } from './sessions.ts';

let google: Google;
let server: OwnServer;

beforeAll(async () => {
  google = await startGoogle();
  server = await startOwnServer('preparedData', {
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
    GOOGLE_OAUTH_BASE: google.base,
    GOOGLE_SEARCH_CONSOLE_BASE: google.base,
  });
});

afterAll(async () => {
  await server.remove();
  await google.close();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();

/** Picks an account on Google's page. */
async function pick(page: Page, email: string, isVerified = true): Promise<void> {
  // The previous page has an email field, too.
  await button(page, 'Continue').waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('checkbox').setChecked(isVerified);
  await button(page, 'Continue').click();
}

async function signInWithGoogle(page: Page, email: string, isVerified = true): Promise<void> {
  await press(button(page, 'Sign in with Google'));
  await pick(page, email, isVerified);
}

describe('sign-in with Google', () => {
  it('creates an account without a password, and signs in to it again', async () => {
    const { page } = await visit('/registration');
    await press(button(page, 'Sign up with Google'));
    await pick(page, 'new@google.example');
    await dashboard(page);
    expect(page.url()).not.toMatch(/code=|state=/);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await page.goto('/settings');
    const card = page.getByRole('region', { name: 'Google sign-in' });
    await card.getByText('new@google.example').waitFor();
    await page.getByRole('region', { name: 'Set a password' }).waitFor();
    expect(await findViolationsInBothSchemes(page)).toEqual([]);
    await logOut(page);
    await signInWithGoogle(page, 'new@google.example');
    await dashboard(page);
    expect(await readStorage(page)).toContain('userData');
  });

  inDeepTier(() => {
    it('asks for the password of an account once, and can be disconnected in the settings', async () => {
      const { page } = await visit('/settings');
      const { email } = home.user;
      await signInWithGoogle(page, email);
      await waitForText(page, /Enter its password once to connect Google/);
      expect(await findViolationsInBothSchemes(page)).toEqual([]);
      const password = page.getByLabel('Password', { exact: true });
      await password.fill('not the password');
      await press(button(page, 'Connect and sign in'));
      await waitForText(page, 'The password is wrong.');
      await password.fill(PASSWORD);
      await press(button(page, 'Connect and sign in'));
      // Returns to the page that was requested before sign-in.
      await page.getByRole('heading', { name: 'Account Settings' }).waitFor();
      await logOut(page);
      await signInWithGoogle(page, email);
      await dashboard(page);
      await page.goto('/settings');
      await press(button(page, 'Disconnect Google'));
      await waitForText(page, 'Google sign-in was disconnected.');
      await press(button(page, 'Connect Google'));
      const card = page.getByRole('region', { name: 'Google sign-in' });
      await card.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await press(button(page, 'Continue to Google'));
      await pick(page, email);
      await waitForText(page, `Google sign-in was connected: ${email}.`);
      await button(page, 'Disconnect Google').waitFor();
    });

    it('rejects an unconfirmed address, and returns to the sign-in page after an error and a cancellation', async () => {
      const { page } = await visit('/login', { width: 390 });
      await signInWithGoogle(page, 'doubtful@google.example', false);
      await waitForText(page, /Google hasn’t confirmed the email address/);
      expect(await findViolationsInBothSchemes(page)).toEqual([]);
      expect(await measureHorizontalOverflow(page)).toBe(0);
      await press(page.getByRole('link', { name: 'Back to sign-in' }));
      await press(button(page, 'Sign in with Google'));
      await button(page, 'Cancel').click();
      await waitForText(page, 'You canceled the sign-in at Google.');
      await press(page.getByRole('link', { name: 'Back to sign-in' }));
      expect(await findViolationsInBothSchemes(page)).toEqual([]);
      await signIn(page);
      await dashboard(page);
    });

    it('can’t be finished by a link from another browser', async () => {
      const [mine, others] = [await visit('/login'), await visit('/login')];
      await press(button(others.page, 'Sign in with Google'));
      await button(others.page, 'Continue').waitFor();
      const body = new URLSearchParams({ choice: 'allow', email: 'other@google.example', verified: 'on' });
      const reply = await fetch(others.page.url(), { method: 'POST', body, redirect: 'manual' });
      const link = reply.headers.get('location') ?? '';
      expect(link).toContain('code=');
      await mine.page.goto(link);
      await waitForText(mine.page, /This sign-in didn’t start in this tab/);
      expect(await readStorage(mine.page)).not.toContain('userData');
    });
  });
});
