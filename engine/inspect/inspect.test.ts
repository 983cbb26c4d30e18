import { describe, expect, it } from 'vitest';
import { inspect, type Inspection, type TableReading } from '#engine';
import { type SeedSpec, toCsv, readRows, wxrSeed, wxrText } from '#testkit/wxr-seed.ts';

const HEADER = ['geo_city', 'geo_state', 'intro'];
const ROWS = [
  ['Waco', 'Texas', 'Hi & welcome'],
  ['Salem', 'Oregon', ''],
];

function look(input: {
  seed?: SeedSpec | string;
  rows?: string[][] | string;
  site?: string;
  footer?: string;
}): Inspection {
  const { seed, rows, ...rest } = input;
  const bytes = typeof seed === 'string' ? new TextEncoder().encode(seed) : wxrSeed(seed ?? {});
  const table: TableReading | undefined = rows === undefined ? undefined : readRows(rows, 1 << 16);
  return inspect({
    ...(seed === undefined ? {} : { seed: { file: 'page.xml', bytes } }),
    ...(table ? { table: { ...table, file: 'rows.csv' } } : {}),
    ...rest,
  });
}

const codes = (inspection: Inspection) => inspection.problems.map(({ code }) => code);

describe('a seed without a sheet', () => {
  it('is reported with its placeholders, which wait for a sheet', () => {
    const { seed, table, outcome, problems } = look({
      seed: {
        title: '[geo_city]',
        content: '<p>[Geo State] [page_url] [intro | upper]</p>',
        slug: 'plumber-geo_city',
      },
    });
    expect(seed).toMatchObject({
      file: 'page.xml',
      platform: 'wordpress',
      format: 'WXR 1.2',
      builder: 'classic editor',
      pattern: { title: '[geo_city]', type: 'page', id: 40 },
      records: [{ type: 'page', count: 1 }],
    });
    expect(seed?.placeholders.map(({ text, state, count }) => [text, state, count])).toEqual([
      ['[geo_city]', 'waiting', 2],
      ['[Geo State]', 'waiting', 1],
      ['[page_url]', 'derived', 1],
      ['[intro | upper]', 'waiting', 1],
    ]);
    expect([table, outcome]).toEqual([undefined, undefined]);
    expect(problems.filter(({ severity }) => severity === 'fault')).toEqual([]);
  });

  it('has a placeholder that is a whole leaf', () => {
    const { seed, problems } = look({ seed: { title: 'x', slug: 'x', content: '[geo_city]' } });
    expect(seed?.placeholders.map(({ text }) => text)).toContain('[geo_city]');
    expect(codes({ problems })).not.toContain('no-placeholder');
  });

  it('is rejected if it has no records, like a file that isn’t an export', () => {
    expect(codes(look({ seed: { title: 'x', content: '[gallery]', slug: 'x' } }))).toEqual([
      'no-placeholder',
    ]);
    const broken = look({ seed: '<html><body>[geo_city]</body></html>' });
    expect(broken.seed).toBeUndefined();
    expect(broken.problems).toMatchObject([{ severity: 'fault', file: 'page.xml' }]);
  });

  it('does not take the shortcodes of other pages for placeholders of a second pattern', () => {
    const others = [
      { id: 50, title: 'Contact', slug: 'contact', content: '[contact_form] [team]' },
      { id: 51, title: 'Team', slug: 'team', content: '[team] [map]' },
    ];
    const { seed, problems } = look({ seed: { content: '[geo_city] [map]', behind: others } });
    expect(seed?.pattern?.id).toBe(40);
    expect(problems.filter(({ severity }) => severity === 'fault')).toEqual([]);
  });

  it('is refused where two pages hold ours', () => {
    const others = [{ id: 50, title: 'In [geo_city]', slug: 'second' }];
    expect(codes(look({ seed: { behind: others } }))).toContain('seed-two-patterns');
  });

  it('may have more names than a sheet may have columns', () => {
    const names = Array.from({ length: 300 }, (_, index) => `[name${index}]`).join(' ');
    const { seed } = look({ seed: { content: names } });
    expect(seed?.placeholders.length).toBeGreaterThan(190);
  });

  it('counts names that differ in writing as one', () => {
    const { seed } = look({
      seed: { title: '[Geo City] [geo-city] [GEO_CITY]', content: '[geo city]', slug: '' },
    });
    expect(seed?.placeholders[0]).toMatchObject({ text: '[Geo City]', count: 4 });
  });

  it.each([
    ['Elementor', { metas: [['_elementor_data', '[]']] }],
    ['block editor', { content: '<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->' }],
    ['classic editor', { content: '<p>x</p>' }],
    ['other', { content: '[vc_row]x[/vc_row]' }],
    ['other', { metas: [['_fl_builder_data', 'a:0:{}']] }],
  ] satisfies [string, SeedSpec][])('was built with: %s', (builder, seed) => {
    expect(look({ seed }).seed?.builder).toBe(builder);
  });

  it('is reported with its records, most frequent first, and its static records', () => {
    const media = (id: number) => ({ id, type: 'attachment', title: `M${id}`, slug: `m${id}` });
    const { seed } = look({
      seed: {
        parent: 7,
        metas: [['_thumbnail_id', '90']],
        before: [{ id: 7, title: 'Areas', slug: 'areas' }],
        behind: [media(90), media(91), media(92)],
      },
    });
    expect(seed).toMatchObject({
      records: [
        { type: 'attachment', count: 3 },
        { type: 'page', count: 2 },
      ],
      media: 1,
      parents: 1,
    });
  });
});

