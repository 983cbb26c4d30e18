/** Editing and deleting a project. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inDeepTier } from '#testkit/tier.ts';
import { holdClock, advanceUntil } from './clock.ts';
import { makeFinishedProject, showProject } from './made-projects.ts';
import { press } from './press.ts';
import {
  answer,
  choose,
  dialog,
  openEditForm,
  readFixture,
  saveAndOpen,
  seedPanel,
  sheetPanel,
  waitForFigure,
} from './project-form.ts';

const notes = (page: Page) => page.getByLabel('Notes');

const make = (title: string) => makeFinishedProject({ title, script: readFixture('towns.csv') });

describe('the edit form', () => {
  inDeepTier(() => {
    it('shows the saved values, saves them with a new sheet, and opens the project', async () => {
      const id = await make('Edited');
      const page = await openEditForm(id);
      const title = page.getByLabel('Title');
      expect(await title.inputValue()).toBe('Edited');
      expect(await title.getAttribute('readonly')).not.toBeNull();
      await seedPanel(page).getByRole('heading', { name: 'seed.xml' }).waitFor();
      await sheetPanel(page).getByText('12 rows, 6 columns').waitFor();
      await press(page.getByRole('button', { name: 'Use a file instead' }));
      await choose(page, page.getByRole('button', { name: /Drop the sheet here/ }), 'towns.xlsx');
      await sheetPanel(page).getByRole('heading', { name: 'towns.xlsx' }).waitFor();
      await notes(page).fill('With a new sheet');
      await waitForFigure(page, 'Pages', '12');
      expect(await saveAndOpen(page)).toBe(id);
      expect(await showProject(id)).toMatchObject({ notes: 'With a new sheet', revision: 2 });
    });
  });

  it('is deleted after a confirmation, shows the server’s message, and opens the list', async () => {
    const id = await make('Deleted from its form');
    const page = await openEditForm(id);
    await press(page.getByRole('button', { name: 'Delete Project' }));
    await dialog(page)
      .getByText(/“Deleted from its form” with all runs and stored files/)
      .waitFor();
    await holdClock(page);
    await answer(page, 'Yes');
    await advanceUntil(page, () => page.getByText('Project was successfully deleted!').isVisible());
    // Some of the four seconds have passed when the message is found.
    expect(await advanceUntil(page, () => page.url().endsWith('/projects'))).toBeGreaterThan(2500);
    await expect(showProject(id)).rejects.toThrow();
  });
});
