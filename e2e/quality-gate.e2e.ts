/** The quality gate: set on the Quality tab, applied by the next run, named by the verdict, the pages and the files. */
import { describe, expect, it } from 'vitest';
import type { GateAction } from '#contract/quality-gate.ts';
import { readPages } from '#testkit/wxr-pages.ts';
import { wxrText } from '#testkit/wxr-seed.ts';
import { readZip } from '#testkit/zip-reader.ts';
import { inDeepTier } from '#testkit/tier.ts';
import { findViolations } from './accessibility.ts';
import { callApi, visitSignedIn } from './browser.ts';
import { makeFinishedProject } from './made-projects.ts';
import { press } from './press.ts';
import { downloadBytes } from './transfers.ts';

const TOWNS = ['Austin', 'Waco', 'Dallas', 'Houston', 'Laredo'];
const WEAK = ['Waco', 'Houston'];

const seed = wxrText({
  content: '<h1>Plumber in [geo_city]</h1><p>[about]</p>',
  slug: 'plumber-geo_url',
  metas: [['_yoast_wpseo_title', '[geo_city]']],
});
const script = [
  'geo_city,geo_url,about',
  ...TOWNS.map((town, index) => {
    const words = Array.from({ length: 400 }, (_, word) => `w${index}x${word}`);
    return [town, town.toLowerCase(), WEAK.includes(town) ? '' : words.join(' ')].join();
  }),
].join('\n');
const project = { title: 'Gated', script, seed };

describe('the quality gate', () => {
  it('leaves out weak pages from the next run on, and says which', async () => {
    const id = await makeFinishedProject(project);
    const { page, errors } = await visitSignedIn(`/projects/${id}?tab=quality`);
    await page.getByRole('radio', { name: 'Leave out' }).press('Space');
    await page.getByText('3 pages ready').waitFor();
    await press(page.getByRole('button', { name: 'Save gate' }));
    await page.getByText('Currently pages below 60 are left out').waitFor();
    await makeFinishedProject({ ...project, id });
    await page.goto(page.url().replace('?tab=quality', ''));
    await page.getByRole('heading', { name: '3 pages ready, 2 held back by the quality gate' }).waitFor();
    expect(await findViolations(page)).toEqual([]);

    const zip = readZip(await downloadBytes(page, 'Download all'));
    const pages = readPages(zip.get('gated.xml') ?? Buffer.from(''));
    expect(pages.map(({ fields }) => fields['wp:post_name'])).toEqual([
      'plumber-austin',
      'plumber-dallas',
      'plumber-laredo',
    ]);
    const { gate } = JSON.parse(String(zip.get('manifest.json')));
    expect(gate).toMatchObject({ below: 60, action: 'leave-out', held: [{ row: 3 }, { row: 5 }] });

    await press(page.getByRole('link', { name: 'Show the 2 pages' }));
    const list = page.getByRole('table', { name: 'Pages' });
    await expect.poll(() => list.getByRole('row').count()).toBe(3);
    await list
      .getByText(/^Left out\. Scores [\d.]+ of 100; the quality gate is 60\./)
      .first()
      .waitFor();
    expect(errors).toEqual([]);
  });

  inDeepTier(() => {
    it.each([
      ['draft', '2 of them as drafts', ['publish', 'draft', 'publish', 'draft', 'publish'], 0],
      ['noindex', '2 of them with noindex', TOWNS.map(() => 'publish'), 2],
    ] as const)('imports weak pages with %s', async (action: GateAction, verdict, statuses, noindexed) => {
      const id = await makeFinishedProject(project);
      const body = JSON.stringify({ gate: { below: 60, action } });
      const set = await callApi(`/api/v1/projects/${id}/quality-gate`, { method: 'PUT', body });
      expect(set.status).toBe(200);
      await makeFinishedProject({ ...project, id });
      const { page } = await visitSignedIn(`/projects/${id}`);
      await page
        .getByRole('heading', { name: `5 pages ready, ${verdict} because of the quality gate` })
        .waitFor();
      const zip = readZip(await downloadBytes(page, 'Download all'));
      const pages = readPages(zip.get('gated.xml') ?? Buffer.from(''));
      expect(pages.map(({ fields }) => fields['wp:status'])).toEqual(statuses);
      const marks = pages.map(({ metas }) => metas.find(([key]) => key.endsWith('robots-noindex'))?.[1]);
      expect(marks.filter((mark) => mark === '1')).toHaveLength(noindexed);
    });
  });
});
