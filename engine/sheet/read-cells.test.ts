/** Sheets whose cells are already split. */
import { describe, expect, it } from 'vitest';
import { readCells } from './read-cells.ts';
import { getNames, readTable, summarizeProblems, getTable, getTexts } from './sheet-fixture.ts';
import type { TableReading } from './table.ts';

const read = (rows: Iterable<readonly string[]>): TableReading => readCells(rows, { file: 'towns.xlsx' });

describe('rows', () => {
  it('reads the header and the rows, from any iterable', () => {
    function* rows(): Generator<readonly string[]> {
      yield ['geo_city', ' Lat '];
      yield ['Houston', '29.76'];
    }
    const table = getTable(read(rows()));
    expect(getNames(table)).toEqual(['geo_city', 'Lat']);
    expect(getTexts(table)).toEqual([['Houston', '29.76']]);
    expect([table.file, table.encoding, table.delimiter]).toEqual(['towns.xlsx', 'cells', 'cells']);
  });

  it('counts blank rows and skips them', () => {
    const table = getTable(read([[''], ['a', 'b'], [], ['1', '2'], ['', ''], ['', ' '], ['3', '4']]));
    expect([table.rowNumber(0), table.rowNumber(1)]).toEqual([4, 7]);
  });

  it('reads missing cells of a short row as empty cells', () => {
    const { table, problems } = read([['a', 'b', 'c'], ['1'], ['1', '2', '3']]);
    expect(problems).toEqual([]);
    expect(table && getTexts(table)[0]).toEqual(['1', '', '']);
  });

  it('ignores cells beyond the header, with a notice', () => {
    const { table, problems } = read([
      ['a', 'b'],
      ['1', '2', '', 'x'],
      ['1', '2', '', 'y'],
    ]);
    expect(table && getTexts(table)).toEqual([
      ['1', '2'],
      ['1', '2'],
    ]);
    expect(summarizeProblems(problems)).toEqual(['notice column-nameless 2']);
    expect(problems[0]?.text).toContain('Column D');
  });

  it.each([
    ['nothing', [], 'fault sheet-empty'],
    ['empty rows', [[], ['', '']], 'fault sheet-empty'],
    ['a header only', [['a', 'b'], []], 'fault header-only 1'],
  ])('rejects %s', (_, rows, problem) => {
    const reading = read(rows);
    expect(reading.table).toBeUndefined();
    expect(summarizeProblems(reading.problems)).toEqual([problem]);
  });

  it('stops at the first row that is too many', () => {
    let pulled = 0;
    function* rows(): Generator<readonly string[]> {
      yield ['a'];
      for (;;) {
        pulled += 1;
        yield ['x'];
      }
    }
    expect(summarizeProblems(read(rows()).problems)).toEqual(['fault sheet-too-long 100002']);
    expect(pulled).toBe(100_001);
  });

  it('preserves quotation marks, separators and line breaks', () => {
    const texts = ['"', 'a,b', 'x\ny', 'x\ty', "'", '=1+1'];
    const table = getTable(read([texts.map((_, index) => `n${index}`), texts]));
    expect(getTexts(table)).toEqual([texts]);
  });

  it('drops control characters and halves of surrogate pairs, with a notice', () => {
    const { table, problems } = read([
      ['a', 'b'],
      ['x\ud83dy\u0000', '😀é'],
    ]);
    expect(table && getTexts(table)).toEqual([['xy', '😀é']]);
    expect(summarizeProblems(problems)).toEqual(['notice characters-dropped 2 a']);
    expect(problems[0]?.text).toContain('2 characters');
  });

  it('skips the row of a cell that is too long', () => {
    const { problems } = read([['a'], ['é'.repeat(40_000)], ['x']]);
    expect(summarizeProblems(problems)).toEqual(['loss cell-too-long 2 a']);
  });

  it('returns the same table as the same sheet in CSV', () => {
    const cells = getTable(
      read([
        ['city', 'zip'],
        ['São Paulo', '01310'],
        ['A "b", c', ''],
      ]),
    );
    const csv = readTable('city,zip\nSão Paulo,01310\n"A ""b"", c",\n');
    expect(getTexts(cells)).toEqual(getTexts(csv));
  });
});
