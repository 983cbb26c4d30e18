/** The expectations must hold together by themselves: what is spelled by hand reads as the cell, everywhere. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fillWithCells, type KnownSeed } from './expectation.ts';
import { makeHostileRows } from './hostile-rows.ts';
import { cssOf, judgeReading } from './judge-reading.ts';
import type { StoredPage } from './reading.ts';
import { KNOWN } from './runs.ts';
import { type Row, readSheet, writeSheet } from './sheet.ts';
import { makeSlug } from './slug.ts';
import { dropForbidden, spell } from './spelling.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const STRINGS = resolve(ROOT, '../shared/corpora/naughty-strings.json');

function readStrings(): string[] {
  if (!existsSync(STRINGS)) return ['', '<script>alert(1)</script>', '田中さん', '1/0'];
  return JSON.parse(readFileSync(STRINGS, 'utf8'));
}

/** The page as a site would hold it when everything went well. */
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
    elementor: data === undefined ? '' : JSON.stringify(data),
    css: cssOf(page.meta['_elementor_page_settings']),
  };
}

const spelled = Object.entries(KNOWN).filter(([, seed]) => seed.isSpelled);

describe('the expectations of each seed', () => {
  it.each(spelled)('spell %s so that its readers find exactly the cells of a hostile sheet', (name, seed) => {
    const strings = readStrings();
    const rows = makeHostileRows(seed, strings).map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, dropForbidden(cell)])),
    );
    console.log(
      `${name}: ${rows.length} rows, ${existsSync(STRINGS) ? strings.length : 0} strings of the corpus`,
    );
    const problems = rows.flatMap((row) => judgeReading(seed, [row], [storePage(seed, row)]));
    expect(problems).toEqual([]);
  });

  it.each(spelled)('tell of a cell that broke out of %s', (_name, seed) => {
    const [plain] = makeHostileRows(seed, []);
    if (plain === undefined) throw new Error('no rows');
    const row = { ...plain, geo_city: 'Paris', local_intro: 'a <b> c' };
    const page = storePage(seed, row);
    const broken = { ...page, content: page.content.replaceAll('&lt;b&gt;', '<b>') };
    const doubled = { ...page, title: page.title.replace('Paris', 'Paris &amp;') };
    expect(judgeReading(seed, [row], [page])).toEqual([]);
    expect(judgeReading(seed, [row], [broken])).toHaveLength(1);
    expect(judgeReading(seed, [row], [doubled])).toHaveLength(1);
  });

  it('tell of a shortcode that only a cell can have brought', () => {
    const seed = KNOWN['elementor'];
    const [row] = seed === undefined ? [] : makeHostileRows(seed, []);
    if (seed === undefined || row === undefined) throw new Error('no rows');
    const page = { ...storePage(seed, row), shortcodes: [{ tag: 'gallery', attributes: {} }] };
    expect(judgeReading(seed, [row], [page])[0]).toContain('[gallery]');
  });
});

describe('the hostile sheet', () => {
  it('comes back from its file as it was, less what XML cannot hold', () => {
    const folder = mkdtempSync(join(tmpdir(), 'geoloom-sheet-'));
    const [, seed] = spelled[0] ?? [];
    if (seed === undefined) throw new Error('no seed');
    const rows = makeHostileRows(seed, readStrings());
    writeSheet(join(folder, 'rows.csv'), rows);
    const read = readSheet(join(folder, 'rows.csv'));
    rmSync(folder, { recursive: true });
    expect(read).toHaveLength(rows.length);
    expect(read.map((row) => row['geo_city'])).toEqual(
      rows.map((row) => dropForbidden(row['geo_city'] ?? '')),
    );
  });

  it.each(spelled)('gives every page of %s a slug of its own', (_name, seed) => {
    const rows = makeHostileRows(seed, readStrings());
    const slugs = rows.map((row) => seed.expectPage(fillWithCells(row)).slug);
    expect(new Set(slugs).size).toBe(rows.length);
    expect(slugs.filter((slug) => slug.length > 200)).toEqual([]);
  });
});

describe('spelling by hand', () => {
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
  ] as const)('writes the town of the handbook in %s', (place, wanted) => {
    expect(spell(city, place)).toBe(wanted);
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
