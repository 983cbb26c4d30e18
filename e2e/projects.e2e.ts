/**
 * The list of projects and the dashboard: found, ordered, filtered and paged by address, deleted after a
 * question, right while runs work, and honest when the server does not answer.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { visitSignedIn } from './browser.ts';
import { sharePerson } from './home.ts';
import {
  cancelRun,
  LONG_RUN,
  makeEndedProject,
  makeProject,
  makeTestedProject,
  testProject,
  towns,
} from './made-projects.ts';
import { press } from './press.ts';

beforeAll(async () => {
  sharePerson();
  for (const name of ['Zinc', 'Amber', 'Moss']) {
    await makeEndedProject({ title: `Listed ${name}`, script: towns(name.length) });
  }
});

const open = async (path: string) => (await visitSignedIn(path)).page;
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const titles = (page: Page) =>
  page.getByRole('table', { name: 'Projects' }).getByRole('link').allTextContents();
const sortBy = (page: Page, head: string) => page.locator('th').filter({ hasText: head }).click();
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

describe('the list', () => {
  it('keeps search, order and page in the address, and Back undoes them', async () => {
    const page = await open('/projects');
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

  it('shows after a test what the full runs say, Test only without one, and filters by what it shows', async () => {
    const saved = 'Saved, then tested';
    const tested = 'Tested, never saved';
    const id = await makeEndedProject({ title: saved, script: `${towns(3)}Town 4,TX\n` });
    await testProject(id, towns(3));
    await makeTestedProject(tested, towns(3));
    const page = await open('/projects?search=tested');
    await expect.poll(() => rowOf(page, saved).innerText()).toContain('Completed, 1 skipped');
    await expect.poll(() => rowOf(page, tested).innerText()).toMatch(/–\s+Test only/);
    await page.getByRole('button', { name: /^Completed \d/ }).click();
    await expect.poll(() => titles(page)).toEqual([saved]);
    await page.getByRole('combobox', { name: 'Last run' }).click();
    await page.getByRole('option', { name: 'Test only' }).click();
    await expect.poll(() => titles(page)).toEqual([tested]);
    await expect.poll(() => query(page)).toEqual({ search: 'tested', state: 'test_only' });
  });

  it('deletes several after their number was typed, and goes back to the last page that is left', async () => {
    for (const name of ['one', 'two', 'three']) {
      await makeEndedProject({ title: `Doomed ${name}`, script: towns(1) });
    }
    const page = await open('/projects?search=doomed&per_page=1&page=3');
    await rowOf(page, 'Doomed one').getByRole('checkbox').check();
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
    const page = await open('/projects?search=listed+moss');
    await rowOf(page, 'Listed Moss').getByRole('button', { name: 'Actions for Listed Moss' }).press('Enter');
    await expect
      .poll(() => page.getByRole('menuitem').allTextContents())
      .toEqual(['Open', 'Edit', 'Run again', 'Download', 'Delete…']);
    await page.keyboard.press('Escape');
    await press(page.getByRole('link', { name: 'Listed Moss' }));
    await page.getByRole('heading', { name: '4 of 4 pages ready to import' }).waitFor();
  });

  it('keeps its rows when the server does not answer, names the fault, and tries again', async () => {
    const page = await open('/projects?search=listed');
    await expect.poll(() => titles(page)).toHaveLength(3);
    const failure = {
      success: false,
      code: 'overloaded',
      message: 'The server is busy.',
      request_id: 'r-77',
    };
    await page.route('**/api/v1/projects?*', (route) => route.fulfill({ status: 503, json: failure }));
    await sortBy(page, 'Project');
    const alert = page.getByRole('alert');
    await alert.getByText('The projects could not be loaded. The server is busy.').waitFor();
    await alert.getByRole('button', { name: 'Copy the reference r-77' }).waitFor();
    await expect.poll(() => alert.innerText()).toMatch(/The rows below are from \d{1,2}:\d\d [AP]M\./);
    expect(await titles(page)).toHaveLength(3);
    // Still away: the page looks again by itself, too, and the button would be gone before it was pressed.
    await press(alert.getByRole('button', { name: 'Try again' }));
    await page.unroute('**/api/v1/projects?*');
    await page.clock.fastForward(5000);
    await expect.poll(() => alert.count()).toBe(0);
    await expect.poll(() => titles(page)).toEqual(['Listed Amber', 'Listed Moss', 'Listed Zinc']);
  });
});

describe('the dashboard and the list', () => {
  it('show a run that begins elsewhere while it works, and what it came to', async () => {
    const [board, list] = [await open('/dashboard'), await open('/projects')];
    await board.getByRole('heading', { name: 'Recent projects' }).waitFor();
    const title = 'Seen from afar';
    const id = await makeProject({ title, script: towns(2 * LONG_RUN) });
    const card = board.getByRole('region', { name: title });
    await card.getByRole('link', { name: `View run of ${title}` }).waitFor();
    await expect.poll(() => card.innerText()).toMatch(/of 80,000 pages/);
    await expect.poll(() => rowOf(list, title).innerText()).toMatch(/Running|Planning/);
    await cancelRun(id);
    await expect.poll(() => card.count()).toBe(0);
    await expect.poll(() => rowOf(list, title).innerText()).toContain('Canceled');
  });
});

describe('an address without a project', () => {
  it('says so and leads back to the list', async () => {
    const page = await open('/projects/999999');
    await page.getByRole('heading', { name: 'Project not found' }).waitFor();
    await page.getByText('Failed to fetch project data').waitFor();
    await page.getByRole('link', { name: 'All projects' }).click();
    await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
  });
});
