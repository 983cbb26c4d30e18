/**
 * Two-factor sign-in: required setup for a superadmin and setup by a user; sign-in with a code and
 * with a recovery code, turning it off, and help for a user who lost both.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCode } from '#testkit/two-factor.ts';
import { inDeepTier } from '#testkit/tier.ts';
import { findViolationsInBothSchemes } from './accessibility.ts';
import { visit } from './browser.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { PASSWORD } from './users.ts';
import { press } from './press.ts';
import { logOut, readStorage, signIn } from './sessions.ts';

const ROOT = 'root@two-factor.example';
const STEP_MS = 30_000;

let server: OwnServer;

beforeAll(async () => {
  server = await startOwnServer('emptyData', {
    GEOLOOM_ADMIN_EMAIL: ROOT,
    GEOLOOM_ADMIN_PASSWORD: PASSWORD,
    GEOLOOM_REQUIRE_TWO_FACTOR: 'superadmins',
  });
});
afterAll(() => server.remove());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Enters the password and a code, and saves the recovery codes. */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(button(page, 'Continue'));
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  expect(await findViolationsInBothSchemes(page)).toEqual([]);
  const secret = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '');
  await page.getByLabel('6-digit code').fill(makeCode(secret, Date.now()));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect.poll(() => codes.count()).toBe(10);
  expect(await findViolationsInBothSchemes(page)).toEqual([]);
  const all = await codes.allInnerTexts();
  await press(button(page, 'I saved my codes'));
  return { secret, codes: all };
}

/** Code of the next time step: the server has already accepted the code of the current one. */
const makeNextCode = (secret: string) => makeCode(secret, Date.now() + STEP_MS);

async function register(email: string): Promise<Page> {
  const { page } = await visit('/registration');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password, at least 8 characters').fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  return page;
}

const isOn = (page: Page) => page.getByText(/^On since .+ recovery codes left/).waitFor();

async function turnOn(page: Page) {
  await page.goto('/settings');
  await press(button(page, 'Set up two-factor sign-in'));
  return setUp(page);
}

it('a user turns on two-factor sign-in, signs in with a code and with a recovery code, and turns it off', async () => {
  const email = 'ada@two-factor.example';
  const page = await register(email);
  const { secret, codes } = await turnOn(page);
  await isOn(page);
  expect(JSON.stringify(await readStorage(page))).not.toContain(secret);
  await logOut(page);

  await signIn(page, email);
  await page.getByLabel('6-digit code').waitFor();
  expect(await findViolationsInBothSchemes(page)).toEqual([]);
  expect(await readStorage(page)).not.toContain('userData');
  await page.getByLabel('6-digit code').fill('000000');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await page.getByLabel('6-digit code').fill(makeNextCode(secret));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await logOut(page);

  await signIn(page, email);
  await press(button(page, 'Use a recovery code'));
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await page.goto('/settings');
  await page.getByText('9 of 10 recovery codes left').waitFor();

  await press(button(page, 'Turn off'));
  const card = page.getByRole('region', { name: 'Two-factor sign-in' });
  await card.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(button(page, 'Use a recovery code'));
  await card.getByLabel('Recovery code').fill(codes[1] ?? '');
  await press(button(page, 'Turn off two-factor sign-in'));
  await button(page, 'Set up two-factor sign-in').waitFor();
  await logOut(page);
  await signIn(page, email);
  await page.waitForURL('**/dashboard');
});

inDeepTier(() => {
  it('a superadmin sees only the setup until two-factor sign-in is on, and then helps a user who lost device and codes', async () => {
    const email = 'lost@two-factor.example';
    const lost = await register(email);
    await turnOn(lost);
    await isOn(lost);

    const { page } = await visit('/login');
    await signIn(page, ROOT);
    await page.getByRole('heading', { name: 'Set up two-factor sign-in' }).waitFor();
    await page.goto('/stripe/all-users');
    await page.getByRole('heading', { name: 'Set up two-factor sign-in' }).waitFor();
    await expect.poll(() => page.getByRole('navigation').count()).toBe(0);
    expect(await findViolationsInBothSchemes(page)).toEqual([]);
    await setUp(page);
    await page.getByRole('heading', { name: 'All Users' }).waitFor();

    await page
      .getByLabel(/^Search/)
      .first()
      .fill(email);
    const row = page.getByRole('row').filter({ hasText: email });
    await row.getByText('Two-factor', { exact: true }).waitFor();
    await press(row.getByRole('button', { name: /^Actions for/ }));
    await press(page.getByRole('menuitem', { name: 'Turn off two-factor…' }));
    await press(button(page, 'Yes'));
    await page.getByText('Two-factor sign-in is off for this user.').waitFor();
    await expect.poll(() => row.getByText('Two-factor', { exact: true }).count()).toBe(0);
    await lost.goto('/login');
    await signIn(lost, email);
    // A tab that was on Settings when its session ended returns there.
    await lost.waitForURL(/\/(dashboard|settings)$/);
    await page.goto('/settings');
    await page.getByText(/it can’t be turned off/).waitFor();
    expect(await button(page, 'Turn off').count()).toBe(0);
  });
});
