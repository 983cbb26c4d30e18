/** Settings that columns set on each platform: the docs say what the code does. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PAGE_SETTINGS } from '#contract/page-settings.ts';
import { type ColumnChoices, inspect, PLATFORMS, parseSchedule, STEERING_COLUMNS } from '#engine';
import { buildFormat } from '#testkit/format-build.ts';
import { readRows, wxrSeed, wxrText } from '#testkit/wxr-seed.ts';

const DOCS = readFileSync(new URL('../../docs/page-settings.md', import.meta.url), 'utf8');

function readTable(heading: string): string[][] {
  const section = DOCS.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  );
}

const listWords = (accepts: Readonly<Record<string, string>> | string) =>
  typeof accepts === 'string'
    ? accepts
    : Object.keys(accepts)
        .map((word) => `\`${word}\``)
        .join(', ');

describe('the docs', () => {
  it('name the field that each column sets on each platform', () => {
    const rows = STEERING_COLUMNS.map((column) => [
      `\`${column}\``,
      ...PLATFORMS.map(({ steering }) => {
        const field = steering.columns[column]?.field;
        return field === undefined ? 'not supported' : field;
      }),
    ]);
    expect(readTable('What each platform can set')).toEqual([
      ['Column', ...PLATFORMS.map(({ name }) => name)],
      ['---', ...PLATFORMS.map(() => '---')],
      ...rows,
    ]);
  });

  it('list the accepted values', () => {
    const rows = PLATFORMS.flatMap(({ name, steering }) =>
      STEERING_COLUMNS.flatMap((column) => {
        const field = steering.columns[column];
        return field ? [[name, `\`${column}\``, listWords(field.accepts)]] : [];
      }),
    );
    expect(readTable('Accepted values').slice(2)).toEqual(rows);
  });

  it('name the platforms whose pages can be scheduled', () => {
    const names = PLATFORMS.filter(({ steering }) => steering.schedules).map(({ name }) => name);
    expect(DOCS).toContain(`Only pages for ${names.join(' and ')} can be scheduled.`);
  });
});

const DRUPAL = (status: string, created: string) =>
  `<?xml version="1.0"?>\n<nodes><node><title>In [geo_city]</title><guid>1</guid><status>${status}</status><created>${created}</created></node></nodes>`;
const COLLECTIONS = {
  wix: 'Title,Slug,ID,Status\nIn [geo_city],[geo_url],1,PUBLISHED\n',
  webflow:
    'Name,Slug,Collection ID,Locale ID,Item ID,Archived,Draft,Created On,Updated On,Published On\nIn [geo_city],[geo_url],1,,2,false,false,,,\n',
};

function fill(
  format: 'drupal' | 'wix' | 'webflow' | 'hubspot',
  seed: string,
  cells: readonly Record<string, string>[],
  schedule?: string,
) {
  const names = Object.keys(cells[0] ?? {});
  const rows = cells.map((cell, index) => [
    `Town ${index}`,
    `t${index}`,
    ...names.map((name) => cell[name] ?? ''),
  ]);
  const reading = schedule === undefined ? undefined : parseSchedule(schedule);
  const settings = reading && 'schedule' in reading ? { schedule: reading.schedule } : {};
  const built = buildFormat(seed, [['geo_city', 'geo_url', ...names], ...rows], {
    format,
    site: 'https://site.example',
    ...settings,
  });
  const verdict = built.audit();
  expect(verdict.problems.filter(({ severity }) => severity === 'fault')).toEqual([]);
  const losses = built.problems
    .filter(({ severity }) => severity === 'loss')
    .map(({ row, field, text }) => `${row} ${field}: ${text}`);
  return { ...built, losses, codes: built.problems.map(({ code }) => code) };
}

const listElements = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'g'))].map(([, content = '']) =>
    content.replace(/^<!\[CDATA\[|\]\]>$/g, ''),
  );

describe('Drupal', () => {
  it.each([
    ['1', '0'],
    ['On', 'Off'],
    ['True', 'False'],
    ['Published', 'Unpublished'],
  ])('has the status in the word of the seed (%s)', (on, off) => {
    const cells = ['draft', 'Publish', ''].map((page_status) => ({ page_status }));
    const { text } = fill('drupal', DRUPAL(on, '1700000000'), cells);
    expect(listElements(text, 'status')).toEqual([off, on, on]);
  });

  it.each([
    ['1700000000', String(Date.UTC(2026, 11, 1, 9) / 1000)],
    ['2025-03-04T10:11:12+00:00', '2026-12-01T09:00:00+00:00'],
    ['2025-03-04T10:11:12-07:00', '2026-12-01T09:00:00-07:00'],
    ['2025-03-04 10:11:12', '2026-12-01 09:00:00'],
  ])('has the date in the form of the seed (%s)', (own, written) => {
    const { text, losses } = fill('drupal', DRUPAL('1', own), [
      { page_date: '2026-12-01 09:00' },
      { page_date: '' },
      { page_date: 'soon' },
    ]);
    expect(listElements(text, 'created')).toEqual([written, own]);
    expect(losses).toEqual([expect.stringMatching(/^4 page_date: "soon" can’t be used/)]);
  });

  it('says which fields it can’t set', () => {
    const { problems, text } = fill('drupal', DRUPAL('maybe', 'Tue, 4 March'), [
      { page_status: 'draft', page_date: '2026-12-01', page_parent: 'x' },
    ]);
    expect(listElements(text, 'status')).toEqual(['maybe']);
    expect(
      problems.filter(({ code }) => code === 'steering-unsupported').map(({ text: told }) => told),
    ).toEqual([
      'The column page_status has no effect: the status of the seed is "maybe" instead of 1 or 0.',
      'The column page_date has no effect: the date of the seed is "Tue, 4 March" instead of 2026-12-01T09:00:00+00:00 or a timestamp.',
      'The column page_parent has no effect: the files for Drupal have no such setting.',
    ]);
  });
});

describe('collections', () => {
  it.each([
    ['wix', 'DRAFT', 'PUBLISHED'],
    ['webflow', 'true', 'false'],
  ] as const)('of %s have the status in their own words', (format, draft, live) => {
    const cells = ['draft', 'publish', '', 'pending'].map((page_status) => ({ page_status }));
    const { text, losses } = fill(format, COLLECTIONS[format], cells);
    const lines = text.trim().split('\n').slice(1);
    expect(lines.map((line) => (line.includes(`"${draft}"`) ? draft : live))).toEqual([draft, live, live]);
    expect(losses).toEqual([
      '5 page_status: "pending" can’t be used in page_status. Use publish or draft, or clear the cell.',
    ]);
  });

  it.each(['wix', 'webflow'] as const)('of %s can all be drafts, but have no later dates', (format) => {
    const draft = format === 'wix' ? '"DRAFT"' : '"true"';
    expect(fill(format, COLLECTIONS[format], [{ x: '' }], 'as drafts').text).toContain(draft);
    const { codes, text } = fill(
      format,
      COLLECTIONS[format],
      [{ x: '' }],
      '1 a day from 2030-12-01 09:00 UTC',
    );
    expect(codes).toContain('schedule-unsupported');
    expect(text).toBe(fill(format, COLLECTIONS[format], [{ x: '' }]).text);
  });

  it('without the column say so, also to a schedule', () => {
    const drafts = fill('wix', 'Title,Slug,ID\nIn [geo_city],[geo_url],1\n', [{ x: '' }], 'as drafts');
    expect(drafts.problems).toContainEqual(
      expect.objectContaining({ text: 'The schedule has no effect: the seed has no status.' }),
    );
    const { problems } = fill('wix', 'Title,Slug,ID\nIn [geo_city],[geo_url],1\n', [
      { page_status: 'draft' },
    ]);
    expect(problems).toContainEqual(
      expect.objectContaining({ text: 'The column page_status has no effect: the seed has no such field.' }),
    );
  });

  it('fill a placeholder with such a column without a notice', () => {
    const { codes, text } = fill('wix', 'Title,Slug,ID,Tags\nIn [geo_city],[geo_url],1,[page_tags]\n', [
      { page_tags: 'a' },
    ]);
    expect(codes).not.toContain('steering-unsupported');
    expect(text).toContain('"a"');
  });
});

describe('HubSpot', () => {
  it('has the status, the date and the tags of the row', () => {
    const seed = wxrText({ slug: 'geo_url', type: 'post' });
    const { text, losses } = fill('hubspot', seed, [
      { page_status: 'draft', page_date: '2027-01-02 03:04', page_tags: 'A, B' },
      { page_status: 'future', page_date: '', page_tags: '' },
    ]);
    expect(listElements(text, 'wp:status')).toEqual(['draft']);
    expect(listElements(text, 'pubDate')).toContain('Sat, 02 Jan 2027 03:04:00 +0000');
    expect(listElements(text, 'wp:post_date')).toEqual(['2027-01-02 03:04:00']);
    expect(text.match(/<category domain="post_tag"/g)).toHaveLength(2);
    expect(losses).toEqual([expect.stringContaining('Use publish or draft')]);
  });
});

describe('the inspection', () => {
  const ROWS = [
    ['geo_city', 'geo_url', 'Author', 'Status', 'page_order'],
    ['Waco', 'waco', 'jane', 'draft', '1'],
  ];
  const list = (columns: ColumnChoices = {}, spec = {}, rows = ROWS) => {
    const { settings = [] } = inspect({
      seed: { file: 'seed.xml', bytes: wxrSeed(spec) },
      table: { ...readRows(rows), file: 'rows.csv' },
      columns,
    });
    return Object.fromEntries(settings.map(({ name, ...setting }) => [name, setting]));
  };

  it('lists the settings that the contract names, with the columns that set them or look like them', () => {
    const found = list();
    expect(Object.keys(found)).toEqual([...PAGE_SETTINGS]);
    expect(found).toMatchObject({
      page_author: { likely: 'Author' },
      page_status: { likely: 'Status' },
      page_date: {},
      page_order: { column: 'page_order' },
      page_noindex: { obstacle: expect.stringContaining('SEO plugin') },
    });
  });

  it('has the chosen columns, without one that looks like the setting', () => {
    const choice = { column: 'Author' };
    expect(list({ pageauthor: choice }).page_author).toEqual({ column: 'Author', choice });
    expect(list({ pageauthor: { column: 'Writer' } }).page_author).toEqual({ choice: { column: 'Writer' } });
  });

  it('has no column that is ignored by choice, or remembered from another sheet', () => {
    expect(list({ pageorder: { text: '' } }).page_order).toEqual({ choice: { text: '' } });
    expect(list({ pageauthor: { column: 'Writer', remembered: true } }).page_author).toEqual({
      likely: 'Author',
    });
  });

  it('names no likely column for what the seed fills itself', () => {
    const found = list({}, { content: '[author]' }).page_author;
    expect(found).toEqual({});
  });
});
