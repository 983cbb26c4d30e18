/** Sheets as programs write them: small ones of the same shape, byte for byte, each read as its user sees it. */
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import {
  toShownRows,
  encodeUtf16,
  joinBytes,
  getNames,
  readSheet,
  readTable,
  summarizeProblems,
  getTable,
  getTexts,
} from './sheet-fixture.ts';

/** Latin-1 letters as one byte each, as Excel writes them on Windows. */
const windows = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe('Google Sheets', () => {
  it('downloads CSV: CRLF, quotes where needed, no line end at the end, formatted values', () => {
    const sheet =
      'geo_city,intro,population,founded,live\r\n' +
      'Houston,"Hot, humid.\nThe ""Bayou City"".","2,304,580",6/5/1837,TRUE\r\n' +
      'Mesa,,"504,258",,FALSE';
    expect(getTexts(readTable(sheet))).toEqual([
      ['Houston', 'Hot, humid.\nThe "Bayou City".', '2,304,580', '6/5/1837', 'TRUE'],
      ['Mesa', '', '504,258', '', 'FALSE'],
    ]);
  });

  it('downloads empty columns next to and empty rows below the data', () => {
    const reading = readSheet('geo_city,geo_state,,\r\nHouston,TX,,\r\n,,,\r\n,,,');
    expect(reading.problems).toEqual([]);
    expect(getNames(getTable(reading))).toEqual(['geo_city', 'geo_state']);
    expect(getTable(reading).rowCount).toBe(1);
  });

  it('copies cells with TABs between them, and quotation marks only around line breaks', () => {
    const pasted = 'geo_city\tnick\ttext\nHouston\t"Bayou City", TX\t"one\ntwo ""three"""\nMesa\t5" rain\t';
    expect(getTexts(readTable(pasted))).toEqual([
      ['Houston', '"Bayou City", TX', 'one\ntwo "three"'],
      ['Mesa', '5" rain', ''],
    ]);
  });

  it('shows a sign-in page if the sheet isn’t public', () => {
    const page = '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Google Sheets: Sign-in';
    expect(summarizeProblems(readSheet(page).problems)).toEqual(['fault sheet-html']);
  });
});

describe('Excel', () => {
  it('saves CSV with semicolons and Windows-1252 in locales with decimal commas', () => {
    const { table, problems } = readSheet(
      windows('Stadt;Breite;Größe\r\nKöln;50,93;405,2\r\nUlm;48,4;118,7\r\n'),
    );
    expect(table && getNames(table)).toEqual(['Stadt', 'Breite', 'Größe']);
    expect(table && getTexts(table)).toEqual([
      ['Köln', '50,93', '405,2'],
      ['Ulm', '48,4', '118,7'],
    ]);
    expect(summarizeProblems(problems)).toEqual(['notice encoding-guessed 2 Stadt']);
  });

  it('saves "CSV UTF-8" with a mark', () => {
    const table = readTable(joinBytes([0xef, 0xbb, 0xbf], 'Stadt;PLZ\r\nKöln;50667\r\n'));
    expect(table.columns[0]).toEqual({ name: 'Stadt', key: 'stadt', letter: 'A' });
    expect(getTexts(table)).toEqual([['Köln', '50667']]);
  });

  it('saves "Unicode text" in UTF-16 with TABs, and quotes cells with a comma or a quotation mark', () => {
    const text = 'city\tnick\r\nHouston\t"Space City, ""H-Town"""\r\n東京\t\r\n';
    const table = readTable(joinBytes([0xff, 0xfe], encodeUtf16(text, 'LE')));
    expect(getTexts(table)).toEqual([
      ['Houston', 'Space City, "H-Town"'],
      ['東京', ''],
    ]);
  });

  it('copies cells with CRLF, and quotation marks inside a cell unchanged', () => {
    expect(getTexts(readTable('city\tnick\r\nHouston\t"H-Town" or Space City\r\nMesa\t"a\nb"\r\n'))).toEqual([
      ['Houston', '"H-Town" or Space City'],
      ['Mesa', 'a\nb'],
    ]);
  });

  it('on an old Mac ends lines with CR', () => {
    expect(getTexts(readTable('city,text\rHouston,"one\rtwo"\rMesa,x\r'))).toEqual([
      ['Houston', 'one\ntwo'],
      ['Mesa', 'x'],
    ]);
  });
});

