/** A page's clock that is held, for journeys that ask how long something takes; others only fast-forward it. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** More than a busy machine needs between reading the clock and holding it. */
const LEAD_MS = 10_000;
const STEP_MS = 200;

/** From now on the page's time goes on by `runFor` and `advanceUntil` alone. */
export async function holdClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + LEAD_MS);
}

/**
 * Moves a held clock on, step by step, until something is so.
 * @returns milliseconds of the page's time that this took, to a step
 */
export async function advanceUntil(page: Page, isSo: () => Promise<boolean> | boolean): Promise<number> {
  let passed = 0;
  const look = async () => {
    if (await isSo()) return true;
    await page.clock.runFor(STEP_MS);
    passed += STEP_MS;
    return false;
  };
  await expect.poll(look, { interval: 5 }).toBe(true);
  return passed;
}
