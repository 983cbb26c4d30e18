/** Misplaced quotation marks: they are reported, skip their row, and don’t affect the rows below. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { toShownText, readSheet, readTable, summarizeProblems, getTable, getTexts } from './sheet-fixture.ts';

describe('a quotation mark that is never closed', () => {
  it('rejects the sheet with row and column', () => {
    const { table, problems } = readSheet('a,b\n1,2\n3,"open\n5,6\n7,8\n');
    expect(table).toBeUndefined();
    expect(summarizeProblems(problems)).toEqual(['fault quote-open 3 b']);
    expect(problems[0]?.text).toContain('column B');
  });

  it('rejects it in the last line and in the header', () => {
    expect(summarizeProblems(readSheet('a,b\n1,"').problems)).toEqual(['fault quote-open 2 b']);
    const { problems } = readSheet('a,"b\n1,2');
    expect(summarizeProblems(problems)).toEqual(['fault quote-open 1']);
    expect(problems[0]?.text).toContain('column B');
  });

  it('rejects it after an escaped one at the very end', () => {
    expect(summarizeProblems(readSheet('a,b\n1,"x""').problems)).toEqual(['fault quote-open 2 b']);
  });

  it('rejects it in a sheet of several megabytes in linear time', () => {
    const { problems } = readSheet(`a,b\n1,"${'2\n3,4\n'.repeat(2_000_000)}`);
    expect(summarizeProblems(problems)).toEqual(['fault quote-open 2 b']);
  });

  it('also reports all problems above it', () => {
    expect(summarizeProblems(readSheet('a,A\n1,2,3\n"x"y,2\n1,"\n').problems)).toEqual([
      'notice duplicate-header 1 A',
      'loss row-ragged 2',
      'loss quote-stray 3 a',
      'fault quote-open 4 A',
    ]);
  });
});

describe('text after a closing quotation mark', () => {
  it('skips its row with row and column', () => {
    const { table, problems } = readSheet('a,b\n1,"the "big" one"\n3,4\n');
    expect(summarizeProblems(problems)).toEqual(['loss quote-stray 2 b']);
    expect(problems[0]?.text).toContain('column B');
    expect(table?.rowProblems(0)).toHaveLength(1);
    expect(table?.rowProblems(1)).toHaveLength(0);
  });

  it('reads the text as spreadsheet programs do', () => {
    const { table } = readSheet('a,b\n"x"y,2\n"the ""one"" "big" one",4\n');
    expect(table && getTexts(table)).toEqual([
      ['xy', '2'],
      ['the "one" big" one"', '4'],
    ]);
  });

  it('rejects a header', () => {
    const { table, problems } = readSheet('"the "city",b\n1,2\n');
    expect(table).toBeUndefined();
    expect(summarizeProblems(problems)).toEqual(['fault quote-stray 1 the city"']);
  });

  it.each(['"x"y,2\n', '"x" "y",2\n', '"a"b"c"d,2\n', '"5"" x"z,2\n', '"x"",2",y\n'])(
    'doesn’t affect the rows below: %j',
    (row) => {
      const { table, problems } = readSheet(`a,b\n${row}3,4\n"5",6\n7,"8"\n`);
      expect(table && getTexts(table).slice(1)).toEqual([
        ['3', '4'],
        ['5', '6'],
        ['7', '8'],
      ]);
      expect(problems.every((problem) => problem.severity === 'loss' && problem.row === 2)).toBe(true);
    },
  );

  it('may belong to a row below: the rows between are read', () => {
    const { table, problems } = readSheet('a,b\n1,"open\n3,4\n5,"closed"\n7,8\n');
    expect(summarizeProblems(problems)).toEqual(['loss quote-stray 2 b']);
    expect(table && getTexts(table)).toEqual([
      ['1', '"open'],
      ['3', '4'],
      ['5', 'closed'],
      ['7', '8'],
    ]);
  });

  it('reads any number of rows between two open marks', () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => `city ${row},AZ`);
    const { table, problems } = readSheet(`a,b\n"open,1\n${rows.join('\n')}\n"x",2\n3,4\n`);
    expect(summarizeProblems(problems)).toEqual(['loss quote-stray 2 a']);
    expect(table?.rowCount).toBe(20_003);
    expect(table?.rowNumber(20_002)).toBe(20_004);
  });

  it('skips the lines that may be the rest of its cell, and no row after them', () => {
    const sheet = 'a,b\n"say "hi" to\nall of\nus, "friends"",2\n3,4\n5" pipe,6\n';
    const { table, problems } = readSheet(sheet);
    expect(summarizeProblems(problems)).toEqual([
      'loss quote-stray 2 a',
      'loss quote-stray 3',
      'loss quote-stray 4',
      'loss row-ragged 4',
    ]);
    expect(problems[1]?.text).toContain('row above');
    expect(table && getTexts(table).slice(3)).toEqual([
      ['3', '4'],
      ['5" pipe', '6'],
    ]);
  });

  it('skips such a line even if it has as many cells as the header', () => {
    const { table, problems } = readSheet('a,b\n"say "hi" to\nall",2\n3,4\n');
    const imported = [0, 1, 2].filter((row) => table?.rowProblems(row).length === 0);
    expect(imported.map((row) => table?.rowNumber(row))).toEqual([4]);
    expect(summarizeProblems(problems)).toContain('loss quote-stray 3');
  });

  it('in one row doesn’t change the others and their numbers', () => {
    const clean = fc.constantFrom('x', 'two words', '"a, b"', '"line\nbreak"', '"say ""hi"""', '');
    const broken = fc.constantFrom('"x"y', '"a" "b"', '"q"" w"e', '"" z', '"one"two"');
    const around = fc.array(fc.tuple(clean, clean), { maxLength: 8 });
    fc.assert(
      fc.property(around, around, clean, broken, (above, below, other, stray) => {
        const write = (rows: (readonly string[])[]): string =>
          rows.map((cells) => `${cells.join(',')},7\n`).join('');
        const all = [...above, [stray, other], ...below];
        const table = readTable(`a,b,c\n${write(all)}`, { delimiter: ',' });
        const drop = (rows: string[][]): string[][] => rows.filter((_, row) => row !== above.length);
        const expected = readTable(`a,b,c\n${write([...above, ['1', '2'], ...below])}`, { delimiter: ',' });
        expect(drop(getTexts(table))).toEqual(drop(getTexts(expected)));
        const skipped = all.flatMap((_, row) => (table.rowProblems(row).length > 0 ? [row] : []));
        expect(skipped).toEqual([above.length]);
      }),
      { numRuns: cases(200) },
    );
  });
});

describe('quotation marks between TABs', () => {
  it('are text if they don’t enclose the cell, as on the clipboard', () => {
    const { table, problems } = readSheet(
      'a\tb\n"Big" Apple\tNY\n5" pipe\t"6" and "7"\n"x"\ty "z"\n""quoted"" twice\tx\n',
    );
    expect(problems).toEqual([]);
    expect(table && getTexts(table).slice(0, 3)).toEqual([
      ['"Big" Apple', 'NY'],
      ['5" pipe', '"6" and "7"'],
      ['x', 'y "z"'],
    ]);
  });

  it('enclose a cell with line breaks, TABs or escaped marks', () => {
    expect(getTexts(readTable('a\tb\n"one\n""two"""\t"x\ty"\n'))).toEqual([['one\n"two"', 'x\ty']]);
  });

  it('are text if they are never closed, with a notice', () => {
    const { table, problems } = readSheet('a\tb\nHouston\t"The Bayou City\nMesa\tAZ\n');
    expect(table && getTexts(table)).toEqual([
      ['Houston', '"The Bayou City'],
      ['Mesa', 'AZ'],
    ]);
    expect(summarizeProblems(problems)).toEqual(['notice quote-literal 2 b']);
    expect(problems[0]?.text).toContain('column B');
  });

  it('are text if they are not closed within a megabyte', () => {
    const { table, problems } = readSheet(`a\tb\n"x\ty\n${'Mesa, Arizona\tAZ\n'.repeat(80_000)}last\tone"\n`);
    expect(table?.rowCount).toBe(80_002);
    expect(summarizeProblems(problems)).toEqual(['notice quote-literal 2 a']);
    expect(table?.getCell(0, 0)).toBe('"x');
  });

  it('are read from the clipboard as they were copied', () => {
    // A spreadsheet quotes only cells with a line break or a TAB.
    const part = fc.constantFrom('"', 'a', ' b', '5', ',', '\n', '\t', 'é', '""');
    const cell = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
    const isAmbiguous = (text: string): boolean => /^".*"\s*$/s.test(text) || /^"+$/.test(text);
    const copy = (text: string): string => (/[\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const plain = cell.filter((text) => /[\n\t]/.test(text) || !text.startsWith('"') || !isAmbiguous(text));
    fc.assert(
      fc.property(fc.array(plain, { minLength: 1, maxLength: 6 }), (texts) => {
        // A mark that opens a cell depends only on the text after it, so each cell is tested separately.
        for (const text of texts) {
          if (/^"(?:[^"]|"")*$/.test(text) && !/[\n\t]/.test(text)) continue;
          const table = readTable(`key\ttext\tend\nk\t${copy(text)}\tx\n`);
          expect(getTexts(table)).toEqual([['k', toShownText(text), 'x']]);
        }
      }),
      { numRuns: cases(200) },
    );
  });
});

describe('a blank after a closing quotation mark', () => {
  it.each([' ', '   ', '\r', ' \r'])('is ignored: %j', (blanks) => {
    const reading = readSheet(`a,b\n"x"${blanks},"y"${blanks}\n1,2\n`);
    expect(reading.problems).toEqual([]);
    expect(getTexts(getTable(reading))[0]).toEqual(['x', 'y']);
  });
});
