/** The list of projects: search, order, filters and pages in the URL, and deletion after a confirmation. */
import { beforeAll, describe, expect, it } from 'vitest';
import { inDeepTier } from '#testkit/tier.ts';
import { shareUser } from './home.ts';
import { makeFinishedProject, towns } from './made-projects.ts';
import { press } from './press.ts';
import { makeListedProjects, openPage, query, findRow, sortBy, titles } from './project-list.ts';

beforeAll(async () => {
  shareUser();
  await makeListedProjects();
});

describe('the list', () => {
  it('keeps search, order and page in the URL, and Back undoes them', async () => {
    const page = await openPage('/projects');
    await page.getByRole('searchbox', { name: 'Search projects' }).fill('listed');
    await page.getByText('3 projects found').waitFor();
    await expect.poll(() => titles(page)).toEqual(['Listed Moss', 'Listed Amber', 'Listed Zinc']);
    await sortBy(page, 'Project');
    await expect.poll(() => titles(page)).toEqual(['Listed Amber', 'Listed Moss', 'Listed Zinc']);
    await expect.poll(() => query(page)).toEqual({ search: 'listed', sort: 'title' });
    await sortBy(page, 'Pages');
    await expect.poll(() => query(page).sort).toBe('-pages');
    await sortBy(page, 'Pages');
    await expect.poll(() => query(page).sort).toBe('pages');
    await page.goBack();
    await page.goBack();
    await expect.poll(() => query(page).sort).toBe('title');
    await expect.poll(() => titles(page)).toEqual(['Listed Amber', 'Listed Moss', 'Listed Zinc']);
    await page.goto('/projects?search=listed&per_page=2&page=2');
    await expect.poll(() => titles(page)).toEqual(['Listed Zinc']);
    expect(await page.getByRole('button', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page');
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expect.poll(() => titles(page)).toEqual(['Listed Moss', 'Listed Amber']);
    await page.getByRole('searchbox', { name: 'Search projects' }).fill('no such title');
    await page.getByText('No matching projects').waitFor();
    await press(page.getByRole('button', { name: 'Clear filters' }).first());
    await expect.poll(() => query(page).search).toBeUndefined();
  });

  inDeepTier(() => {
    it('deletes several after their count was typed, and opens the last remaining page', async () => {
      for (const name of ['one', 'two', 'three']) {
        await makeFinishedProject({ title: `Doomed ${name}`, script: towns(1) });
      }
      const page = await openPage('/projects?search=doomed&per_page=1&page=3');
      await findRow(page, 'Doomed one').getByRole('checkbox').check();
      await press(page.getByRole('button', { name: 'Delete…' }));
      const dialog = page.getByRole('dialog', { name: 'Confirm Action' });
      await dialog.getByText('Delete “Doomed one” with all runs and stored files?').waitFor();
      await dialog.getByRole('button', { name: 'Yes' }).click();
      await page.getByText('Project was successfully deleted!').waitFor();
      await expect.poll(() => titles(page)).toEqual(['Doomed two']);
      await expect.poll(() => query(page).page).toBe('2');
      await page.goto('/projects?search=doomed');
      await expect.poll(() => titles(page)).toHaveLength(2);
      await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
      await press(page.getByRole('button', { name: 'Delete…' }));
      await expect.poll(() => dialog.getByRole('button', { name: 'Yes' }).isDisabled()).toBe(true);
      await dialog.getByLabel('Type 2 to delete them').fill('2');
      await dialog.getByRole('button', { name: 'Yes' }).click();
      await page.getByText('2 projects deleted.').waitFor();
      await page.getByText('No matching projects').waitFor();
    });

    it('opens the menu of a row, also by keyboard', async () => {
      const page = await openPage('/projects?search=listed+moss');
      await findRow(page, 'Listed Moss')
        .getByRole('button', { name: 'Actions for Listed Moss' })
        .press('Enter');
      await expect
        .poll(() => page.getByRole('menuitem').allTextContents())
        .toEqual(['Open', 'Edit', 'Run again', 'Download', 'Delete…']);
      await page.keyboard.press('Escape');
      await press(page.getByRole('link', { name: 'Listed Moss' }));
      await page.getByRole('heading', { name: '4 of 4 pages ready to import' }).waitFor();
    });
  });
});
