/** Administration by keyboard: each dialog returns the focus to its control, or to the next row. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Stripe, startStripe } from '../sim/stripe/stripe.ts';
import { API_POLL, callApi } from './browser.ts';
import { confirmYes, enter, openAsOwner, press, type, waitForDialog } from './by-keyboard.ts';
import { home } from './home.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { waitForFocus, waitForText } from './press.ts';
import { arrowTo, tabTo } from './tab-key.ts';

let stripe: Stripe;
let server: OwnServer;

beforeAll(async () => {
  stripe = await startStripe();
  server = await startOwnServer('preparedData', {
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.base,
  });
});

afterAll(async () => {
  await server.remove();
  await stripe.close();
});

const findMenu = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}` });

async function choose(page: Page, name: string, item: string): Promise<void> {
  await enter(page, findMenu(page, name));
  await arrowTo(page, page.getByRole('menuitem', { name: item }));
  await page.keyboard.press('Enter');
}

describe('users', () => {
  const NAME = 'Ada Lovelace';

  it('each dialog about a user returns the focus to the menu of their row', async () => {
    const page = await openAsOwner(`/stripe/all-users?search=${home.user.email}`);
    for (const item of [
      'Change role…',
      'Change agency…',
      'Change payment…',
      'Login as user…',
      'End sessions…',
      'Disable…',
    ]) {
      await choose(page, NAME, item);
      await waitForDialog(page);
      await page.keyboard.press('Escape');
      await waitForFocus(findMenu(page, NAME));
    }
  });

  it('a user is disabled and enabled again, with the focus on their menu', async () => {
    const page = await openAsOwner(`/stripe/all-users?search=${home.user.email}`);
    for (const [item, status] of [
      ['Disable…', 'Disabled'],
      ['Enable…', 'Active'],
    ] as const) {
      await choose(page, NAME, item);
      await confirmYes(page);
      await waitForText(page, 'User was successfully updated!');
      await page.getByRole('cell', { name: status, exact: true }).waitFor();
      await waitForFocus(findMenu(page, NAME));
    }
  });
});

describe('agencies', () => {
  const AGENCIES = ['Alpine Web', 'Birch Media', 'Cedar Digital'];

  async function create(page: Page, name: string, leader: string): Promise<void> {
    await page.goto('/agencies/create');
    await type(page, 'Name', name);
    await tabTo(page, page.getByRole('combobox', { name: 'Main Admin' }));
    await page.keyboard.type(leader);
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual([`Ada Lovelace (${leader})`]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await press(page, 'Save');
    await waitForText(page, 'Agency was successfully created');
  }

  it('agencies are created and deleted; the focus moves to the next row, then to the previous one, then to the page', async () => {
    const page = await openAsOwner('/agencies');
    await page.getByRole('heading', { name: 'Agencies', level: 1 }).waitFor();
    const [stem] = home.user.email.split('-0@');
    for (const [index, name] of AGENCIES.entries())
      await create(page, name, `${stem?.replace(/-\d+@.*$/, '')}-${40 + index}@example.com`);
    await page.goto('/agencies');
    await choose(page, 'Birch Media', 'Delete…');
    await waitForDialog(page);
    await page.keyboard.press('Escape');
    await waitForFocus(findMenu(page, 'Birch Media'));
    for (const [name, next] of [
      ['Birch Media', 'Cedar Digital'],
      ['Cedar Digital', 'Alpine Web'],
    ] as const) {
      await choose(page, name, 'Delete…');
      await confirmYes(page);
      await findMenu(page, name).waitFor({ state: 'detached' });
      await waitForFocus(findMenu(page, next));
    }
    await choose(page, 'Alpine Web', 'Delete…');
    await confirmYes(page);
    await page.getByRole('heading', { name: 'No agencies yet' }).waitFor();
    await waitForFocus(page.getByRole('heading', { level: 1 }));
  });
});

it('a product is renamed in place, and its edit button has the focus again', async () => {
  // The server loads the plans after its start.
  const readPlans = async () => (await callApi('/api/v1/account/stripe-product-list')).text();
  await expect.poll(readPlans, API_POLL).toContain('Starter');
  const page = await openAsOwner('/stripe/products');
  const pencil = (name: string) => page.getByRole('button', { name: `Rename ${name}`, exact: true });
  await enter(page, pencil('Starter'));
  await waitForFocus(page.getByLabel('Name of Starter'));
  await page.keyboard.press('Escape');
  await waitForFocus(pencil('Starter'));
  await page.keyboard.press('Enter');
  await waitForFocus(page.getByLabel('Name of Starter'));
  await page.keyboard.type('Local First');
  await page.keyboard.press('Enter');
  await waitForText(page, 'Starter is now Local First.');
  await waitForFocus(pencil('Local First'));
});

it('maintenance is turned on and off by its switch, which keeps the focus', async () => {
  const page = await openAsOwner('/maintenance');
  const toggle = page.getByRole('switch', { name: 'Maintenance' });
  const banner = page.getByRole('region', { name: 'Maintenance', exact: true });
  await tabTo(page, toggle);
  await page.keyboard.press('Space');
  await confirmYes(page);
  await banner.waitFor();
  await waitForFocus(toggle);
  await page.keyboard.press('Space');
  await banner.waitFor({ state: 'detached' });
  await waitForFocus(toggle);
  await page.keyboard.press('Space');
  await confirmYes(page);
  await press(page, 'Turn off');
  await banner.waitFor({ state: 'detached' });
  await waitForFocus(page.getByRole('heading', { level: 1 }));
});
