/** Escape in the question about large output: nothing is sent, and Save asks again. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { API_POLL } from './browser.ts';
import { makeFinishedProject, showProject } from './made-projects.ts';
import { press } from './press.ts';
import {
  answer,
  dialog,
  followMessage,
  largeSeed,
  openEditForm,
  openForm,
  QUESTION,
  readFixture,
  saveButton,
  seedPanel,
  waitForFigure,
  waitForSuccess,
  watchCalls,
} from './project-form.ts';

const notes = (page: Page) => page.getByLabel('Notes');
const countParts = async (id: number) => (await showProject(id)).parts.length;

describe('output above ten million bytes', () => {
  it('is not confirmed by Escape: the form is unchanged, Save asks again, and Yes makes two parts', async () => {
    const title = 'Large, unanswered';
    const { page } = await openForm({ title, seed: largeSeed('large.xml'), sheet: 'towns.csv' });
    await waitForFigure(page, 'Pages', '12');
    await saveButton(page).click();
    await dialog(page).getByText(QUESTION, { exact: true }).waitFor();
    const calls = watchCalls(page);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Title').inputValue()).toBe(title);
    await seedPanel(page).getByRole('heading', { name: 'large.xml' }).waitFor();
    expect(calls.filter((call) => call === 'POST save-xml')).toEqual([]);
    await page.getByLabel('Title').fill('Large, under another title');
    await saveButton(page).click();
    await dialog(page).getByText(QUESTION, { exact: true }).waitFor();
    await answer(page, 'Yes');
    const id = await followMessage(page);
    await page.getByRole('heading', { name: 'Large, under another title' }).waitFor();
    await expect.poll(() => countParts(id), API_POLL).toBe(2);
  });

  it('of a saved project is not confirmed by Escape either, and the later answer is used', async () => {
    const id = await makeFinishedProject({
      title: 'Edited, large',
      script: readFixture('towns.csv'),
      seed: largeSeed('seed.xml').buffer.toString(),
    });
    const page = await openEditForm(id);
    await notes(page).fill('In one file');
    await press(saveButton(page));
    await dialog(page).getByText(QUESTION, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    expect((await showProject(id)).progress?.state).toBe('waiting_for_split');
    expect(await notes(page).inputValue()).toBe('In one file');
    await press(saveButton(page));
    await dialog(page).getByText(QUESTION, { exact: true }).waitFor();
    expect(await countParts(id)).toBe(2);
    await answer(page, 'No');
    await waitForSuccess(page);
    await expect.poll(() => countParts(id), API_POLL).toBe(1);
  });
});
