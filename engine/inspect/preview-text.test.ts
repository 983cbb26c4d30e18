import { describe, expect, it } from 'vitest';
import { type InspectInput, previewText } from '#engine';
import { readRows, wxrSeed } from '#testkit/wxr-seed.ts';

const TOWNS = [
  ['geo_city', 'geo_state', 'geo_url', 'lat', 'lng', 'services', 'population'],
  ['Austin', 'TX', 'austin', '30.2672', '-97.7431', 'Drains|Leaks & floods', '961,855'],
  ['Round Rock', 'TX', 'round-rock', '30.5083', '-97.6789', 'Drains', '119,468'],
  ['Tulsa', 'OK', 'tulsa', '36.154', '-95.9928', '', 'unknown'],
];

function preview(
  text: string,
  rows: readonly (readonly string[])[] = TOWNS,
  more: Partial<InspectInput> = {},
) {
  return previewText(text, { table: { file: 'towns.csv', ...readRows(rows) }, ...more });
}

const listTexts = (...given: Parameters<typeof preview>) => preview(...given).rows.map(({ text }) => text);
const seed = (content: string) => ({ file: 'seed.xml', bytes: wxrSeed({ content }) });

describe('the preview of a text', () => {
  it('fills it for the first rows, each with its number and its town', () => {
    expect(preview('[if geo_state = "TX"]Texas & [geo_city | upper][else]far[/if]')).toEqual({
      rows: [
        { row: 2, label: 'Austin', text: 'Texas & AUSTIN' },
        { row: 3, label: 'Round Rock', text: 'Texas & ROUND ROCK' },
        { row: 4, label: 'Tulsa', text: 'far' },
      ],
      problems: [],
    });
  });

  it('encodes values for HTML', () => {
    expect(listTexts('<ul>[for service in services "|"]<li>[service]</li>[/for]</ul>')[0]).toBe(
      '<ul><li>Drains</li><li>Leaks &amp; floods</li></ul>',
    );
  });

  it('lists neighbors by their pages, which have the URLs of the seed if there is one', () => {
    const text =
      '[nearby 1 same:"geo_state"]<a href="[near_url]">[near_city]</a> [near_distance | number:"0"][/nearby]';
    expect(listTexts(text)).toEqual([
      '<a href="/round-rock">Round Rock</a> 17',
      '<a href="/austin">Austin</a> 17',
      '',
    ]);
    expect(listTexts(text, TOWNS, { seed: seed('[geo_city]'), format: 'wordpress' })[0]).toBe(
      '<a href="https://site.example/plumber-round-rock/">Round Rock</a> 17',
    );
  });

  it('reads all rows of the sheet for neighbors, but shows five', () => {
    const rows = Array.from({ length: 8 }, (_, index) => [
      `T${index}`,
      'TX',
      `t${index}`,
      '30',
      `${-97 - (index % 7)}`,
      '',
      '',
    ]);
    const { rows: shown } = preview('[nearby 1][near_city][/nearby]', [TOWNS[0] ?? [], ...rows]);
    expect(shown).toHaveLength(5);
    expect(shown[0]?.text).toContain('T7');
  });

  it('works beside a seed that has faults, or can’t be read', () => {
    expect(listTexts('[geo_city]', TOWNS, { seed: seed('[geo_citi]') })[0]).toBe('Austin');
    expect(
      listTexts('[geo_city]', TOWNS, { seed: { file: 'seed.xml', bytes: new Uint8Array([60]) } })[0],
    ).toBe('Austin');
    expect(preview('[geo_city]', TOWNS, { seed: seed('[geo_citi]') }).problems).toEqual([]);
  });

  it('reports nothing about the seed itself', () => {
    const bytes = wxrSeed({ title: 'x', slug: 'same-on-all-pages', content: '[geo_city] [gallery ids="1"]' });
    const { rows, problems } = preview('[geo_city]', TOWNS, { seed: { file: 'seed.xml', bytes } });
    expect(problems).toEqual([]);
    expect(rows[0]?.text).toBe('Austin');
  });

  it('needs neither towns nor slugs', () => {
    expect(preview('[name]: [page_url]', [['name'], ['Drains'], ['']]).rows).toEqual([
      { row: 2, label: 'Drains', text: 'Drains: /2' },
    ]);
  });

  it('uses the chosen columns', () => {
    const columns = { geophone: { text: '555' } };
    expect(listTexts('[geo_phone]', TOWNS, { columns })[0]).toBe('555');
  });

  it('reports why a text is refused, and fills no row', () => {
    const { rows, problems } = preview('[if geo_stat = "TX"]a[/if]', TOWNS, { seed: seed('[geo_city]') });
    expect(rows).toEqual([]);
    const text =
      '[if geo_stat = "TX"] names "geo_stat", which isn’t a column of the sheet. Did you mean [geo_state]?';
    expect(problems).toMatchObject([{ code: 'placeholder-unknown', severity: 'fault' }]);
    expect(problems[0]?.text).toContain(text);
  });

  it('reports values of the shown rows that the text can’t use', () => {
    const { problems } = preview('[if population > 5]x[/if]<a href="[services]">y</a>', [
      TOWNS[0] ?? [],
      ['Waco', 'TX', 'waco', '', '', 'javascript:alert(1)', 'many'],
    ]);
    expect(problems).toMatchObject([
      { severity: 'loss', row: 2 },
      { severity: 'notice', row: 2, code: 'value-not-number' },
    ]);
  });

  it('fills the rows of two combined lists', () => {
    const list = (file: string, rows: string[][]) => ({ file, ...readRows(rows) });
    const { rows } = previewText('[service] in [geo_city]', {
      table: list('towns.csv', [['geo_city'], ['Waco']]),
      combined: list('services.csv', [['service'], ['Drains'], ['Leaks']]),
    });
    expect(rows.map(({ text }) => text)).toEqual(['Drains in Waco', 'Leaks in Waco']);
  });

  it('has no rows without a sheet', () => {
    expect(previewText('[geo_city]', {})).toEqual({ rows: [], problems: [] });
  });
});
