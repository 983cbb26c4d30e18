/**
 * Places of placeholders in `inspect`: line and column lead to the text in the same file
 * that the user has open, in any leaf and context, spelled correctly or not.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspect, type Inspection, type PlaceholderUse } from '#engine';
import { cases } from '#testkit/cases.ts';
import { type SeedSpec, build, readRows, wxrSeed, wxrText } from '#testkit/wxr-seed.ts';

const HEADER = ['geo_city', 'geo_url', 'note', 'lat', 'intro_html'];
const ROWS = [
  ['Waco & Co', 'waco', 'A "note"', '31.5', '<b>Big</b> &amp; old'],
  ['Salem', 'salem', '', '44.9', ''],
];

function look(seed: string | SeedSpec, rows: readonly string[][] | null = ROWS): Inspection {
  const text = typeof seed === 'string' ? seed : wxrText(seed);
  const table = rows && { ...readRows([HEADER, ...rows]), file: 'rows.csv' };
  return inspect({
    seed: { file: 'page.xml', bytes: new TextEncoder().encode(text) },
    ...(table ? { table } : {}),
  });
}

function placeholders(inspection: Inspection): PlaceholderUse[] {
  return inspection.seed?.placeholders ?? [];
}

/** Text at each reported place, as long as the placeholder. */
function textsAtPlaces(text: string, inspection: Inspection): [listed: string, found: string][] {
  const lines = text.split('\n');
  return placeholders(inspection).flatMap((use) =>
    use.places.map(({ line, column }): [string, string] => [
      use.text,
      lines[line - 1]?.slice(column - 1, column - 1 + use.text.length) ?? 'outside of the file',
    ]),
  );
}

const EVERYWHERE: SeedSpec = {
  title: 'Plumber in [geo_city]',
  slug: 'plumber-geo_url',
  content: [
    '<!-- wp:acme/map {"label":"[note]","lat":[lat]} /-->',
    '<h1 title="[note]" data-x=[lat]>[geo_city]</h1>',
    '<a href="/s?q=[geo_city]">x</a><a href="[page_url]">y</a>',
    '<script>',
    '  show("[note]", [lat]); // [geo_city]',
    '</script>',
    '<style>p::after { content: "[note]" }</style>',
    '[gallery title="[note]"]',
    '<!-- [geo_city] --><div>[intro_html]</div>',
  ].join('\n'),
  excerpt: '[note]',
  metas: [
    ['_yoast_wpseo_title', '[geo_city | upper] – [note]'],
    ['php', 'a:1:{s:4:"city";s:10:"[geo_city]";}'],
    ['_elementor_data', '[{"settings":{"title":"[geo_city]","text":"<p>[note]<\\/p>"}}]'],
  ],
};

