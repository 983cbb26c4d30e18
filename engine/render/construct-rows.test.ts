/** Only what a row takes of the constructs counts: for its notices, for the values that it needs, and for its faults. */
import { describe, expect, it } from 'vitest';
import { inspect } from '#engine';
import { buildFormat } from '#testkit/format-build.ts';
import { build, readRows, type SeedSpec, wxrSeed, wxrText } from '#testkit/wxr-seed.ts';

const HEADER = ['geo_city', 'geo_url', 'office', 'services', 'lat', 'lng'];
const ROWS = [
  HEADER,
  ['Austin', 'austin', '', 'Drains|Leaks', '30', '-97'],
  ['Waco', 'waco', '5 Main St', '', '31', '-97'],
];

function listProblems(spec: SeedSpec, rows: readonly (readonly string[])[] = ROWS, footer = '[geo_city]') {
  return build(wxrSeed({ title: 'In [geo_city]', ...spec }), rows, { footer })
    .problems.filter(({ row }) => row !== undefined)
    .map(({ code, row, field }) => `${code} ${row} ${field}`);
}

const EMPTY = ['cell-empty 2 office'];

describe('an empty cell', () => {
  it.each([
    ['[if office]Visit [office][/if]', []],
    ['[if not office]Visit [office][/if]', EMPTY],
    ['[if office = "x"][office][elseif lat > 40][office][else]none[/if]', []],
    ['[if lat < 40]A [if office][office][/if][/if]', []],
    ['[if lat < 40]A [if not office][office][/if][/if]', EMPTY],
    ['[for s in services "|"][s] at [office][/for]', EMPTY],
    ['[if office][for s in services "|"][s] at [office][/for][/if]', []],
    ['[nearby 1][near_city] [near_office][/nearby]', []],
    ['[spin][office] || [office][/spin]', EMPTY],
    ['[if office]Visit [office][/if][office]', EMPTY],
    ['[if not office][office | default:"us"][/if]', []],
    [`[vc_raw_html]${btoa('[if office]<b>[office] and more text</b>[/if]')}[/vc_raw_html]`, []],
    [`[vc_raw_html]${btoa('[if not office]<b>[office] and more text</b>[/if]')}[/vc_raw_html]`, EMPTY],
  ])('in %s is reported as %j', (content, expected) => {
    expect(listProblems({ content })).toEqual(expected);
  });

  it.each([
    ['In [geo_city][if office], [office][/if]', []],
    ['In [geo_city][if not office], [office][/if]', ['required-empty 2 office']],
    ['[if office]In [office][/if]', ['required-empty 2 office']],
    ['[spin]In [geo_city] || At [geo_city][/spin]', []],
    ['[nearby 1]Near [near_office][/nearby][geo_city]', []],
  ])('skips the row only if the title %s needs it: %j', (title, expected) => {
    expect(listProblems({ title, slug: 'geo_url' })).toEqual(expected);
  });

  it.each([
    ['[if office]<b>[office]</b>[/if][geo_city]', []],
    ['[if not office]<b>[office]</b>[/if][geo_city]', ['required-empty 2 office']],
    ['[if office]<a href="[geo_url]">[geo_city]</a>[/if]', []],
  ])('skips the row only if the link %s needs it: %j', (footer, expected) => {
    expect(listProblems({}, ROWS, footer)).toEqual(expected);
  });

  it('is counted for a placeholder only in the rows that write it', () => {
    const look = (content: string) =>
      inspect({
        seed: { file: 'seed.xml', bytes: wxrSeed({ content: `[geo_city]${content}` }) },
        table: { ...readRows(ROWS), file: 'rows.csv' },
      }).seed?.placeholders.find(({ text }) => text === '[office]')?.emptyRows;
    expect(look('[if office]Visit [office][/if]')).toBe(0);
    expect(look('[if not office]Visit [office][/if]')).toBe(1);
    expect(look('[if office]Visit[/if]')).toBe(0);
    expect(look('[if office]Visit[/if][office]')).toBe(1);
  });
});

