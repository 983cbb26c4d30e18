/** Collections of Webflow from file to checked files, read by a parser that is not the engine's. */
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { recognizePlatforms } from '#engine';
import {
  buildFormat,
  type Damage,
  expectShape,
  listFaultCodes,
  readSeedFixture,
  makeHostileRows,
  listRefusalProblems,
  getShownText,
  testDamage,
} from '#testkit/format-build.ts';
import { inspectSeedText, fixSeedText } from '#testkit/seed-fixes.ts';
import { webflow } from './webflow.ts';

const NEWER = readSeedFixture('webflow/newer/seed.csv');
const OLDER = readSeedFixture('webflow/older/seed.csv');
const ROWS = [
  ['geo_city', 'geo_state', 'geo_url', 'tagline', 'price', 'featured', 'opened', 'color', 'email', 'phone'],
  [
    'Austin',
    'TX',
    'austin-tx',
    'Fast',
    '89.50',
    'true',
    '2026-11-28',
    '#fff',
    'austin@lonestar.example',
    '5125550134',
  ],
  ['Waco', 'TX', 'waco-tx', 'Fast, too', '120', 'false', '', 'red', '', '2545550134'],
];

type Item = Record<string, string>;

function readItems(text: string): Item[] {
  const { data, errors } = Papa.parse<Item>(text, { header: true, skipEmptyLines: true });
  expect(errors).toEqual([]);
  return data;
}

const build = (
  seed: string,
  rows = ROWS,
  options: { site?: string; split?: { bytes: number; pages: number } } = {},
) => buildFormat(seed, rows, { format: 'webflow', ...options });
const listCodes = (seed: string, rows = ROWS) =>
  listRefusalProblems('webflow', seed, rows).map(({ code }) => code);

describe('an export', () => {
  it.each([
    ['newer', NEWER],
    ['older', OLDER],
    ['slugless', NEWER.replace('Name,Slug,', 'Name,Path,')],
    ['duplicate', NEWER.replace(',Archived,', ',Item ID,')],
  ])('is recognized with its %s header, and never as Wix', (_name, seed) => {
    expect(recognizePlatforms(new TextEncoder().encode(seed), 'items.csv')).toEqual(['webflow']);
  });

  it.each(['wix/export/seed.csv', 'wix/collection/seed.csv'])('of Wix is none: %s', (path) => {
    expect(recognizePlatforms(new TextEncoder().encode(readSeedFixture(path)), 'items.csv')).toEqual(['wix']);
    expect(listFaultCodes(listRefusalProblems('webflow', readSeedFixture(path)))).toEqual(['column-missing']);
  });

  it.each<[string, string, string]>([
    ['an XML file', '<?xml version="1.0"?><rss/>', 'seed-not-csv'],
    ['other delimiters', 'Name;Slug;Item ID\n[geo_city];a;b\n', 'seed-delimiter'],
    ['no item', 'Name,Slug,Item ID\n', 'seed-no-record'],
    ['a ragged row', 'Name,Slug,Item ID\n[geo_city],a\n', 'seed-row-ragged'],
    ['a duplicate column', 'Name,Slug,Item ID,slug\n[geo_city],a,b,c\n', 'duplicate-header'],
    ['no placeholder', 'Name,Slug,Item ID\nAustin,a,b\n', 'no-placeholder'],
  ])('is refused: %s', (_what, seed, code) => {
    expect(listCodes(seed)).toContain(code);
  });

  it('may have 60 fields besides the columns of the system', () => {
    const codes = (count: number) => {
      const names = [
        'Name',
        'Slug',
        'Item ID',
        'Draft',
        ...Array.from({ length: count - 2 }, (_, i) => `f${i}`),
      ];
      return listCodes(`${names.join(',')}\n[geo_city]${',a'.repeat(names.length - 1)}\n`);
    };
    expect(codes(60)).not.toContain('seed-too-many-fields');
    expect(codes(61)).toContain('seed-too-many-fields');
  });
});

