/**
 * Domains as a customer keeps them: added with a guard against typos, changed, refused, saved by two at
 * once, and picked by a project.
 */
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { acceptDialogs, visitSignedIn } from './browser.ts';
import { makeDomain } from './made-domains.ts';
import { press } from './press.ts';
import { openForm, saveAndOpen, waitForFigure, watchCalls } from './project-form.ts';
import { signIn } from './sessions.ts';

const open = async (path: string) => {
  const { page } = await visitSignedIn(path);
  // Leaving a form asks first.
  acceptDialogs(page);
  return page;
};
const nameField = (page: Page) => page.getByLabel('Domain Name');
const addButton = (page: Page) => page.getByRole('button', { name: 'Add Domain' });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Domain' });
const names = (page: Page) =>
  page.getByRole('table', { name: 'Domains' }).getByRole('link').allTextContents();
const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** Toasts and alerts, whatever else the page says. */
const told = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text }).first().waitFor();

const refusal = (status: number, message: string) => ({
  status,
  json: { success: false, code: 'invalid', message, request_id: `id-of-${status}` },
});

describe('a domain', () => {
  it('is added once however often the button is pressed, listed, and changed', async () => {
    const page = await open('/dashboard');
    await page.getByRole('combobox', { name: 'Search pages' }).fill('dom');
    await page.getByRole('option', { name: 'Domains' }).click();
    await page.getByRole('heading', { name: 'No domains yet' }).waitFor();
    await page.getByRole('link', { name: 'Add domain' }).click();
    await says(page, 'Make sure there are no typos, once added you cannot make changes.');
    expect(await addButton(page).isDisabled()).toBe(true);
    await nameField(page).fill('Northstar.cmo');
    await says(page, 'Did you mean .com?');
    await page.getByRole('button', { name: 'Use Northstar.com' }).click();
    await page.getByLabel('Website Type').selectOption('Geocoder');
    const calls = watchCalls(page);
    await addButton(page).dblclick();
    await says(page, 'Domain added successfully!');
    await page.clock.fastForward(2000);
    await page.waitForURL('**/domains');
    await expect.poll(() => names(page)).toEqual(['northstar.com']);
    expect(calls.filter((call) => call === 'POST domains')).toHaveLength(1);
    await press(page.getByRole('link', { name: 'northstar.com' }));
    await expect.poll(() => nameField(page).inputValue()).toBe('northstar.com');
    expect(await page.getByLabel('Website Type').inputValue()).toBe('Images');
    await nameField(page).fill('southstar.com');
    await page.getByLabel('Status').selectOption('Inactive');
    await saveButton(page).dblclick();
    await says(page, 'Domain saved successfully!');
    await page.clock.fastForward(2000);
    await page.waitForURL('**/domains');
    await expect.poll(() => names(page)).toEqual(['southstar.com']);
    expect(calls.filter((call) => call.startsWith('PUT domains/'))).toHaveLength(1);
    const row = page.getByRole('row').filter({ hasText: 'southstar.com' });
    expect(await row.innerText()).toMatch(/Geocoder[^]*Inactive/);
  });

  it('is not added while its name is invalid; the edit form leaves that to the server', async () => {
    const page = await open('/add-domain');
    await page.getByRole('heading', { name: 'Add Domain' }).waitFor();
    await nameField(page).fill('my site');
    await page.getByLabel('Status').focus();
    await says(page, 'Invalid domain');
    await nameField(page).fill('my site.');
    expect(await page.getByText('Invalid domain').count()).toBe(0);
    await nameField(page).press('Enter');
    await says(page, 'Please enter a valid domain');
    expect(await addButton(page).isDisabled()).toBe(true);
    await makeDomain({ name: 'taken.example' });
    await nameField(page).fill('Taken.example');
    await press(addButton(page));
    await told(page, 'This domain is already in your list.');
    const id = await makeDomain({ name: 'good.example' });
    await page.goto(`/domains/${id}/edit`);
    await nameField(page).fill('not good');
    await nameField(page).press('Tab');
    expect(await page.getByText('Invalid domain').count()).toBe(0);
    await press(saveButton(page));
    await told(page, 'Invalid domain');
    expect(new URL(page.url()).pathname).toBe(`/domains/${id}/edit`);
  });

  it('that somebody saved meanwhile is not overwritten, and is loaded again on request', async () => {
    const id = await makeDomain({ name: 'shared.example' });
    const [first, second] = [await open(`/domains/${id}/edit`), await open(`/domains/${id}/edit`)];
    for (const page of [first, second])
      await expect.poll(() => nameField(page).inputValue()).toBe('shared.example');
    await first.getByLabel('Status').selectOption('Inactive');
    await press(saveButton(first));
    await says(first, 'Domain saved successfully!');
    await nameField(second).fill('other.example');
    await press(saveButton(second));
    await says(second, /Ada Lovelace saved this on .+ Load it again\./);
    await press(second.getByRole('button', { name: 'Discard my changes and reload' }));
    await expect.poll(() => second.getByLabel('Status').inputValue()).toBe('0');
    await expect.poll(() => nameField(second).inputValue()).toBe('shared.example');
  });

  it('stays in the form whatever the server answers, and goes when it is well again', async () => {
    const page = await open('/domains/add-domain');
    await nameField(page).fill('patient.example');
    for (const [status, message] of [
      [403, 'Your role does not allow this.'],
      [404, 'There is nothing at this address.'],
      [413, 'The request is larger than the server accepts.'],
      [422, 'This domain cannot be added.'],
      [429, 'Too many requests. Please wait a moment and try again.'],
      [500, 'Something went wrong on our side.'],
    ] as const) {
      await page.route('**/api/v1/domains', (route) => route.fulfill(refusal(status, message)));
      await press(addButton(page));
      await told(page, message);
      await page.unroute('**/api/v1/domains');
    }
    await page.route('**/api/v1/domains', (route) => route.abort('connectionreset'));
    await press(addButton(page));
    await told(page, 'Failed to add domain:');
    await page.unroute('**/api/v1/domains');
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/v1/domains', (route) => held.then(() => route.continue()));
    await press(addButton(page));
    await page.getByRole('button', { name: 'Adding...' }).waitFor();
    letGo();
    await says(page, 'Domain added successfully!');
  });

  it('that is nowhere is said to be, and a session that ended leads back to the form', async () => {
    const page = await open('/domains/999999/edit');
    await says(page, 'There is no domain at this address.');
    const id = await makeDomain({ name: 'signed-out.example' });
    await page.goto(`/domains/${id}/edit`);
    await nameField(page).fill('later.example');
    // Ended for the save alone: anything else that the page asks would notice before the click.
    const endWithSave = (route: Route) => {
      const { authorization: _, ...headers } = route.request().headers();
      return route.continue(route.request().method() === 'PUT' ? { headers } : {});
    };
    await page.route(`**/api/v1/domains/${id}`, endWithSave);
    await press(saveButton(page));
    await signIn(page);
    await page.waitForURL(`**/domains/${id}/edit`);
    await expect.poll(() => nameField(page).inputValue()).toBe('signed-out.example');
  });
});

