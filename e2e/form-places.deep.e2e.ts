/** Fields of the form are visible when they get the focus; the footer field is replaced by a code editor on focus. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findViolations } from './accessibility.ts';
import { visitSignedIn } from './browser.ts';
import { showProject } from './made-projects.ts';
import { press } from './press.ts';
import { dropSheet, openForm, saveAndOpen, saveButton, waitForFigure } from './project-form.ts';

const SIZES = [
  { width: 390, height: 800 },
  { width: 1440, height: 900 },
];

/** Returns true if nothing covers the upper and lower edge of the element. */
const isFree = (place: Locator) =>
  place.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [y + 2, y + height - 2].every((line) => {
      const top = document.elementFromPoint(x + width / 2, line);
      return top !== null && (element.contains(top) || top.contains(element));
    });
  });
const untilFree = (place: Locator) => expect.poll(() => isFree(place)).toBe(true);

const focused = (page: Page) => page.locator('*:focus');

describe.each(SIZES)('in a window of $width × $height', (size) => {
  it('each error links to its field, which is fully visible between header and bar', async () => {
    const { page } = await openForm({}, size);
    await press(saveButton(page));
    const links = page.getByRole('alert').getByRole('link');
    await links.first().waitFor();
    const count = await links.count();
    expect(count).toBeGreaterThan(1);
    for (let index = 0; index < count; index += 1) {
      await press(links.nth(index));
      await untilFree(focused(page));
    }
  });

  it('Tab and Shift+Tab never focus a covered element', async () => {
    const { page } = await openForm({}, size);
    await page.getByLabel('Title').focus();
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let step = 0; step < 14; step += 1) {
        await page.keyboard.press(key);
        // After the last button, the focus moves to the browser's controls.
        if ((await focused(page).count()) === 0) break;
        const tag = await focused(page).evaluate(({ tagName }) => tagName);
        if (/^(A|BUTTON|INPUT|TEXTAREA)$/.test(tag)) await untilFree(focused(page));
      }
    }
  });
});

it('the list of sections links to their headings', async () => {
  const { page } = await openForm();
  const names = page.getByRole('navigation', { name: 'Sections of this form' });
  for (const title of [
    'Upload Seed Page',
    'Import Spreadsheet Data',
    'Footer Link Structure',
    'Primary Images',
  ]) {
    await press(names.getByRole('link', { name: title }));
    await untilFree(page.getByRole('heading', { name: title }));
  }
});

describe('the footer template', () => {
  const field = (page: Page) => page.getByRole('textbox', { name: 'Footer link template' });
  /** Locates the field within its section, because the content above may load later. */
  const getBox = (page: Page) =>
    field(page).evaluate((element) => {
      const { x, y, width, height } = (element.closest('[class*="code"]') ?? element).getBoundingClientRect();
      const top = element.closest('section')?.getBoundingClientRect().y ?? Number.NaN;
      return [x, y - top, width, height].map(Math.round);
    });

  it.each(['light', 'dark'] as const)(
    'highlights its code once it has the focus, %s',
    async (colorScheme) => {
      const { page, readPolicyReports, errors } = await openForm({}, { colorScheme });
      await page.evaluate(() => document.fonts.ready);
      const before = await getBox(page);
      expect(await page.locator('.cm-editor').count()).toBe(0);
      await field(page).focus();
      await page.keyboard.press('Home');
      await page.locator('.cm-editor.cm-focused').waitFor();
      await expect.poll(() => getBox(page)).toEqual(before);
      const colour = (text: string) =>
        page
          .locator('.cm-line span', { hasText: text })
          .last()
          .evaluate((element) => getComputedStyle(element).color);
      const colors = () => Promise.all(['[geo_city]', 'href', '"'].map(colour));
      // A long parse continues after the first paint.
      await expect.poll(async () => new Set(await colors()).size).toBe(3);
      await page.keyboard.type('x');
      await expect.poll(() => field(page).textContent()).toContain('x');
      await press(page.getByRole('button', { name: '[geo_city]' }).first());
      await page.locator('.cm-editor.cm-focused').waitFor();
      await page.keyboard.type('!');
      await expect.poll(() => field(page).textContent()).toContain('[geo_city]!');
      // Replacing highlighted code doesn't leave an inline color.
      for (const text of ['<b>[geo_city]</b>', '<i>[geo_city]</i>']) {
        await page.keyboard.press('Control+a');
        await page.keyboard.type(text);
        await expect.poll(() => field(page).textContent()).toBe(text);
      }
      expect(await findViolations(page)).toEqual([]);
      await page.keyboard.press('Tab');
      expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(false);
      expect(await readPolicyReports()).toEqual([]);
      expect(errors).toEqual([]);
    },
  );

  it('of several lines stays as it was saved, and focusing it changes nothing', async () => {
    const { page: form } = await openForm({
      title: 'Two lines',
      seed: 'seed.xml',
      sheet: 'towns.csv',
    });
    // Fills the field before the editor replaces it.
    await form.route(/footer-code/, (route) => route.abort());
    await field(form).fill('<a href="[geo_url]">\n[geo_city]</a>');
    const id = await saveAndOpen(form);
    expect((await showProject(id)).footer_links).toBe('<a href="[geo_url]">\n[geo_city]</a>');
    const { page, errors } = await visitSignedIn(`/projects/${id}/edit`);
    await waitForFigure(page, 'Pages', '12');
    // The editor loads after the field has lost the focus.
    const { promise: isLeft, resolve: leave } = Promise.withResolvers<void>();
    await page.route(/footer-code/, (route) => isLeft.then(() => route.continue()));
    await field(page).focus();
    await page.keyboard.press('Tab');
    leave();
    await page.locator('.cm-editor').waitFor();
    await expect
      .poll(() => page.locator('.cm-line').allTextContents())
      .toEqual(['<a href="[geo_url]">', '[geo_city]</a>']);
    await field(page).press('Control+End');
    await page.keyboard.press('Tab');
    await press(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first());
    await page.waitForURL((url) => !url.pathname.endsWith('/edit'));
    expect(errors).toEqual([]);
  });

  it('accepts pasted text, which doesn’t become the sheet', async () => {
    const { page } = await openForm();
    await page.getByLabel('Notes').fill('<b>[geo_city]</b>\n<i>[geo_city]</i>\n');
    await page.getByLabel('Notes').press('Control+a');
    await page.keyboard.press('Control+c');
    await field(page).focus();
    await page.locator('.cm-editor.cm-focused').waitFor();
    await page.keyboard.press('Control+v');
    await expect.poll(() => page.locator('.cm-line').allTextContents()).toContain('<i>[geo_city]</i>');
    expect(await page.getByLabel('Manual spreadsheet data').count()).toBe(0);
    expect(await dropSheet(page).count()).toBe(1);
  });
});
