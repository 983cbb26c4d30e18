/** Domains that are rejected, changed by two users, filtered, missing, or saved after the session has ended. */
import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  addButton,
  nameField,
  names,
  openDomains,
  errorReply,
  saveButton,
  waitForAlert,
} from './domain-form.ts';
import { makeDomain } from './made-domains.ts';
import { press, waitForText } from './press.ts';
import { signIn } from './sessions.ts';

describe('a domain', () => {
  it('is not added while its name is invalid; the edit form leaves the check to the server', async () => {
    const page = await openDomains('/add-domain');
    await page.getByRole('heading', { name: 'Add Domain' }).waitFor();
    await nameField(page).fill('my site');
    await page.getByLabel('Status').focus();
    await waitForText(page, 'Invalid domain');
    await nameField(page).fill('my site.');
    expect(await page.getByText('Invalid domain').count()).toBe(0);
    await nameField(page).press('Enter');
    await waitForText(page, 'Please enter a valid domain');
    expect(await addButton(page).isDisabled()).toBe(true);
    await makeDomain({ name: 'taken.example' });
    await nameField(page).fill('Taken.example');
    await press(addButton(page));
    await waitForAlert(page, 'This domain is already in your list.');
    const id = await makeDomain({ name: 'good.example' });
    await page.goto(`/domains/${id}/edit`);
    await nameField(page).fill('not good');
    await nameField(page).press('Tab');
    expect(await page.getByText('Invalid domain').count()).toBe(0);
    await press(saveButton(page));
    await waitForAlert(page, 'Invalid domain');
    expect(new URL(page.url()).pathname).toBe(`/domains/${id}/edit`);
  });

  it('that another user saved meanwhile is not overwritten, and is reloaded on request', async () => {
    const id = await makeDomain({ name: 'shared.example' });
    const [first, second] = [
      await openDomains(`/domains/${id}/edit`),
      await openDomains(`/domains/${id}/edit`),
    ];
    for (const page of [first, second])
      await expect.poll(() => nameField(page).inputValue()).toBe('shared.example');
    await first.getByLabel('Status').selectOption('Inactive');
    await press(saveButton(first));
    await waitForText(first, 'Domain saved successfully!');
    await nameField(second).fill('other.example');
    await press(saveButton(second));
    await waitForText(second, /Ada Lovelace saved this on .+ Reload it and try again\./);
    await press(second.getByRole('button', { name: 'Discard my changes and reload' }));
    await expect.poll(() => second.getByLabel('Status').inputValue()).toBe('0');
    await expect.poll(() => nameField(second).inputValue()).toBe('shared.example');
  });

  it('that doesn’t exist is reported, and an expired session returns to the form after sign-in', async () => {
    const page = await openDomains('/domains/999999/edit');
    await waitForText(page, 'We couldn’t find that domain.');
    const id = await makeDomain({ name: 'signed-out.example' });
    await page.goto(`/domains/${id}/edit`);
    await nameField(page).fill('later.example');
    // Ends the session only for the save: other requests of the page would notice it before the click.
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

  it('is filtered by type and status in the URL, and reports a failed load', async () => {
    await makeDomain({ name: 'a.example' });
    await makeDomain({ name: 'b.example', project_type: 'Images', status: '0' });
    const page = await openDomains('/domains?status=0');
    await expect.poll(() => names(page)).toEqual(['b.example']);
    await page.getByRole('combobox', { name: 'Website type' }).click();
    await page.getByRole('option', { name: 'Drupal' }).click();
    await waitForText(page, 'No matching domains');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => names(page)).toEqual(['a.example', 'b.example']);
    await page.route('**/api/v1/domains?*', (route) => route.fulfill(errorReply(500, 'Out of order.')));
    await page.locator('th').filter({ hasText: 'Domain' }).click();
    await waitForText(page, 'Couldn’t load the domains. Out of order.');
    expect(await names(page)).toEqual(['a.example', 'b.example']);
  });
});
