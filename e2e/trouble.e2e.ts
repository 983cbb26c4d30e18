/**
 * A reload and a lost response while a project is created: the form stays, explains what to do, and continues.
 */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inDeepTier } from '#testkit/tier.ts';
import { acceptDialogs } from './browser.ts';
import { press } from './press.ts';
import {
  openForm,
  saveAndOpen,
  saveButton,
  waitForDraft,
  waitForFigure,
  waitForUpload,
} from './project-form.ts';

const errorAlert = (page: Page) => page.getByRole('alert').filter({ has: page.locator('strong') });

inDeepTier(() => {
  describe('a draft', () => {
    it('survives a reload, with seed and data, and is restored later only on request', async () => {
      const { page } = await openForm({ title: 'Begun', seed: 'seed.xml', sheet: 'towns.csv' });
      acceptDialogs(page);
      await waitForFigure(page, 'Pages', '12');
      await waitForDraft(page);
      await waitForUpload(page, 'seed.xml');
      await page.reload();
      await waitForFigure(page, 'Pages', '12');
      await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Begun');
      // A later visit starts a new draft and offers the earlier one.
      await page.goto('/projects');
      await page.goto('/projects/create-project');
      await page.getByText(/“Begun” was started but not saved/).waitFor();
      await page.getByLabel('Title').fill('Something else');
      await waitForDraft(page);
      await press(page.getByRole('button', { name: 'Restore draft' }));
      await waitForFigure(page, 'Pages', '12');
      await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Begun');
    });
  });
});

describe('a save whose response is lost', () => {
  it('is not repeated: saving again creates one project', async () => {
    const { page } = await openForm({ title: 'Saved, response lost', seed: 'seed.xml', sheet: 'towns.csv' });
    await waitForFigure(page, 'Pages', '12');
    await page.route('**/save-xml', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    // Otherwise the message closes at the next successful response.
    await page.route('**/setup', (route) => route.abort('connectionreset'));
    await saveButton(page).click();
    await errorAlert(page)
      .getByText(/Couldn’t reach the server/)
      .waitFor();
    await page.unroute('**/save-xml');
    await page.unroute('**/setup');
    await saveAndOpen(page);
    await page.goto('/projects');
    const links = page.getByRole('table', { name: 'Projects' }).getByRole('link');
    await expect.poll(() => links.allTextContents()).toEqual(['Saved, response lost']);
  });
});
