/**
 * Saving a new project: missing fields, one project for two clicks, the question about large output, and leaving with
 * or without input.
 */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readZip } from '#testkit/zip-reader.ts';
import { inDeepTier } from '#testkit/tier.ts';
import { findViolationsInBothSchemes, measureHorizontalOverflow } from './accessibility.ts';
import { API_POLL } from './browser.ts';
import { holdClock, advanceUntil } from './clock.ts';
import { showProject } from './made-projects.ts';
import { press } from './press.ts';
import {
  answer,
  choose,
  dialog,
  dropSeed,
  dropSheet,
  followMessage,
  isAtProject,
  largeSeed,
  openEditForm,
  openForm,
  openFilledForm,
  QUESTION,
  readFixture,
  saveAndOpen,
  saveButton,
  success,
  toFile,
  waitForDraft,
  waitForFigure,
  watchCalls,
} from './project-form.ts';
import { downloadBytes } from './transfers.ts';

describe('saving', () => {
  it('lists what is missing, then adds the project once and opens it after four seconds', async () => {
    const { page } = await openForm();
    await saveButton(page).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Fix the problems below' });
    await alert.getByText('Title is required').waitFor();
    await alert.getByText('Seed Page is required').waitFor();
    await alert.getByText('Either Google Sheet Link or Manual Spreadsheet Data is required').waitFor();
    await page.getByLabel('Title').fill('Roof repair, saved once');
    await choose(page, dropSeed(page), 'seed.xml');
    await choose(page, dropSheet(page), 'towns.csv');
    await waitForFigure(page, 'Pages', '12');
    const calls = watchCalls(page);
    await holdClock(page);
    await saveButton(page).dblclick();
    await advanceUntil(page, () => success(page).getByText('Project was successfully added!').isVisible());
    // Some of the four seconds have passed when the message is found.
    expect(await advanceUntil(page, () => isAtProject(page))).toBeGreaterThan(2500);
    await page.clock.resume();
    expect(calls.filter((call) => call === 'POST save-xml')).toHaveLength(1);
    await page.getByRole('heading', { name: 'Roof repair, saved once' }).waitFor();
  });

  it('disables Save while there is an error, and shows the reason next to it', async () => {
    const { page } = await openForm({ seed: 'seed-misspelt.xml', sheet: 'towns.csv' });
    await page.getByText('Fix 1 problem to continue').waitFor();
    expect(await saveButton(page).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Test Page' }).isDisabled()).toBe(true);
  });
});

inDeepTier(() => {
  describe('output above ten million bytes', () => {
    async function ask(title: string): Promise<Page> {
      const { page } = await openForm({ title, seed: largeSeed('large.xml'), sheet: 'towns.csv' });
      await waitForFigure(page, 'Pages', '12');
      await saveButton(page).click();
      await dialog(page).getByText(QUESTION, { exact: true }).waitFor();
      return page;
    }

    const countParts = async (id: number) => (await showProject(id)).parts.length;

    it('needs a confirmation; No makes one part', async () => {
      const page = await ask('Large, in one');
      await answer(page, 'No');
      const id = await followMessage(page);
      await expect.poll(() => countParts(id), API_POLL).toBe(1);
    });
  });
});

inDeepTier(() => {
  describe('leaving', () => {
    it('asks before Cancel discards changes, then closes the draft and opens the list', async () => {
      const page = await openFilledForm('Thrown away');
      await waitForDraft(page);
      const calls = watchCalls(page);
      await press(page.getByRole('button', { name: 'Cancel' }));
      await answer(page, 'No');
      await dialog(page).waitFor({ state: 'hidden' });
      expect(await page.getByLabel('Title').inputValue()).toBe('Thrown away');
      await press(page.getByRole('button', { name: 'Cancel' }));
      await answer(page, 'Yes');
      await page.waitForURL('**/projects');
      await expect.poll(() => calls).toContain('GET project/cancel-project');
      await page.goto('/projects/create-project');
      await page.getByLabel('Notes').fill('Begun again');
      await waitForDraft(page);
      expect(await page.getByRole('button', { name: 'Restore draft' }).count()).toBe(0);
    });
  });
});

/** `draft` in the first row, a value that WordPress doesn't have in the second. */
const WITH_STATUS = readFixture('towns.csv')
  .trim()
  .split('\n')
  .map((line, row) => `${line},${['Status', 'draft', 'soon'][row] ?? ''}`)
  .join('\n');

const readFields = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>(?:<!\\[CDATA\\[)?([^\\]<]*)`, 'g'))].map(([, text]) => text);

const look = async (page: Page) => {
  expect(await findViolationsInBothSchemes(page)).toEqual([]);
  expect(await measureHorizontalOverflow(page)).toBe(0);
};

inDeepTier(() => {
  it('dates pages by a schedule, takes their status from a column, and keeps both', async () => {
    const title = 'Roof repair by schedule';
    const { page, errors } = await openForm({
      title,
      seed: 'seed.xml',
      sheet: toFile('towns.csv', WITH_STATUS),
    });
    await waitForFigure(page, 'Pages', '12');
    const settings = page.getByRole('region', { name: 'Page settings' });
    await settings.getByRole('button', { name: 'Use Status as page status' }).click();
    await waitForFigure(page, 'Pages', '11');
    await page.getByText('"soon" can’t be used in Status. Use publish, draft, pending').first().waitFor();
    const schedule = page.getByRole('region', { name: 'Schedule' });
    await schedule.getByText('A number per day').click();
    await schedule.getByLabel('Pages per day').fill('5');
    await schedule.getByLabel('First day').fill('2036-12-01');
    await schedule.getByLabel('Time', { exact: true }).fill('09:00');
    await schedule.getByLabel('Time zone').selectOption('America/Denver');
    await schedule.getByText('11 pages, the last on Dec 3, 2036.').waitFor();
    await look(page);
    await page.setViewportSize({ width: 390, height: 900 });
    await look(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await schedule.getByLabel('Pages per day').fill('0');
    await page.getByText('Fix 1 problem to continue').waitFor();
    await schedule.getByText('Enter 1 to 1,000').waitFor();
    await schedule.getByLabel('Pages per day').fill('5');
    await schedule.getByText('11 pages, the last on Dec 3, 2036.').waitFor();
    // Without a focus, a placeholder belongs at the end.
    await page.getByRole('button', { name: '[geo_city]' }).last().click();
    await expect
      .poll(() => page.getByLabel('Footer link template').textContent())
      .toMatch(/<br>\[geo_city\]$/);
    const id = await saveAndOpen(page);
    await page.getByRole('heading', { name: '11 of 12 pages ready to import' }).waitFor();
    await page.getByText('5 pages a day from Dec 1, 2036').waitFor();
    const zip = readZip(await downloadBytes(page, 'Download all'));
    const xml = String(zip.get('roof-repair-by-schedule.xml'));
    // Records that go along come first.
    const statuses = readFields(xml, 'wp:status').slice(-11);
    expect(statuses).toEqual(['draft', ...Array.from({ length: 10 }, () => 'future')]);
    const dates = readFields(xml, 'wp:post_date').filter((date) => date?.startsWith('2036'));
    expect(dates.map((date) => date?.slice(8, 10)).join(' ')).toBe('01 01 01 01 01 02 02 02 02 02 03');
    const manifest = JSON.parse(String(zip.get('manifest.json')));
    expect(manifest.columns).toEqual({ pagestatus: { column: 'Status' } });
    expect(Object.keys(manifest.scheduled_dates)).toHaveLength(11);
    const edited = await openEditForm(id, '11');
    expect(await edited.getByLabel('Pages per day').inputValue()).toBe('5');
    expect(await edited.getByLabel('First day').inputValue()).toBe('2036-12-01');
    await edited.getByText('11 pages keep their dates from earlier runs.').waitFor();
    await edited.getByRole('region', { name: 'Page settings' }).getByText('OK').waitFor();
    expect(errors).toEqual([]);
  });
});
