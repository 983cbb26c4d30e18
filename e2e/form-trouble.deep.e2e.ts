/** The form survives the end of a session, changed files on disk, and errors of the server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import {
  choose,
  dropSeed,
  dropSheet,
  openForm,
  readFixture,
  saveButton,
  seedPanel,
  waitForDraft,
  waitForFigure,
  waitForSuccess,
} from './project-form.ts';
import { endSession, signIn } from './sessions.ts';

const errorAlert = (page: Page) => page.getByRole('alert').filter({ has: page.locator('strong') });

const folder = mkdtempSync(join(tmpdir(), 'geoloom-changing-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the form', () => {
  it('is restored after a session that ended while typing', async () => {
    const { page } = await openForm({ title: 'Signed out', seed: 'seed.xml' });
    await seedPanel(page)
      .getByText(/5 placeholders/)
      .waitFor();
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

  it('keeps a seed page and a sheet as they were selected, even if the files on disk change', async () => {
    const files = ['seed.xml', 'towns.csv'].map((name) => join(folder, name));
    for (const file of files) writeFileSync(file, readFixture(basename(file)));
    const { page } = await openForm({ title: 'Changed on the disk' });
    for (const [index, drop] of [dropSeed(page), dropSheet(page)].entries())
      await choose(page, drop, files[index] ?? '');
    await waitForFigure(page, 'Pages', '12');
    for (const file of files) writeFileSync(file, 'gone');
    await saveButton(page).click();
    await waitForSuccess(page);
  });

  it('shows “Not saved” while the server is down, and saves once it recovers', async () => {
    const { page } = await openForm({ title: 'Typed without a server' });
    await waitForDraft(page);
    await page.route('**/projects/drafts/*', (route) => route.abort('connectionreset'));
    await page.getByLabel('Notes').fill('Not lost');
    await waitForDraft(page, /Not saved/);
    await page.unroute('**/projects/drafts/*');
    await page.clock.fastForward(5000);
    await waitForDraft(page);
  });

  it('shows an error of the server with its message and request id, and stays unchanged', async () => {
    const { page } = await openForm({ title: 'Refused', seed: 'seed.xml', sheet: 'towns.csv' });
    await waitForFigure(page, 'Pages', '12');
    for (const [status, code, message] of [
      [413, 'too_large', 'The request is too large.'],
      [415, 'unsupported_type', 'The server doesn’t accept this content type.'],
      [429, 'too_many', 'Too many requests. Please wait a moment and try again.'],
      [503, 'overloaded', 'The server is busy. Please try again in a moment.'],
      [507, 'no_space', 'The server is out of disk space. Nothing was saved.'],
    ] as const) {
      const failure = { success: false, code, message, request_id: `id-of-${status}` };
      await page.route('**/save-xml', (route) => route.fulfill({ status, json: failure }));
      await saveButton(page).click();
      await errorAlert(page).getByText(message).waitFor();
      await errorAlert(page).getByText(`id-of-${status}`).waitFor();
      await page.unroute('**/save-xml');
    }
    await page.route('**/save-xml', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
    );
    await saveButton(page).click();
    await errorAlert(page)
      .getByText(/sent an unexpected reply/)
      .waitFor();
    await page.unroute('**/save-xml');
    expect(await page.getByLabel('Title').inputValue()).toBe('Refused');
    await saveButton(page).click();
    await waitForSuccess(page);
  });
});
