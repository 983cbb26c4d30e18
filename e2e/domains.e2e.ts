/**
 * Domains: added with validation, changed, rejected, and chosen in a project.
 */
import { describe, expect, it } from 'vitest';
import { inDeepTier } from '#testkit/tier.ts';
import { acceptDialogs } from './browser.ts';
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
import { openForm, saveAndOpen, waitForFigure, watchCalls } from './project-form.ts';

describe('a domain', () => {
  it('is found in the search palette by keyboard and has its own page; an unknown id links back', async () => {
    const id = await makeDomain({ name: 'found-by-keys.example' });
    const page = await openDomains('/dashboard');
    const sidebar = page.getByRole('navigation', { name: 'Main' });
    expect(await sidebar.evaluate((nav) => nav.getBoundingClientRect().width)).toBe(339);
    await sidebar.getByRole('link', { name: /^Domains/ }).waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Find projects, domains and runs' });
    await field.fill('by-keys');
    await page.clock.fastForward(200);
    await page.getByRole('option', { name: /found-by-keys/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/domains/${id}`);
    await page.getByRole('heading', { level: 1, name: 'found-by-keys.example' }).waitFor();
    await press(page.getByRole('tab', { name: 'Site scan' }));
    await waitForText(page, 'Nothing to scan yet: no project of this domain has pages.');
    expect(new URL(page.url()).search).toBe('?tab=scan');
    await page.goto('/domains/999999');
    await page.getByRole('heading', { name: 'We couldn’t find that domain.' }).waitFor();
    await press(page.getByRole('link', { name: 'Back to domains' }));
    await page.waitForURL('**/domains');
  });

  it('is added once however often the button is pressed, listed, and changed', async () => {
    const page = await openDomains('/dashboard');
    await page.getByRole('combobox', { name: 'Search pages' }).fill('dom');
    await page.getByRole('option', { name: 'Domains' }).click();
    await page.getByRole('heading', { name: 'No domains yet' }).waitFor();
    await page.getByRole('link', { name: 'Add domain' }).click();
    await waitForText(page, 'Make sure there are no typos, once added you cannot make changes.');
    expect(await addButton(page).isDisabled()).toBe(true);
    await nameField(page).fill('Northstar.cmo');
    await waitForText(page, 'Did you mean .com?');
    await page.getByRole('button', { name: 'Use Northstar.com' }).click();
    await page.getByLabel('Website Type').selectOption('Geocoder');
    const calls = watchCalls(page);
    await addButton(page).dblclick();
    await waitForText(page, 'Domain added successfully!');
    await page.clock.fastForward(2000);
    await page.waitForURL('**/domains');
    await expect.poll(() => names(page)).toEqual(['northstar.com']);
    expect(calls.filter((call) => call === 'POST domains')).toHaveLength(1);
    await press(page.getByRole('link', { name: 'northstar.com' }));
    await waitForText(page, /Geocoder, personal/);
    await press(page.getByRole('link', { name: 'Edit domain' }));
    await expect.poll(() => nameField(page).inputValue()).toBe('northstar.com');
    expect(await page.getByLabel('Website Type').inputValue()).toBe('Images');
    await nameField(page).fill('southstar.com');
    await page.getByLabel('Status').selectOption('Inactive');
    await saveButton(page).dblclick();
    await waitForText(page, 'Domain saved successfully!');
    await page.clock.fastForward(2000);
    await page.waitForURL('**/domains');
    await expect.poll(() => names(page)).toEqual(['southstar.com']);
    expect(calls.filter((call) => call.startsWith('PUT domains/'))).toHaveLength(1);
    const row = page.getByRole('row').filter({ hasText: 'southstar.com' });
    expect(await row.innerText()).toMatch(/Geocoder[^]*Inactive/);
  });

  inDeepTier(() => {
    it('stays in the form after each error of the server, and is saved once the server recovers', async () => {
      const page = await openDomains('/domains/add-domain');
      await nameField(page).fill('patient.example');
      for (const [status, message] of [
        [403, 'Your role doesn’t allow this.'],
        [404, 'We couldn’t find that.'],
        [413, 'The request is too large.'],
        [422, 'This domain cannot be added.'],
        [429, 'Too many requests. Please wait a moment and try again.'],
        [500, 'Something went wrong on our side.'],
      ] as const) {
        await page.route('**/api/v1/domains', (route) => route.fulfill(errorReply(status, message)));
        await press(addButton(page));
        await waitForAlert(page, message);
        await page.unroute('**/api/v1/domains');
      }
      await page.route('**/api/v1/domains', (route) => route.abort('connectionreset'));
      // Messages are shown one after the other.
      await page.clock.fastForward(10_000);
      await press(addButton(page));
      await waitForAlert(page, 'Failed to add domain:');
      await page.unroute('**/api/v1/domains');
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/api/v1/domains', (route) => held.then(() => route.continue()));
      await press(addButton(page));
      await page.getByRole('button', { name: 'Adding...' }).waitFor();
      release();
      await waitForText(page, 'Domain added successfully!');
    });
  });
});

inDeepTier(() => {
  describe('a project', () => {
    it('is assigned an active domain, and keeps it', async () => {
      await makeDomain({ name: 'offered.example' });
      await makeDomain({ name: 'inactive.example', status: '0' });
      const { page } = await openForm({ title: 'On a domain', seed: 'seed.xml', sheet: 'towns.csv' });
      acceptDialogs(page);
      await waitForFigure(page, 'Pages', '12');
      const domain = page.getByRole('combobox', { name: 'Domain' });
      await domain.click();
      await expect
        .poll(() => page.getByRole('listbox').getByRole('option').allTextContents())
        .toEqual(['offered.example']);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      const id = await saveAndOpen(page);
      await page.goto(`/projects/${id}/edit`);
      await expect.poll(() => domain.inputValue()).toBe('offered.example');
    });
  });
});

inDeepTier(() => {
  describe('a user without admin rights', () => {
    it('finds New Tutorial, and sees that access is denied', async () => {
      const page = await openDomains('/tutorials');
      await page.getByRole('heading', { name: 'Tutorials', exact: true }).waitFor();
      expect(await page.getByRole('link', { name: 'New tutorial' }).count()).toBe(0);
      await page.getByRole('combobox', { name: 'Search pages' }).fill('new t');
      await page.getByRole('option', { name: 'New Tutorial' }).click();
      await page.waitForURL('**/tutorials/create');
      await waitForText(page, /do(es)? not have access|not allowed/);
      expect(await page.getByLabel('Title').count()).toBe(0);
    });
  });
});
