/**
 * Placeholders that a user matched with a column of another name, or with the same text on every page: the pages
 * equal those of a sheet whose columns have the names of the placeholders.
 */
import { describe, expect, it } from 'vitest';
import { type ColumnChoices, type PlatformId, prepareProject, readSeed } from '#engine';
import { buildFormat, readSeedFixture } from '#testkit/format-build.ts';
import { type SeedSpec, build, readRows, wxrSeed, wxrText } from '#testkit/wxr-seed.ts';

/** A placeholder in many contexts, by itself and within other text. */
const ALL_CONTEXTS = wxrText({
  title: 'Plumber in [geo_city], [tagline]',
  content: `<p title="[tagline]">[tagline] [phone | default:"none"]</p><a href="/x/[tagline]">[phone]</a>
<script>show("[tagline]", [geo_zip])</script>[intro_html]<!-- wp:acme/map {"label":"[tagline]"} /-->`,
  metas: [
    ['data', 'a:1:{i:0;s:9:"[tagline]";}'],
    ['whole', '[tagline]'],
    ['_elementor_data', '[{"id":"a","settings":{"title":"[tagline]"},"elements":[]}]'],
    ['_yoast_wpseo_title', '[geo_city] [geo_state] [tagline]'],
  ],
});
const SEEDS: [PlatformId, string, string][] = [
  ['wordpress', 'in many contexts', ALL_CONTEXTS],
  ...(
    [
      ['wordpress', 'wordpress/elementor/seed.xml'],
      ['hubspot', 'hubspot/full/seed.xml'],
      ['drupal', 'drupal/feeds/seed.xml'],
      ['drupal', 'drupal/entity/seed.xml'],
      ['wix', 'wix/collection/seed.csv'],
    ] as const
  ).map(([format, path]): [PlatformId, string, string] => [
    format,
    path,
    readSeedFixture(path).replaceAll(/\[(?!geo_|phone|tagline|page_url)[a-z][a-z_]*\]/g, '[tagline]'),
  ]),
];
const COLUMNS = [
  ['geo_city', 'Where'],
  ['geo_state', 'Lone State'],
  ['geo_url', 'Ending'],
  ['phone', 'Ring us'],
  ['tagline', 'Words'],
  ['intro_html', 'Copy'],
  ['geo_zip', 'Mail no'],
] as const;
const CELLS = [
  ['Waco & Co', 'TX', 'waco', '555-0101', 'Say "hi" <b>now</b>', '<p>Big &amp; old</p>', '01234'],
  ['Köln', '', 'koeln', '', "it's", '', '50667'],
];
const CHOICES: ColumnChoices = Object.fromEntries(
  COLUMNS.map(([name, column]) => [name.replaceAll('_', ''), { column }]),
);

const rowsWith = (names: readonly string[]) => [[...names], ...CELLS];
const own = rowsWith(COLUMNS.map(([name]) => name));
const others = rowsWith(COLUMNS.map(([, column]) => column));

describe.each(SEEDS)('a seed of %s: %s', (format, _, seed) => {
  it('makes the pages of a sheet with its names, and they pass the audit', () => {
    const expected = buildFormat(seed, own, { format });
    const chosen = buildFormat(seed, others, { format, columns: CHOICES });
    expect(chosen.text).toBe(expected.text);
    expect(chosen.skipped).toBe(expected.skipped);
    expect(chosen.audit()).toEqual(expected.audit());
  });

  it('writes a chosen text on every page as a cell of that text is written', () => {
    const text = 'A "B" & <i>C</i> [D]';
    const withText = CELLS.map((cells) => cells.with(4, text));
    const expected = buildFormat(seed, [own[0] ?? [], ...withText], { format });
    const chosen = buildFormat(seed, own, { format, columns: { tagline: { text } } });
    expect(chosen.text).toBe(expected.text);
    expect(chosen.audit()).toMatchObject({ ok: true, skipped: [] });
  });

  it('fills empty cells with the chosen fallback', () => {
    const filled = CELLS.map((cells) => cells.with(3, cells[3] || '555-"0199"'));
    const expected = buildFormat(seed, [own[0] ?? [], ...filled], { format });
    const columns = { phone: { column: 'phone', fallback: '555-"0199"' } };
    const chosen = buildFormat(seed, own, { format, columns });
    expect(chosen.text).toBe(expected.text);
    expect(chosen.audit().ok).toBe(true);
  });
});

