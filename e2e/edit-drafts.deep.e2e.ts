/**
 * Unsaved input in the edit form of a project survives a save in another tab, a closed tab, another machine, a test,
 * and the end of the session.
 */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { acceptDialogs, visitSignedIn } from './browser.ts';
import { makeFinishedProject, makeProject, showProject, towns, waitForRuns } from './made-projects.ts';
import { press } from './press.ts';
import {
  answer,
  choose,
  toFile,
  openEditForm,
  readFixture,
  saveAndOpen,
  saveButton,
  saveEdited,
  seedPanel,
  testAndOpen,
  waitForDraft,
  waitForFigure,
  waitForUpload,
} from './project-form.ts';
import { endSession, signIn } from './sessions.ts';

const notes = (page: Page) => page.getByLabel('Notes');
const make = (title: string) => makeFinishedProject({ title, script: readFixture('towns.csv') });

const BEGUN = /You have unsaved changes to this project/;
const pasteField = (page: Page) => page.getByLabel('Manual spreadsheet data');

/** Checks that the form has loaded and offers no draft. */
async function expectNoDraft(page: Page): Promise<void> {
  await notes(page).fill('Nothing was asked');
  await waitForDraft(page);
  expect(await page.getByText(BEGUN).count()).toBe(0);
}

const chooseSeed = (page: Page, name: string) =>
  choose(page, page.getByRole('button', { name: 'Replace the seed page' }), {
    ...toFile(name, readFixture('seed.xml').replace('<p>Roofers', `<p>Roofers of ${name}`)),
  });

describe('the edit form', () => {
  it('shows the specified message if a project can’t be loaded', async () => {
    const { page } = await visitSignedIn('/projects/999999/edit');
    await page.getByText(/Error Fetching The Project Data/).waitFor();
  });
});

