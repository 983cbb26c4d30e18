/** Detects separators of cells and rows from the first records, despite texts full of other separators. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { detectDialect } from './sheet-dialect.ts';
import { getNames, readSheet, readTable, toShownRows, getTexts } from './sheet-fixture.ts';

const readDelimiter = (sheet: string): string => readTable(sheet).delimiter;

describe('the separator', () => {
  it.each([
    ['semicolons, and a comma in each text', 'city, state;zip\nHouston, TX;77001\nMesa, AZ;85201\n', ';'],
    ['TABs, and commas in each text', 'city, state\tzip\nHouston, TX\t77001\nMesa, AZ\t85201\n', '\t'],
    ['pipes, and semicolons in the texts', 'a|b; c\n1|x; y; z\n2|x\n', '|'],
    ['commas, and a semicolon in one name', 'city,"a; b",c\nHouston,x,y\n', ','],
    ['commas, and a TAB in one text', 'a,b,c\n1,x\ty,3\n', ','],
    ['semicolons, and quoted line breaks', 'a;b\n"1,1\n,2,3";"x\n,,"\n2;3\n', ';'],
    ['semicolons in a header without rows', 'a;b;c', ';'],
    ['semicolons, with blank lines above', '\n\r\na;b\n1;2\n', ';'],
    ['semicolons, with ragged rows', 'a;b;c\n1;2;3\n1\n1;2;3;4\n1;2;3\n', ';'],
    ['semicolons, with a stray quotation mark', 'a;b\n"x"y;2\n3;4\n', ';'],
    ['commas, and a semicolon in brackets of one name', 'geo_city,price (min; max)\nAustin,100\n', ','],
    ['semicolons, and commas in brackets', 'city;price (min,max)\nAustin;1,2\nWaco;3,4\n', ';'],
    ['commas with blanks after them', 'city, state, zip\nAustin, TX, 78701\n', ','],
    ['pipes, and a comma in brackets', 'city|size [m, ft]\nAustin|2, 3\n', '|'],
    ['commas, with an open quotation mark below', 'a,b\n1,2\n"x,3\n4,5', ','],
  ])('is seen among %s', (_, sheet, delimiter) => {
    const { table, problems } = readSheet(sheet);
    const text = problems.map((problem) => problem.text).join();
    if (table === undefined) expect(text).toMatch(/no rows below|is never closed/);
    else expect(table.delimiter).toBe(delimiter);
  });

  it('is the one that is rarer in texts if two split the records equally well', () => {
    // TAB before semicolon, semicolon before pipe, pipe before comma
    expect(readDelimiter('a;b,c\n1;2,3\n')).toBe(';');
    expect(readDelimiter('a,b;c\n1,2;3\n')).toBe(';');
    expect(readDelimiter('a,b\tc\n1,2\t3\n')).toBe('\t');
    expect(readDelimiter('a;b\tc\n1;2\t3\n')).toBe('\t');
    expect(readDelimiter('a|b;c\n1|2;3\n')).toBe(';');
    expect(readDelimiter('a,b|c\n1,2|3\n')).toBe('|');
  });

  it('is a comma if nothing splits the header', () => {
    expect(readDelimiter('city\nHouston\n')).toBe(',');
    expect(readDelimiter('city\na;b\nc\n')).toBe(',');
    expect(readDelimiter('"a;b\tc|d"\nx\n')).toBe(',');
  });

  it('is detected by the first ten records only', () => {
    const late = 'x;y;z;1,2\n'.repeat(500);
    expect(readDelimiter(`a,b\n${'1,2\n'.repeat(10)}${late}`)).toBe(',');
  });

  it('is the one of the writer, whatever separators are in quoted and unquoted texts', () => {
    const delimiters = [',', ';', '\t', '|'];
    const text = fc.array(fc.constantFrom('a', ' ', ...delimiters), { maxLength: 6 });
    const rows = fc.array(fc.tuple(text, text, text), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(rows, fc.constantFrom(...delimiters), fc.boolean(), (records, delimiter, quotesAll) => {
        const write = (cell: string): string => (quotesAll || cell.includes(delimiter) ? `"${cell}"` : cell);
        const cells = records.map((record) => record.map((parts) => `x${parts.join('')}`));
        const lines = [['one', 'two', 'three'], ...cells].map((record) => record.map(write).join(delimiter));
        const table = readTable(lines.join('\n'));
        expect(table.delimiter).toBe(delimiter);
        expect(getTexts(table)).toEqual(toShownRows(cells));
      }),
      { numRuns: cases(200) },
    );
  });
});

describe('the line end', () => {
  it.each([
    ['CRLF', 'a,b\r\n1,2\r\n', [['1', '2']]],
    ['CRLF after an empty cell', 'a,b\r\n1,\r\n', [['1', '']]],
    ['CR', 'a,b\r1,2\r', [['1', '2']]],
    ['LF after a quoted name with a CR', '"a\rx",b\n1,2\n', [['1', '2']]],
    ['CR after a quoted name with an LF', '"a\nx",b\r1,2\r', [['1', '2']]],
    ['CR after blank lines', '\r\ra,b\r1,2\r', [['1', '2']]],
    ['LF, a CR in a text', 'a,b\n1\rx,2\n', [['1\nx', '2']]],
    ['LF after a name in quotation marks that follows a blank', 'a, "b"\n1, "2\r"\n', [['1', '2']]],
  ])('is %s', (_, sheet, rows) => {
    const table = readTable(sheet);
    expect(getTexts(table)).toEqual(rows);
    expect(getNames(table)[1]).toBe('b');
  });

  it('may be truncated at the end of the sheet', () => {
    expect(getTexts(readTable('a,b\r\n1,2\r'))).toEqual([['1', '2']]);
    expect(getTexts(readTable('a,b\r\n1,"2"\r'))).toEqual([['1', '2']]);
  });
});
describe('the dialect of a sheet', () => {
  it.each<[string, string, string]>([
    ['a,b\n1,2\n', ',', '\n'],
    ['a;b\r\n1,5;2\r\n', ';', '\n'],
    ['a\tb\r1\t2\r', '\t', '\r'],
    ['a|b\r\r\n1|2', '|', '\n'],
    ['"a\rb",c\n', ',', '\n'],
    ['"a""\r",c\n', ',', '\n'],
    ['"a;b;c",d\n"e;f;g",h\n', ',', '\n'],
    ['a\n1\n', ',', '\n'],
    ['\r\n\r\na;b\r1;2', ';', '\r'],
  ])('of %j', (sheet, delimiter, newline) => {
    expect(detectDialect(sheet)).toEqual({ delimiter, newline, preamble: 0 });
  });

  it.each(['sep=;\n', 'sep=;\r\n', 'SEP=;\r\r\n', '"sep=;"\r', 'sep=;'])(
    'is reported by the line above the header, which is skipped: %j',
    (line) => {
      expect(detectDialect(line)).toMatchObject({ delimiter: ';', preamble: line.length });
    },
  );
});
