/**
 * A bracketed name without a column: it rejects the seed, unless it is a shortcode or the user chose
 * to preserve it. It must never appear on a page by accident.
 */
import { describe, expect, it } from 'vitest';
import { type Problem, prepareProject, readSeed } from '#engine';
import { type SeedSpec, build, readRows, wxrSeed, wxrText } from '#testkit/wxr-seed.ts';

const ROWS = [
  ['geo_city', 'geo_url', 'geo_state', 'phone', 'items'],
  ['Waco', 'waco', 'Texas', '555-0101', '3'],
];

interface Extras {
  keep?: readonly string[];
  rows?: readonly string[][];
  footer?: string;
}

function listProblems(spec: SeedSpec, { keep = [], rows = ROWS, footer }: Extras = {}): Problem[] {
  const { seed } = readSeed(wxrSeed(spec), 'seed.xml');
  if (!seed) throw new Error('no seed');
  const { table } = readRows(rows);
  return prepareProject({ seed, table, key: 'k', keep, ...(footer === undefined ? {} : { footer }) })
    .problems;
}

const listFaults = (spec: SeedSpec, extras?: Extras): string[] =>
  listProblems(spec, extras)
    .filter(({ severity }) => severity === 'fault')
    .map(({ code, text }) => `${code} ${/^\[[^\]]*\]/.exec(text)?.[0]}`);

const findUntouched = (spec: SeedSpec, extras?: Extras): string | undefined =>
  listProblems(spec, extras).find(({ code }) => code === 'brackets-untouched')?.text;

describe('a bracketed name without a column', () => {
  it.each([
    '[zip]',
    '[neighborhood]',
    '[phone_number]',
    '[owner]',
    '[Service Area Name]',
    '[st]',
    '[a-b_c 1]',
  ])('%s refuses the seed instead of going out on every page', (written) => {
    expect(listFaults({ content: `<p>${written} in [geo_city]</p>` })).toEqual([
      `placeholder-unknown ${written}`,
    ]);
  });

  it.each<[string, SeedSpec, string]>([
    ['title', { title: 'Carpet cleaning [geo_city] [zip]' }, 'title'],
    ['excerpt', { excerpt: '[zip]' }, 'excerpt'],
    ['meta', { metas: [['_yoast_wpseo_title', '[zip]']] }, 'meta _yoast_wpseo_title'],
    ['serialized meta', { metas: [['m', 'a:1:{i:0;s:5:"[zip]";}']] }, 'meta m'],
    ['data of a builder', { metas: [['_elementor_data', '[{"t":"[zip]"}]']] }, 'meta _elementor_data'],
    ['attribute', { content: '<a title="[zip]">x</a>' }, 'content'],
    ['string of a script', { content: '<script>show("[zip]")</script>' }, 'content'],
    ['block', { content: '<!-- wp:acme/map {"label":"[zip]"} /-->' }, 'content'],
    ['attribute of a shortcode', { content: '[map city="[zip]"]' }, 'content'],
    ['term', { terms: [{ name: '[zip]' }] }, 'term'],
    ['slug', { slug: 'plumber-[zip]' }, 'wp:post_name'],
  ])('is found in a %s, with its line', (_, spec, field) => {
    const whole = { title: '[geo_city]', ...spec };
    const found = listProblems(whole).filter(({ code }) => code === 'placeholder-unknown');
    expect(found).toMatchObject([{ severity: 'fault', field }]);
    const line = wxrText(whole).split('\n')[(found[0]?.line ?? 0) - 1] ?? '';
    expect(line.slice((found[0]?.column ?? 0) - 1)).toMatch(/^\[zip\]/);
  });

  it('refuses the footer link template', () => {
    expect(listFaults({}, { footer: '<a href="[geo_url]">[geo_city] [zip]</a>' })).toEqual([
      'placeholder-unknown [zip]',
    ]);
    expect(listFaults({}, { footer: '<a href="[geo_url]">[geo_city] [zip]</a>', keep: ['zip'] })).toEqual([]);
  });

  it('refuses a seed that holds nothing else, by its name', () => {
    expect(listFaults({ title: 'Plumber [zip]', slug: 'plumber' })).toEqual(['placeholder-unknown [zip]']);
  });

  it('is refused with a filter as without', () => {
    expect(listFaults({ content: '[geo_city] [zip | upper]' })).toEqual([
      'placeholder-unknown [zip | upper]',
    ]);
  });

  it('suggests fixing the name, adding a column, or keeping it', () => {
    const [problem] = listProblems({ content: '[geo_city] [owner]' });
    expect(problem?.text).toBe(
      '[owner] has no matching column in the sheet. Match it with a column (on the command line: --match "owner=COLUMN"), fix the name in the seed page, or keep it as it is (on the command line: --keep owner).',
    );
  });
});

