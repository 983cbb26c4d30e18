/**
 * Edge cases of `inspect`: problems of a seed without a sheet, limits of
 * excerpts and grids, and the byte at which files are split.
 */
import { describe, expect, it } from 'vitest';
import { inspect, type Inspection, PART_BYTES } from '#engine';
import { type SeedSpec, readRows, wxrSeed, wxrText } from '#testkit/wxr-seed.ts';

interface Look {
  seed?: SeedSpec | string;
  rows?: readonly (readonly string[])[] | string;
  file?: string;
  footer?: string;
  key?: string;
  site?: string;
}

function look({ seed, rows, file = 'page.xml', ...rest }: Look): Inspection {
  const bytes = typeof seed === 'string' ? new TextEncoder().encode(seed) : wxrSeed(seed ?? {});
  return inspect({
    ...(seed === undefined ? {} : { seed: { file, bytes } }),
    ...(rows === undefined ? {} : { table: { ...readRows(rows, 1 << 16), file: 'rows.csv' } }),
    ...rest,
  });
}

const listFaults = ({ problems }: Inspection) =>
  problems.filter(({ severity }) => severity === 'fault').map(({ code }) => code);
const getNames = ({ seed }: Inspection) => seed?.placeholders.map(({ text, state }) => [text, state]);

describe('a seed without a sheet', () => {
  it.each([
    ['[page_url]', { title: 'x', slug: 'x', content: '[page_url]' }],
    ['[row_number]', { title: 'No. [row_number]', slug: 'x' }],
  ] satisfies [string, SeedSpec][])('is reported though only we make what it asks for: %s', (text, seed) => {
    const inspection = look({ seed });
    expect(inspection.seed?.pattern?.id).toBe(40);
    expect(getNames(inspection)).toContainEqual([text, 'derived']);
    expect(listFaults(inspection)).toEqual([]);
  });

  it.each<[string, SeedSpec]>([
    ['filter-unknown', { content: '[geo_city | uper]' }],
    ['placeholder-unclosed', { content: '<p>[geo_city</p>' }],
    ['placeholder-torn', { content: '<p>[<b>geo_city</b>]</p>' }],
    ['malformed-meta-json', { metas: [['_elementor_data', '[{"a":"[geo_city]"']] }],
    ['seed-two-patterns', { behind: [{ id: 50, title: '[geo_city]', slug: 'second' }] }],
    ['no-placeholder', { title: 'x', slug: 'x' }],
    ['seed-no-record', { type: 'attachment' }],
  ])('is refused at once for what no sheet can fix: %s', (code, seed) => {
    expect(listFaults(look({ seed }))).toEqual([code]);
  });

  it('isn’t rejected for a name that may be a column', () => {
    const inspection = look({ seed: { content: '[geo_ctiy] [reveiw_count] [geo_anything]' } });
    expect(listFaults(inspection)).toEqual([]);
    expect(getNames(inspection)).toContainEqual(['[geo_ctiy]', 'waiting']);
  });

  it.each(['gallery', 'Caption', 'wp_caption', 'embed', 'audio', 'VIDEO', 'playlist'])(
    'does not take WordPress’s own [%s] for a column',
    (name) => {
      const written = `[${name}]`;
      const inspection = look({ seed: { content: `${written} [shop_name]` } });
      expect(getNames(inspection)).toContainEqual(['[shop_name]', 'waiting']);
      expect(inspection.seed?.placeholders.map(({ text }) => text)).not.toContain(written);
      expect(inspection.seed?.untouched).toEqual([{ text: written, count: 1, line: 19 }]);
    },
  );

  it('resolves such a name to a column of the sheet', () => {
    const rows = [
      ['geo_city', 'geo_url', 'gallery'],
      ['Waco', 'waco', 'Nine pictures'],
    ];
    const { seed } = look({ seed: { content: '[gallery]' }, rows });
    expect(seed?.placeholders.find(({ text }) => text === '[gallery]')).toMatchObject({
      state: 'column',
      sample: 'Nine pictures',
    });
  });
});

