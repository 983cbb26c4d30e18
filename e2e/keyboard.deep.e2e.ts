/** The whole workflow without a mouse: every focused element has a visible focus. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { visit } from './browser.ts';
import { home } from './home.ts';
import { PASSWORD } from './users.ts';
import { dropSeed, dropSheet, fixture, followMessage, saveButton, waitForFigure } from './project-form.ts';
import { tabTo } from './tab-key.ts';
import { uploadFile, captureDownload } from './transfers.ts';

describe('the whole workflow by keyboard only', () => {
  const waitForHeading = async (page: Page, name: string | RegExp) => {
    const heading = page.getByRole('heading', { name, level: 1 });
    await heading.waitFor();
    const hasFocus = () => heading.evaluate((element) => element === document.activeElement);
    await expect.poll(hasFocus).toBe(true);
  };

  async function chooseByKeyboard(page: Page, button: Locator, name: string): Promise<void> {
    await tabTo(page, button);
    await uploadFile(page, () => page.keyboard.press('Enter'), fixture(name));
  }

  it('works from the sign-in form to the downloaded files, with the focus on each new heading', async () => {
    const { page } = await visit('/login');
    await tabTo(page, page.getByLabel('Email'));
    await page.keyboard.type(home.user.email);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await waitForHeading(page, 'Dashboard');
    await tabTo(page, page.getByRole('link', { name: 'New project' }).first());
    await page.keyboard.press('Enter');
    await waitForHeading(page, 'Select Project Type');
    await tabTo(page, page.getByRole('radio', { name: /Geocoder/ }));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await waitForHeading(page, 'Create Project');
    await tabTo(page, page.getByLabel('Title'));
    await page.keyboard.type('Without a mouse');
    await chooseByKeyboard(page, dropSeed(page), 'seed.xml');
    await chooseByKeyboard(page, dropSheet(page), 'towns.csv');
    await waitForFigure(page, 'Pages', '12');
    await tabTo(page, page.getByRole('button', { name: 'Test Page' }));
    await page.keyboard.press('Enter');
    await followMessage(page, /Test was successfully started!/);
    await waitForHeading(page, 'Without a mouse');
    await page.getByRole('region', { name: 'Test pages' }).waitFor();
    await tabTo(page, page.getByRole('link', { name: 'Edit' }));
    await page.keyboard.press('Enter');
    await waitForHeading(page, 'Without a mouse');
    await waitForFigure(page, 'Pages', '12');
    await tabTo(page, saveButton(page));
    await page.keyboard.press('Enter');
    await followMessage(page);
    await page.getByRole('heading', { name: '12 of 12 pages ready to import' }).waitFor();
    await waitForHeading(page, 'Without a mouse');
    await tabTo(page, page.getByRole('link', { name: 'Download all', exact: true }));
    const download = await captureDownload(page, () => page.keyboard.press('Enter'));
    expect(download.suggestedFilename()).toMatch(/\.zip$/);
  });
});
