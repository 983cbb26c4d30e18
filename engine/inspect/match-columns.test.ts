/** Facts that help a user match a placeholder with a column. */
import { describe, expect, it } from 'vitest';
import { type ColumnChoices, inspect, type PlaceholderUse } from '#engine';
import { type SeedSpec, readRows, wxrSeed } from '#testkit/wxr-seed.ts';
import { readUsPlaces } from '../places/places-fixture.ts';
import { readSeedFixture } from '#testkit/format-build.ts';

const ROWS = [
  ['geo_city', 'geo_url', 'Phone Number', 'Copy'],
  ['Waco', 'waco', '', 'x'],
  ['Ulm', 'ulm', '555', 'x'],
  ['Bonn', 'bonn', '777', ''],
];

function look(spec: SeedSpec, columns: ColumnChoices = {}, rows: string[][] | null = ROWS) {
  return inspect({
    seed: { file: 'seed.xml', bytes: wxrSeed(spec) },
    ...(rows && { table: { ...readRows(rows), file: 'rows.csv' } }),
    columns,
  });
}

function use(
  text: string,
  spec: SeedSpec,
  columns?: ColumnChoices,
  rows?: string[][] | null,
): PlaceholderUse | undefined {
  return look(spec, columns, rows).seed?.placeholders.find((each) => each.text === text);
}

describe('the values of a placeholder', () => {
  it('are the first two that differ, also while a fault blocks all pages', () => {
    const spec = { content: '[phone_number] [copy] [row_number] [page_url]' };
    const values = (text: string, content = spec.content) => use(text, { content })?.values;
    expect(values('[phone_number]')).toEqual(['555', '777']);
    expect(values('[copy]')).toEqual(['x']);
    expect(values('[page_url]')).toEqual([
      'https://site.example/plumber-waco/',
      'https://site.example/plumber-ulm/',
    ]);
    expect(values('[phone_number]', `${spec.content} [geo_ctiy]`)).toEqual(['555', '777']);
    expect(values('[row_number]', `${spec.content} [geo_ctiy]`)).toEqual(['2', '3']);
  });

  it('are those of the list of towns, also while a fault blocks all pages', () => {
    const rows = [
      ['geo_city', 'geo_state'],
      ['Waco', 'TX'],
      ['Austin', 'TX'],
    ];
    const find = (content: string) =>
      inspect({
        seed: { file: 'seed.xml', bytes: wxrSeed({ content }) },
        table: { ...readRows(rows), file: 'rows.csv' },
        places: readUsPlaces,
      }).seed?.placeholders.find(({ text }) => text === '[geo_county]')?.values;
    expect(find('[geo_county] [zone_name]')).toEqual(['McLennan County', 'Travis County']);
    expect(find('[geo_county]')).toEqual(['McLennan County', 'Travis County']);
  });

  it('include those of a placeholder that only fills the slug', () => {
    expect(use('[geo_url]', { content: '' })?.values).toEqual(['waco', 'ulm']);
  });

  it('and samples of columns are omitted without text', () => {
    const rows = [
      ['geo_city', 'geo_url', 'void'],
      ['Waco', 'waco', ' '],
    ];
    expect(use('[void]', { content: '[void]' }, {}, rows)?.values).toEqual([]);
    const { table } = look({}, {}, rows);
    expect(table?.columns.map(({ samples }) => samples)).toEqual([['Waco'], ['waco'], []]);
  });

  it('count the rows without one, unless a fallback fills them', () => {
    expect(use('[phone_number]', { content: '[phone_number]' })?.emptyRows).toBe(1);
    expect(use('[geo_city]', { content: '[geo_city]' })?.emptyRows).toBe(0);
    const filled = '[phone_number | default:"none"]';
    expect(use(filled, { content: filled })?.emptyRows).toBe(0);
    const columns = { phonenumber: { column: 'Phone Number', fallback: 'none' } };
    expect(use('[phone_number]', { content: '[phone_number]' }, columns)).toMatchObject({
      emptyRows: 0,
      values: ['none', '555'],
    });
  });
});

describe('a choice', () => {
  it('is reported with the placeholder that it fills', () => {
    const columns = { phone: { column: 'Phone Number' }, slogan: { text: 'Fast' } };
    const spec = { content: '[phone] [slogan]', slug: 'x-[phone]' };
    expect(use('[phone]', spec, columns)).toMatchObject({
      state: 'column',
      columns: ['Phone Number'],
      choice: columns.phone,
      count: 2,
      usedIn: 'Page URL, 1 in text',
    });
    expect(use('[slogan]', spec, columns)).toMatchObject({
      state: 'text',
      columns: [],
      choice: columns.slogan,
      values: ['Fast'],
      emptyRows: 0,
    });
  });

  it('names its column if the sheet doesn’t have it', () => {
    const columns = { phone: { column: 'Telephone' } };
    expect(use('[phone]', { content: '[phone]' }, columns)).toMatchObject({
      state: 'unknown',
      missingColumn: 'Telephone',
      choice: columns.phone,
    });
  });

  it('waits for the sheet, and a text does not', () => {
    const columns = { phone: { column: 'Telephone' }, slogan: { text: '' } };
    const spec = { content: '[phone] [slogan]' };
    expect(use('[phone]', spec, columns, null)).not.toHaveProperty('missingColumn');
    expect(use('[phone]', spec, columns, null)?.state).toBe('waiting');
    expect(use('[slogan]', spec, columns, null)?.state).toBe('text');
  });
});

