/** Pauses a page's clock, for journeys that measure durations; others only fast-forward it. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Longer than a busy machine needs between reading and pausing the clock. */
const LEAD_MS = 10_000;
const STEP_MS = 200;

/** Pauses the page's clock; only `runFor` and `advanceUntil` move it. */
export async function holdClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + LEAD_MS);
}

/**
 * Advances a paused clock in steps until the condition is true.
 * @returns elapsed milliseconds of the page's clock, rounded up to a step
 */
export async function advanceUntil(page: Page, condition: () => Promise<boolean> | boolean): Promise<number> {
  let passed = 0;
  const look = async () => {
    if (await condition()) return true;
    await page.clock.runFor(STEP_MS);
    passed += STEP_MS;
    return false;
  };
  await expect.poll(look, { interval: 5 }).toBe(true);
  return passed;
}
