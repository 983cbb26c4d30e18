/** Schedules: their texts, their dates in any time zone, and the dates that rows keep. */
import { describe, expect, it } from 'vitest';
import { parseSchedule, type Schedule, type ScheduledDates } from '#engine';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { type BuildOptions, type SeedSpec, build, wxrSeed } from '#testkit/wxr-seed.ts';

function parse(text: string): Schedule | undefined {
  const reading = parseSchedule(text);
  if ('fault' in reading) throw new Error(reading.fault);
  return reading.schedule;
}

const getFault = (text: string): string | undefined => {
  const reading = parseSchedule(text);
  return 'fault' in reading ? reading.fault : undefined;
};

/** Builds one page per slug; every page must pass the audit. */
function fill(schedule: string, slugs: readonly string[], options: BuildOptions & { spec?: SeedSpec } = {}) {
  const { spec, ...rest } = options;
  const rows = [['geo_city', 'geo_url', 'page_date', 'page_status']];
  for (const slug of slugs) rows.push([`Town ${slug}`, ...slug.split('/'), '', ''].slice(0, 4));
  const parsed = parse(schedule);
  const built = build(wxrSeed({ slug: 'geo_url', ...spec }), rows, {
    ...rest,
    ...(parsed && { schedule: parsed }),
  });
  expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
  const read = (field: string) => built.pages.map((page) => page.fields[field]);
  const dates: ScheduledDates = built.layout.plan.settings?.scheduledDates ?? {};
  return { ...built, read, dates };
}

describe('the text of a schedule', () => {
  const december = Date.UTC(2026, 11, 1, 9) / 1000;

  it.each([
    '10 a day from 2026-12-01 09:00 America/Denver',
    '10 a day from Dec 1, 2026, 9:00, America/Denver',
    '10 per day from December 1, 2026 9:00 AM America/Denver',
    ' 10 pages a day  from 12/1/2026 9 am, America/Denver',
    '10 a day starting 2026-12-01 America/Denver',
  ])('may be written as %j', (text) => {
    expect(parse(text)).toEqual({ kind: 'daily', perDay: 10, start: december, zone: 'America/Denver' });
  });

  it('may be all now or as drafts', () => {
    expect(parse('all now')).toBeUndefined();
    expect(parse('As drafts')).toEqual({ kind: 'drafts' });
  });

  it.each([
    ['soon', 'Use a schedule such as'],
    ['0 a day from 2026-12-01 09:00 UTC', 'Use 1 to 1000 pages a day.'],
    ['1001 a day from 2026-12-01 09:00 UTC', 'Use 1 to 1000'],
    ['10 a day from 2026-12-01 09:00 America/Gotham', '"America/Gotham" isn’t a time zone.'],
    [
      '10 a day from 2026-12-01 09:00 BST',
      '"BST" doesn’t name one time zone. Write the name of yours, such as Europe/London.',
    ],
    ['10 a day from 2026-12-01 09:00 est', 'such as America/New_York.'],
    ['10 a day from 2026-12-01 09:00 IST', 'such as Asia/Kolkata, Europe/Dublin or Asia/Jerusalem.'],
    ['10 a day from 2026-12-01 09:00 VST', '"VST" isn’t a time zone.'],
    ['10 a day from 9999-12-31 23:59 America/Denver', 'Use a day between 1970 and 2099.'],
    ['10 a day from Dec 1, 9:00, America/Denver', '"Dec 1, 9:00" isn’t a date with its year.'],
    ['10 a day from 2026-02-30 09:00 UTC', '"2026-02-30 09:00" isn’t a date'],
    ['10 a day from 2026-12-01 09:00', 'Use a schedule such as'],
  ])('is refused: %j', (text, fault) => {
    expect(getFault(text)).toContain(fault);
  });
});

