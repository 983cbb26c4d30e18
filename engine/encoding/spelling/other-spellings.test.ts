/**
 * Placeholders in other tools' spellings: each form gets one notice with its places, nothing is filled in silence,
 * and the conversion writes them in brackets wherever they are.
 */
import { describe, expect, it } from 'vitest';
import { type Problem, convertSeed, prepareProject, readSeed } from '#engine';
import { MAX_LINEAR_GROWTH, measureGrowth } from '#testkit/growth.ts';
import { type SeedSpec, build, readRows, wxrSeed } from '#testkit/wxr-seed.ts';
import { Columns } from '../../language/columns.ts';
import { findOtherSpellings } from './other-spellings.ts';

const ROWS = [
  ['geo_city', 'geo_url', 'geo_state', 'phone', 'title'],
  ["O'Fallon", 'ofallon', 'MO', '555-0101', 'Best plumber'],
];
const { table } = readRows(ROWS);
const columns = new Columns(table.columns);

function listProblems(bytes: Uint8Array): Problem[] {
  const { seed } = readSeed(bytes, 'seed.xml');
  if (!seed) throw new Error('no seed');
  return prepareProject({ seed, table, key: 'k' }).problems;
}

const spelledIn = (spec: SeedSpec): string[] =>
  listProblems(wxrSeed({ title: 'In [geo_city]', slug: 'x-geo_url', ...spec }))
    .filter(({ code }) => code === 'other-spelling')
    .map(({ text }) => text.replace(/ (?:looks?) like.*$/, ''));

function convert(spec: SeedSpec): Uint8Array {
  const bytes = wxrSeed({ title: 'In [geo_city]', slug: 'x-geo_url', ...spec });
  return convertSeed({ bytes, file: 'seed.xml', table })?.bytes ?? bytes;
}

/** The one page of the converted seed. */
function pageOf(spec: SeedSpec) {
  const converted = convert(spec);
  expect(listProblems(converted).filter(({ code }) => code === 'other-spelling')).toEqual([]);
  const { pages, problems } = build(converted, ROWS);
  const [page] = pages;
  if (!page) throw new Error(JSON.stringify(problems));
  return page;
}

const contentOf = (content: string): string => pageOf({ content }).fields['content:encoded'] ?? '';

const FORMS = [
  '{geo_city}',
  '{{geo_city}}',
  '{{ geo_city }}',
  '{{{geo_city}}}',
  '${geo_city}',
  '%geo_city%',
  '%%geo_city%%',
  '［geo_city］',
  '【geo_city】',
  '<<geo_city>>',
  '«geo_city»',
  '{Geo City}',
];

describe('another tool’s spelling', () => {
  it.each(FORMS)('%s is reported and not filled', (written) => {
    const content = `<p>Plumber in ${written}, now</p>`;
    expect(spelledIn({ content })).toEqual([written.replace(/\s*(geo_city)\s*/, '$1')]);
    expect(build(wxrSeed({ title: '[geo_city]', content }), ROWS).pages[0]?.fields['content:encoded']).toBe(
      content,
    );
  });

  it.each(FORMS)('%s is filled after conversion', (written) => {
    expect(contentOf(`<p>Plumber in ${written}, now</p>`)).toBe("<p>Plumber in O'Fallon, now</p>");
  });

  it.each([
    '&lt;&lt;geo_city&gt;&gt;',
    '&#123;geo_city&#125;',
    '&#x7B;&#x7B;geo_city&#x7D;&#x7D;',
    '&lcub;geo_city&rcub;',
  ])('%s is converted as its signs are', (written) => {
    expect(contentOf(`<p>${written}</p>`)).toBe("<p>O'Fallon</p>");
  });

  it('gets one notice for each form, with its names, its places and what to do', () => {
    const content = '<p>{geo_city} {phone}</p>\n<p>{geo_city} %geo_city%</p>';
    const found = listProblems(wxrSeed({ title: '[geo_city]', content })).filter(
      ({ code }) => code === 'other-spelling',
    );
    expect(found).toMatchObject([
      {
        severity: 'notice',
        file: 'seed.xml',
        line: 19,
        text: '{geo_city}, {phone} look like another tool\'s placeholder and would appear on every page as written (3 places, lines 19, 20). Convert all to [geo_city] and so on with "Convert all" (on the command line: --convert).',
      },
      { line: 20 },
    ]);
    expect(found[1]?.text).toMatch(
      /^%geo_city% looks like .* \(1 place, line 20\)\. Convert it to \[geo_city\]/,
    );
  });

  it('is reported even if the seed has no brackets', () => {
    const bytes = wxrSeed({ title: 'In {geo_city}', slug: 'x', content: '<p>{{phone}}</p>' });
    expect(listProblems(bytes).map(({ code }) => code)).toEqual([
      'no-placeholder',
      'other-spelling',
      'other-spelling',
    ]);
    const converted = convertSeed({ bytes, file: 'seed.xml', table });
    expect(converted?.problems.map(({ text }) => text)).toEqual([
      '{geo_city} (1 place, line 13): converted to brackets, such as [geo_city].',
      '{{phone}} (1 place, line 19): converted to brackets, such as [phone].',
    ]);
    const { pages } = build(converted?.bytes ?? bytes, ROWS);
    expect(pages[0]?.fields['title']).toBe("In O'Fallon");
  });

  it('keeps a filter, and an unknown one is a fault after the conversion', () => {
    expect(contentOf('<p>{{geo_city | upper}} {{phone|digits}}</p>')).toBe("<p>O'FALLON 5550101</p>");
    expect(listProblems(convert({ content: '<p>{{geo_city|capitalize}}</p>' }))).toMatchObject([
      { code: 'filter-unknown', severity: 'fault' },
    ]);
  });
});

