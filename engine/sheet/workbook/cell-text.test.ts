/** Numbers and days of a workbook as text, independent of locale and time zone. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDay, formatNumber } from './cell-text.ts';

const DAY_MS = 86_400_000;
/** Days from 1899-12-30, as a spreadsheet counts. */
const toSerial = (timeMs: number): number => timeMs / DAY_MS + 25_569;

describe('a number', () => {
  it.each([
    ['a whole number', 77_001, '77001'],
    ['zero', 0, '0'],
    ['negative zero', -0, '0'],
    ['a negative number', -95.36327, '-95.36327'],
    ['a sum of fractions', 0.1 + 0.2, '0.3'],
    ['a tiny number', 1.5e-9, '0.0000000015'],
    ['a tiny negative number', -1e-7, '-0.0000001'],
    ['the first number with an exponent', 1e21, '1000000000000000000000'],
    ['the last number without one', 999_999_999_999_999, '999999999999999'],
    ['a number that rounds up to one more digit', 0.999_999_999_999_999_9, '1'],
    ['the smallest number', 5e-324, `0.${'0'.repeat(323)}5`],
    ['the largest number, which rounds to infinity', Number.MAX_VALUE, ''],
    ['an amount', 1234.5, '1234.5'],
    ['a phone number', 17_135_550_123, '17135550123'],
    ['a huge number', 1.25e21, '1250000000000000000000'],
    ['a huge negative number', -3e25, '-30000000000000000000000000'],
    ['sixteen digits', 1_234_567_890_123_456, '1234567890123460'],
    ['NaN', Number.NaN, ''],
    ['infinity', Number.POSITIVE_INFINITY, ''],
  ])('formats %s', (_, value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it('is read back equal to fifteen digits', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = formatNumber(value);
        if (Math.abs(value) > 1e308) return;
        expect(text).toMatch(/^-?\d+(?:\.\d+)?$/);
        expect(Number(text)).toBe(Number(value.toPrecision(15)) + 0);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a day', () => {
  it.each([
    ['a day', Date.UTC(2026, 2, 1), '2026-03-01'],
    ['a day with a time', Date.UTC(2026, 2, 1, 14, 30, 5), '2026-03-01 14:30:05'],
    ['a day before the epoch', Date.UTC(1901, 11, 31, 23, 59, 59), '1901-12-31 23:59:59'],
    ['a time a millisecond short', Date.UTC(2026, 2, 1, 14, 19, 59, 999), '2026-03-01 14:20:00'],
    ['a day a millisecond short', Date.UTC(2026, 1, 28, 23, 59, 59, 999), '2026-03-01'],
    ['a leap day a millisecond short', Date.UTC(2028, 1, 28, 23, 59, 59, 999), '2028-02-29'],
    ['a year a millisecond short', Date.UTC(2026, 11, 31, 23, 59, 59, 600), '2027-01-01'],
    ['a day a millisecond too long', Date.UTC(2026, 2, 1, 0, 0, 0, 1), '2026-03-01'],
    ['the hour that daylight saving time skips', Date.UTC(2026, 2, 8, 2, 30), '2026-03-08 02:30:00'],
    ['a leap day', Date.UTC(2024, 1, 29), '2024-02-29'],
    ['the day after February 1900', Date.UTC(1900, 2, 1), '1900-03-01'],
    ['day 0 of the 1904 date system', Date.UTC(1904, 0, 1), '1904-01-01'],
    ['a clock time without a day', Date.UTC(1899, 11, 30, 14, 30), '14:30:00'],
    ['a clock time of midnight', Date.UTC(1899, 11, 30), '00:00:00'],
    ['a clock time a millisecond short', Date.UTC(1899, 11, 30, 8, 59, 59, 999), '09:00:00'],
    ['the last day', Date.UTC(9999, 11, 31, 23, 59, 59), '9999-12-31 23:59:59'],
    ['an early year', Date.UTC(900, 0, 2), '0900-01-02'],
  ])('formats %s', (_, time, text) => {
    expect(formatDay(toSerial(time))).toBe(text);
  });

  it.each([2_958_466, -693_594, 1e14])('formats %d, which is out of range, as a number', (serial) => {
    expect(formatDay(serial)).toBe(String(serial));
  });

  it('is written as the platform writes it, at any second of three centuries', () => {
    const seconds = fc.integer({ min: Date.UTC(1900, 0, 1) / 1000, max: Date.UTC(2200, 0, 1) / 1000 });
    fc.assert(
      fc.property(seconds, (second) => {
        const iso = new Date(second * 1000).toISOString();
        const expected = iso.slice(0, 19).replace('T', ' ').replace(' 00:00:00', '');
        expect(formatDay(toSerial(second * 1000))).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('is written as the platform writes it, on every day of four thousand years', () => {
    for (let day = -365_000; day <= 1_000_000; day += 97) {
      const iso = new Date((day - 25_569) * DAY_MS).toISOString();
      expect(formatDay(day === 0 ? 1 : day)).toBe(day === 0 ? '1899-12-31' : iso.slice(0, 10));
    }
  });
});
