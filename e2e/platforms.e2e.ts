/** From the choice of a platform to its download, for those beside WordPress, with the samples of the product. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readZip } from '#testkit/zip-reader.ts';
import { visitSignedIn } from './browser.ts';
import { press } from './press.ts';
import { choose, dropSeed, dropSheet, fileOf, saveAndOpen, waitForFigure } from './project-form.ts';
import { takeDownload } from './transfers.ts';

/** A file that a link downloads, as it can be given to a form. */
async function takeFile(page: Page, name: string) {
  const taken = await takeDownload(page, () => press(page.getByRole('link', { name, exact: true })));
  return fileOf(taken.suggestedFilename(), readFileSync(await taken.path()));
}

const photo = async (name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 90, height: 60, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer(),
});

interface Platform {
  name: string;
  seed: string;
  /** Only Drupal asks for it. */
  site?: string;
  /** What the card of the import names. */
  shows: string;
  files: string[];
  /** In the first file. */
  writes: string;
}

const SITE = 'https://www.example.com/services';
const BESIDE = ['formed-links.html', 'manifest.json', 'IMPORT.md'];

const PLATFORMS: readonly Platform[] = [
  {
    name: 'HubSpot',
    seed: 'sample-seed.xml',
    shows: 'Content → HubDB',
    files: ['hubspot-towns.xml', 'hubspot-towns-hubdb.csv', ...BESIDE],
    writes: '<wp:post_type>post</wp:post_type>',
  },
  {
    name: 'Drupal',
    seed: 'sample-seed.xml',
    site: SITE,
    shows: '/response/item',
    files: ['drupal-towns.xml', ...BESIDE],
    writes: '<item key="4">',
  },
  {
    name: 'Wix',
    seed: 'sample-seed.csv',
    shows: 'More Actions → Import items',
    files: ['wix-towns.csv', ...BESIDE],
    writes: 'Houston',
  },
];

describe('a project for', () => {
  it.each(PLATFORMS)('$name goes from the choice to the download', async (platform) => {
    const { name, seed, site, shows, files, writes } = platform;
    const { page } = await visitSignedIn('/projects/select-project-type');
    await page.getByRole('radio', { name }).click();
    await page.getByRole('heading', { name: 'Create Project' }).waitFor();
    expect(await page.getByLabel('Site base URL').count()).toBe(site === undefined ? 0 : 1);

    const given = await takeFile(page, 'sample seed page');
    expect(given.name).toBe(seed);
    await page.getByLabel('Title').fill(`${name} towns`);
    if (site !== undefined) await page.getByLabel('Site base URL').fill(site);
    const sheet = await takeFile(page, 'sample sheet');
    await choose(page, dropSeed(page), given);
    await choose(page, dropSheet(page), sheet);
    await choose(page, page.getByRole('button', { name: /Drop images here/ }), await photo('van.jpg'));
    await page.getByText('1 image, ', { exact: false }).waitFor();
    await waitForFigure(page, 'Pages', '5');

    await saveAndOpen(page);
    await page.getByRole('button', { name: 'Open van.jpg' }).waitFor();
    await page.getByRole('heading', { name: '5 of 5 pages ready to import' }).waitFor();
    await page
      .getByRole('region', { name: `How to import into ${name}` })
      .getByText(shows)
      .waitFor();

    const zip = readZip((await takeFile(page, 'Download all')).buffer);
    expect([...zip.keys()]).toEqual(files);
    expect(zip.get(files[0] ?? '')?.toString()).toContain(writes);
    if (site !== undefined)
      expect(zip.get('formed-links.html')?.toString()).toContain(`href="${site}/plumber-`);
    expect(zip.get('IMPORT.md')?.toString()).toContain(`into ${name}`);
  });
});