const ROWS = [
  ['geo_city', 'geo_url', 'Phone Number', 'Copy'],
  ['Waco', 'waco', '555-0101', '<b>x</b>'],
  ['Ulm', 'ulm', '', ''],
];

function contents(content: string, columns: ColumnChoices, rows = ROWS): (string | undefined)[] {
  return build(wxrSeed({ content }), rows, { columns }).pages.map(({ fields }) => fields['content:encoded']);
}

function faults(spec: SeedSpec, columns: ColumnChoices): string[] {
  const { seed } = readSeed(wxrSeed(spec), 'seed.xml');
  if (!seed) throw new Error('no seed');
  const { problems } = prepareProject({ seed, table: readRows(ROWS).table, key: 'k', columns });
  return problems.filter(({ severity }) => severity === 'fault').map(({ text }) => text.slice(0, 30));
}

describe('a chosen column', () => {
  it('takes precedence over the column of the placeholder’s own name, in every spelling', () => {
    expect(
      contents('[Geo City] [geo-city]', { geocity: { column: 'Phone Number', fallback: 'none' } }),
    ).toEqual(['555-0101 555-0101', 'none none']);
  });

  it('keeps the filters and the fallback of the placeholder', () => {
    const phone = { phone: { column: 'Phone Number' } };
    expect(contents('[phone | digits | default:"no one"]', phone)).toEqual(['5550101', 'no one']);
    const fallback = { phone: { column: 'Phone Number', fallback: '9-9' } };
    expect(contents('[phone | digits | default:"no one"]', fallback)).toEqual(['5550101', '99']);
    expect(contents('[phone | upper]', { phone: { text: 'call' } })).toEqual(['CALL', 'CALL']);
  });

  it('is required if the name by itself would be prose', () => {
    expect(contents('[so]', {})).toEqual(['[so]', '[so]']);
    expect(contents('[so]', { so: { text: 'thus' } })).toEqual(['thus', 'thus']);
  });

  it('keeps its markup if the placeholder asks for HTML', () => {
    const [first] = contents('<p>[copy_html]</p>', { copyhtml: { column: 'Copy' } });
    expect(first).toBe('<p><b>x</b></p>');
  });

  it('fills slugs and links, and builds them if no column has the name', () => {
    const rows = [
      ['Place', 'State', 'Ring'],
      ['Waco', 'TX', '1'],
      ['', 'TX', '2'],
    ];
    const columns = { geocity: { column: 'Place', fallback: 'Anywhere' }, geostate: { text: 'Texas' } };
    const { pages, links } = build(
      wxrSeed({ content: '[geo_city]', slug: 'plumber-geo_city-geo_state' }),
      rows,
      {
        columns,
      },
    );
    expect(pages.map(({ fields }) => fields['wp:post_name'])).toEqual([
      'plumber-waco-texas',
      'plumber-anywhere-texas',
    ]);
    expect(links.map(({ label }) => label)).toEqual(['Waco', 'Anywhere']);
    const made = build(wxrSeed({ slug: 'plumber' }), rows, {
      columns: { geocity: { column: 'Place' }, geostate: { text: 'Texas' } },
    });
    expect(made.pages.map(({ fields }) => fields['wp:post_name'])).toEqual(['plumber-waco-texas']);
  });

  it('fills names that others are derived from', () => {
    const rows = [['Place'], ['Waco']];
    const { pages } = build(wxrSeed({ title: '[city]', slug: 'x-geo_url', content: '[geo_city]' }), rows, {
      columns: { city: { column: 'Place' } },
    });
    expect(pages[0]?.fields).toMatchObject({
      title: 'Waco',
      'wp:post_name': 'x-waco',
      'content:encoded': 'Waco',
    });
  });

  it('refuses the seed if the sheet doesn’t have it, even if another column has the name', () => {
    expect(faults({ content: '[geo_city]' }, { geocity: { column: 'Town' } })).toContain(
      '[geo_city] is matched with the',
    );
    // not even one with a name that usually fills it
    const rows = [
      ['town', 'geo_url'],
      ['Waco', 'waco'],
    ];
    expect(() => contents('[geo_city]', { geocity: { column: 'Gone' } }, rows)).toThrow('is matched with');
    expect(faults({ content: '[so]' }, { so: { column: 'Gone' } })).toEqual([
      '[so] is matched with the colum',
    ]);
  });

  it('of an earlier project is ignored if it doesn’t fit the sheet', () => {
    const rows = [
      ['city', 'phone', 'geo_url'],
      ['Waco', '555-0101', 'waco'],
    ];
    const fill = (columns: ColumnChoices) => contents('[geo_city], [phone]', columns, rows)[0];
    const remembered = true as const;
    const gone = { geocity: { column: 'Gone', remembered }, phone: { text: 'none', remembered } };
    expect(fill(gone)).toBe('Waco, 555-0101');
    expect(fill({ geocity: { column: 'phone', remembered }, phone: { column: 'City', remembered } })).toBe(
      '555-0101, Waco',
    );
    expect(fill({ ...gone, phone: { text: 'none' } })).toBe('Waco, none');
    expect(contents('[motto]', { motto: { text: 'Fast', remembered } }, rows)[0]).toBe('Fast');
  });

  it('is found by its name in another spelling too', () => {
    expect(contents('[phone]', { phone: { column: 'phone_number' } })[0]).toBe('555-0101');
  });
});

