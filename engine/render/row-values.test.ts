import { describe, expect, it } from 'vitest';
import { toColumnKey } from '../sheet/column-name.ts';
import { MAX_LINEAR_GROWTH, measureGrowth } from '#testkit/growth.ts';
import { getMeta } from '#testkit/wxr-pages.ts';
import { build, readRows, wxrSeed } from '#testkit/wxr-seed.ts';
import { Columns } from '../language/columns.ts';
import { RowValues } from './row-values.ts';
import { PAGE_URL, type Value, identityValue, toValueKey } from '../language/value.ts';

const { table } = readRows([
  ['city', 'state', 'intro_html', 'url'],
  ['St. Louis', 'MO', '<p>Big</p><p>town &amp; river</p>', 'https://site.example/mo/St. Louis/?x=1'],
  [],
  ['Waco', '', 'plain & <b>bold</b>', 'Waco #2'],
]);
const columns = new Columns(table.columns.map(({ name }) => ({ name, key: toColumnKey(name) })));
const IDENTITY = {
  id: '7',
  guid: 'https://a.example/?geoloom=1',
  slug: 'waco',
  date: 'd',
  'date-gmt': 'g',
  'date-rfc': 'r',
  url: '/waco/',
};

function createValue(name: string, filters: Value['filters'] = []): Value {
  const resolved = columns.resolve(name);
  if (!resolved) throw new Error(`nothing is called ${name}`);
  return { source: resolved.source, filters, isHtml: resolved.isHtml };
}

function getText(row: number, value: Value): string {
  return new RowValues(table, row).withIdentity(IDENTITY).computeText(value);
}

describe('the text of a value', () => {
  it('is the cell', () => {
    expect(getText(0, createValue('geo_city'))).toBe('St. Louis');
    expect(getText(1, createValue('state'))).toBe('');
  });

  it('is a slug of city and state if there is no slug column', () => {
    const source = {
      kind: 'city-state',
      city: { kind: 'column', column: 0 },
      state: { kind: 'column', column: 1 },
    } as const;
    expect(getText(0, { source, filters: [], isHtml: false })).toBe('st-louis-mo');
    expect(getText(1, { source, filters: [], isHtml: false })).toBe('waco');
    expect(getText(0, { source: { ...source, state: undefined }, filters: [], isHtml: false })).toBe(
      'st-louis',
    );
  });

  it('is the row’s own slug, with its slashes', () => {
    const source = { kind: 'row-slug', of: { kind: 'column', column: 3 } } as const;
    expect(getText(0, { source, filters: [], isHtml: false })).toBe('mo/st-louis');
    expect(getText(1, { source, filters: [], isHtml: false })).toBe('waco-2');
  });

  it('is the number of the row as a spreadsheet counts it', () => {
    expect(getText(0, createValue('row_number'))).toBe('2');
    expect(getText(1, createValue('row_number'))).toBe('4');
  });

  it('is a part of the page’s identity', () => {
    expect(getText(0, identityValue('id'))).toBe('7');
    expect(getText(0, identityValue('date-gmt'))).toBe('g');
    expect(getText(0, PAGE_URL)).toBe('/waco/');
    expect(new RowValues(table, 0).computeText(PAGE_URL)).toBe('');
  });

  it('of an HTML column is the text between its tags', () => {
    expect(getText(0, createValue('intro_html'))).toBe('Big town & river');
    expect(getText(1, createValue('intro_html'))).toBe('plain & bold');
    expect(getText(1, createValue('intro_html', [{ name: 'upper', arguments: [] }]))).toBe('PLAIN & BOLD');
  });

  it('keeps the markup for the one place that wants it', () => {
    const values = new RowValues(table, 0);
    expect(values.computeMarkup(createValue('intro_html'))).toBe('<p>Big</p><p>town &amp; river</p>');
  });

  it('is that of its row', () => {
    const [plain, upper] = [createValue('city'), createValue('city', [{ name: 'upper', arguments: [] }])];
    for (const [row, city] of [
      [0, 'St. Louis'],
      [1, 'Waco'],
      [0, 'St. Louis'],
    ] as const) {
      const values = new RowValues(table, row);
      expect(values.row).toBe(row);
      const texts = [plain, upper, plain].map((value) => values.computeText(value));
      expect(texts).toEqual([city, city.toUpperCase(), city]);
    }
  });
});

describe('a column of HTML', () => {
  const fill = (cell: string, content = '<div>[intro_html]</div>'): string | undefined =>
    build(wxrSeed({ title: 'T', content }), [
      ['geo_city', 'geo_url', 'intro_html'],
      ['Waco', 'waco', cell],
    ]).pages[0]?.fields['content:encoded'];

  it.each([
    ['<p>a <b>b</b></p>', '<p>a <b>b</b></p>'],
    ['<b>never closed', '<b>never closed</b>'],
    ['</div></p>stray', '<p></p>stray'],
    ['<script>alert(1)</script>a', 'a'],
    ['<img src="/a.jpg" onerror="x()" alt="é">', '<img src="/a.jpg" alt="é" />'],
    ['<a href="javascript:x()">a</a>', '<a>a</a>'],
    ['<a href="tel:+1">a</a>', '<a href="tel:+1">a</a>'],
    ['<p style="position:fixed" class="a">b</p>', '<p class="a">b</p>'],
    ['[gallery] <i title="[x]">a</i>', '&#91;gallery] <i>a</i>'],
    ['<a title="[gallery]">a</a>', '<a title="&#91;gallery]">a</a>'],
    ['a &#12;&#1;&#0;b', 'a \ufffdb'],
    ['a&#13;b', 'a&#13;b'],
    ['<!-- c -->a<!--', 'a'],
    ['<iframe src="//x"></iframe><form><input></form>a', 'a'],
  ])('%j becomes %j', (cell, html) => {
    expect(fill(cell)).toBe(`<div>${html}</div>`);
  });

  it('never nests an input into a time that no one waits for', () => {
    const fillBoth = (count: number) => () => {
      fill('<b>'.repeat(count));
      fill('<p '.repeat(count), '<p title="[intro_html]">x</p>');
    };
    expect(measureGrowth(fillBoth, 4000)).toBeLessThanOrEqual(MAX_LINEAR_GROWTH);
  });

  it('is only its text in metas and titles', () => {
    const seed = wxrSeed({ title: 'T [intro_html]', metas: [['intro', '[intro_html]!']] });
    const [page] = build(seed, [
      ['geo_city', 'geo_url', 'intro_html'],
      ['W', 'waco', '<b>A</b> &amp; B &#12;'],
    ]).pages;
    expect(page?.fields['title']).toBe('T A & B ');
    expect(getMeta(page, 'intro')).toBe('A & B !');
  });
});

describe('the key of a value', () => {
  it('is equal exactly for values that always have the same text', () => {
    const values = [
      createValue('city'),
      createValue('state'),
      createValue('city', [{ name: 'upper', arguments: [] }]),
      createValue('city', [{ name: 'default', arguments: ['a'] }]),
      createValue('city', [{ name: 'default', arguments: ['b'] }]),
      { ...createValue('city'), isHtml: true },
      identityValue('id'),
      identityValue('slug'),
      PAGE_URL,
      createValue('row_number'),
      { ...createValue('city'), source: { kind: 'row-slug', of: { kind: 'column', column: 0 } } as const },
    ];
    expect(new Set(values.map(toValueKey)).size).toBe(values.length);
    expect(toValueKey(createValue('CITY'))).toBe(toValueKey(createValue('city')));
  });
});
