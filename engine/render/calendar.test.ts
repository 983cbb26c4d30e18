import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { formatMysqlDate, formatRssDate, parseMysqlDate, parseRssDate } from './calendar.ts';

/** The platform’s own calendar, which tests may use and the engine may not. */
function formatMysql(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

const YEAR_1 = -62_135_596_800;
const YEAR_9999 = 253_402_300_799;
const anySecond = fc.integer({ min: YEAR_1, max: YEAR_9999 });

describe('the calendar', () => {
  it('writes any second as Date does, and reads it back', () => {
    fc.assert(
      fc.property(anySecond, (seconds) => {
        expect(formatMysqlDate(seconds)).toBe(formatMysql(seconds));
        expect(formatRssDate(seconds).replace(' +0000', ' GMT')).toBe(new Date(seconds * 1000).toUTCString());
        if (seconds >= Date.UTC(100, 0) / 1000)
          expect(parseMysqlDate(formatMysqlDate(seconds))).toBe(seconds);
      }),
      { numRuns: cases(500) },
    );
  });

  it('walks through every day of 1896 to 2104, leap years and centuries among them', () => {
    let days = 0;
    for (let day = Date.UTC(1896, 0); day < Date.UTC(2105, 0); day += 86_400_000) {
      expect(formatMysqlDate(day / 1000)).toBe(formatMysql(day / 1000));
      days += 1;
    }
    expect(days).toBe(76_336);
  });

  it.each([
    ['2024-02-29 23:59:59', 1_709_251_199],
    ['2000-02-29 00:00:00', 951_782_400],
    ['1970-01-01 00:00:00', 0],
    ['1969-12-31 23:59:59', -1],
    ['2024-3-5 9:15:00', 1_709_630_100],
    ['2024-03-05T09:15:00', 1_709_630_100],
    ['2024-03-05 09:15', 1_709_630_100],
    ['2024-03-05', 1_709_596_800],
    ['  2024-03-05 09:15:00\n', 1_709_630_100],
  ])('reads %s', (text, seconds) => {
    expect(parseMysqlDate(text)).toBe(seconds);
  });

  it.each([
    '',
    '0000-00-00 00:00:00',
    '2023-02-29 00:00:00',
    '1900-02-29 00:00:00',
    '2024-02-30 00:00:00',
    '2024-13-01 00:00:00',
    '2024-00-10 00:00:00',
    '2024-04-31 00:00:00',
    '2024-03-05 24:00:00',
    '2024-03-05 09:60:00',
    '2024-03-05 09:15:60',
    '0050-01-01 00:00:00',
    '05/03/2024',
    '-0001-11-30 00:00:00',
    '2024-03-05 09:15:00 and more',
    '[geo_date]',
  ])('takes "%s" for no date', (text) => {
    expect(parseMysqlDate(text)).toBeUndefined();
  });
});

describe('a date of RSS', () => {
  it.each([
    ['Fri, 12 Sep 2025 14:03:21 +0000', '2025-09-12 14:03:21'],
    ['Fri, 12 Sep 2025 14:03:21 +0200', '2025-09-12 12:03:21'],
    ['Fri, 12 Sep 2025 14:03:21 -0530', '2025-09-12 19:33:21'],
    ['Fri, 12 Sep 2025 23:59:59 -0001', '2025-09-13 00:00:59'],
    ['Fri, 12 Sep 2025 14:03:21 GMT', '2025-09-12 14:03:21'],
    ['12 Sep 2025 14:03 +0000', '2025-09-12 14:03:00'],
    ['Thu, 29 Feb 2024 00:00:00 +0000', '2024-02-29 00:00:00'],
    ['Fri, 1 Mar 2024 00:00:00 +0000', '2024-03-01 00:00:00'],
  ])('%s is %s in UTC', (text, utc) => {
    expect(parseRssDate(text)).toBe(parseMysqlDate(utc));
  });

  it.each([
    '',
    'Mon, 30 Nov -0001 00:00:00 +0000',
    'Fri, 12 Sol 2025 14:03:21 +0000',
    '2025-09-12',
    'Thu, 30 Feb 2024 00:00:00 +0000',
  ])('takes "%s" for none', (text) => {
    expect(parseRssDate(text)).toBeUndefined();
  });

  it('is read as written, in any zone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_102_444_800 }),
        fc.integer({ min: -14 * 60, max: 14 * 60 }),
        (seconds, zone) => {
          const sign = zone < 0 ? '-' : '+';
          const [hours, minutes] = [Math.floor(Math.abs(zone) / 60), Math.abs(zone) % 60];
          const text = formatRssDate(seconds + zone * 60).replace(
            '+0000',
            `${sign}${String(hours).padStart(2, '0')}${String(minutes).padStart(2, '0')}`,
          );
          expect(parseRssDate(text)).toBe(seconds);
        },
      ),
      { numRuns: cases(200) },
    );
  });
});
