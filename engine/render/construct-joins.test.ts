/** Text of the seed and bodies of constructs mean the same together as they do alone. */
import { describe, expect, it } from 'vitest';
import { decodeReferences, readHtml } from '#testkit/decoders/html.ts';
import { fillContent, fillMeta, fillPage, seedProblems } from '../platforms/shared/seed-fixture.ts';
import { wxrSeed } from '#testkit/wxr-seed.ts';

const BOTH = [{ phone: '' }, { phone: '5' }];

/** Visible text of HTML without its elements. */
const getText = (html: string) =>
  readHtml(html)
    .filter(({ kind }) => kind === 'text')
    .map(({ text }) => text)
    .join('');
const countElements = (html: string) => readHtml(html).filter(({ kind }) => kind !== 'text').length;

describe('text next to a marker', () => {
  it.each([
    ['&', 'amp;', 'x'],
    ['&', 'lt;b&gt;', 'x'],
    ['&l', 't;b', 'x'],
    ['&#6', '0;b', 'x'],
    ['&#x3', 'c;b', 'x'],
    ['&', '', 'amp;'],
    ['a', 'b&', 'amp;'],
    ['<', 'b', ' '],
    ['<', '', 'b '],
    ['a', '<', 'b '],
    ['<', '/p', ' '],
    ['<', '!-', '- '],
    [']]', '', '> x'],
    ['a', ']]', '> x'],
    [']', ']', '> x'],
  ])('%s[if]%s[/if]%s is the same text', (before, body, after) => {
    for (const row of BOTH) {
      const html = fillContent(`<p>[geo_city] ${before}[if phone]${body}[/if]${after}</p>`, row);
      const alone = [before, row.phone === '' ? '' : body, after].map(decodeReferences);
      expect(getText(html)).toBe(`Austin ${alone.join('')}`);
      expect(countElements(html)).toBe(1);
    }
  });

  it.each(['lt;b', 'b onclick=x', '/p', 'script', '!--', '#60;', '?'])(
    'can’t become markup with a value %s in the construct',
    (value) => {
      for (const before of ['&', '<', 'a &#', '&l']) {
        const html = fillContent(`<p>${before}[if v][v][/if] z</p>`, { v: value });
        expect(getText(html)).toBe(decodeReferences(before) + value + ' z');
      }
    },
  );

  it('can’t end a script or a CDATA section', () => {
    for (const row of BOTH) {
      const script = fillContent('<script>f("[geo_city] <[if phone]/script>[/if]")</script><i>y</i>', row);
      expect(getText(script.replace(/^<script>.*?<\/script>/, ''))).toBe('y');
      expect(fillPage({ title: '[geo_city] ]][if phone]x[/if]> y' }, row).fields['title']).toBe(
        `Austin ]]${row.phone === '' ? '' : 'x'}> y`,
      );
    }
    expect(fillContent('<a href="/%[if phone]41[/if]/">[geo_city]</a>', { phone: '5' })).toContain('/%2541/');
  });

  it('stays one value of a shortcode', () => {
    const fill = (v: string) => fillContent('[map n=[if v][v][/if] z="1"]', { v });
    expect(fill('5')).toBe('[map n=5 z="1"]');
    expect(fill('5" b="x')).toBe('[map n=5&quot;&#32;b&#61;&quot;x z="1"]');
    expect(fillContent('[map n="[if v][v][/if]" z="1"]', { v: 'a" b="c]' })).toBe(
      '[map n="a&quot; b=&quot;c&#93;" z="1"]',
    );
  });

  it.each([
    ['[if v][v][else]/contact/[/if]', 'https://a.example/?b=c d', 'https://a.example/?b=c%20d'],
    ['[if v][if phone]/x/[else][v][/if][/if]', 'https://a.example/', 'https://a.example/'],
    ['[if v]/areas/[v]/[/if]', 'a b/c', '/areas/a%20b%2Fc/'],
    ['/areas/[if v][v][/if]', 'https://a.example/', '/areas/https%3A%2F%2Fa.example%2F'],
    ['[if phone]a[/if][v]', 'javascript:alert(1)', 'javascript%3Aalert(1)'],
    ['[spin][v] || [v][/spin]', 'https://a.example/', 'https://a.example/'],
  ])('in the URL %s %s is written as %s', (url, v, written) => {
    expect(fillContent(`<a href="${url}">[geo_city]</a>`, { v, phone: '' })).toBe(
      `<a href="${written}">Austin</a>`,
    );
  });

  it('can’t choose the scheme of a URL', () => {
    const fill = (url: string) =>
      fillContent(`<a href="${url}">[geo_city]</a>`, { v: 'javascript:alert(1)' });
    for (const url of ['[v]', '[if v][v][/if]', '[if v][v][else]/x/[/if]'])
      expect(() => fill(url)).toThrow('address-scheme');
    expect(() =>
      fillContent('<a href="[if v][v][/if]:alert(1)">[geo_city]</a>', { v: 'javascript' }),
    ).toThrow('address-scheme');
  });

  it('keeps the lengths of serialized texts', () => {
    for (const row of BOTH)
      expect(fillMeta('a:1:{i:0;s:41:"é[if phone]ü[geo_city][else]ö[/if]ß";}', row)).toBe(
        row.phone === '' ? 'a:1:{i:0;s:6:"éöß";}' : 'a:1:{i:0;s:12:"éüAustinß";}',
      );
  });
});

