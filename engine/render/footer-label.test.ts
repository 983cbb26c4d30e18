/** The label of a link: its text without the template’s markup. */
import { describe, expect, it } from 'vitest';
import { MAX_LINEAR_GROWTH, measureGrowth } from '#testkit/growth.ts';
import { getHtmlShape } from '#testkit/decoders/html.ts';
import { DANGEROUS, cellText } from '#testkit/hostile-values.ts';
import { type Built, build, wxrSeed } from '#testkit/wxr-seed.ts';

const SEED = wxrSeed({ title: 'Plumber', content: '<p>[geo_url]</p>' });
const HEADER = ['geo_city', 'geo_url', 'note'];

function listLinks(footer: string, ...rows: readonly (readonly string[])[]): Built['links'] {
  return build(SEED, [HEADER, ...(rows.length > 0 ? rows : [['Waco', 'waco', 'n']])], { footer }).links;
}

describe('the label of a formed link', () => {
  it.each([
    ['a “>” in an attribute', '<a title="towns > all" href="[geo_url]">[geo_city]</a>', 'Waco'],
    ['a “>” in single quotes', "<a title='a > b' href='[geo_url]'>[geo_city]</a>", 'Waco'],
    ['a quote in the other quotes', `<a title="O'Fallon > x" href="[geo_url]">[geo_city]</a>`, 'Waco'],
    ['an apostrophe in a bare attribute', "<a title=o'x href=[geo_url]>[geo_city]</a>", 'Waco'],
    ['a comment', '<!-- towns > [note] --><a href="[geo_url]">[geo_city]</a>', 'Waco'],
    ['a style', '<style>li > a { color: red }</style><a href="[geo_url]">[geo_city]</a>', 'Waco'],
    ['a script', '<script>if (1 < 2) f("[note]")</script><a href="[geo_url]">[geo_city]</a>', 'Waco'],
    ['a script in capitals', '<SCRIPT>x > 1</SCRIPT ><a href="[geo_url]">[geo_city]</a>', 'Waco'],
    ['a tag over two lines', '<a\n  href="[geo_url]"\n>\n  [geo_city]\n</a>\n', 'Waco'],
    ['an image', '<a href="[geo_url]"><img src="/a.png" alt=">">[geo_city]</a>', 'Waco'],
    ['a line break', '<a href="[geo_url]">[geo_city]</a><br/>', 'Waco'],
  ])('passes over %s', (_what, footer, label) => {
    expect(listLinks(footer)[0]?.label).toBe(label);
  });

  it.each([
    ['5 < 6 for [geo_city]', '5 < 6 for Waco'],
    ['[geo_city] > [note]', 'Waco > n'],
    ['&lt;b&gt; [geo_city] &amp; more &#8211; all', '<b> Waco & more – all'],
    ['it’s [geo_city]', 'it’s Waco'],
    ['<[geo_city]', '<Waco'],
  ])('keeps what is text: %s', (text, label) => {
    expect(listLinks(`<a href="[geo_url]">${text}</a>`)[0]?.label).toBe(label);
  });

  it('is the row’s text exactly, for text that looks like markup', () => {
    const texts = DANGEROUS.filter((value) => cellText(value) !== '');
    const rows = texts.map((value, index) => [value, `t${index}`, '']);
    const links = listLinks('<a title="[geo_city]" href="[geo_url]">[geo_city]</a>', ...rows);
    expect(links.map(({ label }) => label)).toEqual(texts.map((value) => cellText(value).trim()));
    expect(new Set(links.map(({ html }) => getHtmlShape(html))).size).toBe(1);
  });

  it('takes a time that grows with the template, also where tags and quotes never close', () => {
    const template = (count: number) => `${'<a title="'.repeat(count)}[geo_city]${"<b '".repeat(count)}`;
    // four times as many make the 10,000 characters that a template may have
    expect(measureGrowth((count) => () => listLinks(template(count)), 175)).toBeLessThanOrEqual(
      MAX_LINEAR_GROWTH,
    );
  });
});

describe('a formed link', () => {
  it('counts the row as a spreadsheet does, blank lines and skipped rows included', () => {
    const rows = [
      ['A', 'a', ''],
      ['', '', ''],
      ['B', '', ''],
      ['C', 'a', ''],
      ['D', 'd', ''],
    ];
    const links = listLinks('<a href="[geo_url]">[geo_city]</a>', ...rows);
    expect(links.map(({ row, label }) => [row, label])).toEqual([
      [2, 'A'],
      [6, 'D'],
    ]);
  });

  it('never runs a cell in a script', () => {
    const [link] = listLinks(`<a href="[geo_url]" onclick="f('[note]')">[geo_city]</a>`, [
      'Waco',
      'waco',
      `');alert(1)//`,
    ]);
    expect(link?.html).toContain(String.raw`onclick="f('\u0027);alert(1)//')"`);
    expect(link?.label).toBe('Waco');
  });

  it('is the same in a split as in one file', () => {
    const rows = Array.from({ length: 25 }, (_, index) => [`T${index}`, `t${index}`, 'x']);
    const footer = '<a href="[geo_url]">[geo_city]</a> [row_number]';
    const whole = build(SEED, [HEADER, ...rows], { footer }).links;
    const split = build(SEED, [HEADER, ...rows], { footer, split: { bytes: 1e7, pages: 4 } }).links;
    expect(split).toEqual(whole);
    expect(whole.map(({ url }) => url)).toEqual(
      rows.map((_, index) => `https://site.example/plumber-t${index}/`),
    );
  });
});
