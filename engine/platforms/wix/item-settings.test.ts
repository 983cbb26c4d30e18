/** Settings of the item that a Wix collection was exported with, and the URLs of its pages. */
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { inspect } from '#engine';
import { buildFormat } from '#testkit/format-build.ts';
import { inspectSeedText, fixSeedText, getNotice } from '#testkit/seed-fixes.ts';
import { readRows } from '#testkit/wxr-seed.ts';

const ROWS = [
  ['geo_city', 'geo_url', 'state'],
  ['Waco', 'waco-tx', 'DRAFT'],
];
const write = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
/** A collection of one item with these further columns. */
const collection = (cells: Record<string, string>) => {
  const all = { Title: 'Plumber in [geo_city]', Slug: 'plumber-[geo_url]', ID: 'x', ...cells };
  return `${Object.keys(all).map(write).join(',')}\n${Object.values(all).map(write).join(',')}\n`;
};
const ask = (cells: Record<string, string>, site?: string) => ({
  format: 'wix' as const,
  text: collection(cells),
  rows: ROWS,
  ...(site !== undefined && { site }),
});
const listCodes = (cells: Record<string, string>) =>
  inspectSeedText(ask(cells)).problems.map(({ code }) => code);
const findItem = (text: string): Record<string, string> => {
  const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  expect(errors).toEqual([]);
  return data[0] ?? {};
};

describe('cells that all items would have', () => {
  it.each<[code: string, column: string, cell: string, fixed: string]>([
    ['status-hidden', 'Status', 'DRAFT', 'PUBLISHED'],
    ['status-hidden', 'Publish Status', 'Draft', 'Published'],
    ['status-hidden', 'status', 'draft', 'published'],
    ['noindex-shared', 'No Index', 'TRUE', 'FALSE'],
    ['noindex-shared', 'noindex', 'true', 'false'],
    ['noindex-shared', 'Robots', 'noindex, nofollow', ''],
    [
      'noindex-shared',
      'SEO',
      '{"tags":[{"type":"meta","props":{"name":"robots","content":"noindex"}}]}',
      '{"tags":[{"type":"meta","props":{"name":"robots","content":"index"}}]}',
    ],
    ['canonical-elsewhere', 'Canonical URL', 'https://w.example/template', ''],
    [
      'canonical-elsewhere',
      'Body',
      '<link rel="canonical" href="https://w.example/t"><p>[geo_city]</p>',
      '<p>[geo_city]</p>',
    ],
  ])('are reported and fixed: %s in %s', (code, column, cell, fixed) => {
    expect(getNotice(ask({ [column]: cell }), code)).toContain(column);
    expect(findItem(fixSeedText(ask({ [column]: cell }), code))[column]).toBe(fixed);
  });

  it.each<[string, string]>([
    ['Status', 'PUBLISHED'],
    ['Status', '[state]'],
    ['Status', 'Open'],
    ['Status', 'hidden'],
    ['Redirect', '/contact'],
    ['Unpublish Date', '2027-01-01T00:00'],
    ['No Index', 'FALSE'],
    ['Canonical URL', '[page_url]'],
    ['Publish Date', '2024-01-01T00:00'],
    ['Drafting', 'draft'],
  ])('are none that hide pages: %s %s', (column, cell) => {
    expect(listCodes({ [column]: cell })).toEqual([]);
  });

  it('are found in a file that begins with a byte order mark, which stays', () => {
    const text = `\ufeff${collection({ Status: 'DRAFT' })}`;
    expect(fixSeedText({ ...ask({}), text }, 'status-hidden')).toBe(text.replace('DRAFT', 'PUBLISHED'));
  });
});