describe('the places of a placeholder', () => {
  it('name line, column, leaf and context, and show the lines around', () => {
    const seed: SeedSpec = {
      title: 'x',
      content: 'one\n<p title="[geo_city]">two</p>\nthree',
      metas: [['m', '{"a":"[geo_city]"}']],
    };
    const use = look({ seed, rows: [HEADER, ...ROWS] }).seed?.placeholders.find(
      ({ text }) => text === '[geo_city]',
    );
    const lines = wxrText(seed).split('\n');
    expect(use?.places.map(({ leaf, context }) => [leaf, context])).toEqual([
      ['content', 'CDATA › HTML attribute'],
      ['meta m', 'CDATA › JSON string'],
    ]);
    for (const { line, column, excerpt } of use?.places ?? []) {
      expect(lines[line - 1]?.slice(column - 1)).toMatch(/^\[geo_city\]/);
      expect(excerpt.map((each) => each.text)).toEqual([lines[line - 2], lines[line - 1], lines[line]]);
      expect(excerpt.map((each) => each.line)).toEqual([line - 1, line, line + 1]);
    }
  });

  it('are all counted, the first twenty listed', () => {
    const use = look({ seed: { title: 'x', content: '[geo_city] '.repeat(57) } }).seed?.placeholders[0];
    expect(use?.count).toBe(57);
    expect(use?.places).toHaveLength(20);
  });

  it('shorten a long line to the surrounding text', () => {
    const seed = { title: 'x', content: `${'a'.repeat(5000)}[geo_city]${'b'.repeat(5000)}` };
    const [line] =
      look({ seed }).seed?.placeholders[0]?.places[0]?.excerpt.filter(({ text }) =>
        text.includes('geo_city'),
      ) ?? [];
    expect(line?.text).toMatch(/^…a{50,}\[geo_city\]b{50,}…$/);
    expect(line?.text.length).toBeLessThanOrEqual(165);
  });

  it('count lines as the file has them, blank ones before it included', () => {
    const plain = look({ seed: wxrText({ content: '[geo_city]' }) }).seed;
    const shifted = look({ seed: `\n\n${wxrText({ content: '[geo_city]' })}` }).seed;
    const lines = (seed: typeof plain) =>
      seed?.placeholders.flatMap(({ places }) => places.map(({ line }) => line)) ?? [];
    expect(lines(shifted)).toEqual(lines(plain).map((line) => line + 2));
    expect(shifted?.pattern?.line).toBe((plain?.pattern?.line ?? 0) + 2);
  });

  it('are reported with the nearest column if they are misspelled', () => {
    const { seed, problems } = look({ seed: { content: '[geo_ctiy]' }, rows: [HEADER, ...ROWS] });
    expect(seed?.placeholders.find(({ state }) => state === 'unknown')).toMatchObject({
      text: '[geo_ctiy]',
      nearest: 'geo_city',
      count: 1,
    });
    expect(problems[0]).toMatchObject({ code: 'placeholder-unknown', severity: 'fault' });
  });

  it('are also in markers, without those that a construct gives a value', () => {
    const content =
      '[geo_city] [for part in intro][part][/for] [nearby 1][near_city] [near_distance][/nearby][if geo_state = "TX"][intro][/if]';
    const { seed, table } = look({ seed: { title: 'x', content }, rows: [HEADER, ...ROWS] });
    expect(seed?.placeholders.map(({ text, usedIn, columns }) => [text, usedIn, columns])).toEqual([
      ['[geo_city]', '1 in text', ['geo_city']],
      ['[intro]', '1 in text, 1 in a list', ['intro']],
      ['[geo_state]', '1 in a condition', ['geo_state']],
      ['[geo_url]', 'Page URL', ['geo_city', 'geo_state']],
    ]);
    const [, intro, state] = seed?.placeholders.map(({ places }) => places.map(({ column }) => column)) ?? [];
    const at = (text: string) => content.indexOf(text) + '<content:encoded><![CDATA['.length + 1;
    expect([intro, state]).toEqual([[at('[for'), at('[intro]')], [at('[if')]]);
    expect(table?.columns.every(({ places }) => places > 0)).toBe(true);
  });

  it('are those of names in markers if the sheet doesn’t have them', () => {
    const marker = '[if zone and regoin = "x"]';
    const content = `[geo_city]${marker}a[/if]${marker}b[/if]`;
    const { seed } = look({ seed: { content }, rows: [[...HEADER, 'region'], ...ROWS] });
    const unknown = seed?.placeholders.filter(({ state }) => state === 'unknown') ?? [];
    expect(unknown.map(({ text, nearest }) => [text, nearest])).toEqual([
      ['[zone]', undefined],
      ['[regoin]', 'region'],
    ]);
    const [zone = [], region] = unknown.map(({ places }) => places.map(({ column }) => column));
    expect(zone).toEqual(region);
    expect((zone[1] ?? 0) - (zone[0] ?? 0)).toBe(`${marker}a[/if]`.length);
  });

  it('list what stays untouched', () => {
    const seed = { content: '[gallery ids="1"] [gallery ids="1"] [[geo_city]] [embed] [geo_city]' };
    expect(look({ seed, rows: [HEADER, ...ROWS] }).seed?.untouched).toEqual([
      { text: '[gallery ids="1"]', count: 2, line: 19 },
      { text: '[[geo_city]]', count: 1 },
      { text: '[embed]', count: 1, line: 19 },
    ]);
  });
});

