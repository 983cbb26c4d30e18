/** Seeds of HubSpot from file to proven files, read back by parsers that are not the engine's. */
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { inspect } from '#engine';
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
import { readRows, wxrSeed } from '#testkit/wxr-seed.ts';
import { type ReadPage, readPages } from '#testkit/wxr-pages.ts';
import { inDeepTier } from '#testkit/tier.ts';

const SHAPES = ['full', 'minimal', 'rss', 'atom'];
/** Result of the importer for the full shape: `§` for the value of the row, `#` for its number. */
const FULL_TEXT = 'Plumber in Town #\n§\n{{ module.rating }}\n555-0100 Contact us in Town #\n';
const FULL = readSeedFixture('hubspot/full/seed.xml');
const ROWS = [
  ['geo_city', 'geo_state', 'geo_url', 'phone', 'tagline'],
  ['Austin', 'TX', 'austin-tx', '5125550134', 'Fast'],
  ['Waco', 'TX', 'waco-tx', '2545550134', 'Fast, too'],
];

type Row = Record<string, string>;

/** Rows of the table for HubDB. */
function parseRows(bytes: Uint8Array | undefined): Row[] {
  const { data, errors } = Papa.parse<Row>(new TextDecoder().decode(bytes), {
    header: true,
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  return data;
}

const readPosts = (bytes: Uint8Array | undefined): ReadPage[] =>
  readPages(bytes ?? new Uint8Array()).filter(({ fields }) => fields['wp:post_type'] === 'post');

describe.each(SHAPES)('hostile values in the shape %s', (shape) => {
  const { rows, values } = makeHostileRows();
  const built = buildFormat(readSeedFixture(`hubspot/${shape}/seed.xml`), rows, { format: 'hubspot' });
  const posts = readPosts(built.files[0]?.bytes);

  it('arrive as they are in the sheet, one post per row, each with its own identity', () => {
    expect(built.skipped).toBe(0);
    const found = posts.map(({ fields, attributes }) => ({
      identity: ['wp:post_id', 'guid', 'link'].map((field) => fields[field]),
      texts: [
        [getShownText(fields['content:encoded'] ?? ''), shape === 'full' ? FULL_TEXT : '§ in Town #'],
      ] as const,
      all: [...Object.values(fields), ...attributes].join('\n'),
    }));
    expectShape(`HubSpot, ${shape}`, values, found);
  });

  it('are the same in the HubDB rows', () => {
    const table = parseRows(built.files[1]?.bytes);
    expect(built.files[1]?.bytes.length).toBe(built.measureExtras());
    expect(table).toHaveLength(values.length);
    for (const [index, { fields }] of posts.entries()) {
      const row = table[index] ?? {};
      expect(row['body']).toBe(fields['content:encoded']);
      expect(row['hs_name']).toBe(getShownText(fields['title'] ?? ''));
      expect(row['hs_path']).toBe(/([^/]+)\/?$/.exec(fields['link'] ?? '')?.[1]);
      expect(row['meta_description']).toBe(getShownText(fields['excerpt:encoded'] ?? ''));
      expect(row['hs_id']).toBe('');
    }
  });

  it('add no HubL', () => {
    for (const { fields } of posts) {
      const content = (fields['content:encoded'] ?? '').replace('{{ module.rating }}', '');
      expect(content).not.toMatch(/\{[{%#]/);
    }
  });

  it('pass the audit', () => {
    const verdict = built.audit();
    expect(listFaultCodes(verdict.problems)).toEqual([]);
    expect(verdict).toMatchObject({ ok: true, pages: values.length });
  });
});

describe('a seed of HubSpot', () => {
  it('gives posts an author, a link and a description, whatever it lacks', () => {
    for (const shape of SHAPES) {
      const built = buildFormat(readSeedFixture(`hubspot/${shape}/seed.xml`), ROWS, { format: 'hubspot' });
      for (const { fields } of readPosts(built.files[0]?.bytes)) {
        expect(fields['link']).toMatch(/^https:\/\/blog\.lonestar\.example\/plumber-(?:austin|waco)-tx\/?$/);
        const [, login] = /<wp:author_login>(?:<!\[CDATA\[)?([^<\]]+)/.exec(built.text) ?? [];
        expect(fields['dc:creator']).toBe(login);
        expect(fields['excerpt:encoded']).toBeDefined();
      }
    }
  });

  it('is split into parts with the author and unique IDs', () => {
    const built = buildFormat(FULL, ROWS, { format: 'hubspot', split: { bytes: 1_000_000, pages: 1 } });
    expect(built.files.map(({ name }) => name)).toEqual([
      'pages-1-of-2.xml',
      'pages-2-of-2.xml',
      'pages-hubdb.csv',
    ]);
    for (const { bytes } of built.files.slice(0, 2))
      expect(new TextDecoder().decode(bytes)).toContain('<![CDATA[dana]]>');
    expect(built.audit()).toMatchObject({ ok: true, pages: 2 });
  });

  it('can be an export of pages: they become posts, with a notice', () => {
    const seed = FULL.replaceAll('<wp:post_type>post', '<wp:post_type>page');
    const built = buildFormat(seed, ROWS, { format: 'hubspot' });
    expect(readPosts(built.files[0]?.bytes)).toHaveLength(2);
    const [notice] = built.problems.filter(({ code }) => code === 'type-changed');
    expect(notice).toMatchObject({ severity: 'notice', line: expect.any(Number) });
    expect(notice?.text).toMatch(/is a page.*takes only posts/);
    expect(built.audit()).toMatchObject({ ok: true, pages: 2 });
  });

  it('can lack an author: one is added, and a notice says what to do', () => {
    const seed = FULL.replace(/<wp:author>.*<\/wp:author>/, '').replaceAll(
      /<dc:creator>.*?<\/dc:creator>/g,
      '',
    );
    const built = buildFormat(seed, ROWS, { format: 'hubspot' });
    expect(built.text).toContain('<wp:author_login>Admin</wp:author_login>');
    for (const { fields } of readPosts(built.files[0]?.bytes)) expect(fields['dc:creator']).toBe('Admin');
    expect(built.problems.find(({ code }) => code === 'author-added')?.text).toMatch(/Assign the posts/);
    expect(built.audit()).toMatchObject({ ok: true, pages: 2 });
  });

  it('skips a row that leaves no title', () => {
    const seed = FULL.replace('Plumber in [geo_city], [geo_state]', '[tagline]');
    const rows = ROWS.map((row, index) => (index === 1 ? row.with(4, '') : row));
    const built = buildFormat(seed, rows, { format: 'hubspot' });
    expect(built.skipped).toBe(1);
    expect(built.problems).toContainEqual(
      expect.objectContaining({ code: 'title-empty', row: 2, field: 'tagline' }),
    );
  });

  it.each<[string, string | Uint8Array, string, RegExp]>([
    ['a CSV', 'hs_name,hs_path\na,b\n', 'seed-not-xml', /isn’t XML/],
    [
      'an export of Drupal',
      '<response><item key="0"><title>[geo_city]</title></item></response>',
      'seed-not-hubspot',
      /<response>.*WordPress/,
    ],
    [
      'a feed without items',
      '<rss version="2.0"><channel><title>x</title></channel></rss>',
      'seed-no-record',
      /no page/,
    ],
  ])('is refused with what to do: %s', (_what, seed, code, text) => {
    const [problem] = listRefusalProblems('hubspot', seed, ROWS);
    expect(problem).toMatchObject({ code, severity: 'fault' });
    expect(problem?.text).toMatch(text);
  });

  it('can be in UTF-16', () => {
    const units = Uint16Array.from(`\ufeff${FULL}`, (letter) => letter.charCodeAt(0));
    expect(listFaultCodes(listRefusalProblems('hubspot', new Uint8Array(units.buffer), ROWS))).toEqual([]);
  });

  it('names both records if two have placeholders', () => {
    const seed = FULL.replace('<content:encoded>News', '<content:encoded>[geo_city]');
    expect(listRefusalProblems('hubspot', seed, ROWS)).toContainEqual(
      expect.objectContaining({ code: 'seed-two-patterns', severity: 'fault', line: 47 }),
    );
  });
});

describe('the audit of HubSpot', () => {
  const built = buildFormat(FULL, ROWS, { format: 'hubspot' });
  const second = (text: string, from: string | RegExp, to: string) => {
    const at = text.lastIndexOf('<item>');
    return text.slice(0, at) + text.slice(at).replace(from, to);
  };
  const DAMAGE: readonly Damage[] = [
    [
      'a post of another type',
      (text) => second(text, '<wp:post_type>post', '<wp:post_type>page'),
      'type-not-post',
    ],
    ['no title', (text) => second(text, /<title>.*?<\/title>/, '<title></title>'), 'title-empty'],
    ['no link', (text) => second(text, /<link>.*?<\/link>/, '<link></link>'), 'link-missing'],
    [
      'the same link',
      (text) => second(text, 'plumber-waco-tx/</link>', 'plumber-austin-tx/</link>'),
      'duplicate-link',
    ],
    ['the same id', (text) => second(text, '<wp:post_id>62', '<wp:post_id>61'), 'duplicate-id'],
    [
      'the same guid',
      (text) => second(text, /geoloom=[^<]*/, /geoloom=[^<]*/.exec(text)?.[0] ?? ''),
      'duplicate-guid',
    ],
    ['no author in the channel', (text) => text.replace(/<wp:author>.*<\/wp:author>/, ''), 'author-missing'],
    ['an unknown author', (text) => second(text, 'CDATA[dana', 'CDATA[nobody'), 'author-unknown'],
    [
      'a date that is invalid',
      (text) => second(text, /<pubDate>.*?</, '<pubDate>yesterday<'),
      'malformed-date',
    ],
    [
      'no description',
      (text) => second(text, /<excerpt:encoded>.*?<\/excerpt:encoded>/, ''),
      'excerpt-missing',
    ],
    ['HubL of a row', (text) => second(text, 'Fast, too', '{{ x }}'), 'tags-changed'],
    [
      'a placeholder',
      (text) => second(text, '>Plumber in Waco', '>Plumber in [geo_city]'),
      'placeholder-unfilled',
    ],
    [
      'a missing post',
      (text) => text.slice(0, text.lastIndexOf('<item>')) + text.slice(text.lastIndexOf('</channel>')),
      'pages-missing',
    ],
    ['a file that is cut off', (text) => text.slice(0, -40), 'malformed-xml'],
    ['an image with a query', (text) => text.replace('van.jpg<', 'van.jpg?w=1<'), 'image-url-invalid'],
    ['an unknown status', (text) => second(text, '<wp:status>publish', '<wp:status>live'), 'unknown-status'],
  ];

  testDamage(built, DAMAGE);
});

describe('the table for HubDB', () => {
  inDeepTier(() => {
    it('has at most 10,000 rows per file', () => {
      const rows = Array.from({ length: 10_001 }, (_, index) => [
        `Town ${index}`,
        'TX',
        `town-${index}`,
        '',
        '',
      ]);
      const built = buildFormat(readSeedFixture('hubspot/rss/seed.xml'), [ROWS[0] ?? [], ...rows], {
        format: 'hubspot',
      });
      const tables = built.files.slice(1);
      expect(tables.map(({ name }) => name)).toEqual(['pages-hubdb-1-of-2.csv', 'pages-hubdb-2-of-2.csv']);
      expect(tables.map(({ bytes }) => parseRows(bytes).length)).toEqual([10_000, 1]);
      const written = tables.reduce((sum, { bytes }) => sum + bytes.length, 0);
      expect(built.measureExtras()).toBe(written);
      expect(Math.abs(built.measureExtras(written / 3) / written - 1)).toBeLessThan(0.02);
      expect(built.audit()).toMatchObject({ ok: true, pages: 10_001 });
    });
  });

  it('reports a body that is too long for HubDB but not for posts', () => {
    const rows = ROWS.map((row, index) => (index === 1 ? row.with(4, 'x'.repeat(65_001)) : row));
    const { ok, problems } = buildFormat(FULL, rows, { format: 'hubspot' }).audit();
    expect(ok).toBe(true);
    expect(problems).toContainEqual(expect.objectContaining({ code: 'cell-long', field: 'body', line: 2 }));
  });
});

describe('the forecast', () => {
  it('names the HubDB file, and has the sizes of the files that are written', () => {
    const built = buildFormat(FULL, ROWS, { format: 'hubspot' });
    const { outcome } = inspect({
      format: 'hubspot',
      seed: { file: 'pages.xml', bytes: new TextEncoder().encode(FULL) },
      table: { ...readRows(ROWS), file: 'rows.csv' },
    });
    const [posts, table] = built.files.map(({ name, bytes }) => ({ name, bytes: bytes.length }));
    expect(outcome?.tables).toEqual({ names: [table?.name], bytes: table?.bytes });
    expect(outcome?.bytes).toBe(posts?.bytes);
  });

  it('of other platforms lists only the parts', () => {
    const { outcome } = inspect({
      seed: { file: 'pages.xml', bytes: wxrSeed({ title: '[geo_city]', slug: '[geo_url]' }) },
      table: { ...readRows(ROWS), file: 'rows.csv' },
    });
    expect(outcome?.pages).toBe(2);
    expect(outcome?.tables).toBeUndefined();
  });
});

describe('the audit of HubDB', () => {
  const built = buildFormat(FULL, ROWS, { format: 'hubspot' });
  const table = new TextDecoder().decode(built.files[1]?.bytes);
  const lastRow = (text: string) => text.slice(0, text.lastIndexOf('"","Plumber'));
  testDamage(
    built,
    [
      ['a missing row', lastRow, 'pages-missing'],
      ['a row that is there twice', (text) => text + table.slice(lastRow(table).length), 'duplicate-path'],
      ['the same path', (text) => text.replace('plumber-waco-tx', 'plumber-austin-tx'), 'duplicate-path'],
      ['a path in capitals', (text) => text.replace('"plumber-waco-tx"', '"Plumber-Waco"'), 'malformed-path'],
      ['no path', (text) => text.replace('"plumber-waco-tx"', '""'), 'malformed-path'],
      ['no name', (text) => text.replace(/"Plumber in Waco[^"]*"/, '""'), 'name-empty'],
      ['an id', (text) => text.replace(/^"",/m, '"7",'), 'id-preserved'],
      ['no column of paths', (text) => text.replace('hs_path', 'path'), 'column-missing'],
      ['a cell too few', (text) => text.replace('"plumber-waco-tx",', ''), 'row-ragged'],
      [
        'a placeholder',
        (text) => text.replace('"Plumber in Waco', '"Plumber in [geo_city]'),
        'placeholder-unfilled',
      ],
      ['a file that is cut off', (text) => text.slice(0, -12), 'malformed-csv'],
    ],
    1,
  );
});
