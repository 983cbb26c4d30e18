/** Presses that cannot miss. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** By keyboard: what loads meanwhile may move a button from under a pointer, between press and release. */
export async function press(target: Locator): Promise<void> {
  await expect.poll(() => target.isEnabled()).toBe(true);
  await target.press('Enter');
}

/** What opens takes the focus a moment later, and would take it away from what is pressed or typed before. */
export async function waitForFocus(place: Locator): Promise<void> {
  await expect.poll(() => place.evaluate((element) => element.contains(document.activeElement))).toBe(true);
}

export const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
