/** Links of a finished project: formed links, and downloads after the page was open for a long time. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { visitSignedIn } from './browser.ts';
import { makeFinishedProject, towns } from './made-projects.ts';
import { press } from './press.ts';
import { downloadBytes, captureDownload } from './transfers.ts';

const HALF_AN_HOUR_MS = 30 * 60_000;

const open = (id: number) => visitSignedIn(`/projects/${id}`);

/** Reads the clipboard by pasting: the page has no permission to read it. */
async function paste(page: Page): Promise<string> {
  const field = await page.evaluateHandle(() =>
    document.body.appendChild(document.createElement('textarea')),
  );
  await field.focus();
  await page.keyboard.press('Control+V');
  const text = await field.evaluate(({ value }) => value);
  await field.evaluate((element) => element.remove());
  return text;
}

describe('formed links', () => {
  it('are listed, copied and downloaded', async () => {
    const id = await makeFinishedProject({ title: 'With many links', script: towns(230) });
    const { page } = await open(id);
    const card = page.getByRole('region', { name: 'Formed links' });
    await card.getByText('The first 200 of 230').waitFor();
    await press(card.getByRole('button', { name: 'Copy the link for Town 2', exact: true }));
    const one = '<a href="https://harbour.example/areas/roof-repair-town-2-tx/">Town 2</a><br>';
    await expect.poll(() => paste(page)).toBe(one);
    await press(card.getByRole('button', { name: 'Copy all' }));
    await expect.poll(async () => (await paste(page)).trim().split('\n')).toHaveLength(230);
    const file = String(await downloadBytes(page, 'Download all links'));
    expect(file.trim().split('\n')).toHaveLength(230);
    expect(file).toContain(one);
    const review = page.getByRole('link', { name: 'Review at client server' });
    expect(await review.getAttribute('href')).toBe('https://harbour.example/areas/roof-repair-town-1-tx/');
    expect(await review.getAttribute('rel')).toContain('noopener');
  });
});

describe('a page that was open for long', () => {
  it('requests new URLs when an expired one is clicked', async () => {
    const id = await makeFinishedProject({ title: 'Left open', script: towns(3) });
    const { page } = await open(id);
    await page.getByRole('heading', { name: '3 of 3 pages ready to import' }).waitFor();
    const before = await page.getByRole('link', { name: 'Download left-open.xml' }).getAttribute('href');
    // Pauses the clock: the page must not refresh by itself before the click.
    await page.clock.pauseAt(Date.now() + HALF_AN_HOUR_MS);
    const [refreshed, downloaded] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith(`/api/v1/projects/${id}`)),
      captureDownload(page, () => press(page.getByRole('link', { name: 'Download left-open.xml' }))),
    ]);
    expect(refreshed.status()).toBe(200);
    expect(downloaded.url()).toContain('/api/v1/files/part/');
    expect(readFileSync(await downloaded.path(), 'utf8')).toContain('Roof repair in Town 3');
    expect(before).toContain('expires=');
  });
});