describe('cells in URLs that aren’t web addresses', () => {
  const rows = [
    ['geo_city', 'geo_url'],
    ['Dallas/Fort Worth', 'a'],
    ['Route #66', 'b'],
    ['100% City', 'c'],
    ['San José', 'd'],
    ['A?b&c "d"', 'e'],
  ];
  const encoded = [
    'Dallas%2FFort%20Worth',
    'Route%20%2366',
    '100%25%20City',
    'San%20Jos%C3%A9',
    'A%3Fb%26c%20%22d%22',
  ];

  it.each([
    'wix:image://v1/8d1f6a_aa~mv2.jpg/Plumber%20in%20#.jpg*originWidth=1200&originHeight=800',
    'wix:image://v1/8d1f6a_aa~mv2.jpg/Plumber in #.jpg*originWidth=1200',
    'wix:document://v1/ugd/8d1f6a.pdf/Prices #.pdf',
    'wix:video://v1/8d1f6a/#/poster*posterUri=x.jpg',
    'wix:vector://v1/svgshape.v2.Svg_1/#.svg',
    'image://v1/8d1f6a.jpg/#.jpg',
    'whatsapp://send?text=#',
    'mailto:office@w.example?subject=#',
    'sms:+12145550103?body=#',
  ])('are percent-encoded, as they are in web addresses: %s', (address) => {
    const [before = '', after = ''] = address.split('#');
    const [tail, fragment] = after.split('*');
    const rest = `${tail}${fragment === undefined ? '' : `#${fragment}`}`;
    const text = collection({ Link: `${before}[geo_city]${rest}` });
    const built = buildFormat(text, rows, { format: 'wix' });
    const { data } = Papa.parse<Record<string, string>>(built.text, { header: true, skipEmptyLines: true });
    expect(data.map((item) => item['Link'])).toEqual(encoded.map((value) => `${before}${value}${rest}`));
    expect(built.audit().problems.filter(({ code }) => code === 'malformed-media-url')).toEqual([]);
  });

  it.each(['Note: [geo_city]', 'SMS:[geo_city]', 'Hours:9-5,[geo_city]', 'wix: [geo_city]'])(
    'differ from labels of a text: %s',
    (cell) => {
      const built = buildFormat(collection({ Where: cell }), rows, { format: 'wix' });
      expect(findItem(built.text)['Where']).toBe(cell.replace('[geo_city]', 'Dallas/Fort Worth'));
    },
  );

  it('are checked by the audit’s own reading', () => {
    const text = collection({ Image: 'wix:image://v1/id.jpg/In%20[geo_city].jpg#originWidth=1' });
    const built = buildFormat(text, rows.slice(0, 2), { format: 'wix' });
    for (const slip of ['In%20""Dallas', 'In%20100%', 'In%20Route%20#66']) {
      const damaged = built.text.replace('In%20Dallas', slip);
      expect(damaged).not.toBe(built.text);
      expect(built.audit(damaged).problems.map(({ code }) => code)).toContain('malformed-media-url');
    }
  });
});

describe('the URL of an item’s page', () => {
  const fillLink = (cells: Record<string, string>, site?: string) => {
    const { table, problems } = readRows(ROWS);
    const { outcome } = inspect({
      format: 'wix',
      seed: { file: 'seed.csv', bytes: new TextEncoder().encode(collection(cells)) },
      table: { file: 'rows.csv', table, problems },
      ...(site !== undefined && { site }),
    });
    return outcome?.firstLink?.url;
  };

  it.each<[Record<string, string>, string | undefined, string]>([
    [{}, 'https://w.example', 'https://w.example/plumber-waco-tx'],
    [{}, 'https://w.example/', 'https://w.example/plumber-waco-tx'],
    [{}, undefined, '/plumber-waco-tx'],
    [
      { 'Towns (Item)': '/towns/plumber-template' },
      'https://w.example',
      'https://w.example/towns/plumber-waco-tx',
    ],
    [{ 'Towns (Item)': '/a/b/plumber-template' }, undefined, '/a/b/plumber-waco-tx'],
    [{ 'Towns (Item)': '/towns/[geo_url]' }, 'https://w.example', 'https://w.example/towns/plumber-waco-tx'],
    [{ 'Towns (Item)': '' }, 'https://w.example', 'https://w.example/plumber-waco-tx'],
  ])('has the folder of the column of page links: %j at %s', (cells, site, url) => {
    expect(fillLink(cells, site)).toBe(url);
  });

  it('is the value of [page_url] in a cell', () => {
    const text = collection({ 'Towns (Item)': '/towns/x', Share: '[page_url]' });
    const built = buildFormat(text, ROWS, { format: 'wix', site: 'https://w.example' });
    expect(findItem(built.text)['Share']).toBe('https://w.example/towns/plumber-waco-tx');
  });
});
