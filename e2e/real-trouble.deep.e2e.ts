/**
 * Real failures: an unavailable file store, a missing file, a failed run, rate limits, an upload that is too large,
 * interrupted or changed meanwhile. The page reports the failure with a reference from the log, nothing is stored
 * partially, and everything continues once the cause is fixed.
 */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFaultyProxy } from './faulty-proxy.ts';
import { API_POLL, callApi, visit, visitSignedIn } from './browser.ts';
import { home } from './home.ts';
import { makeFinishedProject, makeProject, showProject, towns, waitForRuns } from './made-projects.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { press } from './press.ts';
import {
  choose,
  dropSeed,
  dropSheet,
  toFile,
  openForm,
  readFixture,
  saveAndOpen,
  saveButton,
  seedPanel,
  waitForFigure,
  waitForSuccess,
  waitForUpload,
} from './project-form.ts';
import { signIn } from './sessions.ts';

let server: OwnServer;

beforeAll(async () => {
  server = await startOwnServer();
});

afterAll(() => server.remove());

const REFERENCE = /^Copy the reference /;
const MEBIBYTE = 1024 * 1024;
const UPLOAD_FAILED = 'Error uploading file. Please try again.';

const files = (...names: string[]) => join(server.dataFolder, 'files', ...names);

const isLarge = (size: number) => size > MEBIBYTE;

function listUploads(isWanted: (size: number) => boolean): string[] {
  if (!existsSync(files('uploads'))) return [];
  const paths = readdirSync(files('uploads')).map((name) => files('uploads', name));
  return paths.filter((path) => isWanted(statSync(path).size));
}

/** Makes the store unavailable. @returns function that restores it */
function makeUnavailable(path: string): () => void {
  renameSync(path, `${path}-away`);
  return () => renameSync(`${path}-away`, path);
}

const linesWith = (text: string) =>
  server
    .readLog()
    .filter((line) => line.includes(text))
    .map((line) => JSON.parse(line) as object);

/** Checks that the log has a line with the reference that the page shows. */
async function expectInLog(place: Page | Locator, status: number): Promise<void> {
  const label = await place.getByRole('button', { name: REFERENCE }).first().getAttribute('aria-label');
  const reference = label?.replace(REFERENCE, '') ?? '';
  expect(reference).not.toBe('');
  // A log line is written after the response.
  await expect
    .poll(() => linesWith(reference))
    .toContainEqual(expect.objectContaining({ reqId: reference, status }));
}

const verdict = (page: Page) => page.getByRole('heading', { name: '12 of 12 pages ready to import' });
const errorAlert = (page: Page) => page.getByRole('alert').filter({ has: page.locator('strong') });

describe('the file store', () => {
  it('that is unavailable affects only its files; page, form and save continue when it recovers', async () => {
    const id = await makeFinishedProject({ title: 'Without a store', script: readFixture('towns.csv') });
    const { page: form } = await openForm({
      title: 'Saved later',
      seed: 'seed.xml',
      sheet: 'towns.csv',
    });
    await waitForFigure(form, 'Pages', '12');
    await waitForUpload(form, 'seed.xml');
    const restore = makeUnavailable(files());
    const { page } = await visitSignedIn(`/projects/${id}`);
    await verdict(page).waitFor();
    await page.getByText(/file store isn’t responding/).waitFor();
    const { page: edit } = await visitSignedIn(`/projects/${id}/edit`);
    await edit.getByText(/The file store isn’t available/).waitFor();
    await edit.getByText(/file store isn’t responding/).waitFor();
    await press(saveButton(form));
    await errorAlert(form)
      .getByText(/The file store isn’t available/)
      .waitFor();
    await expectInLog(errorAlert(form), 502);
    expect(existsSync(files())).toBe(false);
    restore();
    // Both pages poll every five seconds.
    for (const each of [page, edit]) await each.clock.fastForward(5000);
    await page.getByText(/file store isn’t responding/).waitFor({ state: 'hidden' });
    await waitForFigure(edit, 'Pages', '12');
    await saveAndOpen(form);
    await verdict(form).waitFor();
  });

  it('that has lost a seed page reports it, and recovers after a new upload', async () => {
    const seed = toFile('own-seed.xml', readFixture('seed.xml').replace('Roofers', 'Own roofers'));
    const { page } = await openForm({ title: 'Lost seed', seed, sheet: 'towns.csv' });
    await waitForFigure(page, 'Pages', '12');
    const id = await saveAndOpen(page);
    await waitForRuns(id);
    for (const path of listUploads((size) => size === seed.buffer.length)) rmSync(path);
    await page.reload();
    await page.getByText(/The seed page of this project can’t be found/).waitFor();
    await verdict(page).waitFor();
    await press(page.getByRole('link', { name: 'Edit' }));
    await page.getByText(/The seed page of this draft can’t be found/).waitFor();
    await page.getByText('12 rows, 6 columns').waitFor();
    await choose(page, dropSeed(page), seed);
    await waitForFigure(page, 'Pages', '12');
    expect(await saveAndOpen(page)).toBe(id);
    await waitForRuns(id);
    expect(await showProject(id)).toMatchObject({ unreadable: null, progress: { state: 'completed' } });
  });
});

