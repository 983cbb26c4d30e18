/** Cells, separators, quotation marks and line ends of real sheets. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  toShownText,
  findShared,
  listShared,
  getNames,
  readSheet,
  readTable,
  summarizeProblems,
  getTexts,
} from './sheet-fixture.ts';

describe('cells', () => {
  it('reads the header as columns and each line below it as a row', () => {
    const table = readTable('geo_city,geo_state\nHouston,Texas\nSpringfield,Missouri\n');
    expect(table.columns).toEqual([
      { name: 'geo_city', key: 'geocity', letter: 'A' },
      { name: 'geo_state', key: 'geostate', letter: 'B' },
    ]);
    expect(getTexts(table)).toEqual([
      ['Houston', 'Texas'],
      ['Springfield', 'Missouri'],
    ]);
  });

  it('reports the name of the file, the encoding and the separator', () => {
    const table = readTable('a;b\n1;2\n', { file: 'Orte.csv' });
    expect([table.file, table.encoding, table.delimiter]).toEqual(['Orte.csv', 'UTF-8', ';']);
  });

  it('removes spaces at the edges of a cell', () => {
    expect(getTexts(readTable('a,b\n  x , y z\t\n'))).toEqual([['x', 'y z']]);
  });

  it('preserves empty cells', () => {
    expect(getTexts(readTable('a,b,c\n,,3\n1,,\n'))).toEqual([
      ['', '', '3'],
      ['1', '', ''],
    ]);
  });

  it('reads a sheet of one column', () => {
    expect(getTexts(readTable('geo_city\nHouston\nSan Jose\n'))).toEqual([['Houston'], ['San Jose']]);
  });

  it('preserves text that looks like a number', () => {
    expect(getTexts(readTable('zip,n\n01101,1e5\n'))).toEqual([['01101', '1e5']]);
  });

  it('preserves a byte order mark inside a cell', () => {
    expect(getTexts(readTable('a\nx\ufeffy\n'))).toEqual([['x\ufeffy']]);
  });
});

describe('quotation marks', () => {
  it('reads separators inside quotation marks as text', () => {
    expect(getTexts(readTable('a,b\n"Houston, TX",2\n'))).toEqual([['Houston, TX', '2']]);
  });

  it('reads escaped quotation marks as one', () => {
    expect(getTexts(readTable('a,b\n"the ""Bayou"" city",""""\n'))).toEqual([['the "Bayou" city', '"']]);
  });

  it('reads line breaks of each kind inside quotation marks as one kind', () => {
    const table = readTable('a,b\n"one\ntwo","one\r\ntwo"\n"one\rtwo",x\n');
    expect(getTexts(table)).toEqual([
      ['one\ntwo', 'one\ntwo'],
      ['one\ntwo', 'x'],
    ]);
  });

  it('reads a quotation mark in the middle of an unquoted cell as text', () => {
    expect(getTexts(readTable('a,b\n5" pipe,O"Hara\n'))).toEqual([['5" pipe', 'O"Hara']]);
  });

  it('skips blanks between a closing quotation mark and the separator', () => {
    expect(getTexts(readTable('a,b\n"x"  ,"y" \r\n'))).toEqual([['x', 'y']]);
  });

  it('reads a quoted last cell without a line end', () => {
    expect(getTexts(readTable('a,b\n1,"x"'))).toEqual([['1', 'x']]);
  });

  it('reads empty quoted cells', () => {
    expect(getTexts(readTable('a,b\n"",x\n'))).toEqual([['', 'x']]);
  });
});

describe('line ends', () => {
  const rows = [
    ['1', '2'],
    ['3', '4'],
  ];

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('reads %s, with and without one at the end', (_, end) => {
    const lines = ['a,b', '1,2', '3,4'];
    expect(getTexts(readTable(lines.join(end)))).toEqual(rows);
    expect(getTexts(readTable(lines.join(end) + end))).toEqual(rows);
  });

  it('reads a sheet with both LF and CRLF', () => {
    expect(getTexts(readTable('a,b\r\n1,2\n3,4\r\n'))).toEqual(rows);
    expect(getTexts(readTable('a,b\n1,2\r\n3,4\n'))).toEqual(rows);
  });

  it('finds the line end after a header that contains line breaks and quotation marks', () => {
    const table = readTable('"zip ""code""\r(five)",b\n1,2\n3,4\n');
    expect(getNames(table)).toEqual(['zip "code" (five)', 'b']);
    expect(getTexts(table)).toEqual(rows);
    expect(getTexts(readTable('"""zip""\n",b\r1,2\r3,4\r'))).toEqual(rows);
  });

  it('removes a CR inside quotation marks at the end of a row', () => {
    const table = readTable('a,b\n"x","1\r"\r\ny,"2\r"\n"""\r","""\r"\r\n5","6"\n');
    expect(getTexts(table)).toEqual([
      ['x', '1'],
      ['y', '2'],
      ['"', '"'],
      ['5"', '6'],
    ]);
  });

  it('removes the CR of a CRLF from an unquoted last cell that ends with a quotation mark', () => {
    expect(getTexts(readTable('a,b\r\n1,5"\r\n2,6" \r\n'))).toEqual([
      ['1', '5"'],
      ['2', '6"'],
    ]);
  });
});

describe('separators', () => {
  it.each([
    ['comma', ','],
    ['semicolon', ';'],
    ['TAB', '\t'],
    ['pipe', '|'],
  ])('detects %s', (_, delimiter) => {
    const lines = [
      ['city', 'state', 'text'],
      ['Houston', 'TX', 'a b'],
      ['Mesa', 'AZ', 'c d'],
    ];
    const table = readTable(lines.map((cells) => cells.join(delimiter)).join('\n'));
    expect(table.delimiter).toBe(delimiter);
    expect(getTexts(table)).toEqual(lines.slice(1));
  });

  it('reads cells pasted from a spreadsheet, whose texts contain commas', () => {
    const table = readTable(
      'city\tintro\tzip\nHouston\tHot, humid, large\t77001\nMesa\t"Dry,\nsunny"\t85201\n',
    );
    expect(table.delimiter).toBe('\t');
    expect(getTexts(table)).toEqual([
      ['Houston', 'Hot, humid, large', '77001'],
      ['Mesa', 'Dry,\nsunny', '85201'],
    ]);
  });

  it('reads empty cells of a pasted sheet, also at the end of a line', () => {
    expect(getTexts(readTable('a\tb\tc\n1\t\t\n\t"2"\t\n'))).toEqual([
      ['1', '', ''],
      ['', '2', ''],
    ]);
  });

  it('preserves a TAB inside a quoted cell of a pasted sheet', () => {
    expect(getTexts(readTable('a\tb\n"1\t2"\t3\n'))).toEqual([['1\t2', '3']]);
  });

  it('finds the separator of two columns in spite of ragged and blank rows', () => {
    expect(readTable('a;b\n1\n\n2;2\n').delimiter).toBe(';');
    expect(readTable('a\tb\n1\n').delimiter).toBe('\t');
  });

  it('doesn’t detect the commas of decimal numbers as separators', () => {
    const lines = ['a;b;c;d;e', '1,5;2,5;3', '1,5;2,5;3,5;4,5;5', '1,5;2,5;3,5;4,5;5'];
    expect(readTable(lines.join('\n')).delimiter).toBe(';');
  });

  it('uses the given separator', () => {
    expect(getTexts(readTable('a;b\n1,1,1;2\n', { delimiter: ';' }))).toEqual([['1,1,1', '2']]);
    expect(getNames(readTable('a;b,c\n1;2,3\n', { delimiter: ',' }))).toEqual(['a;b', 'c']);
  });

  it('uses a comma for a sheet of one column', () => {
    expect(readTable('city\nHouston\n').delimiter).toBe(',');
  });
});

describe('blank lines', () => {
  it('skips blank lines and counts them', () => {
    const table = readTable('\n\na,b\n\n1,2\n,\n \n3,4\n\n');
    expect(getTexts(table)).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
    expect([table.rowNumber(0), table.rowNumber(1)]).toEqual([5, 8]);
  });

  it('counts a record with line breaks as one row', () => {
    const table = readTable('a,b\n"1\n\n1",2\n3,4\n');
    expect([table.rowNumber(0), table.rowNumber(1)]).toEqual([2, 3]);
  });
});

describe('corpora', () => {
  it('reads the sheets of csv-spectrum equal to their JSON', () => {
    const files = listShared('corpora/csv', '.csv');
    console.info(`csv corpus: ${files.length} files read`);
    for (const file of files) {
      const expected = JSON.parse(readFileSync(file.replace(/\.csv$/, '.json'), 'utf8')) as Record<
        string,
        string
      >[];
      const written = readFileSync(file);
      // A checkout may have removed its CRs: its bytes are then those of newlines.csv.
      const isStripped = file.endsWith('newlines_crlf.csv') && !written.includes('\r');
      if (isStripped) console.info('csv corpus: newlines_crlf.csv has no CRLF, so they are restored');
      const table = readTable(isStripped ? written.toString().replaceAll('\n', '\r\n') : written);
      const names = getNames(table);
      const objects = getTexts(table).map((cells) =>
        Object.fromEntries(cells.map((cell, column) => [names[column], cell])),
      );
      const shown = expected.map((cells) =>
        Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, toShownText(cell)])),
      );
      expect(objects, file).toEqual(shown);
    }
  });

  it('reads the sheets of towns whole, without any problem', () => {
    const files = listShared('seeds', '.csv');
    console.info(`towns: ${files.length} files read`);
    for (const file of files) {
      const reading = readSheet(readFileSync(file));
      expect(reading.problems, file).toEqual([]);
      expect(reading.table?.rowCount).toBe(Number(/rows-(\d+)/.exec(file)?.[1]));
    }
  });

  it('preserves naughty strings except for characters that XML doesn’t allow', () => {
    const path = findShared('corpora/naughty-strings.json');
    const own = [
      '<script>alert(1)</script>',
      '$1\\0',
      '田中さん',
      '👩‍👩‍👧',
      '\u202etest',
      "';--",
      '{{7*7}}',
      '\t\t',
      '\u0007bell',
    ];
    const corpus = path === undefined ? [] : (JSON.parse(readFileSync(path, 'utf8')) as string[]);
    console.info(`naughty strings: ${corpus.length} strings read`);
    const strings = [...own, ...corpus];
    const lines = strings.map((text, index) => `n${index},"${text.replaceAll('"', '""')}"\r\n`);
    const { table, problems } = readSheet(`key,text\r\n${lines.join('')}`);
    const read = table === undefined ? [] : getTexts(table).map((cells) => cells[1]);
    const forbidden = /[\u0000-\u0008\u000e-\u001f\ufffe\uffff]/g;
    expect(read).toEqual(strings.map((text) => toShownText(text.toWellFormed()).replaceAll(forbidden, '')));
    const dirty = strings.filter((text) => text.search(forbidden) >= 0).length;
    expect(
      summarizeProblems(problems).filter((problem) => problem.includes('characters-dropped')),
    ).toHaveLength(dirty);
  });
});
