import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { readHtmlAttribute, getHtmlShape, getTagText } from '#testkit/decoders/html.ts';
import { cellText, hostileValue } from '#testkit/hostile-values.ts';
import { build, wxrSeed } from '#testkit/wxr-seed.ts';

const SEED = wxrSeed({ title: 'Plumber', content: '<p>[geo_url]</p>' });

function listLinks(rows: readonly (readonly string[])[], footer?: string): ReturnType<typeof build>['links'] {
  return build(SEED, rows, footer === undefined ? {} : { footer }).links;
}

const WACO = [
  ['geo_city', 'geo_url'],
  ['Waco & Co', 'waco'],
];

describe('a footer link', () => {
  it('leads to the page and reads as its town', () => {
    expect(listLinks(WACO)).toEqual([
      {
        row: 2,
        html: '<a href="https://site.example/plumber-waco/">Waco &amp; Co</a><br>',
        url: 'https://site.example/plumber-waco/',
        label: 'Waco & Co',
      },
    ]);
  });

  it('shows its URL if the sheet has no towns', () => {
    expect(listLinks([['geo_url'], ['waco']])).toMatchObject([
      { html: '<a href="https://site.example/plumber-waco/">https://site.example/plumber-waco/</a><br>' },
    ]);
  });

  it('needs no column for its address', () => {
    const seed = wxrSeed({ title: 'Plumber', slug: 'x-trade_name', content: '[trade_name]' });
    const rows = [['trade_name'], ['Drains']];
    const address = 'https://site.example/x-drains/';
    expect(build(seed, rows).links[0]?.html).toBe(`<a href="${address}">${address}</a><br>`);
    const { links } = build(seed, rows, { footer: '<a href="[Geo URL]">[trade_name] [geo_url | upper]</a>' });
    expect(links[0]?.html).toBe(`<a href="${address}">Drains ${address.toUpperCase()}</a>`);
  });

  it.each([
    ['<a href="[geo_url]">x</a>', '<a href="https://site.example/plumber-waco/">x</a>'],
    ["<a href='[Geo URL]?a=1'>x</a>", "<a href='https://site.example/plumber-waco/?a=1'>x</a>"],
    ['<b>[geo_url]</b>', '<b>https://site.example/plumber-waco/</b>'],
    ['<a href="/towns/[geo_url]/">x</a>', '<a href="/towns/waco/">x</a>'],
    ['<a href="https://other.example/[geo_url]">x</a>', '<a href="https://other.example/waco">x</a>'],
    ['<a href="[page_url]">[row_number]</a>', '<a href="https://site.example/plumber-waco/">2</a>'],
    ['<li class="a">[geo_city | upper]</li>', '<li class="a">WACO &amp; CO</li>'],
    ['no placeholder', 'no placeholder'],
  ])('of the template %s is %s', (template, html) => {
    expect(listLinks(WACO, template)[0]?.html).toBe(html);
  });

  it('has a label without markup, decoded', () => {
    expect(listLinks(WACO, '<li> <a href="[geo_url]">[geo_city] &lt;3</a> </li>')[0]?.label).toBe(
      'Waco & Co <3',
    );
    expect(listLinks(WACO, '<img src="/a.png" alt="[geo_city]">')[0]?.label).toBe('');
  });

  it('is never written into the pages', () => {
    const { pages } = build(SEED, WACO, { footer: '<i>only here [geo_city]</i>' });
    expect(JSON.stringify(pages)).not.toContain('only here');
  });

  it('is emitted for each page that is written, in order, and for no other', () => {
    const rows = [
      ['geo_city', 'geo_url'],
      ['A', 'a'],
      ['B', ''],
      ['C', 'c'],
      ['D', 'a'],
    ];
    expect(listLinks(rows).map(({ row, label }) => [row, label])).toEqual([
      [2, 'A'],
      [4, 'C'],
    ]);
  });

  it('reads as exactly the text of the row, and its markup never changes', () => {
    const footer = '<li data-a="[geo_city]"><a href="[geo_url]">[geo_city]</a></li>';
    const filled = hostileValue.filter((value) => cellText(value).trim() !== '');
    const rows = fc.array(filled, { minLength: 50, maxLength: 50 });
    fc.assert(
      fc.property(rows, (towns) => {
        const links = listLinks(
          [['geo_city', 'geo_url'], ['x', 'first'], ...towns.map((town, row) => [town, `r${row}`])],
          footer,
        );
        const shape = getHtmlShape(links[0]?.html ?? '');
        towns.forEach((town, row) => {
          const html = links[row + 1]?.html ?? '';
          expect(getTagText(html, 'a')).toBe(cellText(town));
          expect(readHtmlAttribute(html, 'li', 'data-a')).toBe(cellText(town));
          expect(getHtmlShape(html)).toBe(shape);
        });
      }),
      { numRuns: cases(5), endOnFailure: true },
    );
  });
});

describe('a footer link that grows beyond measure', () => {
  const rows = (cell: string) => [
    ['geo_city', 'geo_url'],
    [cell, 'long'],
    ['Waco', 'waco'],
  ];
  const template = '[geo_city]'.repeat(10);

  it('is omitted: its row is skipped, and the reason is reported', () => {
    const { links, problems, layout } = build(SEED, rows('x'.repeat(6554)), { footer: template });
    expect(links.map(({ row }) => row)).toEqual([3]);
    expect(layout.skipped).toBe(1);
    expect(problems.find(({ severity }) => severity === 'loss')).toMatchObject({
      code: 'link-too-long',
      row: 2,
      field: 'geo_city',
      text: expect.stringContaining('makes a footer link of more than 65,535 bytes. Fix the cell or'),
    });
  });

  it('is made up to the limit', () => {
    const { links } = build(SEED, rows('x'.repeat(6553)), { footer: template });
    expect(links.map(({ html }) => html.length)).toEqual([65_530, 40]);
  });
});
