import { describe, expect, it } from 'vitest';
import { prepareProject, readSeed, type Project } from '#engine';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { makeSameSecondSlugs } from '#testkit/chosen-rows.ts';
import { type SeedSpec, build, readRows, wxrSeed } from '#testkit/wxr-seed.ts';
import { parseMysqlDate } from './calendar.ts';
import { getDateOffset } from './identity.ts';

const ROWS = [
  ['geo_city', 'geo_url'],
  ['Waco', 'waco'],
];

/** Dates of the pages as `local | gmt | pubDate`. */
function listDates(spec: SeedSpec, rows: string[][] = ROWS): string[] {
  return build(wxrSeed(spec), rows).pages.map(
    ({ fields }) => `${fields['wp:post_date']} | ${fields['wp:post_date_gmt']} | ${fields.pubDate}`,
  );
}

function createProject(spec: SeedSpec) {
  const { seed } = readSeed(wxrSeed(spec), 'seed.xml');
  if (!seed) throw new Error('no seed');
  const { project, problems } = prepareProject({ seed, table: readRows(ROWS).table, key: 'test' });
  if (!project) throw new Error(JSON.stringify(problems));
  return { project, problems };
}

function getDateBase({ template }: Project): number {
  return template.dates?.base ?? Number.NaN;
}

