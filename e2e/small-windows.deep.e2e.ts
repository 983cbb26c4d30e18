/**
 * Overlays in very small windows: as narrow as a phone, or very low. Every entry is visible and can be reached by
 * keyboard.
 */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { visitSignedIn } from './browser.ts';
import { shareUser } from './home.ts';
import { makeFinishedProject, towns } from './made-projects.ts';
import { press, waitForFocus } from './press.ts';

const SIZES = [
  { width: 320, height: 480 },
  { width: 1440, height: 300 },
];
const LOWEST = { width: 1440, height: 240 };
/** A name of the maximum length. */
const LONG = 'Roofs of the unincorporated communities around the river '.repeat(6).slice(0, 298);

beforeAll(async () => {
  shareUser();
  for (let count = 0; count < SIZES.length; count += 1) {
    await makeFinishedProject({ title: `${LONG} ${count}`, script: towns(2) });
  }
});
async function open(path: string, size: { width: number; height: number }): Promise<Page> {
  const { page } = await visitSignedIn(path, size);
  await page.locator('h1').first().waitFor();
  return page;
}

/** Returns true if the element is completely in the window and its center isn't covered. */
function isSeen(entry: Locator): Promise<boolean> {
  return entry.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const isInside =
      box.top >= -1 && box.left >= -1 && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
    return isInside && (element.contains(top) || top?.contains(element) === true);
  });
}

/** Waits until the focused element is visible. */
const untilSeen = (entry: Locator) => expect.poll(() => isSeen(entry)).toBe(true);

describe.each([...SIZES, LOWEST])('in a window of $width × $height', (size) => {
  it('shows every state of the list with the arrow keys, below its field', async () => {
    const page = await open('/projects', size);
    if (size.width < 640) await press(page.getByRole('button', { name: 'Filters' }));
    const field = page.getByRole('combobox', { name: 'Last run' });
    await field.focus();
    await page.keyboard.press('ArrowDown');
    const entries = page.getByRole('listbox').getByRole('option');
    await untilSeen(entries.first());
    await expect.poll(() => entries.count()).toBeGreaterThan(8);
    const count = await entries.count();
    for (let step = 0; step < count; step += 1) {
      await untilSeen(entries.nth(step));
      await untilSeen(field);
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(/state=/);
  });
});

describe.each(SIZES)('in a window of $width × $height', (size) => {
  it('shows the menu of a row, the confirmation with a long name, and the message, all by keyboard', async () => {
    const page = await open('/projects', size);
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .press('Enter');
    const entries = page.getByRole('menuitem');
    for (let step = 0; step < 5; step += 1) {
      await expect
        .poll(() => entries.nth(step).evaluate((entry) => entry === document.activeElement))
        .toBe(true);
      await untilSeen(entries.nth(step));
      if (step < 4) await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Confirm Action' });
    await waitForFocus(dialog);
    for (const name of ['No', 'Yes']) {
      await dialog.getByRole('button', { name }).focus();
      await untilSeen(dialog.getByRole('button', { name }));
    }
    await page.keyboard.press('Enter');
    await page.getByText('Project was successfully deleted!').waitFor();
    const close = page.getByRole('button', { name: 'Close this message' });
    await close.focus();
    await untilSeen(close);
    await page.keyboard.press('Enter');
    await close.waitFor({ state: 'hidden' });
  });
});

it('check boxes are 24 pixels on a touch screen, with a target of 44', async () => {
  await makeFinishedProject({ title: 'Chosen by touch', script: towns(2) });
  const { page } = await visitSignedIn('/projects', { width: 390, height: 844, isTouch: true });
  const box = page.getByRole('checkbox').first();
  await box.waitFor();
  const place = await box.boundingBox();
  if (place === null) throw new Error('The check box isn’t visible.');
  expect([place.width, place.height]).toEqual([24, 24]);
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
  for (const isChecked of [true, false]) {
    await page.touchscreen.tap(x + (isChecked ? 20 : -20), y + (isChecked ? 20 : -20));
    await expect.poll(() => box.isChecked()).toBe(isChecked);
  }
});
