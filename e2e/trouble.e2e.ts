/**
 * What can go wrong while a project is made: the session ends, a file changes on the disk, the server
 * refuses. The form stays, says what to do, and goes on when it is over.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { acceptDialogs } from './browser.ts';
import { press } from './press.ts';
import {
  choose,
  dropSeed,
  dropSheet,
  openForm,
  readFixture,
  saveAndOpen,
  saveButton,
  seedPanel,
  waitForDraft,
  waitForFigure,
  waitForSuccess,
  waitForUpload,
} from './project-form.ts';
import { endSession, signIn } from './sessions.ts';

const refusal = (page: Page) => page.getByRole('alert').filter({ has: page.locator('strong') });

describe('a draft', () => {
  it('comes back after a reload, with seed and data, and an earlier one is replaced by choice only', async () => {
    const { page } = await openForm({ title: 'Begun', seed: 'seed.xml', sheet: 'towns.csv' });
    acceptDialogs(page);
    await waitForFigure(page, 'Pages', '12');
    await waitForDraft(page);
    await waitForUpload('seed.xml');
    await page.reload();
    await page.getByText(/“Begun” was started but not saved/).waitFor();
    await page.getByLabel('Title').fill('Something else');
    await waitForDraft(page, /Draft saved in this browser/);
    await press(page.getByRole('button', { name: 'Restore draft' }));
    await waitForFigure(page, 'Pages', '12');
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Begun');
    await waitForDraft(page);
  });

  it('comes back after a session that ended while something was typed', async () => {
    const { page } = await openForm({ title: 'Signed out', seed: 'seed.xml' });
    await seedPanel(page).getByText('5 waiting for a sheet').waitFor();
    await waitForDraft(page);
    await page.getByLabel('Notes').fill('The last words before it ended');
    await choose(page, dropSheet(page), 'towns.csv');
    await endSession(page);
    await signIn(page);
    await page.getByText(/You were signed out/).waitFor();
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Signed out');
    await expect.poll(() => page.getByLabel('Notes').inputValue()).toBe('The last words before it ended');
    await waitForFigure(page, 'Pages', '12');
    await saveButton(page).click();
    await waitForSuccess(page);
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
    const { page } = await openForm({ title: `Changed ${kind}`, ...other });
    const drop = kind === 'sheet' ? dropSheet(page) : dropSeed(page);
    await choose(page, drop, file);
    await waitForFigure(page, 'Pages', '12');
    await waitForUpload('seed.xml');
    writeFileSync(file, `${readFixture(name)}\n`);
    await saveButton(page).click();
    await refusal(page)
      .getByText(/changed|can no longer be read/)
      .waitFor();
    const again = kind === 'sheet' ? /Replace the sheet/ : /Replace the seed/;
    await choose(page, page.getByRole('button', { name: again }), file);
    await waitForFigure(page, 'Pages', '12');
    await saveButton(page).click();
    await waitForSuccess(page);
  });
});

describe('a refusal by the server', () => {
  it('is shown in its words, with the request id, and leaves the form as it is', async () => {
    const { page } = await openForm({ title: 'Refused', seed: 'seed.xml', sheet: 'towns.csv' });
    await waitForFigure(page, 'Pages', '12');
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
    await waitForSuccess(page);
  });
});

describe('a save whose answer is lost', () => {
  it('is not made twice: Save once more makes one project of it', async () => {
    const { page } = await openForm({ title: 'Saved, and not told', seed: 'seed.xml', sheet: 'towns.csv' });
    await waitForFigure(page, 'Pages', '12');
    await page.route('**/save-xml', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    // Otherwise the message goes as soon as the server has answered something else.
    await page.route('**/setup', (route) => route.abort('connectionreset'));
    await saveButton(page).click();
    await refusal(page)
      .getByText(/server cannot be reached/)
      .waitFor();
    await page.unroute('**/save-xml');
    await page.unroute('**/setup');
    await saveAndOpen(page);
    await page.goto('/projects');
    const links = page.getByRole('table', { name: 'Projects' }).getByRole('link');
    await expect.poll(() => links.allTextContents()).toEqual(['Saved, and not told']);
  });
});
