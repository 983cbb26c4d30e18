/** The header: names of columns, and problems of a sheet whose columns are ambiguous. */
import { describe, expect, it } from 'vitest';
import { readCells } from './read-cells.ts';
import { getNames, readSheet, readTable, summarizeProblems, getTexts } from './sheet-fixture.ts';

describe('names', () => {
  it('trims the names of columns', () => {
    expect(getNames(readTable(' geo_city ,\tgeo_state\u00a0\n1,2\n'))).toEqual(['geo_city', 'geo_state']);
  });

  it('matches names without regard to case, spaces, _ and -', () => {
    expect(readTable('Geo City,GEO-STATE\n1,2\n').columns.map((column) => column.key)).toEqual([
      'geocity',
      'geostate',
    ]);
  });

  it('reads names in any script', () => {
    expect(getNames(readTable('Stadt,Größe,都市\n1,2,3\n'))).toEqual(['Stadt', 'Größe', '都市']);
  });

  it('reads quoted names with separators and line breaks', () => {
    expect(getNames(readTable('"city, state","open\nsunday"\n1,2\n'))).toEqual([
      'city, state',
      'open sunday',
    ]);
  });

  it('drops a control character from a name, with a notice', () => {
    const { table, problems } = readSheet('geo_\u0007city,b\n1,2\n');
    expect(table?.columns[0]).toEqual({ name: 'geo_city', key: 'geocity', letter: 'A' });
    expect(summarizeProblems(problems)).toEqual(['notice characters-dropped 1 geo_city']);
  });
});

describe('sheets without rows', () => {
  it.each([
    ['no bytes', ''],
    ['blank lines', '\n\r\n\n'],
    ['separators only', ',,,\n,,,\n'],
    ['a byte order mark only', '\ufeff'],
  ])('rejects a sheet of %s', (_, text) => {
    const reading = readSheet(text);
    expect(reading.table).toBeUndefined();
    expect(summarizeProblems(reading.problems)).toEqual(['fault sheet-empty']);
  });

  it.each(['a,b', 'a,b\n', 'a,b\n\n,\n'])('rejects a header without rows: %j', (text) => {
    expect(summarizeProblems(readSheet(text).problems)).toEqual(['fault header-only 1']);
  });

  it('names the file in each problem', () => {
    expect(readSheet('', { file: 'towns.tsv' }).problems[0]?.file).toBe('towns.tsv');
  });
});

describe('duplicate names', () => {
  it('reads a sheet with a duplicate name, and reports both columns by letter and text', () => {
    const { table, problems } = readSheet('Geo City,x,geo_city\n1,2,3\n');
    expect(table?.columns.map(({ key }) => key)).toEqual(['geocity', 'x', '']);
    expect(summarizeProblems(problems)).toEqual(['notice duplicate-header 1 geo_city']);
    expect(problems[0]?.text).toContain('A "Geo City" and C "geo_city"');
  });

  it('reports each pair of several duplicate names', () => {
    const { problems } = readSheet('a,b,A,B,a\n1,2,3,4,5\n');
    expect(problems.map((problem) => /: (.*?)\. /.exec(problem.text)?.[1])).toEqual([
      'A "a" and C "A"',
      'B "b" and D "B"',
      'A "a" and E "a"',
    ]);
  });

  it('reports the letters of columns after Z', () => {
    const names = Array.from({ length: 60 }, (_, index) => (index === 59 ? 'n30' : `n${index}`));
    const { problems } = readSheet(`${names.join(',')}\n${names.join(',')}\n`);
    expect(problems[0]?.text).toContain('AE "n30" and BH "n30"');
  });

  it('reports problems of the rows at the same time', () => {
    expect(summarizeProblems(readSheet('a,A\n1,2,3\n1,2\n').problems)).toEqual([
      'notice duplicate-header 1 A',
      'loss row-ragged 2',
    ]);
  });
});

describe('columns without a name', () => {
  it('drops empty cells at the end of the header silently if the cells below are empty', () => {
    const { table, problems } = readSheet('a,b,,\n1,2,,\n3,4\n');
    expect(problems).toEqual([]);
    expect(table && getTexts(table)).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
  });

  it('ignores a column with text and no name, with one notice at its first row', () => {
    const { table, problems } = readSheet('a,,c\n1,,3\n1,x,3\n1,y,3\n');
    expect(table && getTexts(table)[1]).toEqual(['1', '3']);
    expect(summarizeProblems(problems)).toEqual(['notice column-nameless 3']);
    expect(problems[0]?.text).toContain('Column B');
  });

  it('ignores a name of dashes and underscores, which no placeholder can match', () => {
    const { table, problems } = readSheet('a,--,_,b\n1,2,,3\n');
    expect(table && getNames(table)).toEqual(['a', 'b']);
    expect(summarizeProblems(problems)).toEqual(['notice column-nameless 2']);
  });

  it('rejects a header without a name', () => {
    expect(summarizeProblems(readSheet('-,_\n1,2\n').problems)).toContain('fault header-nameless 1');
  });
});

