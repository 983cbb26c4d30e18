/** Actions in the project form: choosing files, reading figures. */
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Draft } from '#contract/draft-shapes.ts';
import { acceptDialogs, API_POLL, callApi, type PageOptions, type Visit, visitSignedIn } from './browser.ts';
import { uploadFile } from './transfers.ts';

export const fixture = (name: string): string =>
  fileURLToPath(new URL(`../web/features/projects/form/fixtures/${name}`, import.meta.url));
export const readFixture = (name: string): string => readFileSync(fixture(name), 'utf8');

/** Name of a fixture, path of another file, or content. */
export type InputFile = string | { name: string; mimeType: string; buffer: Buffer };

export const toFile = (name: string, content: string | Buffer) => ({
  name,
  mimeType: '',
  buffer: Buffer.from(content),
});

/** Makes a seed whose pages for twelve towns exceed ten million bytes. */
export const largeSeed = (name: string) =>
  toFile(
    name,
    readFixture('seed.xml').replace('<p>Roofers', `<p>${'Roofs last longer. '.repeat(50_000)}Roofers`),
  );

/** Chooses a file with the button of the form. */
export async function choose(page: Page, button: Locator, file: InputFile): Promise<void> {
  const isFixture = typeof file === 'string' && !isAbsolute(file);
  // By keyboard: a file that loads meanwhile may move the button.
  await uploadFile(page, () => button.press('Enter'), isFixture ? fixture(file) : file);
}

export const seedPanel = (page: Page) => page.getByRole('region', { name: 'Upload Seed Page' });
export const sheetPanel = (page: Page) => page.getByRole('region', { name: 'Import Spreadsheet Data' });
export const matchPanel = (page: Page) => page.getByRole('region', { name: 'Match columns' });
export const dropSeed = (page: Page) => page.getByRole('button', { name: /Drop the seed page here/ });
export const dropSheet = (page: Page) => page.getByRole('button', { name: /Drop the sheet here/ });
export const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Project' });

export const QUESTION =
  'Your output XML file is larger than 10MB. Would you like us to split it into multiple files for an easier upload?';

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm Action' });
export const answer = (page: Page, name: 'Yes' | 'No') => dialog(page).getByRole('button', { name }).click();

export interface FormInput {
  title?: string;
  seed?: InputFile;
  sheet?: InputFile;
}

/** Opens "Create Project" and fills in the given fields. */
export async function openForm(given: FormInput = {}, options?: PageOptions): Promise<Visit> {
  const opened = await visitSignedIn('/projects/create-project', options);
  await fillForm(opened.page, given);
  return opened;
}

/** Opens the form with all required fields, and waits for the plan. */
export async function openFilledForm(title: string): Promise<Page> {
  const { page } = await openForm({ title, seed: 'seed.xml', sheet: 'towns.csv' });
  await waitForFigure(page, 'Pages', '12');
  return page;
}

async function fillForm(page: Page, { title, seed, sheet }: FormInput): Promise<void> {
  await page.getByRole('heading', { name: 'Create Project' }).waitFor();
  if (title !== undefined) await page.getByLabel('Title').fill(title);
  if (seed) await choose(page, dropSeed(page), seed);
  if (sheet) await choose(page, dropSheet(page), sheet);
}

/** Finds the figure next to a label in "What you’ll get". */
export const figure = (page: Page, label: string) =>
  page.locator('aside dl > div').filter({ hasText: label }).locator('dd');

/** Waits for a figure, or for its number: `12` for `12 of 12 rows`. */
export const waitForFigure = (page: Page, label: string, value: string) =>
  expect
    .poll(async () => {
      const text = (await figure(page, label).textContent()) ?? '';
      return value.includes(' ') ? text : text.split(' ')[0];
    })
    .toBe(value);

/** Records the API calls of a page from now on, as `POST save-xml`. */
export function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const [, path] = /\/api\/v1\/([^?]*)/.exec(request.url()) ?? [];
    if (path !== undefined) calls.push(`${request.method()} ${path}`);
  });
  return calls;
}

/** Waits until the draft is saved, after a pause in typing. */
export async function waitForDraft(page: Page, words: RegExp = /Draft saved \d/): Promise<void> {
  await page.clock.fastForward(250);
  await page.getByText(words).waitFor();
}

/** Waits until the server's draft has the seed with this name. */
export async function waitForUpload(page: Page, name: string): Promise<void> {
  await expect.poll(async () => (await readDraft(page))?.seed?.name, API_POLL).toBe(name);
}

/** Reads the id of the draft that is open in this browser. */
const readDraftId = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const { ids = {} } = JSON.parse(localStorage.getItem('projectDraft') ?? '{}') as {
      ids?: Record<string, string>;
    };
    return Object.values(ids)[0];
  });

/** Reads the server's draft of the open form. */
async function readDraft(page: Page): Promise<Draft | undefined> {
  const id = await readDraftId(page);
  if (id === undefined) return undefined;
  const reply = await callApi(`/api/v1/projects/drafts/${id}`);
  return ((await reply.json()) as { data: Draft }).data;
}

const PROJECT = /\/projects\/\d+$/;
const SAVED = /Project was successfully (added|updated)!/;

export const success = (page: Page) => page.getByRole('dialog', { name: 'Success!' });
export const isAtProject = (page: Page) => PROJECT.test(page.url());

/** Waits for the success message, which closes after two seconds, or the project page, which may be open already. */
export async function waitForSuccess(page: Page, message = SAVED): Promise<void> {
  const words = success(page).getByText(message);
  await expect.poll(async () => isAtProject(page) || (await words.isVisible())).toBe(true);
}

/** Waits for the project page, which opens four seconds after a save or two after a test. @returns the project id */
export async function followMessage(page: Page, message = SAVED): Promise<number> {
  await waitForSuccess(page, message);
  await page.clock.fastForward(4000);
  await page.waitForURL(PROJECT);
  return Number(/\d+$/.exec(page.url())?.[0]);
}

/** Saves the form and waits for the project page. @returns the project id */
export async function saveAndOpen(page: Page): Promise<number> {
  await saveButton(page).click();
  return followMessage(page);
}

/** Tests the form and waits for the project page. @returns the project id */
export async function testAndOpen(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Test Page' }).click();
  return followMessage(page, /Test was successfully started!/);
}

/** Opens the edit form of a project and waits for the number of pages; leaving it is confirmed. */
export async function openEditForm(id: number, pages = '12'): Promise<Page> {
  const { page } = await visitSignedIn(`/projects/${id}/edit`);
  acceptDialogs(page);
  await waitForFigure(page, 'Pages', pages);
  return page;
}

export async function saveEdited(page: Page): Promise<void> {
  await saveButton(page).click();
  await waitForSuccess(page);
}