describe('a cell without a value', () => {
  const withOffice = (office: string, lat = '30') => [HEADER, ['Austin', 'austin', office, '', lat, '-97']];
  const list = (content: string, office: string, title = 'In [geo_city]') =>
    build(wxrSeed({ title, content: `[geo_city]${content}` }), [...withOffice(office), ROWS[2] ?? []])
      .problems.filter(({ severity, row }) => severity === 'loss' && row === 2)
      .map(({ code }) => code);

  it('skips the row only if the row reads it', () => {
    expect(list('[if lat > 90][office][/if]', '#N/A')).toEqual([]);
    expect(list('[if lat > 20][office][/if]', '#N/A')).toEqual(['cell-error']);
    expect(list('[if lat > 20]x[elseif office = "a"]y[/if]', '#N/A')).toEqual([]);
    expect(list('[if lat > 90]x[elseif office = "a"]y[/if]', '#N/A')).toEqual(['cell-error']);
    expect(list('[for part in office][part][/for]', '#N/A')).toEqual(['cell-error']);
    expect(list('[if lat > 20]a[if office = "b"]c[/if][/if]', '#N/A')).toEqual(['cell-error']);
    expect(list('[if lat > 90]a[if office = "b"]c[/if][/if]', '#N/A')).toEqual([]);
    expect(list('', 'TBD', 'In [geo_city][if lat > 90], [office][/if]')).toEqual([]);
    expect(list('', 'TBD', 'In [geo_city][if lat > 20], [office][/if]')).toEqual(['required-unfilled']);
  });

  it('is reported only if the page shows it', () => {
    const notices = (content: string, office: string) =>
      build(wxrSeed({ content }), withOffice(office)).problems.map(({ code }) => code);
    expect(notices('[geo_city][if lat > 90][office][/if]', 'TBD')).toEqual([]);
    expect(notices('[geo_city][if lat > 20][office][/if]', 'TBD')).toEqual(['cell-unfilled']);
  });
});

describe('a value that can’t be written in a construct', () => {
  const rows = [HEADER, ['Austin', 'austin', 'javascript:alert(1)', 'x y', '30', '-97'], ROWS[2] ?? []];

  it.each([
    ['[if lat]<script>a = [services];</script>[/if]', '"x y" is outside quotes', 'services'],
    ['<a href="[if lat][office][/if]">x</a>', '"javascript:alert(1)" is used as a URL', 'office'],
    [
      '[spin]<a href="[office]">x</a> || <a href="[office]">y</a>[/spin]',
      '"javascript:alert(1)" is',
      'office',
    ],
    ['[for s in services ";"]<script>a = [s];</script>[/for]', '"x y" is outside quotes', undefined],
  ])('is quoted with its column: %s', (content, text, field) => {
    const [loss] = build(wxrSeed({ content: `[geo_city]${content}` }), rows).problems.filter(
      ({ severity }) => severity === 'loss',
    );
    expect(loss).toMatchObject({ text: expect.stringContaining(text), row: 2 });
    expect(loss?.field).toBe(field);
  });
});

