/** Reliable key presses and waits. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Presses a button by keyboard: late content may move it while a mouse button is down. */
export async function press(target: Locator): Promise<void> {
  await expect.poll(() => target.isEnabled()).toBe(true);
  await target.press('Enter');
}

/** Waits for the focus, which an opening element takes a moment later. */
export async function waitForFocus(place: Locator): Promise<void> {
  await expect.poll(() => place.evaluate((element) => element.contains(document.activeElement))).toBe(true);
}

export const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
