/** Checks the expectations: each text that was encoded by hand decodes to the cell. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { fillWithCells, type KnownSeed } from './expectation.ts';
import { makeHostileRows, NAUGHTY_STRINGS } from './hostile-rows.ts';
import { readCss, checkReading } from './check-reading.ts';
import type { StoredPage } from './reading.ts';
import { KNOWN_SEEDS } from './known-seeds.ts';
import { type Row, readSheet, writeSheet } from './sheet.ts';
import { makeSlug } from './slug.ts';
import { cleanCell, encode } from './encoding.ts';

const STRINGS = [...NAUGHTY_STRINGS, '', '<script>alert(1)</script>', '田中さん', '1/0'];

/** The page as a site would store it after a complete import. */
function storePage(seed: KnownSeed, row: Row): StoredPage {
  const filler = fillWithCells(row);
  const page = seed.expectPage(filler);
  const data = page.meta['_elementor_data'];
  return {
    slug: page.slug,
    title: page.title,
    excerpt: page.excerpt,
    content: page.content,
    guid: `https://northstar.example/?geoloom=00000000-0000-5000-8000-${page.slug.length.toString().padStart(12, '0')}`,
    shortcodes: seed.expectShortcodes(filler),
    thumbnail: '',
    image: '',
    alt: '',
    elementor: data === undefined ? '' : JSON.stringify(data),
    css: readCss(page.meta['_elementor_page_settings']),
  };
}

const encoded = Object.entries(KNOWN_SEEDS).filter(([, seed]) => seed.hasExactContent);

describe('the expectations of each seed', () => {
  it.each(encoded)('encode %s so that parsers find exactly the cells of a hostile sheet', (name, seed) => {
    const rows = makeHostileRows(seed, STRINGS).map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, cleanCell(cell)])),
    );
    console.log(`${name}: ${rows.length} rows, ${NAUGHTY_STRINGS.length} strings of the corpus`);
    const problems = rows.flatMap((row) => checkReading(seed, [row], [storePage(seed, row)]));
    expect(problems).toEqual([]);
  });

  it.each(encoded)('report a cell that escapes its context in %s', (_name, seed) => {
    const [plain] = makeHostileRows(seed, []);
    if (plain === undefined) throw new Error('no rows');
    const row = { ...plain, geo_city: 'Paris', local_intro: 'a <b> c' };
    const page = storePage(seed, row);
    const broken = { ...page, content: page.content.replaceAll('&lt;b&gt;', '<b>') };
    const added = { ...page, title: page.title.replace('Paris', 'Paris &amp;') };
    expect(checkReading(seed, [row], [page])).toEqual([]);
    expect(checkReading(seed, [row], [broken])).toHaveLength(1);
    expect(checkReading(seed, [row], [added])).toHaveLength(1);
  });

  it('report a shortcode that a cell has added', () => {
    const seed = KNOWN_SEEDS['elementor'];
    const [row] = seed === undefined ? [] : makeHostileRows(seed, []);
    if (seed === undefined || row === undefined) throw new Error('no rows');
    const page = { ...storePage(seed, row), shortcodes: [{ tag: 'gallery', attributes: {} }] };
    expect(checkReading(seed, [row], [page])[0]).toContain('[gallery]');
  });
});

describe('the hostile sheet', () => {
  it('is read unchanged from its file, except for characters that XML forbids', () => {
    const file = join(makeFolder(), 'rows.csv');
    const [, seed] = encoded[0] ?? [];
    if (seed === undefined) throw new Error('no seed');
    const rows = makeHostileRows(seed, STRINGS);
    writeSheet(file, rows);
    const read = readSheet(file);
    expect(read).toHaveLength(rows.length);
    expect(read.map((row) => row['geo_city'])).toEqual(rows.map((row) => cleanCell(row['geo_city'] ?? '')));
  });

  it.each(encoded)('gives every page of %s a unique slug', (_name, seed) => {
    const rows = makeHostileRows(seed, STRINGS);
    const slugs = rows.map((row) => seed.expectPage(fillWithCells(row)).slug);
    expect(new Set(slugs).size).toBe(rows.length);
    expect(slugs.filter((slug) => slug.length > 200)).toEqual([]);
  });
});

describe('encoding by hand', () => {
  const city = `O'Fallon "West" & Co`;

  it.each([
    ['text', `O'Fallon "West" &amp; Co`],
    ['attribute', `O'Fallon &quot;West&quot; &amp; Co`],
    ['short', city],
    ['block', `O'Fallon \\u0022West\\u0022 \\u0026 Co`],
    ['script', `O\\u0027Fallon \\u0022West\\u0022 \\u0026 Co`],
    ['query', `O'Fallon%20%22West%22%20%26%20Co`],
    ['css', `O'Fallon \\22 West\\22  & Co`],
    ['plain', city],
  ] as const)('encodes a town with special characters in %s', (place, required) => {
    expect(encode(city, place)).toBe(required);
  });

  it.each([
    [`O'Fallon`, 'ofallon'],
    ['St. Louis', 'st-louis'],
    ['A & B', 'a-b'],
    ['city,tx', 'citytx'],
    ['São Paulo', 'sao-paulo'],
  ])('makes the slug of %s', (text, slug) => {
    expect(makeSlug(text)).toBe(slug);
  });
});