describe('input in the edit form', () => {
  it('survives another tab that saved first: Reload loads the latest version and keeps the input', async () => {
    const id = await make('Edited twice');
    const [first, second] = [await openEditForm(id), await openEditForm(id)];
    await first.getByLabel('Footer link template').fill('<a href="[geo_url]">In [geo_city]</a>');
    await saveEdited(first);
    await notes(second).fill('Typed in the second tab');
    await press(saveButton(second));
    const alert = second
      .getByRole('alert')
      .filter({ hasText: /saved this project today .+, after you opened it/ });
    await press(alert.getByRole('button', { name: 'Reload' }));
    await second.getByText(/Your changes are back in the form: notes\./).waitFor();
    await expect.poll(() => notes(second).inputValue()).toBe('Typed in the second tab');
    expect(await second.getByLabel('Footer link template').inputValue()).toContain('In [geo_city]');
    await waitForFigure(second, 'Pages', '12');
    // A save during the first run would be rejected.
    await waitForRuns(id);
    await saveEdited(second);
    expect(await showProject(id)).toMatchObject({
      notes: 'Typed in the second tab',
      footer_links: '<a href="[geo_url]">In [geo_city]</a>',
    });
  });

  it('survives a closed tab with its files, on any machine, until it is saved', async () => {
    const id = await make('Edited and left');
    const page = await openEditForm(id);
    await notes(page).fill('Typed before the tab was closed');
    await choose(page, page.getByRole('button', { name: 'Replace the seed page' }), {
      ...toFile('newer.xml', readFixture('seed.xml').replace('<p>Roofers', '<p>Newer roofers')),
    });
    await pasteField(page).fill(towns(3));
    await waitForFigure(page, 'Pages', '3');
    await waitForDraft(page);
    await waitForUpload(page, 'newer.xml');
    // As a user closes a tab; closing the context wouldn't tell the page.
    const isClosed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await isClosed;
    // Another browser has an empty storage.
    const later = await openEditForm(id);
    await later.getByText(BEGUN).waitFor();
    expect(await notes(later).inputValue()).toBe('');
    await press(later.getByRole('button', { name: 'Restore draft' }));
    await seedPanel(later).getByRole('heading', { name: 'newer.xml' }).waitFor();
    await waitForFigure(later, 'Pages', '3');
    expect(await notes(later).inputValue()).toBe('Typed before the tab was closed');
    expect(await pasteField(later).inputValue()).toBe(towns(3));
    expect(await saveAndOpen(later)).toBe(id);
    expect(await showProject(id)).toMatchObject({
      notes: 'Typed before the tab was closed',
      template_file: { name: 'newer.xml' },
      // As a form sends its lines.
      script: towns(3).replaceAll('\n', '\r\n'),
    });
    const after = await openEditForm(id, '3');
    await expectNoDraft(after);
  });

  it('stays after a test, which saves nothing, until it is discarded', async () => {
    const id = await make('Edited and tried');
    const page = await openEditForm(id);
    await notes(page).fill('Tried, not saved');
    expect(await testAndOpen(page)).toBe(id);
    expect(await showProject(id)).toMatchObject({ notes: '', revision: 1 });
    await press(page.getByRole('link', { name: 'Edit' }).first());
    await page.getByText(BEGUN).waitFor();
    await press(page.getByRole('button', { name: 'Discard', exact: true }));
    await answer(page, 'No');
    await page.getByText(BEGUN).waitFor();
    await press(page.getByRole('button', { name: 'Discard', exact: true }));
    await answer(page, 'Yes');
    await page.getByText(BEGUN).waitFor({ state: 'hidden' });
    await page.goto(`/projects/${id}/edit`);
    await waitForFigure(page, 'Pages', '12');
    expect(await page.getByText(BEGUN).count()).toBe(0);
  });

  it('survives a reload, with its seed page', async () => {
    const id = await make('Edited through a reload');
    const page = await openEditForm(id);
    await notes(page).fill('First words');
    await chooseSeed(page, 'first.xml');
    await waitForUpload(page, 'first.xml');
    await waitForDraft(page);
    await page.reload();
    await seedPanel(page).getByRole('heading', { name: 'first.xml' }).waitFor();
    await expect.poll(() => notes(page).inputValue()).toBe('First words');
    expect(await page.getByText(BEGUN).count()).toBe(0);
  });

  it('has two drafts in two windows, and a reload of one doesn’t show the other', async () => {
    const id = await make('Edited in two windows');
    const first = await openEditForm(id);
    const second = await first.context().newPage();
    await second.goto(first.url());
    await notes(second).fill('Of the second');
    await waitForDraft(second);
    await notes(first).fill('Of the first');
    await waitForDraft(first);
    expect(await notes(second).inputValue()).toBe('Of the second');
    acceptDialogs(second);
    await second.reload();
    await expect.poll(() => notes(second).inputValue()).toBe('Of the second');
    expect(await saveAndOpen(first)).toBe(id);
    expect(await showProject(id)).toMatchObject({ notes: 'Of the first' });
  });

  it('that is outdated is rejected by a save, and can be applied to the latest version', async () => {
    const id = await make('Edited on an older state');
    const page = await openEditForm(id);
    await notes(page).fill('Older words');
    await waitForDraft(page);
    await makeProject({ id, title: 'Edited on an older state', script: readFixture('towns.csv') });
    await waitForRuns(id);
    await press(saveButton(page));
    await press(page.getByRole('button', { name: 'Reload' }));
    await page.getByText(/Your changes are back in the form: notes\./).waitFor();
    await saveEdited(page);
    expect(await showProject(id)).toMatchObject({ notes: 'Older words' });
  });

  it('of two projects and of a new one never mix, even in one browser', async () => {
    const [one, two] = [await make('One of two'), await make('Two of two')];
    const { page } = await visitSignedIn(`/projects/${one}/edit`);
    acceptDialogs(page);
    for (const [path, words] of [
      [`/projects/${one}/edit`, 'Of one'],
      [`/projects/${two}/edit`, 'Of two'],
      ['/projects/create-project', 'Of none'],
    ] as const) {
      await page.goto(path);
      await notes(page).fill(words);
      await waitForDraft(page);
    }
    for (const [path, words] of [
      [`/projects/${two}/edit`, 'Of two'],
      [`/projects/${one}/edit`, 'Of one'],
      ['/projects/create-project', 'Of none'],
    ] as const) {
      await page.goto(path);
      await press(page.getByRole('button', { name: 'Restore draft' }));
      await expect.poll(() => notes(page).inputValue()).toBe(words);
    }
  });

  it('survives a session that ends while typing: after sign-in, everything is there', async () => {
    const id = await make('Edited without a session');
    const { page } = await visitSignedIn(`/projects/${id}/edit`);
    await waitForFigure(page, 'Pages', '12');
    await press(page.getByRole('button', { name: 'Use a file instead' }));
    await choose(page, page.getByRole('button', { name: /Drop the sheet here/ }), 'towns-with-problems.csv');
    await waitForFigure(page, 'Pages', '9');
    await notes(page).fill('Typed while the session ended');
    // Without a click: saving the draft is the rejected call.
    await endSession(page);
    await signIn(page);
    await page.getByText(/You were signed out\. What you entered is back in the form\./).waitFor();
    await expect.poll(() => notes(page).inputValue()).toBe('Typed while the session ended');
    await waitForFigure(page, 'Pages', '9');
    await saveEdited(page);
  });
});