describe('a collection', () => {
  const built = build(NEWER);

  it('creates items: no IDs and dates of the seed, its collection and locale, the same in each run', () => {
    const items = readItems(built.text);
    expect(build(NEWER).text).toBe(built.text);
    expect(built.text.split('\n')[0]).toBe(NEWER.split('\n')[0]);
    for (const item of items) {
      expect([item['Item ID'], item['Created On'], item['Updated On'], item['Published On']]).toEqual([
        '',
        '',
        '',
        '',
      ]);
      expect(item['Collection ID']).toBe('6967016d9d17a49b8ea0d48d');
      expect(item['Locale ID']).toBe('68feb1d1933e97605f97913b');
    }
    expect(items.map((item) => item['Slug'])).toEqual(['plumber-austin-tx', 'plumber-waco-tx']);
  });

  it('fills each type of column and encodes URLs', () => {
    const [found] = readItems(build(NEWER, [ROWS[0] ?? [], ['San José', ...(ROWS[1] ?? []).slice(1)]]).text);
    expect(found).toMatchObject({
      'Main Image': 'https://photos.example/San%20Jos%C3%A9.jpg',
      Gallery: 'https://photos.example/San%20Jos%C3%A9-1.jpg; https://photos.example/San%20Jos%C3%A9-2.jpg',
      Price: '89.50',
      Featured: 'true',
      'Related Services': 'drain-cleaning; water-heaters',
    });
  });

  it.each([
    ['featured', 'yes'],
    ['opened', 'soon'],
    ['color', 'rgb(1'],
    ['email', 'call us'],
  ])('skips a row whose %s is "%s"', (column, value) => {
    const [header = [], row = []] = ROWS;
    const wrong = row.map((cell, index) => (header[index] === column ? value : cell));
    const skipped = build(NEWER, [header, wrong, ...ROWS.slice(2)]);
    expect(skipped.skipped).toBe(1);
    expect(skipped.problems.find(({ code }) => code === 'invalid-cell')).toMatchObject({
      row: 2,
      field: column,
    });
  });

  it('takes a column of digits for text: a notice names it, and no row is skipped', () => {
    const [header = [], row = []] = ROWS;
    const priced = row.map((cell, index) => (header[index] === 'price' ? 'from 99' : cell));
    const asText = build(NEWER, [header, priced, ...ROWS.slice(2)]);
    expect(asText.skipped).toBe(0);
    expect(readItems(asText.text).map((item) => item['Price'])).toEqual(['from 99', '120']);
    expect(asText.problems).toContainEqual(
      expect.objectContaining({
        code: 'number-expected',
        severity: 'notice',
        text: 'The other items in the export have only numbers in Price. If this is a Number field, Webflow accepts nothing else: fill it with numbers without separators, such as 8980 or 1.8.',
      }),
    );
    const unfilled = build(NEWER.replace('[price]', '99'));
    expect(unfilled.problems.map(({ code }) => code)).not.toContain('number-expected');
  });

  it('takes hostile values as text, one item a row', () => {
    const { rows, values } = makeHostileRows();
    const hostile = build(OLDER.replace('[geo_state]', '[tagline]'), rows);
    expect(hostile.skipped).toBe(0);
    const records = readItems(hostile.text).map((item) => ({
      identity: [item['Slug']],
      texts: [[getShownText(item['Body'] ?? ''), 'Call us in Town #, §: 555-0100']] as [string, string][],
      all: Object.values(item).join('\n'),
    }));
    expectShape('Webflow', values, records);
    expect(listFaultCodes(hostile.audit().problems)).toEqual([]);
  });

  it('reports Draft and Archived, and fixes both', () => {
    const ask = { format: 'webflow' as const, text: NEWER.replace('false,true', 'true,true'), rows: ROWS };
    expect(inspectSeedText(ask).problems.map(({ code }) => code)).toContain('status-hidden');
    expect(fixSeedText(ask, 'status-hidden')).toContain('"false","false"');
  });

  it('has URLs in the folder that a cell of the seed shows, at the site', () => {
    const seed = `Name,Slug,Item ID,Link,Share\n[geo_city],town,x,/locations/town,[page_url]\n`;
    const [item] = readItems(build(seed, ROWS, { site: 'https://w.example/' }).text);
    expect(item?.['Share']).toBe('https://w.example/locations/town-austin-tx');
  });
});

describe('the audit of Webflow', () => {
  const DAMAGE: readonly Damage[] = [
    ['the same slug', (text) => text.replace('"plumber-waco-tx"', '"plumber-austin-tx"'), 'duplicate-slug'],
    ['a slug that is invalid', (text) => text.replace('"plumber-waco-tx"', '"-waco/tx"'), 'malformed-slug'],
    ['no slug', (text) => text.replace('"plumber-waco-tx"', '""'), 'malformed-slug'],
    [
      'the ID of an item',
      (text) => text.replace('97913b","",', '97913b","697be0a43a0db36a1c9199d8",'),
      'id-preserved',
    ],
    [
      'a date of the seed',
      (text) => text.replace('"false","true","",', '"false","true","Thu Jan 29 2026",'),
      'system-date',
    ],
    ['no name', (text) => text.replace('"Plumber in Waco"', '""'), 'title-empty'],
    ['a placeholder', (text) => text.replace('in Waco', 'in [geo_city]'), 'placeholder-unfilled'],
    ['a cell too few', (text) => text.replace('"Plumber in Waco",', ''), 'row-ragged'],
    ['a missing item', (text) => text.slice(0, text.indexOf('"Plumber in Waco"')), 'pages-missing'],
    ['a file that is cut off', (text) => text.slice(0, -12), 'malformed-csv'],
    ['a cell without marks', (text) => text.replace('"plumber-waco-tx"', 'plumber-waco-tx'), 'cell-unquoted'],
    ['no column for IDs', (text) => text.replace('Item ID', 'Item'), 'column-missing'],
    ['a duplicate column', (text) => text.replace('Price', 'Slug'), 'duplicate-header'],
  ];

  testDamage(build(NEWER), DAMAGE);
});

it('asks for a trial before the upload, and names references and duplicates on the screen and in IMPORT.md', () => {
  const { importSteps, importFile } = webflow.guide;
  const { before, after, again } = importFile;
  const steps = [importSteps.map(({ text }) => text), [...before, ...after.map(({ text }) => text), again]];
  for (const texts of steps) {
    const findStep = (named: RegExp) => texts.findIndex((text) => named.test(text));
    expect(findStep(/haven’t been run against Webflow/)).toBe(0);
    expect(findStep(/Choose \*Import\* and upload/)).toBeGreaterThan(0);
    expect(findStep(/refers to must exist/)).toBeGreaterThan(0);
    expect(findStep(/twice creates duplicates/)).toBe(texts.length - 1);
  }
});