describe('line and column of a placeholder', () => {
  it.each(['cdata', 'escaped'] as const)('lead to its text in every context: %s', (style) => {
    const text = wxrText({ ...EVERYWHERE, style });
    const inspection = look(text);
    const found = textsAtPlaces(text, inspection);
    expect(found.length).toBeGreaterThan(18);
    for (const [listed, there] of found) {
      // WordPress strips brackets from slugs
      if (listed === '[geo_url]') expect(there).toMatch(/^geo_url/);
      else expect(there.toLowerCase()).toBe(listed.toLowerCase());
    }
  });

  it('lead there also in a file with CR LF, blank lines before it and a byte order mark', () => {
    const text = wxrText(EVERYWHERE);
    const crlf = `\ufeff\r\n\r\n${text.replaceAll('\n', '\r\n')}`;
    const moved = placeholders(look(crlf)).map(({ places }) =>
      places.map(({ line, column }) => [line - 2, column]),
    );
    const plain = placeholders(look(text)).map(({ places }) =>
      places.map(({ line, column }) => [line, column]),
    );
    expect(moved).toEqual(plain);
  });

  it('are those of random texts around it', () => {
    let found = 0;
    const around = fc.string({ unit: fc.constantFrom('a', ' ', '\n', 'é', '😀', '&', '<', ']', '[x]', '"') });
    fc.assert(
      fc.property(fc.array(around, { maxLength: 6 }), fc.boolean(), (pieces, isEscaped) => {
        const content = pieces.join('[note]');
        const text = wxrText({ content, style: isEscaped ? 'escaped' : 'cdata' });
        for (const [listed, there] of textsAtPlaces(text, look(text)))
          if (listed === '[note]') {
            found += 1;
            expect(there).toBe('[note]');
          }
      }),
      { numRuns: cases(40) },
    );
    expect(found).toBeGreaterThan(cases(20));
  });

  it.each([
    ['geo_url', 'geo_url'],
    ['plumber-geo_url', 'geo_url'],
    ['plumber-in-GEO_URL-now', 'GEO_URL'],
    ['geo-url', 'geo-url'],
  ])('of the slug %s are those of the name in it', (slug, name) => {
    for (const style of ['cdata', 'escaped'] as const) {
      const text = wxrText({ slug, style });
      const use = placeholders(look(text)).find((candidate) => candidate.text === '[geo_url]');
      const place = use?.places.find(({ leaf }) => leaf === 'slug');
      const line = text.split('\n')[(place?.line ?? 0) - 1] ?? '';
      expect(line).toContain('<wp:post_name>');
      expect(line.slice((place?.column ?? 0) - 1)).toMatch(new RegExp(`^${name}`));
    }
  });

  it('are the start of the slug if the engine added the name', () => {
    for (const style of ['cdata', 'escaped'] as const) {
      const text = wxrText({ slug: 'plumber', style });
      const use = placeholders(look(text)).find((candidate) => candidate.text === '[geo_url]');
      const place = use?.places.find(({ leaf }) => leaf === 'slug');
      const line = text.split('\n')[(place?.line ?? 0) - 1] ?? '';
      expect(line.slice((place?.column ?? 0) - 1)).toMatch(/^plumber/);
    }
  });

  it('are those of the page if the seed has no slug', () => {
    const text = wxrText({ slug: null });
    const use = placeholders(look(text)).find((candidate) => candidate.text === '[geo_url]');
    const place = use?.places.find(({ leaf }) => leaf === 'slug');
    expect(text.split('\n')[(place?.line ?? 0) - 1]?.slice((place?.column ?? 0) - 1)).toMatch(/^<item>/);
  });
});

describe('a misspelled placeholder', () => {
  it('has a place for each occurrence', () => {
    const text = wxrText({
      title: '[geo_ctiy] and [geo_ctiy]',
      content: '<p>x</p>\n<p>[geo_ctiy]</p>',
      metas: [['k', '[geo_ctiy]']],
    });
    const use = placeholders(look(text)).find((candidate) => candidate.state === 'unknown');
    expect(use).toMatchObject({ text: '[geo_ctiy]', count: 4, nearest: 'geo_city' });
    expect(use?.places.map(({ leaf }) => leaf)).toEqual(['title', 'title', 'content', 'meta k']);
    const lines = text.split('\n');
    for (const { line, column } of use?.places ?? [])
      expect(lines[line - 1]?.slice(column - 1)).toMatch(/^\[geo_ctiy\]/);
    expect(new Set(use?.places.map(({ line, column }) => `${line}:${column}`)).size).toBe(4);
  });

  it('shows the lines around each place', () => {
    const use = placeholders(look({ title: '[geo_ctiy]', content: 'one\ntwo [geo_ctiy]\nthree' })).find(
      ({ state }) => state === 'unknown',
    );
    expect(use?.places[1]?.excerpt.map(({ text }) => text)).toEqual([
      '<content:encoded><![CDATA[one',
      'two [geo_ctiy]',
      'three]]></content:encoded>',
    ]);
  });

  it('has a fault for each unknown filter, and can’t be matched with a column', () => {
    const read = look({ title: '[geo_city | uper] [geo_city | lwer] [geo_city]' });
    expect(read.problems.map(({ code, text }) => [code, text.split(':')[0]])).toEqual([
      ['filter-unknown', '[geo_city | uper]'],
      ['filter-unknown', '[geo_city | lwer]'],
    ]);
    expect(placeholders(read).map(({ state }) => state)).not.toContain('unknown');
  });
});