describe('a run', () => {
  it('that fails reports it, leaves no files, and completes when it is started again', async () => {
    await makeFinishedProject({ title: 'Before', script: towns(3) });
    const restore = makeUnavailable(files('runs'));
    // Replaces the folder of the runs with a file, so that no run can be published.
    writeFileSync(files('runs'), '');
    const id = await makeProject({ title: 'Failed once', script: readFixture('towns.csv') });
    const { page } = await visitSignedIn(`/projects/${id}`);
    await page.getByRole('heading', { name: 'The run failed' }).waitFor();
    const number = (await showProject(id)).progress?.id;
    await page.getByText(new RegExp(`error on our side.*Run #${number}\\.`)).waitFor();
    await expect.poll(() => linesWith(`run ${number} failed`)).toHaveLength(1);
    await expect.poll(() => readdirSync(files('.scratch'))).toEqual([]);
    rmSync(files('runs'));
    restore();
    await press(page.getByRole('button', { name: 'Run again' }));
    await verdict(page).waitFor();
    const listNotifications = async () => {
      const list = await callApi('/api/v1/notifications');
      const { data } = (await list.json()) as { data: { notification: string }[] };
      return data.filter(({ notification }) => notification.includes('Failed once'));
    };
    await expect.poll(listNotifications, API_POLL).toHaveLength(2);
  });
});

describe('a limit', () => {
  it('on sign-in shows how long to wait', async () => {
    const body = JSON.stringify({ email: home.user.email, password: 'not the right one' });
    for (let tries = 0; tries < 10; tries += 1) await callApi('/api/v1/auth/login', { method: 'POST', body });
    const { page } = await visit('/login');
    await signIn(page);
    await page
      .getByText(/^Too many requests\. Please wait (a second|\d+ (seconds|minutes)) and try again\.$/)
      .waitFor();
  });
});

describe('an upload', () => {
  const folder = mkdtempSync(join(tmpdir(), 'geoloom-uploads-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('that is too large is rejected at once, and not stored', async () => {
    const { page } = await openForm();
    const path = join(folder, 'large.xml');
    writeFileSync(path, Buffer.alloc(23 * MEBIBYTE, ' '));
    await choose(page, dropSeed(page), path);
    await seedPanel(page).getByText('The file is larger than 20 MiB.').waitFor();
    expect(listUploads(isLarge)).toEqual([]);
  });

  it('that is interrupted succeeds when it is retried, and is complete although its file changes meanwhile', async () => {
    const { baseUrl } = home;
    const line = await startFaultyProxy(baseUrl);
    try {
      const padding = `<!-- ${' '.repeat(2 * MEBIBYTE)} --></channel>`;
      const seed = readFixture('seed.xml').replace('</channel>', padding);
      const path = join(folder, 'under-way.xml');
      writeFileSync(path, seed);
      home.baseUrl = line.baseUrl;
      const { page } = await openForm({ title: 'On a bad line', sheet: 'towns.csv' });
      line.cutAfter(MEBIBYTE);
      await choose(page, dropSeed(page), path);
      const failed = seedPanel(page).getByRole('alert');
      await failed.getByText(/reach the server/).waitFor();
      await expect.poll(() => listUploads(isLarge)).toEqual([]);
      const held = line.holdAfter(MEBIBYTE);
      await press(failed.getByRole('button', { name: 'Try again' }));
      const resume = await held;
      writeFileSync(path, seed.replace('Roofers', 'Other roofers'));
      resume();
      await expect
        .poll(() => listUploads(isLarge).map((kept) => readFileSync(kept, 'utf8') === seed))
        .toEqual([true]);
      await waitForFigure(page, 'Pages', '12');
      await saveAndOpen(page);
      await verdict(page).waitFor();
    } finally {
      home.baseUrl = baseUrl;
      await line.close();
    }
  });
});

describe('a server that stops', () => {
  it('during an upload and a save keeps the form; both continue when it recovers', async () => {
    const { page } = await openForm({ title: 'Came back' });
    await choose(page, dropSheet(page), 'towns.csv');
    await page.getByText('12 rows, 6 columns').waitFor();
    await server.stop();
    await choose(page, dropSeed(page), 'seed.xml');
    const failed = seedPanel(page).getByRole('alert');
    await failed.getByText(UPLOAD_FAILED, { exact: true }).waitFor();
    await failed.getByText(/reach the server/).waitFor();
    await press(saveButton(page));
    await errorAlert(page)
      .getByText(/Couldn’t reach the server/)
      .last()
      .waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Came back');
    await server.startAgain();
    await press(failed.getByRole('button', { name: 'Try again' }));
    await failed.waitFor({ state: 'hidden' });
    await press(saveButton(page));
    await waitForSuccess(page);
  });
});