describe('the conversion', () => {
  it.each<[string, string, string]>([
    ['an address', '<a href="/p-{geo_city}/">x</a>', '<a href="/p-O\'Fallon/">x</a>'],
    ['an encoded address', '<a href="/s?q=%7Bgeo_city%7D">x</a>', '<a href="/s?q=O%27Fallon">x</a>'],
    [
      'a block',
      '<!-- wp:acme/map {"label":"{geo_city}"} /-->',
      '<!-- wp:acme/map {"label":"O\'Fallon"} /-->',
    ],
    [
      'escapes of JSON',
      '<!-- wp:x/y {"a":"\\u003c\\u003cgeo_city\\u003e\\u003e"} /-->',
      '<!-- wp:x/y {"a":"O\'Fallon"} /-->',
    ],
    ['a string of a script', '<script>show("in {geo_state}")</script>', '<script>show("in MO")</script>'],
    ['a shortcode', '[map city="{geo_state}"]', '[map city="MO"]'],
  ])('reaches %s', (_where, content, filled) => {
    expect(contentOf(content)).toBe(filled);
  });

  it('keeps the lengths of serialized data', () => {
    const value = 'a:2:{s:1:"a";s:15:"in {{geo_state}}";s:1:"b";s:11:"{geo_state}";}'.replace('15', '16');
    const [, filled] = pageOf({ metas: [['m', value]] }).metas.find(([key]) => key === 'm') ?? [];
    expect(filled).toBe('a:2:{s:1:"a";s:5:"in MO";s:1:"b";s:2:"MO";}');
  });

  it('keeps the lengths of serialized data whose signs are escaped', () => {
    const style = 'escaped' as const;
    const value = 'a:1:{s:1:"a";s:13:"<<geo_state>>";}';
    const [, filled] = pageOf({ style, metas: [['m', value]] }).metas.find(([key]) => key === 'm') ?? [];
    expect(filled).toBe('a:1:{s:1:"a";s:2:"MO";}');
  });

  it('reaches base64', () => {
    const code = btoa('<p>Plumber in {geo_city}, {{geo_state}}</p>');
    const filled = contentOf(`[fusion_code]${code}[/fusion_code]`);
    expect(atob(filled.replaceAll(/\[[^\]]*\]/g, ''))).toBe("<p>Plumber in O'Fallon, MO</p>");
  });

  it('changes nothing else of the file', () => {
    const spec = {
      title: '[geo_city]',
      content: '<p>{geo_city} {other} %%title%% {</p>',
      metas: [['a', 'é']] as const,
    };
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    expect(text(convert(spec))).toBe(
      text(wxrSeed({ slug: 'x-geo_url', ...spec })).replace('{geo_city}', '[geo_city]'),
    );
  });

  it('returns nothing if there is nothing to convert', () => {
    expect(convertSeed({ bytes: wxrSeed({ title: '[geo_city]' }), file: 'seed.xml', table })).toBeUndefined();
  });
});

describe('signs that mean something else in other programs', () => {
  it.each([
    '<p>{name} {price} %discount% __init__ #hashtag#</p>',
    '<p>%%title%% %title% %%sitename%% %%sep%%</p>',
    '<script>const { phone } = row; const {geo_city} = row; show(`${geo_city}`);</script>',
    '<style>.a{phone} .b{geo_city}</style>',
    '<div v-if="x">{{ phone }}</div>',
    '<div x-data="{phone}" :class="{phone}" onclick="run({geo_city})">x</div>',
    '<p>%D0%B3phone%D1%80 100%phone</p>',
    '<p>__phone__ #phone# __geo_city__ ##geo_city##</p>',
    '<script type="text/template">{{ geo_city }}</script>',
  ])('isn’t reported: %s', (content) => {
    expect(spelledIn({ content })).toEqual([]);
    const bytes = wxrSeed({ title: '[geo_city]', content });
    expect(convertSeed({ bytes, file: 'seed.xml', table })).toBeUndefined();
  });

  it('isn’t reported in variables of SEO plugins', () => {
    expect(spelledIn({ metas: [['_yoast_wpseo_title', '%%title%% %%sep%% %%sitename%%']] })).toEqual([]);
    expect(spelledIn({ metas: [['_yoast_wpseo_title', '%%geo_city%% %%sep%%']] })).toEqual(['%%geo_city%%']);
  });
});

describe('the search', () => {
  it.each([
    ['backslashes', (count: number) => '\\'.repeat(count)],
    ['braces', (count: number) => '{a '.repeat(count)],
    ['braces of names', (count: number) => '{geo_city} '.repeat(count)],
    ['percent signs', (count: number) => '%25a'.repeat(count)],
    ['scripts that nothing closes', (count: number) => '<script>{phone}"'.repeat(count)],
    ['references', (count: number) => '&amp;amp;#123;'.repeat(count)],
    ['leaves', (count: number) => `<a>${'<b>{phone}</b>'.repeat(4 * count)}`],
    ['scripts', (count: number) => '<script>a("{phone}")</script>'.repeat(count)],
    ['strings of a script', (count: number) => `<script>${'a("{phone}");'.repeat(2 * count)}`],
  ])('grows no faster than the text: %s', (_what, write) => {
    const search = (count: number) => {
      const text = write(count);
      return () => findOtherSpellings(text, { columns, hasTemplateTags: false });
    };
    expect(measureGrowth(search, 4000)).toBeLessThanOrEqual(MAX_LINEAR_GROWTH);
  });
});
