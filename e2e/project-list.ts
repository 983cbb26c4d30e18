/** The list of projects, and three projects for its journeys. */
import type { Page } from 'playwright-core';
import { visitSignedIn } from './browser.ts';
import { makeFinishedProject, towns } from './made-projects.ts';

/** Creates Listed Zinc, Listed Amber and Listed Moss in this order, with as many pages as letters in the name. */
export async function makeListedProjects(): Promise<void> {
  for (const name of ['Zinc', 'Amber', 'Moss']) {
    await makeFinishedProject({ title: `Listed ${name}`, script: towns(name.length) });
  }
}

export const openPage = async (path: string) => (await visitSignedIn(path)).page;
/** Returns the query of the page's URL. */
export const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
export const findRow = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
export const titles = (page: Page) =>
  page.getByRole('table', { name: 'Projects' }).getByRole('link').allTextContents();
export const sortBy = (page: Page, head: string) => page.locator('th').filter({ hasText: head }).click();