describe('the builder that a seed shows', () => {
  it.each<[string, SeedSpec]>([
    ['Elementor', { metas: [['_elementor_edit_mode', 'builder']] }],
    ['Elementor', { metas: [['_elementor_data', '[]']], content: '<!-- wp:paragraph -->' }],
    ['block editor', { content: '[vc_row]<!-- wp:paragraph -->' }],
    ['other', { content: '[et_pb_section]x[/et_pb_section]' }],
    ['other', { content: '[fusion_builder_container]' }],
    ['other', { metas: [['ct_builder_shortcodes', '[x]']] }],
    ['other', { metas: [['_bricks_page_content_2', 'a:0:{}']] }],
    ['classic editor', { content: '[gallery ids="1"]' }],
  ])('is %s: %j', (builder, seed) => {
    expect(look({ seed: { title: '[geo_city]', ...seed } }).seed?.builder).toBe(builder);
  });
});

describe('the lines around a place', () => {
  /** Returns the excerpt for a placeholder whose text has this number of characters. */
  const shown = (length: number) => {
    const line = `[note]${'x'.repeat(length - '[note]'.length)}`;
    const { seed } = look({ seed: { content: `a\n${line}\nb` } });
    return seed?.placeholders.find(({ text }) => text === '[note]')?.places[0]?.excerpt[1]?.text;
  };

  it('are whole up to 160 characters and cut above', () => {
    expect(shown(160)).toHaveLength(160);
    expect(shown(161)).toMatch(/^\[note\]x{154}…$/);
  });

  it('are numbered as in the file, even after blank lines', () => {
    const seed = `\n\n${wxrText({ content: 'a\n[note]\nb' })}`;
    const place = look({ seed }).seed?.placeholders.find(({ text }) => text === '[note]')?.places[0];
    const line = seed.split('\n').indexOf('[note]') + 1;
    expect(place?.line).toBe(line);
    expect(place?.excerpt.map((each) => each.line)).toEqual([line - 1, line, line + 1]);
  });

  it.each([
    [20, 20],
    [21, 20],
  ])('are shown for %i places: %i', (count, listed) => {
    const { seed } = look({ seed: { content: '[note] '.repeat(count) } });
    const use = seed?.placeholders.find(({ text }) => text === '[note]');
    expect([use?.count, use?.places.length]).toEqual([count, listed]);
  });
});

describe('the grid of a sheet', () => {
  const sheet = (rows: number, bad: readonly number[]) =>
    `a,b\n${Array.from({ length: rows }, (_, row) => (bad.includes(row) ? 'x,y,z' : 'x,y')).join('\n')}\n`;

  it('shows row 100, and the row after it only for its problem', () => {
    const { table } = look({ rows: sheet(103, [99, 100, 102]) });
    expect(table?.rows.at(-1)?.row).toBe(101);
    expect(table?.problemRows.map(({ row }) => row)).toEqual([102, 104]);
    expect(look({ rows: sheet(100, []) }).table).toMatchObject({ rowCount: 100, problemRows: [] });
  });

  it('finds rows by their numbers despite blank lines', () => {
    const text = sheet(150, [120, 149]).replaceAll('\n', '\n\n');
    const { table } = look({ rows: text });
    expect(table?.cellProblems.map(({ row }) => row)).toEqual([243, 301]);
    expect(table?.problemRows.map(({ row }) => row)).toEqual([243, 301]);
  });

  it('shows a row with several problems once', () => {
    const lines = Array.from({ length: 120 }, (_, row) => (row === 110 ? 'x\u0001,y\u0001' : 'x,y'));
    const { table } = look({ rows: `a,b\n${lines.join('\n')}\n` });
    expect(table?.problemCount).toBe(2);
    expect(table?.problemRows.map(({ row }) => row)).toEqual([112]);
  });

  it('leaves the problems of the header to the list of problems', () => {
    const { table, problems } = look({ rows: 'a\u0001,,c\n1,2,3\n' });
    expect(problems.map(({ code, row }) => [code, row])).toEqual([
      ['characters-dropped', 1],
      ['column-nameless', 2],
    ]);
    expect(table?.cellProblems.map(({ code }) => code)).toEqual(['column-nameless']);
  });

  it('cuts a cell above 2,000 characters, between whole ones', () => {
    const cell = (text: string) => look({ rows: `a,b\n${text},y\n` }).table?.rows[0]?.cells[0];
    expect(cell('x'.repeat(2000))).toHaveLength(2000);
    expect(cell('x'.repeat(2001))).toHaveLength(2000);
    expect(cell(`${'x'.repeat(1999)}😀`)).toBe('x'.repeat(1999));
  });
});

