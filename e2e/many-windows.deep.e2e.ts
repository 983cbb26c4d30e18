/**
 * Many visible windows of the application in one browser, which allows six connections to a server: open event
 * streams must leave some of them for other requests, so only the focused window streams.
 */
import type { BrowserContext, Page, Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { visitSignedIn } from './browser.ts';
import { makeFinishedProject, towns } from './made-projects.ts';
import { press } from './press.ts';
import { saveButton, waitForFigure, waitForSuccess } from './project-form.ts';

const WINDOWS = 8;

/** A headless browser reports every window as focused, so the windows of this test begin without the focus. */
const blurWindows = (context: BrowserContext) =>
  context.addInitScript(() => {
    document.hasFocus = () => false;
  });

const setFocus = (page: Page, isFocused: boolean) =>
  page.evaluate((value) => {
    document.hasFocus = () => value;
    window.dispatchEvent(new Event(value ? 'focus' : 'blur'));
  }, isFocused);

/** Counts the open event streams of all windows, or of one. */
function watchStreams(context: BrowserContext): (only?: Page) => number {
  const open = new Set<Request>();
  context.on('request', (request) => {
    if (/\/(events|stream)$/.test(new URL(request.url()).pathname)) open.add(request);
  });
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
  // A closed window doesn't report the end of its requests.
  return (only) =>
    [...open].filter((request) => {
      const page = request.frame().page();
      return !page.isClosed() && (only === undefined || page === only);
    }).length;
}

const verdict = (page: Page, rows: number) =>
  page.getByRole('heading', { name: `${rows} of ${rows} pages ready to import` }).waitFor();

it('loads eight windows of one project, saves in one of them, and all of them show the result', async () => {
  const id = await makeFinishedProject({ title: 'Seen eight times', script: towns(3) });
  const { page } = await visitSignedIn(`/projects/${id}`);
  const context = page.context();
  await blurWindows(context);
  const pages = [page];
  const countStreams = watchStreams(context);
  await page.reload();
  while (pages.length < WINDOWS) {
    const next = await context.newPage();
    await next.goto(page.url());
    await verdict(next, 3);
    pages.push(next);
  }
  for (const each of pages) expect(await each.evaluate(() => document.visibilityState)).toBe('visible');
  const last = pages.at(-1) ?? page;
  expect(countStreams()).toBe(0);
  await setFocus(last, true);
  // Notifications and the project.
  await expect.poll(() => countStreams(last)).toBe(2);
  await expect.poll(() => countStreams()).toBe(2);

  await press(last.getByRole('link', { name: 'Edit' }).first());
  await last.getByLabel('Manual spreadsheet data').fill(towns(5));
  await waitForFigure(last, 'Pages', '5');
  await press(saveButton(last));
  await waitForSuccess(last);
  for (const each of pages) await verdict(each, 5);

  await setFocus(last, false);
  await setFocus(page, true);
  await expect.poll(() => countStreams(page)).toBe(2);
  await expect.poll(() => countStreams()).toBe(2);
});