describe('the nearest column', () => {
  const findNearest = (name: string, columns: readonly string[]): string | undefined => {
    const rows = [
      ['geo_url', 'note', ...columns],
      ['waco', 'x', ...columns.map(() => 'x')],
    ];
    const [problem] = listProblems({ title: '[note]', content: `[${name}]` }, { rows });
    return /Did you mean \[([^\]]+)\]\?/.exec(problem?.text ?? '')?.[1];
  };

  it.each([
    ['zip', 'geo_zip'],
    ['zip_code', 'geo_zip'],
    ['geo_zip', 'zip'],
    ['Postal Code', 'zip'],
    ['city', 'geo_city'],
    ['town', 'geo_city'],
    ['state', 'geo_state'],
    ['phone_number', 'phone'],
    ['telephone', 'phone'],
    ['geo_phone', 'phone'],
    ['latitude', 'geo_lat'],
    ['neighbourhood', 'neighborhood'],
    ['geo_ctiy', 'geo_city'],
    ['review_cuont', 'review_count'],
    ['owners', 'owner'],
  ])('of [%s] is %s', (name, column) => {
    expect(findNearest(name, [column])).toBe(column);
  });

  it.each([
    ['geo_population', 'geo_state'],
    ['geo_zip', 'geo_city'],
    ['owner', 'phone'],
    ['map', 'lat'],
    ['zip', 'city'],
    ['fone', 'phone'],
  ])('of [%s] is not %s', (name, column) => {
    expect(findNearest(name, [column])).toBeUndefined();
  });
});

describe('a bracket that stays', () => {
  it.each([
    ['because the person keeps it', '[owner]', ['owner']],
    ['whatever way its name is written', '[Service Area]', ['service_area']],
    ['because WordPress knows it', '[gallery]', []],
    ['because a builder knows it', '[et_pb_section][/et_pb_section]', []],
    ['because a form plugin knows it', '[wpforms]', []],
    ['because it has a closing tag', '[notice]Hi[/notice]', []],
    ['because it has attributes', '[weather town="Waco"]', []],
    ['because it has attributes elsewhere in the seed', '[weather] [weather town="Waco"]', []],
    ['because it is escaped', '[[owner]]', []],
    ['because it is one letter', '[x] marks the spot', []],
    ['because it is a number', '[1] [42]', []],
    ['because it is a sentence', '[this is a longer remark] [see p. 12, below]', []],
    ['because it lists values', '[a, b]', []],
  ])('stays %s', (_, written, keep) => {
    const spec = { content: `<p>${written} in [geo_city]</p>` };
    expect(listFaults(spec, { keep })).toEqual([]);
    const { pages } = build(wxrSeed(spec), ROWS, { keep });
    expect(pages[0]?.fields['content:encoded']).toBe(`<p>${written} in Waco</p>`);
  });

  it('is listed', () => {
    expect(findUntouched({ content: '[geo_city] [owner] [gallery] [[geo_city]]' }, { keep: ['owner'] })).toBe(
      'Left unchanged: [owner] (line 19), [gallery] (line 19), [[geo_city]] (line 19).',
    );
  });

  it('is filled if a column has its name', () => {
    const rows = [
      ['geo_url', 'gallery', 'owner'],
      ['waco', 'Pictures', 'Ann'],
    ];
    const { pages } = build(wxrSeed({ title: '[gallery] of [owner]' }), rows, { keep: ['owner'] });
    expect(pages[0]?.fields['title']).toBe('Pictures of Ann');
  });
});

describe('brackets of a program', () => {
  it.each([
    ['a script', '<script>var a = list[index] + [first, second] + row[state]; if (a) run(/[abc]/);</script>'],
    ['a comment of a script', '<script>/* [todo] */ run(1); // [fixme]\n</script>'],
    ['an event', '<a onclick="show(list[index])">x</a>'],
    ['a selector', '<style>input[type], a[Phone] { color: red }</style>'],
    ['lines of a grid', '<style>.g { grid-template-columns: [start] 1fr [end] }</style>'],
    ['a comment of a style sheet', '<style>/* [buttons] */ b { color: red }</style>'],
    ['the name of a field', '<input name="tel[home]" id="tel[home]"><label for="tel[home]">x</label>'],
    ['the query of an address', '<a href="/shop?filter[color]=red&amp;f[a][size]=2">x</a>'],
    ['a comment for old browsers', '<!--[if lt IE 9]><p>x</p><![endif]-->'],
  ])('stay in %s, and refuse nothing', (_, code) => {
    const spec = { content: `${code} [geo_city]` };
    expect(listFaults(spec)).toEqual([]);
    const { pages } = build(wxrSeed(spec), ROWS);
    expect(pages[0]?.fields['content:encoded']).toBe(`${code} Waco`);
  });

  it.each([
    ['<script>var a = [items];</script>', '<script>var a = 3;</script>'],
    ['<style>b { width: [items] }</style>', '<style>b { width: 3 }</style>'],
    ['<input name="f[items]">', '<input name="f3">'],
  ])('%s is filled if a column has exactly that name', (code, filled) => {
    const { pages } = build(wxrSeed({ content: `${code} [geo_city]` }), ROWS);
    expect(pages[0]?.fields['content:encoded']).toBe(`${filled} Waco`);
  });
});

describe('a word of the page language', () => {
  it('is left unchanged if it is a shortcode of the site and the user preserves it', () => {
    expect(listFaults({ content: '[geo_city] [spin]a[/spin]' }, { keep: ['spin'] })).toEqual([]);
    // as a form keeps it: under the whole name
    expect(listFaults({ content: '[geo_city] [nearby 3]a[/nearby]' }, { keep: ['nearby 3'] })).toEqual([]);
  });
});
