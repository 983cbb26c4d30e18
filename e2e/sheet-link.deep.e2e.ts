/**
 * The link to a Google Sheet on "Create Project", with the simulated Google: loaded data, each failure, and pasted
 * data in addition to a link.
 */
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { showProject } from './made-projects.ts';
import { press } from './press.ts';
import {
  followMessage,
  type FormInput,
  openForm,
  readFixture,
  saveAndOpen,
  saveButton,
  sheetPanel,
  waitForFigure,
  watchCalls,
} from './project-form.ts';

const links = inject('journeys').sheetLinks;

const linkField = (page: Page) => page.getByLabel('Google Sheet Link');

async function openWithLink(link: string, given: FormInput = {}): Promise<Page> {
  const { page } = await openForm(given);
  await linkField(page).fill(link);
  return page;
}

describe('the link to a Google Sheet', () => {
  it('loads the rows automatically, shows the time, fetches again on request, and is saved', async () => {
    const page = await openWithLink(links.towns, { title: 'From a link', seed: 'seed.xml' });
    await waitForFigure(page, 'Pages', '12');
    await sheetPanel(page)
      .getByText(/12 rows.*Fetched today/)
      .waitFor();
    await sheetPanel(page).getByRole('cell', { name: 'Houston', exact: true }).waitFor();
    const calls = watchCalls(page);
    await press(page.getByRole('button', { name: 'Fetch again' }));
    await expect
      .poll(() => calls)
      .toContainEqual(expect.stringMatching(/^POST projects\/drafts\/.*\/fetch-sheet$/));
    await waitForFigure(page, 'Pages', '12');
    const { progress, google_spread_sheet: link } = await showProject(await saveAndOpen(page));
    expect(progress?.pages_total).toBe(12);
    expect(link).toBe(links.towns);
  });

  it('explains what to change for each sheet that can’t be loaded', async () => {
    const page = await openWithLink('');
    const words = async () => (await sheetPanel(page).innerText()).replaceAll(/\s+/g, ' ');
    for (const [link, reason] of [
      [links.private, /isn’t public.*Anyone with the link: Viewer/],
      [links.deleted, /couldn’t find that sheet.*deleted/],
      [links.wrongTab, /doesn’t have that tab.*copy the URL again/],
      [links.guarded, /doesn’t let viewers download/],
      [links.page, /isn’t public|other than the sheet’s data/],
      [links.huge, /larger than 32 MiB/],
      ['https://example.com/towns.csv', /isn’t a link to a Google Sheet/],
    ] as const) {
      await linkField(page).fill(link);
      await expect.poll(words).toMatch(reason);
      await expect.poll(() => linkField(page).getAttribute('aria-invalid')).toBe('true');
    }
  });

  it('that is invalid is reported with the specified message on blur', async () => {
    const page = await openWithLink('towns of Texas');
    await linkField(page).blur();
    await sheetPanel(page).getByText('Enter a valid URL', { exact: true }).waitFor();
  });

  it('delays Save while Google does not respond, until data is pasted', async () => {
    const page = await openWithLink(links.silent, { title: 'Silent', seed: 'seed.xml' });
    await page.getByText('Fetching the sheet.').waitFor();
    const calls = watchCalls(page);
    await press(saveButton(page));
    await page.getByRole('button', { name: 'Saving...' }).waitFor();
    expect(calls).not.toContain('POST save-xml');
    await press(page.getByRole('button', { name: 'Paste data' }));
    await page.getByLabel('Manual spreadsheet data').fill(readFixture('towns.csv'));
    const { progress } = await showProject(await followMessage(page));
    expect(progress?.pages_total).toBe(12);
  });
});

describe('a link and pasted data', () => {
  it('pasted data takes precedence, which the page shows; without it the link is used again', async () => {
    const page = await openWithLink(links.towns, { title: 'Both', seed: 'seed.xml' });
    await waitForFigure(page, 'Pages', '12');
    await press(page.getByRole('button', { name: 'Paste data' }));
    const two = readFixture('towns.csv').split('\n').slice(0, 3).join('\n');
    await page.getByLabel('Manual spreadsheet data').fill(two);
    await waitForFigure(page, 'Pages', '2');
    await page.getByText('The data below is used, not the link.').waitFor();
    await page.getByLabel('Manual spreadsheet data').fill('');
    await waitForFigure(page, 'Pages', '12');
    await page.getByLabel('Manual spreadsheet data').fill(two);
    await waitForFigure(page, 'Pages', '2');
    const { progress } = await showProject(await saveAndOpen(page));
    expect(progress?.pages_total).toBe(2);
  });
});
