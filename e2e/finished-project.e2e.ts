/**
 * A finished project: verdict, skipped rows, samples of a test, restoring an earlier run.
 */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inDeepTier } from '#testkit/tier.ts';
import { visitSignedIn } from './browser.ts';
import { makeFinishedProject, testProject, towns } from './made-projects.ts';
import { press } from './press.ts';
import { readFixture } from './project-form.ts';
import { downloadBytes } from './transfers.ts';

const open = (id: number) => visitSignedIn(`/projects/${id}`);
const openPage = async (id: number) => (await open(id)).page;

/** The header of a sheet is row 1. */
const FIRST_ROW = 2;
const PITCH = 12;

/** Finds the square of a row in the run chart. */
async function findSquare(page: Page, index: number) {
  const chart = page.getByRole('region', { name: 'Verdict' }).getByRole('img');
  const columns = Number(await chart.getAttribute('width')) / PITCH;
  const position = { x: (index % columns) * PITCH + 4, y: Math.floor(index / columns) * PITCH + 4 };
  return { chart, position };
}

describe('a run with skipped rows', () => {
  it('shows them as squares that open their row, and downloads them as a sheet with the reasons', async () => {
    // The list shows twelve skipped rows at first; the clicked square belongs to another one.
    const doubled = Array.from({ length: 14 }, (_, index) => `Town ${21 + index},TX,5,town-3-tx,Doubled,yes`);
    const id = await makeFinishedProject({
      title: 'With losses',
      script: `${towns(20)}${doubled.join('\n')}\nTown 35,TX\n`,
    });
    const page = await openPage(id);
    await page.getByRole('heading', { name: '20 of 35 pages ready to import' }).waitFor();
    const row = page.getByRole('listitem').filter({ hasText: 'Row 35' });
    expect(await row.count()).toBe(0);
    const { chart, position } = await findSquare(page, 35 - FIRST_ROW);
    await chart.hover({ position });
    await page.getByTitle('Row 35 was skipped').waitFor();
    await chart.click({ position });
    await expect.poll(() => row.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await row.getByRole('link', { name: 'Fix row 35' }).getAttribute('href')).toBe(
      `/projects/${id}/edit?row=35`,
    );
    const sheet = String(await downloadBytes(page, 'Download the skipped rows as a sheet'));
    expect(sheet.codePointAt(0)).toBe(0xfeff);
    const [head, ...lines] = sheet.slice(1).trim().split('\r\n');
    expect(head).toMatch(/^geo_city,.*,skip_reason$/);
    expect(lines).toHaveLength(15);
    expect(lines[0]).toMatch(/^Town 21,.*town-3-tx.*row 4/);
  });
});

describe('a test', () => {
  it('shows three pages in a sandboxed frame without scripts, at two widths, next to their source', async () => {
    const hostile = '<script>parent.postMessage("ran","*")</script><img src="x:" onerror="parent.ran=1"><p>';
    const seed = readFixture('seed.xml').replace('<p>Roofers', `${hostile}Roofers`);
    const id = await makeFinishedProject({ title: 'Sampled', script: towns(9), seed });
    const long = `Long,TX,1,long-tx,"${'A long story. '.repeat(40)}",yes`;
    const others = `${long}\nÉté & Cañón,TX,2,special-tx,“ß” – é & ñ §§§ ¿¡ øåæ,no\n`;
    await testProject(id, towns(7) + others);
    const { page, readPolicyReports } = await open(id);
    await page.evaluate(() => window.addEventListener('message', () => (document.title = 'ran')));
    const card = page.getByRole('region', { name: 'Test pages' });
    await card.scrollIntoViewIfNeeded();
    const samples = card.getByRole('radiogroup', { name: 'Sample' }).getByRole('radio');
    await expect.poll(() => samples.count()).toBe(3);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Roof repair in Town 1' }).first().waitFor();
    const element = card.locator('iframe');
    expect(await element.getAttribute('sandbox')).toBe('');
    expect((await element.getAttribute('title')) ?? '').toMatch(/1,280 wide$/);
    await card.getByText('Phone', { exact: true }).click();
    await expect.poll(() => element.evaluate((each) => each.clientWidth)).toBe(390);
    await card.getByText('https://harbour.example/areas/roof-repair-town-1-tx/', { exact: true }).waitFor();
    const source = card.getByLabel('Source of the page');
    await expect.poll(() => source.innerText()).toContain('<script>parent.postMessage');
    const response = await fetch(new URL((await element.getAttribute('src')) ?? '', page.url()));
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'; /);
    expect(await page.title()).toBe('Sampled – Geoloom');
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    expect(await readPolicyReports()).toEqual([]);
  });
});

inDeepTier(() => {
  describe('the history of runs', () => {
    it('restores an earlier run, and other tabs follow', async () => {
      const title = 'Run twice';
      const id = await makeFinishedProject({ title, script: towns(3) });
      await makeFinishedProject({ title, script: towns(5), id });
      const [page, other] = [await openPage(id), await openPage(id)];
      for (const each of [page, other])
        await each.getByRole('heading', { name: '5 of 5 pages ready to import' }).waitFor();
      await page.getByRole('tab', { name: 'Runs 2' }).click();
      await press(page.getByRole('button', { name: /^Restore the run of/ }));
      // The message stays while it has the focus.
      const undo = page.getByRole('button', { name: 'Undo' });
      await undo.focus();
      await other.getByRole('heading', { name: '3 of 3 pages ready to import' }).waitFor();
      const rows = page.getByRole('table', { name: 'Runs' }).getByRole('row');
      await expect.poll(() => rows.nth(2).innerText()).toContain('Current');
      await press(undo);
      await page.getByText('The newer run is current again.').waitFor();
      await page.getByRole('tab', { name: 'Overview' }).click();
      for (const each of [page, other])
        await each.getByRole('heading', { name: '5 of 5 pages ready to import' }).waitFor();
    });
  });
});

inDeepTier(() => {
  describe('the pages of a run', () => {
    it('are found by title, URL and reason on a tab with its own URL, and link to the row to fix', async () => {
      const id = await makeFinishedProject({
        title: 'With pages',
        script: `${towns(30)}Town 31,TX,5,town-3-tx,Repeated,yes\n`,
      });
      const { page } = await visitSignedIn(`/projects/${id}?tab=pages`);
      await page.getByRole('tab', { name: 'Pages 30' }).waitFor();
      const rows = page.getByRole('table', { name: 'Pages' }).getByRole('row');
      await expect.poll(() => rows.count()).toBe(26);
      await page.getByRole('searchbox', { name: /^Search pages/ }).fill('town 29');
      await expect.poll(() => rows.count()).toBe(2);
      await page.getByRole('cell', { name: '/areas/roof-repair-town-29-tx/', exact: true }).waitFor();
      await page.getByRole('searchbox', { name: /^Search pages/ }).fill('');
      await page.getByRole('button', { name: 'Skipped' }).click();
      await expect.poll(() => rows.count()).toBe(2);
      await expect.poll(() => new URL(page.url()).search).toBe('?tab=pages&state=skipped');
      await press(page.getByRole('link', { name: 'Fix row 32' }));
      await expect.poll(() => page.url()).toContain(`/projects/${id}/edit?row=32`);
    });
  });
});
