/** Invalid files of every kind: the form reports the problem and accepts another file. */
import { describe, expect, it } from 'vitest';
import {
  choose,
  figure,
  toFile,
  openForm,
  readFixture,
  saveButton,
  seedPanel,
  sheetPanel,
  waitForFigure,
} from './project-form.ts';

describe('the form', () => {
  it('rejects other files with the specified message and keeps the previous file', async () => {
    const { page } = await openForm({ seed: 'towns.csv', sheet: 'seed.xml' });
    await seedPanel(page).getByText('Only XML files are allowed', { exact: true }).waitFor();
    await sheetPanel(page).getByText('Only CSV, TSV and XLSX files are allowed.').waitFor();
  });

  it('reports the problems of each unreadable seed under one heading', async () => {
    const { page } = await openForm({ seed: 'seed.xml' });
    const words = async () => (await seedPanel(page).innerText()).replaceAll(/\s+/g, ' ');
    const seed = readFixture('seed.xml');
    const items = /<item>[^]*<\/item>/;
    for (const [name, text, reason] of [
      ['cut.xml', readFixture('seed-cut.xml'), /Line \d+, column \d+.*cut off/],
      [
        'map.xml',
        '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>',
        /sitemap/,
      ],
      ['page.xml', '<!doctype html><html><body>Sign in</body></html>', /web page|HTML/i],
      ['bomb.xml', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "b">]><rss>&a;</rss>', /DOCTYPE/],
      ['plain.xml', 'a file without XML', /XML/],
      ['none.xml', seed.replace(items, ''), /no (page|item|record)/i],
    ] as const) {
      await choose(page, page.getByRole('button', { name: 'Replace the seed page' }), toFile(name, text));
      await seedPanel(page).getByRole('heading', { name }).waitFor();
      await expect.poll(words).toMatch(reason);
      await expect.poll(words).toContain('This seed page can’t be used yet.');
      await expect.poll(() => saveButton(page).isDisabled()).toBe(true);
    }
  });

  it('doesn’t upload a seed that is too large, and keeps the previous one', async () => {
    const { page } = await openForm({ seed: 'seed.xml' });
    const large = toFile('large.xml', `<rss>${' '.repeat(21 * 1024 * 1024)}</rss>`);
    await choose(page, page.getByRole('button', { name: 'Replace the seed page' }), large);
    await seedPanel(page).getByText('The file is larger than 20 MiB.').waitFor();
    await seedPanel(page).getByRole('heading', { name: 'seed.xml' }).waitFor();
  });

  it('reports what is missing in a valid seed that can’t be filled', async () => {
    const { page } = await openForm({ seed: 'seed.xml', sheet: 'towns.csv' });
    const words = async () => (await seedPanel(page).innerText()).replaceAll(/\s+/g, ' ');
    const seed = readFixture('seed.xml');
    const item = /<item>(?=[^]*\[geo_city\])[^]*?<\/item>/g;
    const pattern = [...seed.matchAll(/<item>[^]*?<\/item>/g)].find(([text]) =>
      text.includes('[geo_city]'),
    )?.[0];
    expect(item.test(seed)).toBe(true);
    for (const [name, text, reason] of [
      [
        'two.xml',
        seed.replace(pattern ?? '', `${pattern}${pattern}`),
        /placeholders.*(two|one) page|2 (pages|records)/i,
      ],
      [
        'bare.xml',
        seed.replaceAll(/\[(geo_city|state_code|phone|local_intro|geo_url)\]/g, 'x'),
        /no placeholder/i,
      ],
    ] as const) {
      await choose(page, page.getByRole('button', { name: 'Replace the seed page' }), toFile(name, text));
      await seedPanel(page).getByRole('heading', { name }).waitFor();
      await expect.poll(words).toMatch(reason);
      await expect
        .poll(() => page.locator('#bar-words').innerText())
        .toMatch(/Fix \d+ problems? to continue/);
    }
  });

  it('rejects each sheet without usable rows, and reports why', async () => {
    const { page } = await openForm({ seed: 'seed.xml', sheet: 'towns.csv' });
    await waitForFigure(page, 'Pages', '12');
    const words = async () => (await sheetPanel(page).innerText()).replaceAll(/\s+/g, ' ');
    for (const [sheet, reason] of [
      [toFile('doubled.csv', readFixture('towns-doubled-header.csv')), /Row 1.*geo_city.*Geo City/],
      [toFile('empty.csv', ''), /empty/],
      [toFile('header.csv', 'geo_city,geo_url\n'), /no rows|no row/i],
      [toFile('noslug.csv', 'county,colour\nHarris,red\n'), /geo_url/],
      [toFile('page.csv', '<!doctype html><html><body>Sign in</body></html>'), /public|web page/],
      [toFile('picture.csv', Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')), /This is an image/],
      [toFile('broken.xlsx', 'PK\u0003\u0004 no archive'), /XLSX file cannot be read/],
    ] as const) {
      await choose(page, page.getByRole('button', { name: 'Replace the sheet' }), sheet);
      await sheetPanel(page).getByRole('heading', { name: sheet.name }).waitFor();
      // the file name may contain the expected word
      await expect.poll(async () => (await words()).replace(sheet.name, '')).toMatch(reason);
      await expect.poll(words).toContain('These rows can’t be used yet.');
      await expect.poll(() => figure(page, 'Pages').textContent()).toBe('–');
      await expect.poll(() => saveButton(page).isDisabled()).toBe(true);
    }
  });
});
