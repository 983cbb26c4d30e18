/** A press that cannot miss. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** By keyboard: what loads meanwhile may move a button from under a pointer, between press and release. */
export async function press(target: Locator): Promise<void> {
  await expect.poll(() => target.isEnabled()).toBe(true);
  await target.press('Enter');
}