describe('a sheet without a seed', () => {
  it('is reported with its columns, rows and empty cells', () => {
    const { seed, table, outcome, problems } = look({ rows: 'geo_city;intro\r\nWaco;Hi\r\nSalem;\r\n' });
    expect(table).toMatchObject({
      file: 'rows.csv',
      encoding: 'UTF-8',
      delimiter: ';',
      rowCount: 2,
      columns: [
        { name: 'geo_city', places: 0, empty: 0 },
        { name: 'intro', places: 0, empty: 1 },
      ],
      rows: [
        { row: 2, cells: ['Waco', 'Hi'] },
        { row: 3, cells: ['Salem', ''] },
      ],
      problemRows: [],
      problemCount: 0,
      problemRowCount: 0,
    });
    expect([seed, outcome, problems]).toEqual([undefined, undefined, []]);
  });

  it('shows a hundred rows, the rows with problems beyond them, and counts all problems', () => {
    const lines = Array.from({ length: 400 }, (_, index) =>
      index % 3 === 0 ? `T${index},x,y` : `T${index},x`,
    );
    const { table } = look({ rows: `geo_city,intro\n${lines.join('\n')}\n` });
    expect(table?.rows).toHaveLength(100);
    expect(table?.problemCount).toBe(134);
    expect(table?.cellProblems).toHaveLength(134);
    expect(table?.problemRows[0]).toMatchObject({ row: 104 });
    expect(table?.problemRows).toHaveLength(100);
  });

  it('lists a thousand problems and counts the others', () => {
    const lines = Array.from({ length: 1500 }, (_, index) => `T${index},x,y`);
    const { table } = look({ rows: `geo_city,intro\n${lines.join('\n')}\n` });
    expect([table?.cellProblems.length, table?.problemCount, table?.problemRows.length]).toEqual([
      1000, 1500, 100,
    ]);
    expect(table?.problemRowCount).toBe(1500);
  });

  it('shows two hundred columns of a wide sheet, including those that the seed uses', () => {
    const names = Array.from({ length: 1000 }, (_, index) => `n${index}`);
    const rows = `geo_url,${names.join(',')}\nwaco,${names.join(',')}\n`;
    const { table, outcome } = look({ seed: { title: '[n900]', slug: 'geo_url', content: '[n999]' }, rows });
    expect(table?.columns).toHaveLength(200);
    const shown = table?.columns.map(({ name }) => name) ?? [];
    expect(shown).toEqual(expect.arrayContaining(['geo_url', 'n900', 'n999']));
    expect(table?.rows[0]?.cells[shown.indexOf('n900')]).toBe('n900');
    expect(outcome?.pages).toBe(1);
  });

  it('cuts long cells', () => {
    expect(
      look({ rows: `a,b\n${'x'.repeat(9000)},y\n` }).table?.rows[0]?.cells.map((cell) => cell.length),
    ).toEqual([2000, 1]);
  });
});