describe('brackets of the seed around a value', () => {
  const rows = [
    HEADER,
    ['Austin', 'austin', '', 'a|b', '30', '-97'],
    ['Waco [old]', 'waco', '[geo_', '[x|y]', '31', '-97'],
    ['city]', 'city', '[', '[office]', '31', '-97'],
  ];
  const audit = (content: string, change = (text: string) => text) => {
    const built = buildFormat(wxrText({ slug: 'geo_url', content }), rows, {
      format: 'wordpress',
      site: 'https://site.example',
    });
    return built.audit(change(built.text)).problems.map(({ code }) => code);
  };

  it.each([
    '[in [geo_city] [services]]',
    '[if lat][in [geo_city]][/if]',
    '[for s in services "|"][in [s]][/for]',
    '[nearby 2][near [near_city]] [near_city][/nearby]',
    '[spin][in [geo_city]] || [[services] x] || [if lat][at [/if][geo_city]][/spin]',
    '[if lat][office][geo_city][/if] [for s in services "|"][s][geo_city]][/for]',
    '[in [if lat]the north of[/if] [geo_city]]',
  ])('are expected on the pages: %s', (content) => {
    expect(audit(`<p>[geo_city]</p>${content}`)).toEqual([]);
  });

  it('are expected where adjacent values of a nearby row make them', () => {
    const towns = [
      HEADER,
      ['Austin', 'austin', '', '', '30', '-97'],
      ['city]', 'waco', '[geo_', '', '31', '-97'],
    ];
    const built = buildFormat(
      wxrText({ slug: 'geo_url', content: '<p>[geo_city]</p>[nearby 1][near_office][near_city][/nearby]' }),
      towns,
      { format: 'wordpress', site: 'https://site.example' },
    );
    expect(built.audit().problems).toEqual([]);
  });

  it.each([
    '<t>[in [geo_city]]</t>',
    '<t>[if lat][in [geo_city]][/if]</t>',
    '<t>[if lat]</t><t>[in [geo_city]]</t><t>[/if]</t>',
  ])('are expected in a further value of a field: %s', (values) => {
    const seed = `<root><item><guid>1</guid><title>A</title><path>/[geo_url]</path><t>x</t>${values}</item></root>`;
    const built = buildFormat(seed, rows, { format: 'drupal', site: 'https://site.example' });
    expect(built.audit().problems).toEqual([]);
  });

  it('don’t excuse a placeholder that wasn’t filled', () => {
    const content = '<p>[geo_city]</p>[if lat][in [geo_city]][/if]';
    expect(audit(content, (text) => text.replace('<p>Austin', '<p>[geo_city]'))).toContain(
      'placeholder-unfilled',
    );
  });
});

describe('flaws of the seed in a list', () => {
  const BAD = '<script type="application/ld+json">{"a":}</script>';
  const rows = [...ROWS, ['Ada', 'ada', '', 'a|b|c|d', '34', '-96']];
  const run = (content: string) =>
    buildFormat(wxrText({ content: `[geo_city]${content}` }), rows, {
      format: 'wordpress',
      site: 'https://site.example',
    });

  it.each([
    `[for s in services "|"]${BAD}[/for]`,
    `[nearby 2]${BAD}[/nearby]`,
    `[for s in services "|"][if s = "b"]${BAD}[else]${BAD}[/if][/for]`,
  ])('are reported once, however often the list repeats them: %s', (content) => {
    const built = run(content);
    expect(built.problems.filter(({ code }) => code === 'malformed-json-ld')).toHaveLength(1);
    expect(built.problems[0]?.text).not.toMatch(/\d{3}/);
    expect(built.audit().problems).toEqual([]);
  });

  it('don’t excuse the same flaw outside of it', () => {
    const built = run(`${BAD}[if office]x[/if]`);
    expect(built.audit().problems).toEqual([]);
    const damaged = built.text.replace(BAD, BAD + BAD);
    expect(built.audit(damaged).problems.map(({ code }) => code)).toContain('malformed-json-ld');
  });
});

describe('bars next to variants', () => {
  it.each([
    '<div x=a||b>q</div>',
    '<a href=/x||y>b</a>',
    '<style>a::before{content:"\\||x"}</style>',
    '<script>x=/a\\||b/;if(a||b)f("c\\||d")</script>',
    '<!-- wp:x/y {"a":"b||c"} /-->',
    '<b title="a\\||b">c</b>',
    '[map x=a||b]',
  ])('are text in %s', (html) => {
    const content = (spin: string) => {
      const { pages } = build(wxrSeed({ content: `[geo_city]${spin}${html}` }), ROWS);
      return pages.map(({ fields }) => fields['content:encoded']);
    };
    expect(content('[spin]a || a[/spin]')).toEqual(['Austin', 'Waco'].map((town) => `${town}a${html}`));
    expect(content(`[spin]a || a${html}[/spin]`).join()).toContain(html);
  });

  it('divide variants within one attribute or string', () => {
    const { pages } = build(
      wxrSeed({
        content:
          '[geo_city]<div title=[spin]a||a[/spin]></div><style>a::before{content:"[spin]b || b[/spin]"}</style><script>f("[spin]c || c[/spin]")</script>',
      }),
      ROWS,
    );
    expect(pages[0]?.fields['content:encoded']).toBe(
      'Austin<div title=\'a\'></div><style>a::before{content:"b"}</style><script>f("c")</script>',
    );
  });
});
