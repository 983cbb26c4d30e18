import { describe, expect, it } from 'vitest';
import { combineReadings } from '#engine';
import { readRows } from '#testkit/wxr-seed.ts';
import { NoticeCounter, RowNotices } from './row-notices.ts';

const { table } = readRows([['geo_city'], ...Array.from({ length: 120 }, (_, row) => [`Town ${row}`])]);

describe('notices of rows', () => {
  it('name the row as a spreadsheet counts it, and the column', () => {
    const book = new NoticeCounter(table);
    book.add(0, { code: 'cell-empty', field: 'geo_city', text: 'It is empty.' });
    book.add(4, { code: 'slug-reserved', field: undefined, text: 'It is kept.' });
    expect(book.finish()).toEqual([
      {
        code: 'cell-empty',
        severity: 'notice',
        file: 'rows.xlsx',
        row: 2,
        field: 'geo_city',
        text: 'It is empty.',
      },
      { code: 'slug-reserved', severity: 'notice', file: 'rows.xlsx', row: 6, text: 'It is kept.' },
    ]);
  });

  it('name the rows of both lists that a page combines', () => {
    const services = { table: readRows([['service'], ['Drains'], ['Leaks']]).table, problems: [] };
    const combined = combineReadings({ table, problems: [] }, services).table ?? table;
    const book = new NoticeCounter(combined);
    for (const row of [1, 2, 5]) book.add(row, { code: 'slug-reserved', text: 'It is kept.' });
    expect(book.finish()).toMatchObject([
      {
        row: 2,
        combinedRow: 3,
        text: 'With row 3 of rows.xlsx: It is kept. The same in 2 more rows: 3 × 2, 4 × 3 (rows.xlsx × rows.xlsx)',
      },
    ]);
  });

  it('are one of a kind, with the number of rows and the first of them', () => {
    const book = new NoticeCounter(table);
    for (let row = 0; row < 120; row += 1)
      book.add(row, { code: 'cell-empty', field: 'geo_city', text: 'It is empty.' });
    expect(book.finish()).toEqual([
      {
        code: 'cell-empty',
        severity: 'notice',
        file: 'rows.xlsx',
        row: 2,
        field: 'geo_city',
        text: 'It is empty. The same in 119 more rows: 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, …',
        moreRows: 119,
      },
    ]);
  });

  it('name all rows if they are few', () => {
    const book = new NoticeCounter(table);
    for (const row of [0, 3]) book.add(row, { code: 'cell-empty', field: 'a', text: 'x.' });
    expect(book.finish().map(({ text }) => text)).toEqual(['x. The same in 1 more row: 5']);
  });

  it('of one kind don’t hide those of another kind or column', () => {
    const book = new NoticeCounter(table);
    for (let row = 0; row < 60; row += 1) {
      book.add(row, { code: 'cell-empty', field: 'a', text: 'x' });
      book.add(row, { code: 'cell-empty', field: 'b', text: 'x' });
    }
    book.add(60, { code: 'slug-reserved', field: 'a', text: 'x' });
    expect(book.finish().map(({ code, field }) => `${code} ${field}`)).toEqual([
      'cell-empty a',
      'cell-empty b',
      'slug-reserved a',
    ]);
  });

  it('are empty if nothing was added', () => {
    expect(new NoticeCounter(table).finish()).toEqual([]);
  });
});

describe('notices of all rows', () => {
  const empty = (field: string) => ({ code: 'cell-empty', field, text: `${field} is empty.` });

  it('leave out no row, however many are alike', () => {
    const notices = new RowNotices(table);
    for (let row = 0; row < 120; row += 1) notices.add(row, empty('geo_city'));
    const problems = notices.finish();
    expect(problems.map(({ row }) => row)).toEqual(Array.from({ length: 120 }, (_, row) => row + 2));
    expect(problems[119]).toEqual({
      code: 'cell-empty',
      severity: 'notice',
      file: 'rows.xlsx',
      row: 121,
      field: 'geo_city',
      text: 'geo_city is empty.',
    });
  });

  it('are five of each row, then counted', () => {
    const notices = new RowNotices(table);
    for (const row of [3, 7]) {
      for (let column = 0; column < 3 + row; column += 1) notices.add(row, empty(`c${column}`));
    }
    notices.add(9, empty('c0'));
    const closing = notices.finish().filter(({ code }) => code === 'more-notices');
    expect(closing.map(({ row, text }) => `${row}: ${text}`)).toEqual([
      '5: There is 1 more notice about this row.',
      '9: There are 5 more notices about this row.',
    ]);
    expect(notices.finish().filter(({ row }) => row === 9)).toHaveLength(6);
  });

  it('are empty if nothing was added', () => {
    expect(new RowNotices(table).finish()).toEqual([]);
  });
});
