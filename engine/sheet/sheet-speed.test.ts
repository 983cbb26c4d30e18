/** Sheets that could be slow to read: time grows linearly with their size. */
import { describe, expect, it } from 'vitest';
import { tenfold } from '#testkit/cases.ts';
import { MAX_LINEAR_GROWTH, measureGrowth } from '#testkit/growth.ts';
import { readSheet, readTable, getTexts } from './sheet-fixture.ts';

/** Quadratic work on this many characters would take seconds. */
const SIZE = tenfold(50_000);

describe('time', () => {
  const marks = (size: number): string => '"x'.repeat(size / 4);

  it.each<[string, (size: number) => string]>([
    ['quotation marks and then blanks', (size) => `a,b\n1,${marks(size)}${' '.repeat(size / 2)}\n`],
    ['quotation marks and then TABs', (size) => `a\tb\n1\t${marks(size)}${'\t'.repeat(size / 2)}\n`],
    ['quotation marks and then CRs', (size) => `a,b\n1,${marks(size)}${'\r'.repeat(size / 2)}\n`],
    ['a quoted cell of them', (size) => `a,b\n"x${marks(size)}${' '.repeat(size / 2)}\n`],
    ['a quoted cell of them before TABs', (size) => `a\tb\n"x${marks(size)}${'\t'.repeat(size / 2)}\n`],
    [
      'a quoted cell of them before LFs, lines ended by CR',
      (size) => `a,b\r"x${marks(size)}${'\n'.repeat(size / 2)}\r`,
    ],
    [
      'quotation marks with blanks between them',
      (size) => `a,b\n"x${`"${' '.repeat(100)}`.repeat(size / 100)}\n`,
    ],
    ['only quotation marks', (size) => `a,b\n${'"'.repeat(size + 1)}`],
    ['only quotation marks between TABs', (size) => `a\tb\n${'"\t'.repeat(size / 2)}`],
    ['cells opened and never closed between TABs', (size) => `a\tb\n${'"x\t1\n'.repeat(size / 5)}`],
    ['pairs of quotation marks after an open one', (size) => `a\tb\n"x${'\t""\n'.repeat(size / 4)}`],
    ['groups of three quotation marks', (size) => `a\tb\n${'"""x\t"\n'.repeat(size / 7)}`],
    ['an open quotation mark and many lines', (size) => `a,b\n"${'1,2\n'.repeat(size / 4)}`],
    ['stray quotation marks in each row', (size) => `a,b\n${'"x"y,5"\n'.repeat(size / 8)}`],
    ['one line of separators', (size) => `a,b\n${','.repeat(size)}`],
    ['a header of empty cells', (size) => `a,b${','.repeat(size / 2)}\n${'1,2\n'.repeat(size / 8)}`],
    ['a header of the same name', (size) => `${'a,'.repeat(size / 2)}\n${'1,2\n'.repeat(size / 8)}`],
    ['one long cell', (size) => `a,b\n${'x'.repeat(size)}`],
    ['blank lines', (size) => `a,b\n${'\n'.repeat(size)}`],
    ['lines of one blank', (size) => `a,b\n${' \n'.repeat(size / 2)}`],
    ['a header of one long cell', (size) => 'x'.repeat(size)],
    ['an open comment of a web page', (size) => `<!--${'-'.repeat(size)}`],
    ['blanks before what may be a web page', (size) => `${' '.repeat(size)}<x`],
    ['bytes that are not UTF-8', (size) => `a\n${'\u0080'.repeat(size / 2)}\n`],
  ])('of a sheet with %s grows no faster than the sheet', (_, createSheet) => {
    const prepare = (size: number) => {
      const bytes = new TextEncoder().encode(createSheet(size));
      return () => readSheet(bytes);
    };
    expect(measureGrowth(prepare, SIZE)).toBeLessThanOrEqual(MAX_LINEAR_GROWTH);
  });
});

describe('problems', () => {
  it('are limited if a header has the same name half a million times', () => {
    const { problems } = readSheet(`${'a,'.repeat(450_000)}\n1,2\n`);
    expect(problems.length).toBeLessThan(300);
    expect(problems.some((problem) => problem.text.includes('450,000 columns'))).toBe(true);
  });
});

describe('long runs of blanks', () => {
  it('are preserved inside a text and removed at its edges', () => {
    const runs = [1, 63, 128, 300, 5000].flatMap((length) =>
      [' ', '\t', '\r', '\u000b', ' \t'].map((blank) => blank.repeat(length)),
    );
    const expected = runs.map((run) => run.replaceAll('\u000b', ' ').replaceAll('\r', '\n'));
    const lines = runs.map((run, index) => `${index + 1},"${run}","x${run}y"\r\n`);
    expect(getTexts(readTable(`a,b,c\r\n${lines.join('')}`))).toEqual(
      expected.map((run, index) => [String(index + 1), '', `x${run}y`]),
    );
  });

  it('are removed if a TAB or a space separates the cells', () => {
    const run = ' '.repeat(1000);
    expect(getTexts(readTable(`a\tb\n1\t"${'\t'.repeat(500)}"\n${run}x\t2\n`))).toEqual([
      ['1', ''],
      ['x', '2'],
    ]);
    expect(getTexts(readTable('a b\n1 "2 3"\n', { delimiter: ' ' }))).toEqual([['1', '2 3']]);
  });

  it('don’t make a blank row a row', () => {
    expect(readTable(`a,b\n${' '.repeat(500)},\n1,2\n`).rowCount).toBe(1);
  });

  it.each([1, 60, 5000])('are skipped after a closing quotation mark, also %i of them', (length) => {
    expect(getTexts(readTable(`a,b\n"x"${' '.repeat(length)},y\n`))).toEqual([['x', 'y']]);
  });
});