describe('a chosen text', () => {
  it.each<[string, string, SeedSpec]>([
    ['begins a bracket that a cell closes', '[geo', { content: '[extra][close]' }],
    ['begins a bracket that the seed closes', '[geo', { content: '[extra]_city] x' }],
    ['begins one that the seed closes after a cell', '[geo_', { content: '[extra][plain]] x' }],
    ['closes a bracket that the seed begins', 'city]', { content: '[geo [extra] x' }],
    ['begins what the seed makes PHP of', 'a', { metas: [['m', '[extra]:1:{i:0;s:1:"x";}']] }],
    ['is a name in the slug', 'geo_city', { slug: '[extra]-[geo_url]' }],
  ])('is expected by the audit if it %s', (_, text, spec) => {
    const rows = [
      ['geo_city', 'geo_url', 'close', 'plain'],
      ['Waco', 'waco', '_city]', 'city'],
      ['Ulm', 'ulm', 'x', 'city'],
    ];
    const columns = { extra: { text } };
    const built = buildFormat(wxrText(spec), rows, { format: 'wordpress', columns });
    expect(built.audit()).toMatchObject({ ok: true, skipped: [] });
  });

  it('may be empty in the content', () => {
    expect(contents('<p>[phone]</p>', { phone: { text: '' } })).toEqual(['<p></p>', '<p></p>']);
  });

  it('is expected by the audit if it looks like a placeholder, JSON or PHP', () => {
    for (const text of ['[geo_city]', '{"a":1}', 'a:1:{i:0;s:1:"x";}', '[x', '[[y]]']) {
      const built = buildFormat(ALL_CONTEXTS, own, {
        format: 'wordpress',
        columns: { tagline: { text }, phone: { text } },
      });
      expect(built.audit(), text).toMatchObject({ ok: true, skipped: [] });
    }
  });
});