describe('the list of domains', () => {
  it('is filtered by type and status in the address, and says when it cannot be loaded', async () => {
    await makeDomain({ name: 'a.example' });
    await makeDomain({ name: 'b.example', project_type: 'Images', status: '0' });
    const page = await open('/domains?status=0');
    await expect.poll(() => names(page)).toEqual(['b.example']);
    await page.getByRole('combobox', { name: 'Website type' }).click();
    await page.getByRole('option', { name: 'Drupal' }).click();
    await says(page, 'No matching domains');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => names(page)).toEqual(['a.example', 'b.example']);
    await page.route('**/api/v1/domains?*', (route) => route.fulfill(refusal(500, 'Out of order.')));
    await page.locator('th').filter({ hasText: 'Domain' }).click();
    await told(page, 'The domains could not be loaded. Out of order.');
    expect(await names(page)).toEqual(['a.example', 'b.example']);
  });
});

describe('a project', () => {
  it('picks an active domain, and keeps it', async () => {
    await makeDomain({ name: 'offered.example' });
    await makeDomain({ name: 'inactive.example', status: '0' });
    const { page } = await openForm({ title: 'On a domain', seed: 'seed.xml', sheet: 'towns.csv' });
    acceptDialogs(page);
    await waitForFigure(page, 'Pages', '12');
    const domain = page.getByRole('combobox', { name: 'Domain' });
    await domain.click();
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['offered.example']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const id = await saveAndOpen(page);
    await page.goto(`/projects/${id}/edit`);
    await expect.poll(() => domain.inputValue()).toBe('offered.example');
  });
});

describe('somebody who is no administrator', () => {
  it('finds New Tutorial, and is told that it is not allowed', async () => {
    const page = await open('/tutorials');
    await page.getByRole('heading', { name: 'Tutorials', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'New tutorial' }).count()).toBe(0);
    await page.getByRole('combobox', { name: 'Search pages' }).fill('new t');
    await page.getByRole('option', { name: 'New Tutorial' }).click();
    await page.waitForURL('**/tutorials/create');
    await says(page, /do(es)? not have access|not allowed/);
    expect(await page.getByLabel('Title').count()).toBe(0);
  });
});
