/**
 * The whole workflow, from the sign-in form to verified files on disk, and a run that is watched live in two tabs,
 * stopped and started again.
 */
import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readZip } from '#testkit/zip-reader.ts';
import { inDeepTier } from '#testkit/tier.ts';
import { visit, visitSignedIn } from './browser.ts';
import { cancelRun, makeFinishedProject, makeProject, showProject, towns } from './made-projects.ts';
import { press } from './press.ts';
import { choose, dropSeed, dropSheet, toFile, saveAndOpen, waitForFigure } from './project-form.ts';
import { signIn } from './sessions.ts';
import { downloadBytes } from './transfers.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('the whole workflow', () => {
  it('works from the sign-in form to 500 verified pages in files with the announced content', async () => {
    const { page, errors, readPolicyReports } = await visit('/login');
    await signIn(page);
    await press(page.getByRole('link', { name: 'New project' }).first());
    await page.getByRole('radio', { name: /WordPress/ }).press('Enter');
    await page.getByRole('heading', { name: 'Create Project' }).waitFor();
    await page.getByLabel('Title').fill('Five hundred towns');
    await choose(page, dropSeed(page), 'seed.xml');
    await choose(page, dropSheet(page), toFile('towns.csv', towns(500)));
    await waitForFigure(page, 'Pages', '500');
    const id = await saveAndOpen(page);
    await page.getByRole('heading', { name: '500 of 500 pages ready to import' }).waitFor();

    const part = page.getByRole('row', { name: /five-hundred-towns\.xml/ });
    const shown = await part.locator('span[title]').getAttribute('title');
    const file = await downloadBytes(page, 'Download five-hundred-towns.xml');
    expect(sha256(file)).toBe(shown);
    expect(file.toString().match(/<item>/g)).toHaveLength(501);

    const zip = readZip(await downloadBytes(page, 'Download all'));
    expect([...zip.keys()]).toEqual([
      'five-hundred-towns.xml',
      'formed-links.html',
      'manifest.json',
      'IMPORT.md',
    ]);
    expect(zip.get('five-hundred-towns.xml')).toEqual(file);
    const manifest = JSON.parse(String(zip.get('manifest.json')));
    expect(manifest).toMatchObject({ key: (await showProject(id)).key, pages: 500, skipped: 0 });
    expect(manifest.parts[0].sha256).toBe(shown);
    expect(String(zip.get('IMPORT.md'))).toContain('`five-hundred-towns.xml`');

    const address = await page
      .getByRole('link', { name: 'Download five-hundred-towns.xml' })
      .getAttribute('href');
    const piece = await fetch(new URL(address ?? '', page.url()), { headers: { range: 'bytes=100-199' } });
    expect(piece.status).toBe(206);
    expect(Buffer.from(await piece.arrayBuffer())).toEqual(file.subarray(100, 200));
    expect(errors).toEqual([]);
    expect(await readPolicyReports()).toEqual([]);
  });
});

/** Rows of a run that is watched in two tabs before it is canceled. */
const WATCHED = 20_000;
const openProject = async (id: number) => (await visitSignedIn(`/projects/${id}`)).page;
const progress = (page: Page) => page.getByRole('progressbar', { name: 'Pages written' });
const percent = async (page: Page) => Number(await progress(page).getAttribute('aria-valuenow'));

inDeepTier(() => {
  describe('a run', () => {
    it('that starts in another tab shows in every open tab, progresses, survives a reload and is stopped', async () => {
      const title = 'Watched in two tabs';
      const id = await makeFinishedProject({ title, script: towns(3) });
      const [first, second] = await Promise.all([openProject(id), openProject(id)]);
      for (const page of [first, second])
        await page.getByRole('heading', { name: '3 of 3 pages ready to import' }).waitFor();
      await makeProject({ title, script: towns(WATCHED), id });
      for (const page of [first, second]) await progress(page).waitFor();
      await expect.poll(() => first.title()).toMatch(/^[1-9]\d*% · Watched in two tabs/);
      const figures = async () =>
        (await first.locator('dl').first().locator('xpath=..').innerText()).replaceAll(/\s+/g, ' ');
      await expect
        .poll(figures)
        .toMatch(/Pages [\d,]+ of 20,000 Rate [\d,]+ pages\/s Elapsed \d.* Time left \d/);
      await first.getByRole('img', { name: /of 20,000 pages written/ }).waitFor();

      const before = await percent(second);
      await second.reload();
      await progress(second).waitFor();
      expect(await percent(second)).toBeGreaterThanOrEqual(before);

      await press(first.getByRole('button', { name: 'Cancel run' }));
      const dialog = first.getByRole('dialog', { name: 'Confirm Action' });
      await dialog.getByRole('button', { name: 'Yes' }).click();
      await first.getByRole('heading', { name: 'The run was canceled' }).waitFor();
      await second.getByRole('heading', { name: 'The run was canceled' }).waitFor();
      await first.getByRole('heading', { name: '3 of 3 pages ready to import' }).waitFor();
      await expect.poll(() => first.title()).toBe(`${title} – Geoloom`);

      // Larger than 10 MB: both tabs show the split question, and one answers it for both.
      await press(second.getByRole('button', { name: 'Run again' }));
      for (const page of [first, second]) await page.getByText(/larger than 10MB/).waitFor();
      await press(second.getByRole('button', { name: 'Yes' }));
      for (const page of [first, second]) await progress(page).waitFor();
      await expect.poll(() => first.getByText(/larger than 10MB/).count()).toBe(0);
      await cancelRun(id);
      await first.getByRole('heading', { name: 'The run was canceled' }).waitFor();
    });
  });
});
