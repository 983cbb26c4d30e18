/** Admin screens: changes for a user, maintenance, accessibility. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations, findViolationsInBothSchemes, measureHorizontalOverflow } from './accessibility.ts';
import { visit } from './browser.ts';
import { confirmYes, chooseAction, enter, openAsOwner, press, waitForDialog } from './by-keyboard.ts';
import { home } from './home.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { tabTo } from './tab-key.ts';
import { waitForText } from './press.ts';

let server: OwnServer;

beforeAll(async () => {
  server = await startOwnServer('preparedData');
});

afterAll(() => server.remove());

it('an administrator exempts a user from payment, makes an offer, and reads the history', async () => {
  const { email } = home.user;
  const page = await openAsOwner(`/stripe/all-users?search=${email}`);
  await chooseAction(page, 'Change payment…');
  const dialog = await waitForDialog(page);
  await dialog.getByLabel('Pays for a plan').press('Space');
  await dialog.getByLabel('Individual offer').press('Space');
  for (const name of ['Domains', 'Projects', 'Pages a month']) await dialog.getByLabel(name).fill('7');
  const yes = dialog.getByRole('button', { name: 'Yes' });
  await dialog.getByLabel('Members').fill('-2');
  await expect.poll(() => yes.isDisabled()).toBe(true);
  await dialog.getByLabel('Members').fill('-1');
  expect(await findViolations(page)).toEqual([]);
  await confirmYes(page);
  await waitForText(page, 'Payment of the user was successfully changed!');
  await waitForText(page, 'Exempt');
  await chooseAction(page, 'History');
  await waitForText(page, 'Exempted');
  await press(page, 'Show all entries');
  await page.waitForURL('**/audit');
});

it('maintenance is turned on after a confirmation, replaces the screens of other users, and is turned off in its banner', async () => {
  const page = await openAsOwner('/maintenance');
  const toggle = page.getByRole('switch', { name: 'Maintenance' });
  await tabTo(page, toggle);
  await page.keyboard.press('Space');
  await confirmYes(page);
  await waitForText(page, 'Maintenance was turned on.');
  const banner = page.getByRole('region', { name: 'Maintenance', exact: true });
  await banner.getByText('Maintenance is on.').waitFor();
  expect(await findViolationsInBothSchemes(page)).toEqual([]);
  const { page: visitor } = await visit('/login');
  await waitForText(visitor, 'Thank you for your patience.');
  await page.goto('/dashboard');
  await enter(page, banner.getByRole('button', { name: 'Turn off' }));
  await waitForText(page, 'Maintenance was turned off.');
  await expect.poll(() => banner.count()).toBe(0);
  await visitor.reload();
  await visitor.getByLabel('Email').waitFor();
});

it('admin screens have no serious accessibility violation in either color scheme, and fit a phone', async () => {
  const page = await openAsOwner('/stripe/all-users');
  const findings: string[] = [];
  for (const path of [
    '/stripe/all-users',
    '/agencies',
    '/agencies/create',
    '/audit',
    '/stripe/products',
    '/stripe/all-subscriptions',
    '/maintenance',
  ]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await page.locator('h1').first().waitFor();
    await expect.poll(() => page.getByRole('status', { name: /^Loading/ }).count()).toBe(0);
    findings.push(...(await findViolationsInBothSchemes(page)).map((barrier) => `${path} ${barrier}`));
    await page.setViewportSize({ width: 390, height: 844 });
    if ((await measureHorizontalOverflow(page)) > 0) findings.push(`${path} scrolls sideways`);
  }
  expect(findings).toEqual([]);
});
