/** Animations run only while they mean something, and never with reduced motion. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { visit, visitSignedIn } from './browser.ts';
import { makeFinishedProject, towns } from './made-projects.ts';

describe('motion', () => {
  const countMoving = (page: Page) =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);

  /** Makes the latest project appear to be running, so that its dot is animated. */
  const showRunning = (page: Page) =>
    page.route(/\/api\/v1\/projects\?/, async (route) => {
      const response = await route.fetch();
      // The page polls while other tests run, and may be rejected.
      if (!response.ok()) return route.fulfill({ response });
      const json = await response.json();
      for (const row of json.data) {
        row.state = 'running';
        row.last_run = { ...row.last_run, state: 'running', pages_done: 3 };
      }
      await route.fulfill({ response, json });
    });

  it('animates the dot of a run, but not with reduced motion', async () => {
    await makeFinishedProject({ title: 'Seems to be running', script: towns(3) });
    const { page } = await visitSignedIn('/dashboard', { reducedMotion: 'no-preference' });
    await showRunning(page);
    await page.goto('/projects');
    await expect.poll(() => countMoving(page)).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(() => countMoving(page)).toBe(0);
  });

  it('rotates the slides next to the sign-in form until Pause is pressed', async () => {
    const { page } = await visit('/login', { reducedMotion: 'no-preference' });
    const current = () =>
      page.locator('button[aria-current="true"][aria-label^="Slide"]').getAttribute('aria-label');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    expect(await current()).toMatch(/^Slide 1/);
    const turn = async (slide: RegExp) => {
      await page.clock.fastForward(5000);
      await expect.poll(current).toMatch(slide);
      // The animation ends by the browser's real clock.
      await expect.poll(() => countMoving(page)).toBe(0);
    };
    await turn(/^Slide 2/);
    await turn(/^Slide 3/);
    await page.locator('[aria-roledescription="carousel"]').hover();
    await page.clock.runFor(20_000);
    expect(await current(), 'hovered').toMatch(/^Slide 3/);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.mouse.move(10, 10);
    await page.clock.runFor(20_000);
    expect(await current()).toMatch(/^Slide 3/);
    expect(await countMoving(page)).toBe(0);
    await page.getByRole('button', { name: 'Play' }).click();
    await page.mouse.move(10, 10);
    await turn(/^Slide 1/);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.reload();
    await page.getByText('Boost MRR and Client Retention').waitFor();
    expect(await page.locator('[aria-roledescription="carousel"]').count()).toBe(0);
  });
});