describe('constructs in plain values', () => {
  const CONSTRUCT = '[if phone]a[else]b[/if]';
  it.each([
    ['link', { link: `https://site.example/${CONSTRUCT}/` }],
    ['guid', { guid: `https://site.example/${CONSTRUCT}/` }],
    ['wp:post_name', { slug: `x-${CONSTRUCT}`, link: null }],
    ['wp:post_date', { date: CONSTRUCT, gmt: '' }],
    ['wp:status', { status: CONSTRUCT }],
    ['wp:post_type', { type: CONSTRUCT }],
    ['dc:creator', { creator: CONSTRUCT }],
    ['the name of a term', { terms: [{ name: CONSTRUCT }] }],
    ['the nicename of a term', { terms: [{ name: 'Service', nicename: CONSTRUCT }] }],
    ['meta _thumbnail_id', { metas: [['_thumbnail_id', CONSTRUCT]] as const }],
  ])('%s are refused with the place', (field, spec) => {
    const problems = seedProblems(wxrSeed({ content: '[geo_city]', ...spec }), [
      'geo_city',
      'geo_url',
      'phone',
    ]);
    const faults = problems.filter(({ severity }) => severity === 'fault');
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({ code: 'construct-invalid', field, line: expect.any(Number) as number });
    expect(faults[0]?.text).toMatch(/^\[if phone\] can’t be in .* Use a placeholder there/);
  });

  it('leave the slug of a title to the row', () => {
    const page = fillPage(
      { title: `Plumber [geo_city] ${CONSTRUCT}`, slug: 'plumber-geo_city-if-phoneaelseb-if-2', content: '' },
      { phone: '' },
    );
    expect(page.fields['wp:post_name']).toBe('austin-tx');
    expect(page.fields['title']).toBe('Plumber Austin b');
  });
});

describe('constructs and mustache tags', () => {
  const listFaults = (content: string) =>
    seedProblems(wxrSeed({ content: `<p v-cloak>[geo_city]</p>${content}` }), [
      'geo_city',
      'geo_url',
      'phone',
    ])
      .filter(({ severity }) => severity === 'fault')
      .map(({ code }) => code);

  it('are filled around whole tags only', () => {
    expect(listFaults('<p>[if phone]{{ a || b }}[/if]</p>')).toEqual([]);
    expect(listFaults('<p>{{ "[if phone]a[/if]" }}</p>')).toContain('construct-invalid');
    expect(listFaults('<p>{[if phone]{ a }}[/if]</p>')).toContain('construct-invalid');
  });
});
