/**
 * What can go wrong while a project is made: the session ends, the server goes away, a file changes on
 * the disk, the server refuses. The form stays, says what to do, and goes on when it is over.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from './browser.ts';
import {
  choose,
  dropSeed,
  dropSheet,
  fillForm,
  openForm,
  readFixture,
  saveButton,
  seedPanel,
  waitForFigure,
} from './project-form.ts';
import { makeDataFolder, type RunningServer, startServer } from './server.ts';
import { endSession, signInAgain, visitWithOwnSession } from './sessions.ts';

const UPLOAD_FAILED = 'Error uploading file. Please try again.';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => browser.close());

const refusal = (page: Page) => page.getByRole('alert').filter({ has: page.locator('strong') });

describe('a draft', () => {
  it('comes back after a reload, with seed and data, and an earlier one is replaced by choice only', async () => {
    const { page } = await openForm(browser, { title: 'Begun', seed: 'seed.xml', sheet: 'towns.csv' });
    page.on('dialog', (asked) => void asked.accept());
    await waitForFigure(page, 'Pages', '12');
    await page.getByText(/Draft saved/).waitFor();
    await page.reload();
    await page.getByText(/“Begun” was begun and not saved/).waitFor();
    await page.getByLabel('Title').fill('Something else');
    await page.getByText(/Draft kept in this browser/).waitFor();
    await page.getByRole('button', { name: 'Restore draft' }).click();
    await waitForFigure(page, 'Pages', '12');
    expect(await page.getByLabel('Title').inputValue()).toBe('Begun');
    await page.getByText(/Draft saved/).waitFor();
  });

  it('comes back after a session that ended while something was typed', async () => {
    await openForm(browser).then(({ page }) => page.context().close());
    const page = await visitWithOwnSession(browser, '/projects/create-project');
    await fillForm(page, { title: 'Signed out', seed: 'seed.xml' });
    await seedPanel(page).getByText('5 waiting for a sheet').waitFor();
    await page.getByText(/Draft saved/).waitFor();
    await page.getByLabel('Notes').fill('The last words before it ended');
    await choose(page, dropSheet(page), 'towns.csv');
    await endSession(page);
    await signInAgain(page);
    await page.getByText(/You were signed out/).waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Signed out');
    expect(await page.getByLabel('Notes').inputValue()).toBe('The last words before it ended');
    await waitForFigure(page, 'Pages', '12');
    await saveButton(page).click();
    await page.getByText('Project was successfully added!').waitFor();
  });
});

describe('a file that changes on the disk after it was chosen', () => {
  const folder = mkdtempSync(join(tmpdir(), 'geoloom-changing-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['seed page', 'seed.xml'],
    ['sheet', 'towns.csv'],
  ])('is named when the %s is sent, and chosen again it goes', async (kind, name) => {
    const file = join(folder, name);
    writeFileSync(file, readFixture(name));
    const other = kind === 'sheet' ? { seed: 'seed.xml' } : { sheet: 'towns.csv' };
    const { page } = await openForm(browser, { title: `Changed ${kind}`, ...other });
    const drop = kind === 'sheet' ? dropSheet(page) : dropSeed(page);
    const chooser = page.waitForEvent('filechooser');
    await drop.click();
    await (await chooser).setFiles(file);
    await waitForFigure(page, 'Pages', '12');
    await expect.poll(() => saveButton(page).isEnabled()).toBe(true);
    writeFileSync(file, `${readFixture(name)}\n`);
    await saveButton(page).click();
    await refusal(page)
      .getByText(/changed|cannot be read any more/)
      .waitFor();
    const again = page.waitForEvent('filechooser');
    await page
      .getByRole('button', { name: kind === 'sheet' ? /Replace the sheet/ : /Replace the seed/ })
      .click();
    await (await again).setFiles(file);
    await waitForFigure(page, 'Pages', '12');
    await saveButton(page).click();
    await page.getByText('Project was successfully added!').waitFor();
  });
});

describe('a refusal by the server', () => {
  it('is shown in its words, with the request id, and leaves the form as it is', async () => {
    const { page } = await openForm(browser, { title: 'Refused', seed: 'seed.xml', sheet: 'towns.csv' });
    await waitForFigure(page, 'Pages', '12');
    await expect.poll(() => saveButton(page).isEnabled()).toBe(true);
    for (const [status, code, message] of [
      [413, 'too_large', 'The request is larger than the server accepts.'],
      [415, 'unsupported_type', 'The server does not read this type of content.'],
      [429, 'too_many', 'Too many requests. Please wait a moment and try again.'],
      [503, 'overloaded', 'The server is busy. Please try again in a moment.'],
      [507, 'no_space', 'There is no space left on the server. Nothing was stored.'],
    ] as const) {
      const failure = { success: false, code, message, request_id: `id-of-${status}` };
      await page.route('**/save-xml', (route) => route.fulfill({ status, json: failure }));
      await saveButton(page).click();
      await refusal(page).getByText(message).waitFor();
      await refusal(page).getByText(`id-of-${status}`).waitFor();
      await page.unroute('**/save-xml');
    }
    await page.route('**/save-xml', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
    );
    await saveButton(page).click();
    await refusal(page)
      .getByText(/did not answer as it should/)
      .waitFor();
    await page.unroute('**/save-xml');
    expect(await page.getByLabel('Title').inputValue()).toBe('Refused');
    await saveButton(page).click();
    await page.getByText('Project was successfully added!').waitFor();
  });
});