describe('what comes out', () => {
  const header = ['geo_city', 'geo_url', 'text'];

  it('is one file of exactly 10,000,000 bytes, and two of one byte more', () => {
    const seed: SeedSpec = { content: '[text]'.repeat(10), excerpt: '[fine]' };
    const outcomeWith = (fine: number) => {
      const rows = Array.from({ length: 17 }, (_, row) => [
        'Waco',
        `t${row + 10}`,
        'x'.repeat(row === 16 ? 35_000 : 60_000),
        'y'.repeat(row === 16 ? fine : 1),
      ]);
      return look({ seed, rows: [[...header, 'fine'], ...rows] }).outcome;
    };
    const missing = PART_BYTES - (outcomeWith(1)?.bytes ?? 0) + 1;
    expect(missing).toBeGreaterThan(0);
    expect(missing).toBeLessThan(65_000);
    const one = outcomeWith(missing);
    expect([one?.bytes, one?.parts.length]).toEqual([PART_BYTES, 1]);
    const two = outcomeWith(missing + 1);
    expect(two?.parts.map(({ pages }) => pages)).toEqual([16, 1]);
    expect(two?.bytes).toBe(two?.parts.reduce((sum, { bytes }) => sum + bytes, 0));
  });

  it('is reported for the first row that is ready to import, whatever the key', () => {
    const rows = [header, ['Lost', '', ''], ['Waco', 'waco', 'x'], ['Ulm', 'ulm', 'x']];
    const outcome = look({ seed: {}, rows, key: 'one' }).outcome;
    expect(outcome).toMatchObject({
      pages: 2,
      skipped: 1,
      firstLink: { url: 'https://site.example/plumber-waco/' },
    });
    expect(look({ seed: {}, rows, key: 'two' }).outcome).toEqual(outcome);
    expect(look({ seed: {}, rows }).outcome).toEqual(outcome);
  });

  it.each([
    ['my.page.xml', 'my.page.xml'],
    ['northstar', 'northstar.xml'],
    ['Seite für Köln.XML', 'Seite für Köln.xml'],
  ])('is named by the seed: %s gives %s', (file, name) => {
    const { outcome } = look({ seed: {}, rows: [header, ['Waco', 'waco', 'x']], file });
    expect(outcome?.parts.map((part) => part.name)).toEqual([name]);
  });

  it('is omitted if the footer needs a missing column, and the footer is reported', () => {
    const rows = [header, ['Waco', 'waco', 'x']];
    const {
      outcome,
      problems,
      seed: described,
      table,
    } = look({ seed: {}, rows, footer: '<a href="[geo_url]">[geo_ctiy]</a>' });
    expect(problems[0]).toMatchObject({
      code: 'placeholder-unknown',
      severity: 'fault',
      file: 'footer link template',
    });
    expect(outcome).toBeUndefined();
    expect(described?.placeholders.length).toBeGreaterThan(0);
    expect(table?.rowCount).toBe(1);
  });

  it('counts a misspelled name among the unfilled placeholders', () => {
    const rows = [header, ['Waco', 'waco', 'x']];
    const good = look({ seed: { content: '[text] [gallery]' }, rows });
    expect(good.outcome).toMatchObject({ placeholdersFilled: 3, placeholdersTotal: 3 });
    const bad = look({ seed: { content: '[text] [geo_ctiy]' }, rows });
    expect(bad.outcome).toBeUndefined();
    expect(getNames(bad)).toContainEqual(['[geo_ctiy]', 'unknown']);
  });
});
