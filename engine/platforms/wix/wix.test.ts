/** Collections of Wix from file to proven files, read back by parsers that are not the engine's. */
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import {
  buildFormat,
  type Damage,
  expectShape,
  listFaultCodes,
  readSeedFixture,
  makeHostileRows,
  type ReadRecord,
  listRefusalProblems,
  getShownText,
  testDamage,
} from '#testkit/format-build.ts';
import { inDeepTier } from '#testkit/tier.ts';

const COLLECTION = readSeedFixture('wix/collection/seed.csv');
const ROWS = [
  ['geo_city', 'geo_state', 'geo_url', 'phone', 'tagline'],
  ['Austin', 'TX', 'austin-tx', '5125550134', 'Fast'],
  ['Waco', 'TX', 'waco-tx', '2545550134', 'Fast, too'],
];

type Item = Record<string, string>;

function readItems(text: string): Item[] {
  const { data, errors } = Papa.parse<Item>(text.replace(/^\ufeff/, ''), {
    header: true,
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  return data;
}

const wix = (seed: string, rows = ROWS, split: { bytes: number; pages: number } | null = null) =>
  buildFormat(seed, rows, { format: 'wix', split });

describe('hostile values', () => {
  const { rows, values } = makeHostileRows();
  const built = wix(COLLECTION, rows);
  const items = readItems(built.text);

  const expectItems = (shape: string, found: readonly Item[], read: (item: Item) => ReadRecord['texts']) => {
    const keys = shape === 'collection' ? ['ID', 'Slug'] : ['ID'];
    const records = found.map((item) => ({
      identity: keys.map((key) => item[key]),
      texts: read(item),
      all: Object.values(item).join('\n'),
    }));
    expectShape(`Wix, ${shape}`, values, records);
  };

  it('are the same in HTML, in rich content and in a gallery as in the sheet, one item per row', () => {
    expect(built.skipped).toBe(0);
    expectItems('collection', items, (item) => {
      const rich = JSON.parse(item['Rich content'] ?? '') as {
        nodes: { nodes: { textData: { text: string } }[] }[];
      };
      const [picture] = JSON.parse(item['Gallery'] ?? '') as { alt: string }[];
      return [
        [getShownText(item['Body'] ?? ''), 'Plumber in Town #\n§\n555-0100 Contact us'],
        [rich.nodes[0]?.nodes[0]?.textData.text ?? '', '§ in Town #'],
        [picture?.alt ?? '', '§'],
      ];
    });
  });

  it('arrive in a collection that Wix has exported, with its marks', () => {
    const exported = wix(readSeedFixture('wix/export/seed.csv'), rows);
    expectItems('export', readItems(exported.text), (item) => [[getShownText(item['Body'] ?? ''), '§']]);
    expect(listFaultCodes(exported.audit().problems)).toEqual([]);
  });

  it('arrive in a cell without quotation marks of its own', () => {
    const plain = wix(readSeedFixture('wix/plain/seed.csv'), rows);
    expectItems('plain', readItems(plain.text), (item) => [[item['Text'] ?? '', 'Say "§" to us']]);
    expect(listFaultCodes(plain.audit().problems)).toEqual([]);
  });

  it('pass the audit', () => {
    const verdict = built.audit();
    expect(listFaultCodes(verdict.problems)).toEqual([]);
    expect(verdict).toMatchObject({ ok: true, pages: values.length });
  });
});

describe('a collection', () => {
  it('keeps its header byte for byte, its mark, its line breaks and its owner', () => {
    const exported = wix(readSeedFixture('wix/export/seed.csv'));
    expect(exported.files[0]?.bytes.subarray(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf));
    const plain = wix(readSeedFixture('wix/plain/seed.csv'));
    expect(plain.text.startsWith('Title,Text,ID,Owner\r\n"Plumber in Austin",')).toBe(true);
    expect(plain.text.match(/[^\r]\n/)).toBeNull();
    expect(readItems(plain.text).map((item) => item['Owner'])).toEqual(['me', 'me']);
  });

  it('has fresh ids, the same in each run, and no dates of the seed', () => {
    const first = readItems(wix(COLLECTION).text);
    expect(readItems(wix(COLLECTION).text)).toEqual(first);
    for (const item of first) {
      expect(item['ID']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect([item['Created Date'], item['Updated Date'], item['Locations (Item)']]).toEqual(['', '', '']);
    }
  });

  it('is cut into files of the size that is asked for, each with the header', () => {
    const built = wix(COLLECTION, ROWS, { bytes: 1_000_000, pages: 1 });
    expect(built.files.map(({ name }) => name)).toEqual(['pages-1-of-2.csv', 'pages-2-of-2.csv']);
    for (const { bytes } of built.files) expect(readItems(new TextDecoder().decode(bytes))).toHaveLength(1);
    expect(built.audit()).toMatchObject({ ok: true, pages: 2 });
  });

  inDeepTier(() => {
    it('is cut at 50,000 items without asking', () => {
      const rows = Array.from({ length: 50_001 }, (_, index) => [`Town ${index}`, `town-${index}`]);
      const seed = 'Title,Slug,ID\n[geo_city],[geo_url],x\n';
      const built = wix(seed, [['geo_city', 'geo_url'], ...rows]);
      expect(built.files).toHaveLength(2);
      expect(built.audit()).toMatchObject({ ok: true, pages: 50_001 });
    });
  });

  it.each<[string, string | Uint8Array, string, RegExp]>([
    ['semicolons', 'Title;ID\n[geo_city];x\n', 'seed-delimiter', /semicolons.*commas/],
    ['tabs', 'Title\tID\n[geo_city]\tx\n', 'seed-delimiter', /tabs/],
    [
      'a duplicate ID column',
      'Title,ID,id\n[geo_city],x,y\n',
      'duplicate-header',
      /Two columns are called "id"/,
    ],
    [
      'a cell of broken JSON',
      'Title,Body,ID\n[geo_city],"{""nodes"":[",x\n',
      'malformed-cell-json',
      /isn’t valid JSON/,
    ],
    ['no item', 'Title,ID\n', 'seed-no-record', /no item/],
    ['a ragged row', 'Title,ID\n[geo_city]\n', 'seed-row-ragged', /1 cells, but the header has 2/],
    ['a cell that is never closed', 'Title,ID\n"[geo_city],x\n', 'seed-not-csv', /never closed/],
    ['text after a closing mark', 'Title,ID\n"[geo_city]"x,y\n', 'seed-not-csv', /follows/],
    ['no placeholder', 'Title,ID\nAustin,x\n', 'no-placeholder', /no placeholder/],
    ['a name that fits no column', 'Title,ID\n[geo_city] [geo_ctiy],x\n', 'placeholder-unknown', /geo_ctiy/],
    ['XML', '<?xml version="1.0"?><rss/>', 'seed-not-csv', /XML.*Export to CSV/],
  ])('is refused with what to do: %s', (_what, seed, code, text) => {
    const problem = listRefusalProblems('wix', seed, ROWS).find((each) => each.code === code);
    expect(problem).toMatchObject({ code, severity: 'fault' });
    expect(problem?.text).toMatch(text);
  });

  it('names the line of a fault', () => {
    const [problem] = listRefusalProblems('wix', 'Title,ID\n"a\nb",y\n"[geo_city]"x,y\n', ROWS);
    expect(problem).toMatchObject({ code: 'seed-not-csv', line: 4, column: 13 });
  });

  it('reports that a second import duplicates all items without IDs', () => {
    expect(listRefusalProblems('wix', 'Title\n[geo_city]\n', ROWS)).toMatchObject([
      { code: 'id-missing', severity: 'notice' },
    ]);
  });

  it('is read as UTF-16, too', () => {
    const units = Uint16Array.from(`\ufeff${COLLECTION}`, (letter) => letter.charCodeAt(0));
    expect(listFaultCodes(listRefusalProblems('wix', new Uint8Array(units.buffer), ROWS))).toEqual([]);
  });
});

describe('the audit of Wix', () => {
  const built = wix(COLLECTION);
  const ids = readItems(built.text).map((item) => item['ID'] ?? '');
  const DAMAGE: readonly Damage[] = [
    ['the same ID', (text) => text.replace(ids[1] ?? '', ids[0] ?? ''), 'duplicate-id'],
    ['no ID', (text) => text.replace(`"${ids[1]}"`, '""'), 'malformed-id'],
    ['the same slug', (text) => text.replace('plumber-waco-tx', 'plumber-austin-tx'), 'duplicate-slug'],
    ['no slug', (text) => text.replace('"plumber-waco-tx"', '""'), 'slug-empty'],
    ['JSON that does not parse', (text) => text.replace('""metadata"":{', '""metadata"":'), 'malformed-json'],
    ['a placeholder', (text) => text.replace('in Waco', 'in [geo_city]'), 'placeholder-unfilled'],
    [
      'an encoded placeholder',
      (text) => text.replace('town=Waco', 'town=%5Bgeo_city%5D'),
      'placeholder-unfilled',
    ],
    ['a cell too few', (text) => text.replace('"Plumber in Waco",', ''), 'row-ragged'],
    ['a cell too many', (text) => text.replace('"Plumber in Waco",', '"Plumber in Waco","x",'), 'row-ragged'],
    ['a missing item', (text) => text.slice(0, text.indexOf('"Plumber in Waco"')), 'pages-missing'],
    [
      'an item that is there twice',
      (text) => text + text.slice(text.indexOf('"Plumber in Waco"')),
      'duplicate-id',
    ],
    ['a file that is cut off', (text) => text.slice(0, -12), 'malformed-csv'],
    ['a cell without marks', (text) => text.replace('"plumber-waco-tx"', 'plumber-waco-tx'), 'cell-unquoted'],
    [
      'a date of Wix’s own',
      (text) => text.replace(`"${ids[1]}",""`, `"${ids[1]}","2025-01-01"`),
      'system-date',
    ],
    ['a duplicate column', (text) => text.replace('"Phone"', '"Slug"'), 'duplicate-header'],
    ['other delimiters', (text) => text.replaceAll('","', '";"'), 'malformed-csv'],
  ];

  testDamage(built, DAMAGE);

  it('finds a header that differs between files', () => {
    const split = wix(COLLECTION, ROWS, { bytes: 1_000_000, pages: 1 });
    const verdict = split.audit(
      new TextDecoder().decode(split.files[0]?.bytes).replace('"Phone"', '"Telephone"'),
    );
    expect(listFaultCodes(verdict.problems)).toContain('header-changed');
  });
});
