/**
 * Saving a new project: missing fields, one project for two clicks, the question about large output, and leaving with
 * or without input.
 */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
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
  openForm,
  openFilledForm,
  QUESTION,
  saveButton,
  success,
  waitForDraft,
  waitForFigure,
  watchCalls,
} from './project-form.ts';

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

  it('disables Save while there is a fault, and shows the reason next to it', async () => {
    const { page } = await openForm({ seed: 'seed-misspelt.xml', sheet: 'towns.csv' });
    await page.getByText('Fix 1 problem to continue').waitFor();
    expect(await saveButton(page).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Test Page' }).isDisabled()).toBe(true);
  });
});

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

describe('leaving', () => {
  it('asks before Cancel discards changes, then closes the draft and goes to the list', async () => {
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