function getBase(spec: SeedSpec): string {
  return new Date(getDateBase(createProject(spec).project) * 1000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');
}

/** One page for each title, all with row keys that hash to the same second. */
function listSeconds(titles: readonly string[], spec: SeedSpec = {}): number[] {
  const slugs = makeSameSecondSlugs(titles.length);
  const rows = [['geo_city', 'geo_url'], ...titles.map((title, index) => [title, slugs[index] ?? ''])];
  const footer = '<a href="[page_url]">Town</a>';
  const built = build(wxrSeed({ title: '[geo_city]', ...spec }), rows, { footer });
  expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
  const first = getDateBase(createProject(spec).project) - getDateOffset(slugs[0] ?? '');
  return built.pages.map(
    ({ fields }) => (parseMysqlDate(fields['wp:post_date_gmt'] ?? '') ?? Number.NaN) - first,
  );
}

describe('the base date', () => {
  it('is the seed’s own if the export is later', () => {
    expect(getBase({ gmt: '2025-03-04 10:11:12', pubDate: 'Fri, 06 Jun 2025 08:00:00 +0000' })).toBe(
      '2025-03-04 10:11:12',
    );
  });

  it('is the export’s if the seed is dated later, such as a scheduled page', () => {
    const date = '2031-01-01 00:00:00';
    expect(getBase({ date, gmt: date, pubDate: 'Fri, 06 Jun 2025 08:00:00 +0000' })).toBe(
      '2025-06-06 08:00:00',
    );
  });

  it('takes the zone of the export into account', () => {
    const date = '2031-01-01 00:00:00';
    expect(getBase({ date, gmt: date, pubDate: 'Fri, 06 Jun 2025 01:00:00 -0700' })).toBe(
      '2025-06-06 08:00:00',
    );
  });

  it('is the seed’s if the export has none', () => {
    expect(getBase({ pubDate: '', date: '2025-03-04 12:11:12', gmt: '2025-03-04 10:11:12' })).toBe(
      '2025-03-04 10:11:12',
    );
  });

  it('is the local time of a draft, which has no other', () => {
    expect(getBase({ date: '2025-03-04 12:11:12', gmt: '0000-00-00 00:00:00' })).toBe('2025-03-04 12:11:12');
  });

  it('is a fixed day if there is no date at all, with a notice', () => {
    const { project, problems } = createProject({ date: '', gmt: '', pubDate: '' });
    expect(getDateBase(project)).toBe(Date.UTC(2020, 0, 1) / 1000);
    expect(problems).toMatchObject([{ code: 'date-missing', severity: 'notice', file: 'seed.xml' }]);
  });
});

describe('the dates of a page', () => {
  it('are the base minus the seconds that its row key hashes to', () => {
    // 1,406,946 seconds before 2025-03-04 10:11:12
    expect(listDates({})).toEqual([
      '2025-02-16 03:22:06 | 2025-02-16 03:22:06 | Sun, 16 Feb 2025 03:22:06 +0000',
    ]);
  });

  it('keep the seed’s distance between local time and UTC, forwards and backwards', () => {
    expect(listDates({ date: '2025-03-04 19:41:12', gmt: '2025-03-04 10:11:12' })).toEqual([
      '2025-02-16 12:52:06 | 2025-02-16 03:22:06 | Sun, 16 Feb 2025 03:22:06 +0000',
    ]);
    expect(listDates({ date: '2025-03-04 02:11:12', gmt: '2025-03-04 10:11:12' })).toEqual([
      '2025-02-15 19:22:06 | 2025-02-16 03:22:06 | Sun, 16 Feb 2025 03:22:06 +0000',
    ]);
  });

  it('take more than a day between the two for a mistake, not for a zone', () => {
    expect(listDates({ date: '2025-05-04 10:11:12', gmt: '2025-03-04 10:11:12' })).toEqual([
      '2025-02-16 03:22:06 | 2025-02-16 03:22:06 | Sun, 16 Feb 2025 03:22:06 +0000',
    ]);
  });

  it('leave the date in UTC to the importer if the seed has none', () => {
    expect(listDates({ gmt: '0000-00-00 00:00:00' })).toEqual([
      '2025-02-16 03:22:06 | 0000-00-00 00:00:00 | Sun, 16 Feb 2025 03:22:06 +0000',
    ]);
  });

  it('write the modification dates, too, if the seed has them', () => {
    const extra =
      '<wp:post_modified><![CDATA[2026-01-01 00:00:00]]></wp:post_modified><wp:post_modified_gmt>2026-01-01 00:00:00</wp:post_modified_gmt>';
    const [page] = build(
      wxrSeed({ extra, date: '2025-03-04 11:11:12', gmt: '2025-03-04 10:11:12' }),
      ROWS,
    ).pages;
    expect(page?.fields['wp:post_modified']).toBe('2025-02-16 04:22:06');
    expect(page?.fields['wp:post_modified_gmt']).toBe('2025-02-16 03:22:06');
  });

  it('do not depend on the other rows or their order', () => {
    const rows = [
      ['geo_city', 'geo_url'],
      ['Salem', 'salem'],
      ['Waco', 'waco'],
    ];
    expect(listDates({}, rows)[1]).toBe(listDates({})[0]);
  });
});

describe('pages of one second', () => {
  it('stay there while their titles differ', () => {
    expect(listSeconds(['Waco', 'Salem', 'Austin'])).toEqual([0, 0, 0]);
  });

  it('move to the next free second if the title is the same', () => {
    expect(listSeconds(['Waco', 'Waco', 'Waco'])).toEqual([0, 1, 2]);
  });

  it.each([
    ['case', 'Waco', 'WACO'],
    ['accents', 'Cañon City', 'Canon City'],
    ['ß and ss', 'Straße', 'Strasse'],
    ['spaces at the end', 'Waco', 'Waco  '],
    ['backslashes, which the importer loses', 'a\\b', 'ab'],
    ['marks of Cyrillic letters', 'Орёл', 'Орел'],
    ['letters of another width', 'Waco', 'Ｗａｃｏ'],
  ])('move if the database sees no difference: %s', (_what, one, two) => {
    expect(listSeconds([one, two])).toEqual([0, 1]);
  });

  it('move if one has no title, which conflicts with any title of that second', () => {
    const spec = { title: '[geo_city | default:""]' };
    expect(listSeconds(['', 'Waco'], spec)).toEqual([0, 1]);
    expect(listSeconds(['Waco', ''], spec)).toEqual([0, 1]);
    expect(listSeconds(['', ''], spec)).toEqual([0, 1]);
  });

  it('compare the title as it will be written, with the text around the placeholder', () => {
    expect(listSeconds(['Waco', 'waco'], { title: 'In [geo_city | upper], Texas &' })).toEqual([0, 1]);
    expect(listSeconds(['Waco', 'Salem'], { title: 'The same everywhere', content: '[geo_city]' })).toEqual([
      0, 1,
    ]);
    expect(listSeconds(['Waco', 'Salem'], { title: null, content: '[geo_city]' })).toEqual([0, 1]);
  });

  it('avoid the seconds of static records', () => {
    const [slug = ''] = makeSameSecondSlugs(1);
    const second = (parseMysqlDate('2025-03-04 10:11:12') ?? 0) - getDateOffset(slug);
    const date = new Date((second + 3600) * 1000).toISOString().slice(0, 19).replace('T', ' ');
    const parent = { id: 7, title: 'WACO', slug: 'areas', date, gmt: null, content: '' };
    const spec = { before: [parent], parent: 7, date: '2025-03-04 11:11:12', gmt: '2025-03-04 10:11:12' };
    expect(listSeconds(['Waco'], spec)).toEqual([1]);
    expect(listSeconds(['Salem'], spec)).toEqual([0]);
  });
});