describe('a title above the header', () => {
  const rejectSheet = (sheet: string): string => {
    const { table, problems } = readSheet(sheet);
    expect(table).toBeUndefined();
    expect(problems.map((problem) => problem.code)).toEqual(['header-title']);
    return summarizeProblems(problems).join();
  };

  it.each([
    ['on a line of its own', 'Our towns\ncity,state,zip\nHouston,TX,77001\nMesa,AZ,85201\n', 1],
    ['with a blank line below it', 'Our towns\n\ncity,state,zip\nHouston,TX,77001\n', 1],
    ['with the separators of the sheet', 'Our towns,,\n,,\ncity,state,zip\nHouston,TX,77001\n', 1],
    ['over semicolons', 'Orte\ncity;lat;lng\nKöln;50,93;6,95\nUlm;48,40;9,98\n', 1],
    ['over TABs', 'Our towns\ncity\tstate\tzip\nHouston\tTX\t77001\n', 1],
    ['after blank lines', '\n\nOur towns\ncity,state\nHouston,TX\n', 3],
  ])('is rejected once, not row by row: %s', (_, sheet, row) => {
    expect(rejectSheet(sheet)).toBe(`fault header-title ${row}`);
  });

  it('reports the width of the rows and what to do', () => {
    const { problems } = readSheet('Our towns\ncity,state,zip\nHouston,TX,77001\n');
    expect(problems[0]?.text).toContain('text in up to 3');
    expect(problems[0]?.text).toContain('remove it');
  });

  it('is also detected in a workbook', () => {
    const rows = [['Our towns'], [], ['city', 'state'], ['Houston', 'TX']];
    expect(summarizeProblems(readCells(rows, { file: 'x.xlsx' }).problems)).toEqual(['fault header-title 1']);
  });

  it('is reported together with the other problems', () => {
    expect(summarizeProblems(readSheet('Towns\n1,2\n3,"x"y\n5,\u0001\n').problems)).toEqual([
      'loss quote-stray 3',
      'fault header-title 1',
    ]);
  });

  it('isn’t detected in a sheet of one column in which few rows contain a separator', () => {
    const { table, problems } = readSheet('city\nHouston\nMesa\nSpringfield, MO\n');
    expect(table?.rowCount).toBe(3);
    expect(summarizeProblems(problems)).toEqual(['loss row-ragged 4']);
  });

  it('isn’t detected in a sheet of one column whose texts all contain a semicolon', () => {
    expect(getTexts(readTable('name\nHouston; Texas\nMesa; Arizona\n'))).toEqual([
      ['Houston; Texas'],
      ['Mesa; Arizona'],
    ]);
  });
});

describe('limits', () => {
  const wide = (columns: number): string => {
    const names = Array.from({ length: columns }, (_, index) => `n${index}`).join(',');
    return `${names}\nx${names}\n`;
  };

  it('accepts as many columns as a spreadsheet has, and no more', () => {
    expect(readTable(wide(16_384)).columns).toHaveLength(16_384);
    const { table, problems } = readSheet(wide(16_385));
    expect(table).toBeUndefined();
    expect(summarizeProblems(problems)).toEqual(['fault sheet-too-wide 1']);
    expect(problems[0]?.text).toContain('16,385 columns');
  });

  it('rejects a name longer than the limit of a cell', () => {
    const { problems } = readSheet(`a,${'x'.repeat(65_536)}\n1,2\n`);
    expect(summarizeProblems(problems)).toEqual(['fault cell-too-long 1']);
    expect(problems[0]?.text).toContain('column B');
  });

  it('accepts 100,000 rows and rejects one more', () => {
    const rows = 'x\n'.repeat(100_000);
    expect(readTable(`a\n${rows}\n\n`).rowCount).toBe(100_000);
    const { table, problems } = readSheet(`a\n\n${rows}y\nz\n`);
    expect(table).toBeUndefined();
    expect(summarizeProblems(problems)).toEqual(['fault sheet-too-long 100003']);
  });
});
