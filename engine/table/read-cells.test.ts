/** Sheets whose cells come apart already: values become the text that a spreadsheet would show. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { readCells } from './read-cells.ts';
import { namesOf, readTable, shortly, tableOf, textsOf } from './sheet-fixture.ts';
import type { TableReading } from './table.ts';

const read = (rows: Iterable<readonly unknown[]>): TableReading => readCells(rows, { file: 'towns.xlsx' });

/** The text of one cell with this value. */
const textOf = (value: unknown): string =>
  tableOf(
    read([
      ['a', 'b'],
      [value, 'x'],
    ]),
  ).text(0);

describe('values', () => {
  it.each([
    ['text', ' Houston ', ' Houston '],
    ['text that looks like a number', '01101', '01101'],
    ['nothing', null, ''],
    ['a cell that is not there', undefined, ''],
    ['true', true, 'TRUE'],
    ['false', false, 'FALSE'],
    ['a whole number', 77_001, '77001'],
    ['zero', 0, '0'],
    ['zero below zero', -0, '0'],
    ['a negative number', -95.36327, '-95.36327'],
    ['a sum of fractions', 0.1 + 0.2, '0.3'],
    ['a tiny number', 1.5e-9, '0.0000000015'],
    ['a tiny negative number', -1e-7, '-0.0000001'],
    ['the first number with an exponent', 1e21, '1000000000000000000000'],
    ['the last number without one', 999_999_999_999_999, '999999999999999'],
    ['a number that rounds up to one more digit', 0.999_999_999_999_999_9, '1'],
    ['the smallest of all', 5e-324, `0.${'0'.repeat(323)}5`],
    ['the largest of all, which rounds to none', Number.MAX_VALUE, ''],
    ['an amount', 1234.5, '1234.5'],
    ['a phone number', 17_135_550_123, '17135550123'],
    ['empty text', '', ''],
    ['a huge number', 1.25e21, '1250000000000000000000'],
    ['a huge negative number', -3e25, '-30000000000000000000000000'],
    ['sixteen digits', 1_234_567_890_123_456, '1234567890123460'],
    ['a number beyond all', Number.NaN, ''],
    ['infinity', Number.POSITIVE_INFINITY, ''],
    ['a big integer', 12_345_678_901_234_567_890n, '12345678901234567890'],
  ])('writes %s', (_, value, text) => {
    expect(textOf(value)).toBe(text);
  });

  it('refuses what no spreadsheet file holds, because that is a mistake of the caller', () => {
    expect(() => textOf({ formula: '=1' })).toThrow(TypeError);
    expect(() => textOf(Symbol('x'))).toThrow(TypeError);
  });
});

