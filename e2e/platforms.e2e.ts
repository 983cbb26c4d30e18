/** From an empty account to a downloaded file on each platform, with a sheet that needs fixes. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readZip } from '#testkit/zip-reader.ts';
import { inDeepTier, isDeep } from '#testkit/tier.ts';
import { visitSignedIn } from './browser.ts';
import { press } from './press.ts';
import { fillImages, photo as deckPhoto } from './geocoder-form.ts';
import {
  choose,
  dropSeed,
  dropSheet,
  toFile,
  saveAndOpen,
  sheetPanel,
  waitForFigure,
} from './project-form.ts';
import { captureDownload } from './transfers.ts';

/** Downloads a file for use in a form. */
async function takeFile(page: Page, name: string) {
  const taken = await captureDownload(page, () => press(page.getByRole('link', { name, exact: true })));
  return toFile(taken.suggestedFilename(), readFileSync(await taken.path()));
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
  /** Only for Drupal. */
  site?: string;
  /** Text of the import card. */
  shows: string;
  files: string[];
  /** Text in the first file. */
  writes: string;
}

const SITE = 'https://www.example.com/services';
const EXTRA_FILES = ['formed-links.html', 'skipped-rows.csv', 'manifest.json', 'IMPORT.md'];

/** Sheet without a column geo_city; row 4 repeats row 3, and row 5 has no town. */
const TOWNS = `Served area,state_code,county,phone,local_intro,geo_url
Houston,TX,harris,(713) 555-0142,Hard water wears out valves here.,houston-tx
O'Fallon,MO,st. charles,(636) 555-0119,We know the pipes of both.,ofallon-mo
O'Fallon,MO,st. charles,(636) 555-0119,We know the pipes of both.,ofallon-mo
,TX,travis,(512) 555-0101,No town here.,nowhere-tx
`;

const PLATFORMS: readonly Platform[] = [
  {
    name: 'WordPress',
    seed: 'sample-seed.xml',
    shows: 'Tools → Import',
    files: ['wordpress-towns.xml', ...EXTRA_FILES],
    writes: 'Houston',
  },
  {
    name: 'HubSpot',
    seed: 'sample-seed.xml',
    shows: 'Content → HubDB',
    files: ['hubspot-towns.xml', 'hubspot-towns-hubdb.csv', ...EXTRA_FILES],
    writes: '<wp:post_type>post</wp:post_type>',
  },
  {
    name: 'Drupal',
    seed: 'sample-seed.xml',
    site: SITE,
    shows: '/response/item',
    files: ['drupal-towns.xml', ...EXTRA_FILES],
    writes: '<item key="1">',
  },
  {
    name: 'Wix',
    seed: 'sample-seed.csv',
    shows: 'More Actions → Import items',
    files: ['wix-towns.csv', ...EXTRA_FILES],
    writes: 'Houston',
  },
];

/** Fills [geo_city] from the column Served area, whose name doesn't match. */
async function matchTowns(page: Page): Promise<void> {
  const panel = page.getByRole('region', { name: 'Match columns' });
  await panel.getByText('Needs a choice').first().waitFor();
  await panel.getByRole('combobox', { name: 'Column for geo_city' }).click();
  await page.getByRole('option', { name: /^Served area/ }).click();
  await expect.poll(() => panel.getByText('Needs a choice').count()).toBe(0);
}

async function removeDuplicate(page: Page): Promise<void> {
  const sheet = sheetPanel(page);
  await sheet.getByRole('tab', { name: /Problems/ }).click();
  await press(sheet.getByRole('button', { name: 'Remove duplicate row, row 4' }));
}

/** One with XML and one with CSV; `run-project.e2e.ts` uses WordPress. */
const QUICK = ['Drupal', 'Wix'];
const tried = PLATFORMS.filter(({ name }) => isDeep || QUICK.includes(name));

describe('a project for', () => {
  it.each(tried)('$name works from the project type to the download', async (platform) => {
    const { name, seed, site, shows, files, writes } = platform;
    const { page } = await visitSignedIn('/projects/select-project-type');
    await page.getByRole('radio', { name }).press('Enter');
    await page.getByLabel('Title').waitFor();
    expect(await page.getByLabel('Site base URL').count()).toBe(site === undefined ? 0 : 1);

    const seedFile = await takeFile(page, 'sample seed page');
    expect(seedFile.name).toBe(seed);
    await page.getByLabel('Title').fill(`${name} towns`);
    if (site !== undefined) await page.getByLabel('Site base URL').fill(site);
    await choose(page, dropSeed(page), seedFile);
    await choose(page, dropSheet(page), toFile('towns.csv', TOWNS));
    await choose(page, page.getByRole('button', { name: /Drop images here/ }), await photo('van.jpg'));
    await page.getByText('1 image, ', { exact: false }).waitFor();
    await matchTowns(page);
    await waitForFigure(page, 'Pages', '2 of 4 rows');
    await removeDuplicate(page);
    await waitForFigure(page, 'Pages', '2 of 3 rows');

    await saveAndOpen(page);
    await page.getByRole('button', { name: 'Open van.jpg' }).waitFor();
    await page.getByRole('heading', { name: '2 of 3 pages ready to import' }).waitFor();
    await page
      .getByRole('region', { name: `How to import into ${name}` })
      .getByText(shows)
      .waitFor();

    const zip = readZip((await takeFile(page, 'Download all')).buffer);
    expect([...zip.keys()]).toEqual(files);
    const written = zip.get(files[0] ?? '')?.toString() ?? '';
    expect(written).toContain(writes);
    // Each town of the sheet, without the row that has none.
    expect(written).toContain('Houston');
    expect(written).toMatch(/O(?:'|’|&#0?39;|&#8217;|&apos;)Fallon/);
    expect(written).not.toContain('nowhere-tx');
    const skipped = zip.get('skipped-rows.csv')?.toString() ?? '';
    expect(skipped).toContain('No town here.');
    expect(skipped).not.toContain('Houston');
    if (site !== undefined)
      expect(zip.get('formed-links.html')?.toString()).toContain(`href="${site}/plumber-`);
    expect(zip.get('IMPORT.md')?.toString()).toContain(`into ${name}`);
  });

  inDeepTier(() => {
    it('Geocoder works from the project type to the download, and skips a row without a town', async () => {
      const { page } = await visitSignedIn('/projects/select-project-type');
      await page.getByRole('radio', { name: 'Geocoder' }).press('Enter');
      await page.getByRole('heading', { name: 'Create Project' }).waitFor();
      const towns =
        'city,state,lat,lng\nHouston,Texas,29.76,-95.37\nHouston,Texas,29.76,-95.37\n,Texas,30.27,-97.74\n';
      await fillImages(page, [await deckPhoto('deck.jpg', 200)], towns);
      expect(await page.getByRole('region', { name: 'Match columns' }).count()).toBe(0);
      await waitForFigure(page, 'Towns', '1');
      await saveAndOpen(page);
      const link = page.getByRole('link', { name: 'Download all Images' });
      const taken = await captureDownload(page, () => press(link));
      expect([...readZip(readFileSync(await taken.path())).keys()]).toEqual([
        'houston-texas/deck-houston-texas.jpg',
      ]);
    });
  });
});
