import { describe, expect, it } from 'vitest';
import { ANY_DATE, checkDate, checkFuture, checkGmtDate, readDate } from './date-rules.ts';

describe('readDate', () => {
  it('reads the form of an export as seconds', () => {
    expect(readDate('1970-01-02 00:00:05')).toEqual({ kind: 'exact', seconds: 86_405 });
    expect(readDate('2024-02-29 23:59:59').kind).toBe('exact');
  });

  it.each(['2024-03-05T09:15:00', '2024-03-05', '2024-3-5 9:15:00', '2024-03-05 09:15:00Z'])(
    'takes %j as the importer does',
    (text) => {
      expect(readDate(text).kind).toBe('loose');
    },
  );

  it('takes an empty one for any date, and zeros for one that nothing equals', () => {
    expect(readDate('')).toEqual({ kind: 'empty', seconds: ANY_DATE });
    expect(readDate('0000-00-00 00:00:00')).toEqual({ kind: 'empty', seconds: Number.NaN });
  });

  it.each(['2024-01-01 24:00:00', '2024-01-01 00:60:00', '2024-01-01 00:00:60'])(
    'takes %j, of which the database keeps nothing',
    (text) => {
      expect(readDate(text)).toEqual({ kind: 'untimed', seconds: Number.NaN });
    },
  );

  it.each([
    '2024-02-30 00:00:00',
    '2023-02-29 00:00:00',
    '1900-02-29 00:00:00',
    '05/03/2024',
    '2024-13-01 00:00:00',
    '2024-00-10 00:00:00',
    ' 2024-03-05 09:15:00',
    '0000-00-00',
    '  ',
    'soon',
  ])('refuses %j', (text) => {
    expect(readDate(text).kind).toBe('bad');
  });

  it('knows the leap years of 400', () => {
    expect(readDate('2000-02-29 00:00:00').kind).toBe('exact');
  });
});

describe('the rules of dates', () => {
  const check = (text: string) =>
    checkDate(text, readDate(text)).map((finding) => [finding.code, finding.severity]);

  it('faults a date that fails the page and reports one that only looks unusual', () => {
    expect(check('2024-02-30 00:00:00')).toEqual([['date-invalid', 'fault']]);
    expect(check('2024-03-05')).toEqual([['date-format', 'notice']]);
    expect(check('')).toEqual([['date-empty', 'notice']]);
    expect(check('2024-03-05 00:00:00')).toEqual([]);
  });

  it('lets the GMT date be zero or empty', () => {
    for (const text of ['', '0000-00-00 00:00:00', '2024-03-05 00:00:00'])
      expect(checkGmtDate(text, readDate(text))).toEqual([]);
    expect(checkGmtDate('nonsense', readDate('nonsense'))[0]?.code).toBe('date-gmt-invalid');
  });

  it('faults a published page whose date has not come', () => {
    const now = readDate('2024-03-05 00:00:00').seconds;
    const gmt = readDate('2024-03-05 00:01:00');
    const dates = { local: readDate(''), gmt };
    expect(checkFuture(dates, 'publish', now).map((finding) => finding.code)).toEqual(['date-future']);
    expect(checkFuture(dates, 'draft', now)).toEqual([]);
    expect(checkFuture(dates, 'publish', now + 1)).toEqual([]);
  });
});
