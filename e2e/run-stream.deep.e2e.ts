/** A run that is watched over a broken stream. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { API_POLL, visitSignedIn } from './browser.ts';
import { cancelRun, LONG_RUN, makeProject, towns, waitForRuns } from './made-projects.ts';
import { press } from './press.ts';

const progress = (page: Page) => page.getByRole('progressbar', { name: 'Pages written' });
const percent = async (page: Page) => Number(await progress(page).getAttribute('aria-valuenow'));

describe('a run', () => {
  it('is polled while its stream is down, and streamed again when it reconnects', async () => {
    const id = await makeProject({ title: 'Cut off', script: towns(LONG_RUN) });
    const { page } = await visitSignedIn('/projects');
    let isCut = true;
    let opened = 0;
    await page.route(`**/projects/${id}/events`, async (route) => {
      if (isCut) return route.abort();
      opened += 1;
      return route.continue();
    });
    await press(page.getByRole('link', { name: 'Cut off' }));
    await progress(page).waitFor();
    // The page polls every 1.5 seconds.
    const look = async () => {
      await page.clock.fastForward(1500);
      return percent(page);
    };
    await expect.poll(look, API_POLL).toBeGreaterThan(0);
    const polled = await percent(page);
    await expect.poll(look, API_POLL).toBeGreaterThan(polled);
    isCut = false;
    // The delay between reconnects grows.
    await page.clock.fastForward(15_000);
    await expect.poll(() => opened).toBe(1);
    // The run may have completed meanwhile; only the stream reports the next one.
    await cancelRun(id);
    await waitForRuns(id);
    await makeProject({ title: 'Cut off', script: towns(3), id });
    await page.getByRole('heading', { name: '3 of 3 pages ready to import' }).waitFor();
    expect(opened).toBe(1);
  });
});