describe('the lines around a placeholder', () => {
  it.each([0, 1, 2, 3, 4])('don’t cut a character of a long line in half: %i', (shift) => {
    const content = `${'x'.repeat(shift)}${'😀'.repeat(200)}[note]${'😀'.repeat(200)}`;
    const use = placeholders(look({ content })).find(({ text }) => text === '[note]');
    const lines = use?.places[0]?.excerpt ?? [];
    expect(lines).toHaveLength(3);
    for (const { text } of lines) {
      expect(text.isWellFormed()).toBe(true);
      expect(text.length).toBeLessThanOrEqual(162);
    }
    expect(lines[1]?.text).toContain('😀[note]😀');
  });

  it('are two at the ends of a file', () => {
    const text = wxrText({ content: '[note]' }).replaceAll('\n', ' ');
    const use = placeholders(look(text)).find((candidate) => candidate.text === '[note]');
    expect(use?.places[0]).toMatchObject({ line: 1, column: text.indexOf('[note]') + 1 });
    expect(use?.places[0]?.excerpt).toHaveLength(1);
    expect(use?.places[0]?.excerpt[0]?.text).toMatch(/^….*\[note\].*…$/);
  });
});

describe('the sample of a placeholder', () => {
  it('is the filled text of the first row that is ready to import', () => {
    const seed = { content: '[geo_city] [geo_city | upper] [note | default:"none"] [row_number]' };
    const rows = [['Lost', '', '', '', ''], ...ROWS];
    const samples = placeholders(look(seed, rows)).map(({ text, sample }) => [text, sample]);
    expect(Object.fromEntries(samples)).toMatchObject({
      '[geo_city]': 'Waco & Co',
      '[geo_city | upper]': 'WACO & CO',
      '[note | default:"none"]': 'A "note"',
      '[row_number]': '3',
    });
  });

  it('appears in the first page as reported', () => {
    const seed: SeedSpec = {
      title: '[geo_city]',
      slug: 'geo_url',
      metas: [
        ['a', '[note]'],
        ['b', '[geo_city | lower]'],
        ['c', '[row_number]'],
        ['d', '[page_url]'],
      ],
    };
    const [page] = build(wxrSeed(seed), [HEADER, ...ROWS]).pages;
    const metas = new Map(page?.metas);
    const sample = (text: string) => placeholders(look(seed)).find((use) => use.text === text)?.sample;
    expect(sample('[note]')).toBe(metas.get('a'));
    expect(sample('[geo_city | lower]')).toBe(metas.get('b'));
    expect(sample('[row_number]')).toBe(metas.get('c'));
    expect(sample('[page_url]')).toBe(metas.get('d'));
    expect(sample('[geo_url]')).toBe(page?.fields['wp:post_name']);
  });

  it('is omitted without a sheet, and if all rows are skipped', () => {
    expect(placeholders(look(EVERYWHERE, null)).some(({ sample }) => sample !== undefined)).toBe(false);
    const skipped = placeholders(look(EVERYWHERE, [['Waco', '', '', '', '']]));
    expect(skipped.length).toBeGreaterThan(4);
    expect(skipped.some(({ sample }) => sample !== undefined)).toBe(false);
  });
});

describe('the outcome that inspect reports', () => {
  it('is what a build gives: pages, losses, bytes, the first link', () => {
    const rows = [
      ...ROWS,
      ['No slug', '', '', '', ''],
      ['Twice', 'waco', '', '1', ''],
      ['Bad', 'bad', '', 'north', ''],
    ];
    const { outcome, problems } = look(EVERYWHERE, rows);
    const built = build(wxrSeed(EVERYWHERE), [HEADER, ...rows]);
    expect(outcome).toMatchObject({
      pages: built.layout.pages,
      skipped: built.layout.skipped,
      bytes: built.files.reduce((sum, { bytes }) => sum + bytes.length, 0),
      formedLinks: built.links.length,
      firstLink: { html: built.links[0]?.html, url: built.links[0]?.url },
    });
    expect(problems.filter(({ severity }) => severity === 'loss').map(({ row }) => row)).toEqual(
      built.problems.filter(({ severity }) => severity === 'loss').map(({ row }) => row),
    );
  });

  it('counts the places of each column, those in the slug and in filters among them', () => {
    const { table } = look({
      slug: 'geo_url',
      title: '[geo_city] [geo_city | upper]',
      content: '[note]',
      metas: [['k', '[note]']],
    });
    expect(table?.columns.map(({ name, places, empty }) => [name, places, empty])).toEqual([
      ['geo_city', 2, 0],
      ['geo_url', 1, 0],
      ['note', 2, 1],
      ['lat', 0, 0],
      ['intro_html', 0, 1],
    ]);
  });
});
