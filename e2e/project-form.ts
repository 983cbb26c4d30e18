/** The project form as a person works it: files through the buttons, figures read from the page. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { callAsOwner, type Visit, visitSignedIn } from './browser.ts';

export const fixture = (name: string): string =>
  fileURLToPath(new URL(`../web/features/projects/fixtures/${name}`, import.meta.url));
export const readFixture = (name: string): string => readFileSync(fixture(name), 'utf8');

export type GivenFile = string | { name: string; mimeType: string; buffer: Buffer };

export const fileOf = (name: string, content: string | Buffer) => ({
  name,
  mimeType: '',
  buffer: Buffer.from(content),
});

/** A seed whose pages of twelve towns are more than ten million bytes together. */
export const largeSeed = (name: string) =>
  fileOf(
    name,
    readFixture('seed.xml').replace('<p>Roofers', `<p>${'Roofs last longer. '.repeat(50_000)}Roofers`),
  );

/** Chooses a file through the button that a person would press. */
export async function choose(page: Page, button: Locator, file: GivenFile): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button.click();
  await (await chooser).setFiles(typeof file === 'string' ? fixture(file) : file);
}

export const seedPanel = (page: Page) => page.getByRole('region', { name: 'Upload Seed Page' });
export const sheetPanel = (page: Page) => page.getByRole('region', { name: 'Import Spreadsheet Data' });
export const dropSeed = (page: Page) => page.getByRole('button', { name: /Drop the seed page here/ });
export const dropSheet = (page: Page) => page.getByRole('button', { name: /Drop the sheet here/ });
export const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Project' });

export interface Given {
  title?: string;
  seed?: GivenFile;
  sheet?: GivenFile;
}

/** Opens "Create Project" without a draft of an earlier journey, and fills in what is given. */
export async function openForm(
  browser: Browser,
  given: Given = {},
  options?: Parameters<typeof visitSignedIn>[2],
): Promise<Visit> {
  await callAsOwner('/api/v1/projects/draft', { method: 'DELETE' });
  const opened = await visitSignedIn(browser, '/projects/create-project', options);
  await fillForm(opened.page, given);
  return opened;
}

export async function fillForm(page: Page, { title, seed, sheet }: Given): Promise<void> {
  // A listener that stays keeps the browser from opening a real dialog between two choices.
  page.on('filechooser', () => undefined);
  await page.getByRole('heading', { name: 'Create Project' }).waitFor();
  if (title !== undefined) await page.getByLabel('Title').fill(title);
  if (seed) await choose(page, dropSeed(page), seed);
  if (sheet) await choose(page, dropSheet(page), sheet);
}

/** The figure beside a label in "What you will get". */
export const figure = (page: Page, label: string) =>
  page.locator('aside dl > div').filter({ hasText: label }).locator('dd');

export const waitForFigure = (page: Page, label: string, value: string) =>
  expect.poll(() => figure(page, label).textContent(), { timeout: 15_000 }).toBe(value);

/** Notes which calls a page makes from now on, as `POST save-xml`. */
export function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const [, path] = /\/api\/v1\/([^?]*)/.exec(request.url()) ?? [];
    if (path !== undefined) calls.push(`${request.method()} ${path}`);
  });
  return calls;
}

/** Saves what is in the form and follows to the project. @returns its id */
export async function saveAndOpen(page: Page): Promise<number> {
  await saveButton(page).click();
  await page.waitForURL(/\/projects\/\d+$/, { timeout: 20_000 });
  return Number(/\d+$/.exec(page.url())?.[0]);
}

/** Opens the form of a saved project, once it has said how many pages would come out; leaving it is agreed to. */
export async function openEditForm(browser: Browser, id: number, pages = '12'): Promise<Page> {
  const { page } = await visitSignedIn(browser, `/projects/${id}/edit`);
  page.on('filechooser', () => undefined);
  page.on('dialog', (asked) => void asked.accept());
  await waitForFigure(page, 'Pages', pages);
  return page;
}

export async function saveEdited(page: Page): Promise<void> {
  await saveButton(page).click();
  await page.getByText('Project was successfully updated!').waitFor();
}