it('the nearest column is named as in the sheet', () => {
  const near = (text: string, rows?: string[][]) => use(text, { content: text }, {}, rows)?.nearest;
  expect(near('[geo_phone_nmber]')).toBe('Phone Number');
  expect(
    near('[geo_ctiy]', [
      ['Town', 'geo_url'],
      ['Waco', 'waco'],
    ]),
  ).toBe('Town');
  // derived from two columns
  expect(
    near('[geo_ulr]', [
      ['city', 'state'],
      ['Waco', 'TX'],
    ]),
  ).toBeUndefined();
});

describe('the uses of a placeholder', () => {
  it.each<[string, SeedSpec]>([
    ['Title, Page URL, 1 in text', { title: '[x_y]', slug: 'a-[x_y]', content: '<p>[x_y]</p>' }],
    [
      '2 headings, 1 button, 2 links',
      {
        content:
          '<h2>[x_y]</h2><h3><b>a [x_y]</b></h3><a class="btn" href="/x">[x_y]</a><a href="/[x_y]">[x_y]</a>',
      },
    ],
    [
      '1 button, 1 in text',
      {
        content:
          '<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="/">[x_y]</a></div>[x_y]',
      },
    ],
    ['2 images', { content: '<img src="/[x_y].jpg" alt="In [x_y]">' }],
    ['JSON-LD', { content: '<script type="application/ld+json">{"name":"[x_y]"}</script>' }],
    ['1 in text, 1 in a script', { content: '<script>a("[x_y]")</script><p>[x_y]</p>' }],
    [
      'SEO title, Meta description',
      {
        content: '',
        metas: [
          ['_yoast_wpseo_title', '[x_y]'],
          ['_yoast_wpseo_metadesc', '[x_y]'],
        ],
      },
    ],
    [
      'SEO title, Meta description',
      {
        content: '',
        metas: [
          ['rank_math_title', '[x_y]'],
          ['rank_math_description', '[x_y]'],
        ],
      },
    ],
    [
      'SEO title, Meta description',
      {
        content: '',
        metas: [
          ['_aioseo_title', '[x_y]'],
          ['_aioseo_description', '[x_y]'],
        ],
      },
    ],
    [
      'SEO title, Meta description',
      {
        content: '',
        metas: [
          ['_seopress_titles_title', '[x_y]'],
          ['_seopress_titles_desc', '[x_y]'],
        ],
      },
    ],
    ['1 in settings', { content: '', metas: [['anything', '[x_y]']] }],
    [
      '1 button, 1 link',
      { content: '[et_pb_button button_text="[x_y]" button_url="/a"][vc_row link_url="/[x_y]"]' },
    ],
    [
      '1 heading, 1 button, 1 in text',
      {
        content: '',
        metas: [
          [
            '_elementor_data',
            '[{"elType":"widget","settings":{"title":"In [x_y]"},"elements":[],"widgetType":"heading"},{"elType":"widget","settings":{"text":"Call [x_y]"},"elements":[],"widgetType":"button"},{"elType":"widget","settings":{"editor":"<p>[x_y]<\\/p>"},"elements":[],"widgetType":"text-editor"}]',
          ],
        ],
      },
    ],
  ])('read as %s, with a column and without one', (usedIn, spec) => {
    const whole = { title: 'In [geo_city]', slug: 'plumber-geo_city', ...spec };
    const rows = [
      ['geo_city', 'x_y', 'geo_url'],
      ['Waco', 'v', 'waco'],
    ];
    expect(use('[x_y]', whole, {}, rows)?.usedIn).toBe(usedIn);
    expect(
      use('[x_y]', whole, {}, [
        ['geo_city', 'other', 'geo_url'],
        ['Waco', 'v', 'waco'],
      ])?.usedIn,
    ).toBe(usedIn);
  });

  it('are those of escaped content too, and of the other platforms', () => {
    const spec = { content: '<h2>[geo_city]</h2>', style: 'escaped' } as const;
    expect(use('[geo_city]', spec)?.usedIn).toBe('Title, 1 heading');
    const createSeed = (file: string, format: 'hubspot' | 'drupal' | 'wix') =>
      inspect({ seed: { file, bytes: new TextEncoder().encode(readSeedFixture(file)) }, format }).seed
        ?.placeholders[0]?.usedIn;
    expect(createSeed('hubspot/full/seed.xml', 'hubspot')).toMatch(/^Title, .*JSON-LD/);
    expect(createSeed('drupal/feeds/seed.xml', 'drupal')).toMatch(/^Title/);
    expect(createSeed('wix/collection/seed.csv', 'wix')).toMatch(/^Title/);
  });
});

describe('what a name in a marker', () => {
  it('is used in is known before it has a column', () => {
    const spec = { content: '[geo_city] [if zone_a]x[/if] [for item in zone_b]x[/for] [zone_c]' };
    const contexts = ['a', 'b', 'c'].map((name) =>
      use(`[zone_${name}]`, spec)?.places.map(({ context }) => context),
    );
    expect(contexts).toEqual([['condition'], ['list'], ['']]);
  });
});

it('two lists show what they make of the default link template', () => {
  const read = (footer?: string) =>
    inspect({
      seed: {
        file: 'seed.xml',
        bytes: wxrSeed({ slug: 'service-in-geo_city', title: '[service] in [geo_city]' }),
      },
      table: { ...readRows(ROWS), file: 'rows.csv' },
      combined: { ...readRows([['service'], ['Drains'], ['Leaks']]), file: 'services.csv' },
      ...(footer !== undefined && { footer }),
    }).outcome?.linkTemplate;
  expect(read()).toBe('<a href="[geo_url]">[service] in [geo_city]</a><br>');
  expect(read('<a href="[geo_url]">[geo_city]</a>')).toBeUndefined();
});