describe('a server that goes away', () => {
  const data = makeDataFolder();
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ dataFolder: data.path });
  });
  afterAll(async () => {
    await server.stop();
    data.remove();
  });
  const goAway = (signal: NodeJS.Signals = 'SIGTERM') => server.stop(signal);
  const comeBack = async () => {
    const port = Number(new URL(server.baseUrl).port);
    server = await startServer({ dataFolder: data.path, port });
  };

  it('in the middle of an upload and of a save leaves the form; both go on when it is back', async () => {
    const page = await visitWithOwnSession(browser, `${server.baseUrl}/projects/create-project`);
    await fillForm(page, { title: 'Came back' });
    await choose(page, dropSheet(page), 'towns.csv');
    await page.getByText('12 rows, 6 columns').waitFor();
    await goAway();
    await choose(page, dropSeed(page), 'seed.xml');
    const failed = seedPanel(page).getByRole('alert');
    await failed.getByText(UPLOAD_FAILED, { exact: true }).waitFor();
    await failed.getByText(/server cannot be reached/).waitFor();
    await waitForFigure(page, 'Pages', '12');
    await saveButton(page).click();
    await refusal(page)
      .getByText(/server cannot be reached/)
      .last()
      .waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Came back');
    await comeBack();
    await failed.getByRole('button', { name: 'Try again' }).click();
    await failed.waitFor({ state: 'hidden' });
    await saveButton(page).click();
    await page.getByText('Project was successfully added!').waitFor();
  });

  it('dies in the middle of a save: Save once more makes one project of it', async () => {
    const page = await visitWithOwnSession(browser, `${server.baseUrl}/projects/create-project`);
    await fillForm(page, { title: 'Saved through a crash', seed: 'seed.xml', sheet: 'towns.csv' });
    await waitForFigure(page, 'Pages', '12');
    await expect.poll(() => saveButton(page).isEnabled()).toBe(true);
    // The server has done it all, and dies before its answer has arrived.
    await page.route('**/save-xml', async (route) => {
      await route.fetch();
      await goAway('SIGKILL');
      await route.abort('connectionreset');
    });
    await saveButton(page).click();
    await refusal(page)
      .getByText(/server cannot be reached/)
      .waitFor();
    await page.unroute('**/save-xml');
    await comeBack();
    await saveButton(page).click();
    await page.getByText('Project was successfully added!').waitFor();
    await page.goto(`${server.baseUrl}/projects?search=crash`);
    await page.getByRole('link', { name: 'Saved through a crash' }).waitFor();
    expect(await page.getByRole('link', { name: 'Saved through a crash' }).count()).toBe(1);
  });
});
