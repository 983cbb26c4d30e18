/** Skipped rows and cleaned cells: the problem, its place, and the rest of the row. */
import { describe, expect, it } from 'vitest';
import { readSheet, readTable, summarizeProblems, getTable, getTexts } from './sheet-fixture.ts';

describe('ragged rows', () => {
  it('reads missing cells at the end of rows as empty cells, with one notice', () => {
    const { table, problems } = readSheet('a,b,c\n1,2,3\n1,2\n1\n4,5,6\n');
    expect(summarizeProblems(problems)).toEqual(['notice row-short 3']);
    expect(problems[0]?.text).toMatch(/^2 rows have fewer cells than the header/);
    expect(table && getTexts(table)).toEqual([
      ['1', '2', '3'],
      ['1', '2', ''],
      ['1', '', ''],
      ['4', '5', '6'],
    ]);
  });

  it('skips a row with too many cells', () => {
    const { problems } = readSheet('a,b\n1,2,3,,5,\n');
    expect(summarizeProblems(problems)).toEqual(['loss row-ragged 2']);
    expect(problems[0]?.text).toContain('The row has 5 cells, the header has 2.');
  });

  it('preserves a row whose extra cells are all empty', () => {
    const { table, problems } = readSheet('a,b\n1,2,,,\n');
    expect(problems).toEqual([]);
    expect(table && getTexts(table)).toEqual([['1', '2']]);
  });

  it('shows skipped rows padded or cut to the width of the table', () => {
    expect(getTexts(readTable('a,b,c\n1\n1,2,3,4\n'))).toEqual([
      ['1', '', ''],
      ['1', '2', '3'],
    ]);
  });

  it('also reports the losses of each row in the table', () => {
    const reading = readSheet('a,b\n1,2\n1,2,3\n3,4\n');
    const table = getTable(reading);
    expect([0, 1, 2].map((row) => table.rowProblems(row).length)).toEqual([0, 1, 0]);
    expect(table.rowProblems(1)[0]).toBe(reading.problems[0]);
  });

  it('reports any number of them', () => {
    const { problems } = readSheet(`a,b\n${'1,2,3\n'.repeat(5000)}`);
    expect(problems).toHaveLength(5000);
    expect(problems.at(-1)?.row).toBe(5001);
  });
});

describe('cells that are too long', () => {
  it('accepts 65,535 bytes and skips the row of a cell with one more', () => {
    const fits = 'x'.repeat(65_535);
    const { table, problems } = readSheet(`a,b\n${fits},1\n2,${fits}y\n`);
    expect(summarizeProblems(problems)).toEqual(['loss cell-too-long 3 b']);
    expect(problems[0]?.text).toContain('65,536 bytes');
    expect(table?.getCell(0, 0)).toBe(fits);
    expect(table?.getCell(1, 1)).toBe(fits);
    expect(table?.rowProblems(1)).toHaveLength(1);
  });

  it('counts bytes, not characters, and cuts at a whole character', () => {
    const { table, problems } = readSheet(
      `a\n${'é'.repeat(32_767)}\nx${'é'.repeat(32_768)}\n${'é'.repeat(32_768)}\n`,
    );
    expect(summarizeProblems(problems)).toEqual(['loss cell-too-long 3 a', 'loss cell-too-long 4 a']);
    expect(table?.getLength(0, 0)).toBe(65_534);
    expect(table?.getCell(1, 0)).toBe(`x${'é'.repeat(32_767)}`);
    expect(table?.getCell(2, 0)).toBe('é'.repeat(32_767));
  });

  it('doesn’t count dropped characters', () => {
    const { problems } = readSheet(`a\n${'x'.repeat(65_535)}\u0001\u0002\n`);
    expect(summarizeProblems(problems)).toEqual(['notice characters-dropped 2 a']);
  });

  it('skips one row of a megabyte and continues after it', () => {
    const long = 'x'.repeat(3_000_000);
    const { table, problems } = readSheet(`a,b\n1,2\n${long},2\n3,4\n`);
    expect(summarizeProblems(problems)).toEqual(['loss row-too-long 3', 'loss cell-too-long 3 a']);
    expect(table && getTexts(table).map((cells) => cells[0]?.length)).toEqual([1, 65_535, 1]);
    expect(table?.rowNumber(2)).toBe(4);
  });
});

describe('characters that XML doesn’t allow', () => {
  it('drops them, with a notice that names row and column', () => {
    const { table, problems } = readSheet('a,b\nHou\u0000ston,x\n1,\u0007\u001b[0m\u0008\n');
    expect(table && getTexts(table)).toEqual([
      ['Houston', 'x'],
      ['1', '[0m'],
    ]);
    expect(summarizeProblems(problems)).toEqual([
      'notice characters-dropped 2 a',
      'notice characters-dropped 3 b',
    ]);
    expect(problems[1]?.text).toContain('3 characters');
  });

  it('drops the two noncharacters of the basic plane', () => {
    const table = readTable('a,b\nx\ufffey\uffff,\ufffd\n');
    expect(getTexts(table)).toEqual([['xy', '\ufffd']]);
  });

  it('preserves TAB, line breaks, DEL and the control characters above it', () => {
    const text = 'x\ty\nz\u007f\u0085\u009f';
    expect(getTexts(readTable(`a,b\n"${text}",1\n`))).toEqual([[text, '1']]);
  });

  it('lists the first hundred cells and counts the others', () => {
    const { problems } = readSheet(`a\n${'x\u0001\n'.repeat(250)}`);
    expect(problems).toHaveLength(101);
    expect(problems[99]?.row).toBe(101);
    expect(problems[100]).toMatchObject({ code: 'characters-dropped', severity: 'notice' });
    expect(problems[100]?.text).toContain('150 more cells');
    expect(problems[100]?.row).toBeUndefined();
  });

  it('imports the row', () => {
    expect(readTable('a\nx\u0001\n').rowProblems(0)).toEqual([]);
  });
});