describe('dates', () => {
  it.each([
    ['a day', Date.UTC(2026, 2, 1), '2026-03-01'],
    ['a day with a time', Date.UTC(2026, 2, 1, 14, 30, 5), '2026-03-01 14:30:05'],
    ['a day before the epoch', Date.UTC(1901, 11, 31, 23, 59, 59), '1901-12-31 23:59:59'],
    ['a time a millisecond short', Date.UTC(2026, 2, 1, 14, 19, 59, 999), '2026-03-01 14:20:00'],
    ['a day a millisecond short', Date.UTC(2026, 1, 28, 23, 59, 59, 999), '2026-03-01'],
    ['a leap day a millisecond short', Date.UTC(2028, 1, 28, 23, 59, 59, 999), '2028-02-29'],
    ['a year a millisecond short', Date.UTC(2026, 11, 31, 23, 59, 59, 600), '2027-01-01'],
    ['a month a millisecond short before the epoch', Date.UTC(1969, 10, 30, 23, 59, 59, 999), '1969-12-01'],
    ['a millisecond too many', Date.UTC(2026, 2, 1, 0, 0, 0, 1), '2026-03-01'],
    ['the hour that summer time leaves out', Date.UTC(2026, 2, 8, 2, 30), '2026-03-08 02:30:00'],
    ['the hour that comes twice in autumn', Date.UTC(2026, 10, 1, 1, 30), '2026-11-01 01:30:00'],
    ['midnight of the day that summer time begins', Date.UTC(2026, 2, 29), '2026-03-29'],
    ['a leap day', Date.UTC(2024, 1, 29), '2024-02-29'],
    ['the day behind February 1900', Date.UTC(1900, 2, 1), '1900-03-01'],
    ['the first day of 1900', Date.UTC(1900, 0, 1), '1900-01-01'],
    ['day 0 of the calendar of 1904', Date.UTC(1904, 0, 1), '1904-01-01'],
    ['a clock time without a day', Date.UTC(1899, 11, 30, 14, 30), '14:30:00'],
    ['a clock time of midnight', Date.UTC(1899, 11, 30), '00:00:00'],
    ['a clock time a millisecond short', Date.UTC(1899, 11, 30, 8, 59, 59, 999), '09:00:00'],
    ['the day behind day 0', Date.UTC(1899, 11, 31), '1899-12-31'],
    ['the last day of all', Date.UTC(9999, 11, 31, 23, 59, 59), '9999-12-31 23:59:59'],
    ['an early year', Date.UTC(900, 0, 2), '0900-01-02'],
  ])('writes %s in one form', (_, time, text) => {
    expect(textOf(new Date(time))).toBe(text);
  });

  it('writes a day that is none as nothing', () => {
    expect(textOf(new Date(Number.NaN))).toBe('');
  });

  it('writes the day of the sheet in every time zone', () => {
    const zone = process.env['TZ'];
    try {
      for (const name of ['Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kolkata', 'Europe/Berlin']) {
        process.env['TZ'] = name;
        expect(textOf(new Date(Date.UTC(2026, 6, 4)))).toBe('2026-07-04');
        expect(textOf(new Date(Date.UTC(2026, 2, 29, 2, 30)))).toBe('2026-03-29 02:30:00');
        expect(textOf(new Date(Date.UTC(1904, 0, 1)))).toBe('1904-01-01');
      }
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  it('leaves the date of the caller as it is', () => {
    const date = new Date(Date.UTC(2026, 1, 28, 23, 59, 59, 999));
    textOf(date);
    expect(date.getTime()).toBe(Date.UTC(2026, 1, 28, 23, 59, 59, 999));
  });
});

describe('rows', () => {
  it('reads the header and the rows, from any iterable', () => {
    function* rows(): Generator<readonly unknown[]> {
      yield ['geo_city', ' Lat '];
      yield ['Houston', 29.76];
    }
    const table = tableOf(read(rows()));
    expect(namesOf(table)).toEqual(['geo_city', 'Lat']);
    expect(textsOf(table)).toEqual([['Houston', '29.76']]);
    expect([table.file, table.encoding, table.delimiter]).toEqual(['towns.xlsx', 'cells', 'cells']);
  });

  it('counts blank rows and passes over them', () => {
    const table = tableOf(read([[null], ['a', 'b'], [], [1, 2], [null, null], ['', ' '], [3, 4]]));
    expect([table.rowNumber(0), table.rowNumber(1)]).toEqual([4, 7]);
  });

  it('takes a short row for one with empty cells, as spreadsheets leave them out', () => {
    const { table, problems } = read([['a', 'b', 'c'], [1], [1, 2, 3]]);
    expect(problems).toEqual([]);
    expect(table && textsOf(table)[0]).toEqual(['1', '', '']);
  });

  it('leaves out cells beyond the header, with a notice', () => {
    const { table, problems } = read([
      ['a', 'b'],
      [1, 2, null, 'x'],
      [1, 2, null, 'y'],
    ]);
    expect(table && textsOf(table)).toEqual([
      ['1', '2'],
      ['1', '2'],
    ]);
    expect(shortly(problems)).toEqual(['notice column-nameless 2']);
    expect(problems[0]?.text).toContain('Column D');
  });

  it('takes rows with holes', () => {
    const row: unknown[] = [];
    row[1] = 'x';
    expect(textsOf(tableOf(read([['a', 'b'], row])))).toEqual([['', 'x']]);
  });

  it.each([
    ['nothing', [], 'fault sheet-empty'],
    ['empty rows', [[], [null, '']], 'fault sheet-empty'],
    ['a header only', [['a', 'b'], []], 'fault header-only 1'],
    [
      'a doubled header',
      [
        ['a', 'A'],
        [1, 2],
      ],
      'fault header-doubled 1 A',
    ],
  ])('refuses %s', (_, rows, problem) => {
    const reading = read(rows);
    expect(reading.table).toBeUndefined();
    expect(shortly(reading.problems)).toEqual([problem]);
  });

  it('reads no further than the row that is one too many', () => {
    let pulled = 0;
    function* rows(): Generator<readonly unknown[]> {
      yield ['a'];
      for (;;) {
        pulled += 1;
        yield ['x'];
      }
    }
    expect(shortly(read(rows()).problems)).toEqual(['fault sheet-too-long 100002']);
    expect(pulled).toBe(100_001);
  });

  it('keeps quotation marks, separators and line breaks as they are', () => {
    const texts = ['"', 'a,b', 'x\r\ny\n', '\t', "'", '=1+1'];
    const table = tableOf(read([texts.map((_, index) => `n${index}`), texts]));
    expect(textsOf(table)).toEqual([texts]);
  });

  it('drops control characters and halves of surrogate pairs, with a notice', () => {
    const { table, problems } = read([
      ['a', 'b'],
      ['x\ud83dy\u0000', '😀é'],
    ]);
    expect(table && textsOf(table)).toEqual([['xy', '😀é']]);
    expect(shortly(problems)).toEqual(['notice characters-dropped 2 a']);
    expect(problems[0]?.text).toContain('2 characters');
  });

  it('loses the row of a cell that is too long', () => {
    const { problems } = read([['a'], ['é'.repeat(40_000)], ['x']]);
    expect(shortly(problems)).toEqual(['loss cell-too-long 2 a']);
  });

  it('gives the same table as the same sheet in CSV', () => {
    const cells = tableOf(
      read([
        ['city', 'zip'],
        ['São Paulo', '01310'],
        ['A "b", c', ''],
      ]),
    );
    const csv = readTable('city,zip\nSão Paulo,01310\n"A ""b"", c",\n');
    expect(textsOf(cells)).toEqual(textsOf(csv));
    const classes = (table: typeof csv): number[] => [0, 1, 2, 3].map((cell) => table.classesOf(cell));
    expect(classes(cells)).toEqual(classes(csv));
  });
});

describe('any value', () => {
  it('is written as the platform reads it back, to fifteen digits', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = textOf(value);
        if (Math.abs(value) > 1e308) return;
        expect(text).toMatch(/^-?\d+(?:\.\d+)?$/);
        expect(Number(text)).toBe(Number(value.toPrecision(15)) + 0);
      }),
      { numRuns: cases(200) },
    );
  });

  it('is written as the platform writes it, where it is a whole second of any day', () => {
    const seconds = fc.integer({ min: Date.UTC(1900, 0, 1) / 1000, max: Date.UTC(2200, 0, 1) / 1000 });
    fc.assert(
      fc.property(seconds, fc.integer({ min: -499, max: 499 }), (second, drift) => {
        const iso = new Date(second * 1000).toISOString();
        const expected = iso.slice(0, 19).replace('T', ' ').replace(' 00:00:00', '');
        expect(textOf(new Date(second * 1000 + drift))).toBe(expected);
      }),
      { numRuns: cases(200) },
    );
  });
});

describe('ZIP codes kept as numbers', () => {
  it('names the column and the first row whose code has lost its zero', () => {
    const { problems } = read([
      ['city', 'Geo ZIP'],
      ['Houston', 77_001],
      [],
      ['Boston', 2108],
      ['Salem', 1970],
    ]);
    expect(shortly(problems)).toEqual(['notice zero-lost 4 Geo ZIP']);
    expect(problems[0]?.text).toContain('2 ZIP codes');
  });

  it.each(['zip', 'ZIP Code', 'zipcode', 'postal code', 'Post-Code', 'geo_zip'])('knows %s', (name) => {
    expect(shortly(read([[name], [2108]]).problems)).toEqual([`notice zero-lost 2 ${name}`]);
  });

  it('says nothing about text, about five digits, or about other columns', () => {
    const rows = [
      ['zip', 'population'],
      ['2108', 2108],
      [77_001, 1],
      [null, null],
    ];
    expect(read(rows).problems).toEqual([]);
  });

  it('lets the rows land', () => {
    expect(tableOf(read([['zip'], [2108]])).text(0)).toBe('2108');
  });
});