describe('seed and sheet', () => {
  it('report the exact output', () => {
    const { seed, table, outcome, problems } = look({
      seed: { content: '[intro]' },
      rows: [HEADER, ...ROWS, ['', '', 'x']],
      site: 'https://client.example',
    });
    expect(outcome).toMatchObject({
      pages: 2,
      skipped: 1,
      parts: [{ name: 'page.xml', pages: 2 }],
      formedLinks: 2,
      firstLink: {
        html: '<a href="https://client.example/plumber-waco-texas/">Waco</a><br>',
        text: 'Waco',
        url: 'https://client.example/plumber-waco-texas/',
      },
      placeholdersFilled: 3,
      placeholdersTotal: 3,
    });
    expect(outcome?.bytes).toBe(outcome?.parts[0]?.bytes);
    expect(table?.columns.map(({ name, places }) => [name, places])).toEqual([
      ['geo_city', 2],
      ['geo_state', 1],
      ['intro', 1],
    ]);
    expect(table?.cellProblems.map(({ row, field, code }) => [row, field, code])).toEqual([
      [4, 'geo_city', 'city-empty'],
      [3, 'intro', 'cell-empty'],
    ]);
    expect(problems.map(({ severity }) => severity)).toEqual(['loss', 'notice']);
    expect(
      seed?.placeholders.map(({ text, state, columns, sample }) => [text, state, columns, sample]),
    ).toEqual([
      ['[geo_city]', 'column', ['geo_city'], 'Waco'],
      ['[intro]', 'column', ['intro'], 'Hi & welcome'],
      ['[geo_url]', 'derived', ['geo_city', 'geo_state'], 'waco-texas'],
    ]);
  });

  it('show the sample for the slug’s placeholder, whatever its column', () => {
    const rows = [
      ['geo_city', 'geo_state', 'geo_url'],
      ['Waco', 'Texas', 'w'],
    ];
    const { seed } = look({ seed: { slug: 'in-geo_state-row_number' }, rows });
    const use = (text: string) => seed?.placeholders.find((each) => each.text === text);
    expect(use('[geo_state]')).toMatchObject({
      state: 'column',
      columns: ['geo_state'],
      sample: 'Texas',
      count: 1,
    });
    expect(use('[row_number]')).toMatchObject({ state: 'derived', columns: [], sample: '2', count: 1 });
  });

  it('name a term’s nicename by its column', () => {
    const { seed } = look({
      seed: { terms: [{ name: 'In [geo_city]', nicename: 'in-geo_city' }], title: 'x' },
      rows: [HEADER, ...ROWS],
    });
    expect(seed?.placeholders.map(({ text, count }) => [text, count])).toEqual([
      ['[geo_city]', 2],
      ['[geo_url]', 1],
    ]);
  });

  it('report that all rows are skipped', () => {
    const { outcome, problems } = look({ seed: {}, rows: [HEADER, ['', '', ''], ['—', '', '']] });
    expect(outcome).toBeUndefined();
    expect(problems[0]).toMatchObject({ code: 'no-ready-rows', severity: 'fault', file: 'rows.csv' });
    expect(problems.map(({ code }) => code)).toEqual(['no-ready-rows', 'slug-empty']);
  });

  it('split above 10,000,000 bytes like the answer "yes", and report pages too large for a part', () => {
    const big = 'x'.repeat(60_000);
    const rows = [HEADER, ...Array.from({ length: 12 }, (_, index) => [`T${index}`, '', big])];
    const { outcome, problems } = look({ seed: { content: '[intro]'.repeat(20) }, rows });
    expect(outcome?.parts.map(({ name, pages }) => [name, pages])).toEqual([
      ['page-1-of-2.xml', 8],
      ['page-2-of-2.xml', 4],
    ]);
    expect(problems).toEqual([]);
    const tooLarge = look({
      seed: { content: '[intro]'.repeat(100), metas: [['more', '[intro]'.repeat(100)]] },
      rows: rows.slice(0, 3),
    });
    expect(codes(tooLarge)).toEqual(['no-ready-rows', 'page-too-large', 'page-too-large']);
  });

  it('are inspected separately: if one is invalid, the other is shown in full', () => {
    const brokenSeed = inspect({
      seed: { file: 'page.xml', bytes: new TextEncoder().encode('<rss>') },
      table: { ...readRows([HEADER, ...ROWS]), file: 'rows.csv' },
    });
    expect(brokenSeed.table?.rowCount).toBe(2);
    expect(brokenSeed.seed).toBeUndefined();
    const brokenSheet = inspect({
      seed: { file: 'page.xml', bytes: wxrSeed() },
      table: { file: 'rows.csv', problems: [{ code: 'sheet-empty', severity: 'fault', text: 'Empty.' }] },
    });
    expect(brokenSheet.seed?.placeholders[0]).toMatchObject({ text: '[geo_city]', state: 'waiting' });
    expect(codes(brokenSheet)).toEqual(['sheet-empty']);
    expect(brokenSheet.outcome).toBeUndefined();
  });

  it('give everything that is wrong at once where both are broken, faults first', () => {
    const { problems } = inspect({
      seed: { file: 'page.xml', bytes: new TextEncoder().encode('<rss>') },
      table: {
        file: 'rows.csv',
        problems: [
          { code: 'a', severity: 'notice', text: 'A.' },
          { code: 'b', severity: 'fault', text: 'B.' },
        ],
      },
    });
    expect(problems.map(({ file, code }) => file ?? code)).toEqual(['page.xml', 'b', 'a']);
  });

  it('are omitted without either file', () => {
    expect(inspect({})).toEqual({ problems: [] });
  });

  it('are read the same in pieces of any size', () => {
    const rows = toCsv([HEADER, ...ROWS]);
    const text = new TextDecoder().decode(rows);
    const whole = inspect({
      seed: { file: 'p.xml', bytes: wxrSeed() },
      table: { ...readRows(text, rows.length), file: 'rows.csv' },
    });
    for (const chunk of [1, 3])
      expect(
        inspect({
          seed: { file: 'p.xml', bytes: wxrSeed() },
          table: { ...readRows(text, chunk), file: 'rows.csv' },
        }),
      ).toEqual(whole);
  });
});