describe("Excel's line above the header that names the separator", () => {
  it.each([
    ['a semicolon', 'sep=;\r\na;b,c\r\n1,5;2\r\n', ['a', 'b,c'], ['1,5', '2']],
    ['a comma', 'sep=,\na,b;c;d\n1,2;3;4\n', ['a', 'b;c;d'], ['1', '2;3;4']],
    ['a TAB', 'SEP=\t\r\na\tb\r\n1\t2\r\n', ['a', 'b'], ['1', '2']],
    ['an unusual one', 'sep=^\r\na^b\r\n1^2\r\n', ['a', 'b'], ['1', '2']],
    ['one in quotation marks', '"sep=|"\r\na|b\r\n1|2\r\n', ['a', 'b'], ['1', '2']],
    ['one above CR', 'sep=;\ra;b\r1;2\r', ['a', 'b'], ['1', '2']],
    ['one after a byte order mark', '\ufeffsep=;\r\na;b\r\n1;2\r\n', ['a', 'b'], ['1', '2']],
  ])('names %s', (_, sheet, names, row) => {
    const reading = readSheet(sheet);
    expect(reading.problems).toEqual([]);
    expect(getNames(getTable(reading))).toEqual(names);
    expect(getTexts(getTable(reading))).toEqual([row]);
  });

  it('isn’t a row: the spreadsheet does not show it', () => {
    const { table, problems } = readSheet('sep=;\r\na;b\r\n1;2\r\n3\r\n');
    expect(table?.rowNumber(0)).toBe(2);
    expect(summarizeProblems(problems)).toEqual(['notice row-short 3']);
  });

  it('is read in UTF-16 and in chunks of any size', () => {
    const bytes = joinBytes([0xff, 0xfe], encodeUtf16('sep=,\r\ncity,b\r\nx,1\r\n', 'LE'));
    for (const chunk of [1, 3, 100]) {
      expect(getTexts(readTable(bytes, { chunk }))).toEqual([['x', '1']]);
    }
  });

  it('doesn’t override a given separator', () => {
    expect(getTexts(readTable('sep=;\na,b\n1,2\n', { delimiter: ',' }))).toEqual([['1', '2']]);
  });

  it('by itself is an empty sheet', () => {
    expect(summarizeProblems(readSheet('sep=;').problems)).toEqual(['fault sheet-empty']);
    expect(summarizeProblems(readSheet('sep=;\r\n').problems)).toEqual(['fault sheet-empty']);
  });

  it('isn’t detected with more text or below the first line', () => {
    expect(getNames(readTable('sep=;x,b\n1,2\n'))).toEqual(['sep=;x', 'b']);
    expect(getTexts(readTable('a;b\nsep=;\n1;2\n'))).toEqual([
      ['sep=', ''],
      ['1', '2'],
    ]);
  });
});

describe('LibreOffice', () => {
  it('saves CSV with every text quoted and LF', () => {
    const sheet = '"geo_city","zip","lat"\n"Houston","77001",29.76\n"O""Fallon","63366",38.81\n';
    expect(getTexts(readTable(sheet))).toEqual([
      ['Houston', '77001', '29.76'],
      ['O"Fallon', '63366', '38.81'],
    ]);
  });

  it('saves separators beyond the data of the widest row', () => {
    const reading = readSheet('"city","state",,,\n"Houston","TX",,,\n"Mesa","AZ",,,\n');
    expect(reading.problems).toEqual([]);
    expect(getNames(getTable(reading))).toEqual(['city', 'state']);
  });
});

describe('Numbers', () => {
  it('saves the name of the table above the header, which is rejected with a remedy', () => {
    const { problems } = readSheet('Table 1\r\ncity,state\r\nHouston,TX\r\nMesa,AZ\r\n');
    expect(summarizeProblems(problems)).toEqual(['fault header-title 1']);
    expect(problems[0]?.text).toContain('remove it');
  });

  it('saves semicolons in locales with decimal commas', () => {
    const table = readTable('city;lat;lng\r\nKöln;50,93;6,95\r\n"Ulm; Donau";48,40;9,98\r\n');
    expect(getTexts(table)).toEqual([
      ['Köln', '50,93', '6,95'],
      ['Ulm; Donau', '48,40', '9,98'],
    ]);
  });
});

describe('one invalid byte', () => {
  it('changes only its own character', () => {
    const { table, problems } = readSheet(joinBytes('a,b\nKöln – Zür', [0xff], 'ich 😀,é\nMünchen,x\n'));
    expect(table && getTexts(table)).toEqual([
      ['Köln – Zürÿich 😀', 'é'],
      ['München', 'x'],
    ]);
    expect(table?.encoding).toBe('UTF-8');
    expect(summarizeProblems(problems)).toEqual(['notice encoding-guessed 2 a']);
    expect(problems[0]?.text).toContain('Check the letters');
  });

  it('in the name of a column changes only its own character', () => {
    expect(getNames(readTable(joinBytes('größe ', [0xfc], ',b\n1,2\n')))).toEqual(['größe ü', 'b']);
  });

  it('anywhere doesn’t change other cells and the characters around it', () => {
    const letters = fc.array(fc.constantFrom('a', 'é', '–', '😀', 'ß', ' '), { maxLength: 6 });
    const text = letters.map((parts) => `x${parts.join('')}`);
    fc.assert(
      fc.property(text, text, text, fc.constantFrom(0xff, 0xfe, 0xc0, 0xf8), (before, after, other, byte) => {
        const sheet = joinBytes(`a,b\n${other},y\n${before}`, [byte], `x${after},${other}\n`);
        const letter = new TextDecoder('windows-1252').decode(Uint8Array.of(byte));
        const expected = [
          [other.trim(), 'y'],
          [`${before}${letter}x${after}`.trim(), other.trim()],
        ];
        expect(getTexts(readTable(sheet, { delimiter: ',' }))).toEqual(expected);
      }),
      { numRuns: cases(200) },
    );
  });
});

describe('another reader', () => {
  it('finds the same cells in any well-formed sheet', () => {
    const part = fc.constantFrom('"', ',', '\n', '\r\n', 'a', ' ', 'é', '\t', ';');
    const cell = fc.array(part, { maxLength: 5 }).map((parts) => `x${parts.join('')}`);
    const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(rows, fc.constantFrom('\n', '\r\n'), (records, newline) => {
        const text = Papa.unparse([['a', 'b', 'c'], ...records], { newline });
        const [, ...expected] = Papa.parse<string[]>(text, { delimiter: ',', newline }).data;
        expect(getTexts(readTable(text))).toEqual(toShownRows(expected));
        expect(expected).toEqual(records);
      }),
      { numRuns: cases(200) },
    );
  });
});