describe('scheduled dates', () => {
  const spec = { date: '2025-03-04 03:00:00', gmt: '2025-03-04 10:00:00' };

  it('are a fixed number a day from the local time, a minute apart, with the status future', () => {
    const { read } = fill('2 a day from 2026-12-01 09:00 America/Denver', ['a', 'b', 'c'], { spec });
    expect(read('wp:post_date')).toEqual([
      '2026-12-01 09:00:00',
      '2026-12-01 09:01:00',
      '2026-12-02 09:00:00',
    ]);
    expect(read('wp:post_date_gmt')).toEqual([
      '2026-12-01 16:00:00',
      '2026-12-01 16:01:00',
      '2026-12-02 16:00:00',
    ]);
    expect(read('wp:status')).toEqual(['future', 'future', 'future']);
  });

  it('follow daylight saving time', () => {
    const { read } = fill('1 a day from 2027-03-13 09:00 America/Denver', ['a', 'b'], { spec });
    expect(read('wp:post_date_gmt')).toEqual(['2027-03-13 16:00:00', '2027-03-14 15:00:00']);
    expect(read('wp:post_date')).toEqual(['2027-03-13 09:00:00', '2027-03-14 09:00:00']);
  });

  it.each([
    ['skipped in spring', '2027-03-14 02:30', '2027-03-14 09:30:00'],
    ['twice in fall', '2026-11-01 01:30', '2026-11-01 07:30:00'],
  ])('exist for a local time that is %s', (_what, time, gmt) => {
    const { read } = fill(`1 a day from ${time} America/Denver`, ['a'], { spec });
    expect(read('wp:post_date_gmt')).toEqual([gmt]);
  });

  it('are in the local time of a site with another time zone', () => {
    const { read } = fill('1 a day from 2026-12-01 09:00 America/New_York', ['a'], { spec });
    expect(read('wp:post_date_gmt')).toEqual(['2026-12-01 14:00:00']);
    expect(read('wp:post_date')).toEqual(['2026-12-01 07:00:00']);
  });

  it('take the schedule’s zone for the site’s if the seed is a draft without a UTC date', () => {
    const { read } = fill('1 a day from 2026-12-01 09:00 America/Denver', ['a'], {
      spec: { gmt: '0000-00-00 00:00:00', status: 'draft' },
    });
    expect(read('wp:post_date')).toEqual(['2026-12-01 09:00:00']);
    expect(read('wp:post_date_gmt')).toEqual(['2026-12-01 16:00:00']);
    expect(read('wp:status')).toEqual(['future']);
  });

  it.each(['2026', '2036'])(
    'fit 120 pages into what is left of a day, past or not when they are audited (%s)',
    (year) => {
      const slugs = Array.from({ length: 121 }, (_, index) => `s${index}`);
      const { read } = fill(`120 a day from ${year}-12-01 23:00 UTC`, slugs);
      const dates = read('wp:post_date_gmt');
      expect(dates[119]).toBe(`${year}-12-01 23:59:30`);
      expect(dates[120]).toBe(`${year}-12-02 23:00:00`);
      expect(new Set(dates).size).toBe(121);
    },
  );

  it('stay with their rows; new rows take the next free ones', () => {
    const first = fill('2 a day from 2026-12-01 09:00 UTC', ['a', 'b', 'c']);
    const second = fill('2 a day from 2026-12-01 09:00 UTC', ['new', 'c', 'a'], {
      scheduledDates: first.dates,
    });
    expect(second.read('wp:post_name')).toEqual(['new', 'c', 'a']);
    expect(second.read('wp:post_date_gmt')).toEqual([
      '2026-12-02 09:01:00',
      '2026-12-02 09:00:00',
      '2026-12-01 09:00:00',
    ]);
    expect(Object.keys(second.dates)).toEqual(['a', 'b', 'c', 'new']);
  });

  it('are counted as kept for rows with long keys, too', () => {
    const rows = [
      ['geo_city', 'geo_url', 'key'],
      ['Austin', 'austin', 'a'.repeat(300)],
      ['Buda', 'buda', 'b'],
    ];
    const schedule = parse('2 a day from 2026-12-01 09:00 UTC');
    if (!schedule) throw new Error('Nothing is scheduled.');
    const plan = (scheduledDates: ScheduledDates = {}) =>
      build(wxrSeed({ slug: 'geo_url' }), rows, { schedule, scheduledDates }).layout.plan.settings;
    expect(plan()?.scheduled).toMatchObject({ pages: 2, kept: 0 });
    expect(plan(plan()?.scheduledDates)?.scheduled).toMatchObject({ pages: 2, kept: 2 });
  });

  it('aren’t taken by rows that are skipped or have a date of their own', () => {
    const { read, dates } = fill('1 a day from 2026-12-01 09:00 UTC', [
      'a/2027-01-01/nonsense',
      'b/2027-01-01 10:00',
      'c',
    ]);
    expect(read('wp:post_name')).toEqual(['b', 'c']);
    expect(read('wp:post_date')).toEqual(['2027-01-01 10:00:00', '2026-12-01 09:00:00']);
    expect(read('wp:status')).toEqual(['publish', 'future']);
    expect(Object.keys(dates)).toEqual(['c']);
  });

  it('leave a draft a draft', () => {
    const { read } = fill('1 a day from 2026-12-01 09:00 UTC', ['a//draft', 'b//publish']);
    expect(read('wp:status')).toEqual(['draft', 'future']);
    expect(read('wp:post_date')).toEqual(['2026-12-01 09:00:00', '2026-12-02 09:00:00']);
  });
});

describe('other schedules', () => {
  it('make drafts of all pages whose row says nothing else', () => {
    const { read } = fill('as drafts', ['a', 'b//private']);
    expect(read('wp:status')).toEqual(['draft', 'private']);
  });

  it('leave the usual dates', () => {
    const usual = fill('all now', ['a']);
    expect(usual.read('wp:status')).toEqual(['publish']);
    expect(fill('as drafts', ['a']).read('wp:post_date')).toEqual(usual.read('wp:post_date'));
  });
});
