/** Pages for each town around a city and each service, from the form to the downloaded file. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readZip } from '#testkit/zip-reader.ts';
import { inDeepTier, isDeep } from '#testkit/tier.ts';
import { findViolationsInBothSchemes, measureHorizontalOverflow } from './accessibility.ts';
import { press } from './press.ts';
import {
  choose,
  openForm,
  readFixture,
  saveAndOpen,
  sheetPanel,
  toFile,
  waitForFigure,
} from './project-form.ts';
import { downloadBytes } from './transfers.ts';

/** The towns have no phone numbers and texts. */
const SEED = readFixture('seed.xml').replaceAll(
  /\[(?:phone|areas|local_intro|state_code)\b[^\]]*\]/g,
  '[geo_state]',
);

/** @returns the number of towns */
async function addTowns(page: Page, check?: () => Promise<void>): Promise<number> {
  await sheetPanel(page).getByRole('button', { name: 'Add towns' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add towns' });
  await dialog.getByLabel('Town', { exact: true }).fill('Austin, TX');
  await dialog.getByLabel('Miles').fill('40');
  await dialog.getByLabel('Minimum population').fill('5000');
  const add = dialog.getByRole('button', { name: /^Add \d+ towns$/ });
  await add.waitFor();
  await dialog.getByRole('img', { name: /^Map of \d+ towns$/ }).waitFor();
  await check?.();
  const [count = ''] = /\d+/.exec((await add.textContent()) ?? '') ?? [];
  await add.click();
  await page.getByText(`${count} towns added`).waitFor();
  return Number(count);
}

it.each(isDeep ? [1440, 390] : [390])(
  'adds towns within 40 miles of Austin in a window of %i pixels',
  async (width) => {
    const given = { title: 'Roof repair around Austin', seed: toFile('seed.xml', SEED) };
    const { page, errors } = await openForm(given, { width, height: 900 });
    const count = await addTowns(page, async () => {
      expect(await findViolationsInBothSchemes(page)).toEqual([]);
      expect(await measureHorizontalOverflow(page)).toBe(0);
    });
    expect(count).toBeGreaterThan(15);
    await waitForFigure(page, 'Pages', String(count));
    await sheetPanel(page).getByRole('heading', { name: 'towns.csv' }).waitFor();
    expect(errors).toEqual([]);
  },
);

const CONSTRUCTS = `<p>[service] in [geo_county].
[if geo_population > 50000]A city[elseif geo_population > 10000]A town[else]A small place[/if] of [geo_population | number:"1,234"] people.</p>
<ul>[nearby 3]<li><a href="[near_url]">[near_city], [near_distance | number:"0"] miles</a></li>[/nearby]</ul>`;

interface BuiltPage {
  slug: string;
  body: string;
}

function readPages(xml: string): BuiltPage[] {
  const read = (item: string, name: string) =>
    new RegExp(`<${name}>(?:<!\\[CDATA\\[)?(.*?)(?:\\]\\]>)?</${name}>`, 's').exec(item)?.[1] ?? '';
  return xml
    .split('<item>')
    .slice(1)
    .map((item) => ({ slug: read(item, 'wp:post_name'), body: read(item, 'content:encoded') }))
    .filter(({ slug }) => /^(?:roof-repair|gutter-cleaning)-/.test(slug));
}

it('builds a page for each town and service, with conditions and neighbors', async () => {
  const seed = SEED.replaceAll('roof-repair-geo_url', 'service-in-geo_city')
    .replace('[Roof repair in [geo_city]]', '[[service] in [geo_city]]')
    .replace('<h2>Roof repair in', '<h2>[service] in')
    .replace('<p>Roofers', `${CONSTRUCTS}<p>Roofers`);
  const title = 'Roofs around Austin';
  const { page, errors } = await openForm({ title, seed: toFile('seed.xml', seed) });
  const count = await addTowns(page);
  await press(page.getByRole('button', { name: 'Combine with a second list' }));
  const services = toFile('services.csv', 'service\nRoof repair\nGutter cleaning\n');
  await choose(page, page.getByRole('button', { name: /Drop the second list here/ }), services);
  await waitForFigure(page, 'Pages', String(2 * count));
  await saveAndOpen(page);
  const total = 2 * count;
  await page.getByRole('heading', { name: `${total} of ${total} pages ready to import` }).waitFor();
  const zip = readZip(await downloadBytes(page, 'Download all'));
  const manifest = JSON.parse(String(zip.get('manifest.json')));
  expect(manifest).toMatchObject({ pages: total, combined: { file: 'services.csv' } });

  const pages = readPages(String(zip.get('roofs-around-austin.xml')));
  const slugs = new Set(pages.map(({ slug }) => slug));
  expect(slugs.size).toBe(total);
  const find = (slug: string) => pages.find((each) => each.slug === slug)?.body ?? '';
  const austin = find('roof-repair-in-austin');
  expect(austin).toContain('Roof repair in Travis County');
  expect(austin).toMatch(/A city of 9\d\d,\d{3} people/);
  expect(find('gutter-cleaning-in-buda')).toMatch(
    /Gutter cleaning in Hays County\.\s+A town of 1\d,\d{3} people/,
  );
  const linked = new Set<string>();
  for (const { body } of pages) {
    expect(body).not.toMatch(/\[(?:if|else|nearby|near_|geo_|service)/);
    const links = [...body.matchAll(/<li><a href="[^"]*\/([\w-]+)\/?">([^<]+), \d+ miles<\/a>/g)];
    expect(links.length).toBeGreaterThanOrEqual(3);
    for (const [, slug = ''] of links) linked.add(slug);
  }
  // Each page is a neighbor of another one, and all links are of these pages.
  expect(linked).toEqual(slugs);
  expect(errors).toEqual([]);
});

inDeepTier(() => {
  it('asks once which of several towns a row is', async () => {
    const seed = SEED.replace('<p>Roofers', '<p>[geo_county]</p><p>Roofers');
    const sheet = toFile('towns.csv', 'geo_city,geo_state,geo_url\nWaco,TX,waco\nMidway,FL,midway\n');
    const { page, errors } = await openForm({ title: 'Midway', seed: toFile('seed.xml', seed), sheet });
    await waitForFigure(page, 'Pages', '2');
    await sheetPanel(page)
      .getByRole('tab', { name: /Problems/ })
      .click();
    await sheetPanel(page)
      .getByText(/\d places are called Midway, FL: .*Gadsden County \(32343, population [\d,]+\)/)
      .waitFor();
    const use = sheetPanel(page).getByRole('button', { name: 'Use Gadsden County, row 3' });
    await press(use);
    await page.getByText('Row 3 is Midway in Gadsden County').waitFor();
    await sheetPanel(page)
      .getByText(/places are called/)
      .waitFor({ state: 'hidden' });
    await saveAndOpen(page);
    const file = await downloadBytes(page, 'Download midway.xml');
    expect(String(file)).toContain('<p>Gadsden County</p>');
    expect(errors).toEqual([]);
  });
});
