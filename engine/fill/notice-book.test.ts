import { describe, expect, it } from 'vitest';
import { readRows } from '#testkit/wxr-seed.ts';
import { NoticeBook } from './notice-book.ts';

const { table } = readRows([['geo_city'], ...Array.from({ length: 120 }, (_, row) => [`Town ${row}`])]);

describe('notices of rows', () => {
  it('name the row as a spreadsheet counts it, and the column', () => {
    const book = new NoticeBook(table);
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

  it('are listed fifty times of a kind, then counted', () => {
    const book = new NoticeBook(table);
    for (let row = 0; row < 120; row += 1)
      book.add(row, { code: 'cell-empty', field: 'geo_city', text: 'x' });
    const problems = book.finish();
    expect(problems).toHaveLength(51);
    expect(problems[50]).toEqual({
      code: 'cell-empty',
      severity: 'notice',
      file: 'rows.xlsx',
      field: 'geo_city',
      text: 'The same in 70 more rows.',
    });
  });

  it('of one kind do not hide those of another, nor of another column', () => {
    const book = new NoticeBook(table);
    for (let row = 0; row < 60; row += 1) {
      book.add(row, { code: 'cell-empty', field: 'a', text: 'x' });
      if (row < 50) book.add(row, { code: 'cell-empty', field: 'b', text: 'x' });
    }
    book.add(60, { code: 'slug-reserved', field: 'a', text: 'x' });
    const problems = book.finish();
    expect(problems).toHaveLength(102);
    expect(problems.filter(({ text }) => text.startsWith('The same in'))).toMatchObject([{ field: 'a' }]);
  });

  it('are none where nothing was added', () => {
    expect(new NoticeBook(table).finish()).toEqual([]);
  });
});
