/** Merged cells and hidden rows of a workbook, as the spreadsheet shows them. */
import { describe, expect, it } from 'vitest';
import { MAIN, writeWorkbook } from '#testkit/workbook-file.ts';
import { summarizeProblems, getTable, getTexts } from '../sheet-fixture.ts';
import { readWorkbook } from './read-workbook.ts';
import { oneXml, getCellText } from './workbook-fixture.ts';

interface Sheet {
  rows: readonly (readonly string[])[];
  hidden?: readonly number[];
  merged?: readonly string[];
}

function read({ rows, hidden = [], merged = [] }: Sheet, hiddenRows?: 'include') {
  const lines = rows.map((cells, index) => {
    const row = index + 1;
    const written = cells.map((cell, column) =>
      cell === ''
        ? ''
        : `<c r="${String.fromCharCode(65 + column)}${row}" t="inlineStr"><is><t>${cell}</t></is></c>`,
    );
    return `<row r="${row}"${hidden.includes(row) ? ' hidden="1"' : ''}>${written.join('')}</row>`;
  });
  const ranges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  const xml = `<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData><mergeCells>${ranges}</mergeCells></worksheet>`;
  return readWorkbook(writeWorkbook(oneXml(xml)), { file: 'towns.xlsx', hiddenRows });
}

const HEADER = ['city', 'state', 'note'];

describe('a merged value', () => {
  it('repeats over the rows of its range', () => {
    const reading = read({
      rows: [
        HEADER,
        ['Dallas', 'Texas', 'a'],
        ['Austin', '', 'b'],
        ['Waco', '', ''],
        ['Mesa', 'Arizona', ''],
      ],
      merged: ['B2:B4'],
    });
    expect(getTexts(getTable(reading)).map((cells) => cells[1])).toEqual([
      'Texas',
      'Texas',
      'Texas',
      'Arizona',
    ]);
    expect(reading.problems).toEqual([]);
  });

  it('repeats from a hidden row, across several columns, and with its error', () => {
    const hidden = read({
      rows: [HEADER, ['Dallas', 'Texas', ''], ['Austin', '', '']],
      hidden: [2],
      merged: ['B2:B3'],
    });
    expect(getTexts(getTable(hidden))).toEqual([['Austin', 'Texas', '']]);
    const wide = read({ rows: [HEADER, ['Dallas', 'Texas', '']], merged: ['B2:C2'] });
    expect(getTexts(getTable(wide))).toEqual([['Dallas', 'Texas', 'Texas']]);
    const wrong = read({ rows: [HEADER, ['Dallas', '#REF!', ''], ['Austin', '', '']], merged: ['B2:B3'] });
    expect(getTable(wrong).cellErrors(1)).toEqual([{ column: 1, error: '#REF!' }]);
  });

  it('is refused if its repetitions are too large together', () => {
    const rows = Array.from({ length: 1700 }, (_, row) => [
      `Town ${row}`,
      row === 0 ? 'a'.repeat(60_000) : '',
    ]);
    const { table, problems } = read({ rows: [HEADER, ...rows], merged: ['B2:B1701'] });
    expect(table).toBeUndefined();
    expect(summarizeProblems(problems)).toEqual(['fault sheet-too-large 1668']);
  });

  it('across a whole row is a heading, and the row is skipped', () => {
    const reading = read({ rows: [HEADER, ['Texas', '', ''], ['Dallas', 'TX', '']], merged: ['A2:C2'] });
    expect(summarizeProblems(reading.problems)).toEqual(['loss row-heading 2']);
    expect(getTable(reading).rowProblems(0)).toHaveLength(1);
  });

  it('changes nothing if the range is outside the table', () => {
    const rows = [HEADER, ['Dallas', 'TX', 'a']];
    for (const range of ['A1:C1', 'X9:Z12', 'nonsense', 'B3:B2'])
      expect(getTexts(getTable(read({ rows, merged: [range] })))).toEqual([['Dallas', 'TX', 'a']]);
  });
});

describe('hidden rows', () => {
  const sheet = {
    rows: [HEADER, ['Dallas', 'TX', ''], ['Secret', 'TX', ''], ['Waco', 'TX', '']],
    hidden: [3],
  };

  it('are skipped with one notice, and the others have their original numbers', () => {
    const reading = read(sheet);
    const table = getTable(reading);
    expect(getTexts(table).map(([city]) => city)).toEqual(['Dallas', 'Waco']);
    expect([0, 1].map((row) => table.rowNumber(row))).toEqual([2, 4]);
    expect(summarizeProblems(reading.problems)).toEqual(['notice rows-hidden']);
  });

  it('are read on request', () => {
    const reading = read(sheet, 'include');
    expect(getTable(reading).rowCount).toBe(3);
    expect(reading.problems).toEqual([]);
  });

  it('are a fault if all are hidden', () => {
    const codes = summarizeProblems(read({ rows: [HEADER, ['Dallas', 'TX', '']], hidden: [2] }).problems);
    expect(codes).toEqual(['notice rows-hidden', 'fault header-only 1']);
  });
});

describe('a date or a time', () => {
  it.each([
    ['a date format over date and time', 46_083.75, 'd mmm yyyy', '2026-03-02'],
    ['the built-in date format over date and time', 46_083.75, 14, '2026-03-02'],
    ['a time format over date and time', 46_083.75, 'h:mm AM/PM', '18:00:00'],
    ['the built-in time format over date and time', 46_083.75, 20, '18:00:00'],
    ['a format of both', 46_083.75, 'm/d/yyyy h:mm', '2026-03-02 18:00:00'],
    ['minutes and seconds', 46_083.75, 'mm:ss', '18:00:00'],
    ['only a month', 46_083.75, 'mmmm', '2026-03-02'],
  ])('is formatted with the parts of its format: %s', (_, value, format, text) => {
    expect(getCellText({ value, format })).toBe(text);
  });
});
