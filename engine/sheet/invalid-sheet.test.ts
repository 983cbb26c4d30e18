/** All problems of an invalid sheet are reported at once, each with its place and a remedy. */
import { describe, expect, it } from 'vitest';
import type { Problem } from '../problem.ts';
import { readCells } from './read-cells.ts';
import { encodeUtf16, joinBytes, readSheet, summarizeProblems } from './sheet-fixture.ts';

/** Verbs that tell the user how to fix the sheet. */
const REMEDY =
  /\b(?:Give|Save|Open|Check|Unpack|Paste|Share|share it|paste|Add|Split|split|Remove|Rename|Delete|Enter|Name|Shorten|Close|Write|Look|Clean|Format|must|remove it)\b/;

const TOO_LONG = 'x'.repeat(65_536);
const NAMES = Array.from({ length: 16_385 }, (_, index) => `n${index}`).join(',');

const BAD: [string, string | Uint8Array, string[]][] = [
  ['nothing', '', ['fault sheet-empty']],
  ['blank lines', '\r\n \r\n,,\r\n', ['fault sheet-empty']],
  ['a header only', 'a,b\r\n', ['fault header-only 1']],
  ['a header below blank lines only', '\n\na,b\n', ['fault header-only 3']],
  ['a duplicate header', 'Geo City,geo-city\n1,2\n', ['notice duplicate-header 1 geo-city']],
  [
    'a duplicate header that differs only in invisible characters',
    'city,\u200bcity\n1,2\n',
    ['notice duplicate-header 1 city'],
  ],
  [
    'a header without names',
    '-,_\n1,2\n',
    ['fault header-nameless 1', 'notice column-nameless 2', 'notice column-nameless 2'],
  ],
  ['a title', 'Towns\na,b\n1,2\n', ['fault header-title 1']],
  ['too many columns', `${NAMES}\nx${NAMES}\n`, ['fault sheet-too-wide 1']],
  ['a name that is too long', `a,${TOO_LONG}\n1,2\n`, ['fault cell-too-long 1']],
  ['a web page', '<!DOCTYPE html><p>Sign in', ['fault sheet-html']],
  ['a web page in UTF-16', joinBytes([0xff, 0xfe], encodeUtf16('<html>', 'LE')), ['fault sheet-html']],
  ['a seed', '<?xml version="1.0"?><rss>', ['fault sheet-xml']],
  ['a PDF', '%PDF-1.7\n', ['fault sheet-binary']],
  ['an Excel file', joinBytes('PK', [3, 4], '[Content_Types].xml'), ['fault sheet-binary']],
  ['a program', joinBytes([0x7f], 'ELF', new Uint8Array(60)), ['fault sheet-binary']],
  ['an open quotation mark', 'a,b\n1,"2\n', ['fault quote-open 2 b']],
  ['a stray quotation mark', 'a,b\n1,"2"x\n', ['loss quote-stray 2 b']],
  ['a short row', 'a,b\n1\n', ['notice row-short 2']],
  ['an error for a name', 'a,#REF!\n1,2\n', ['notice header-error 1']],
  ['a long row', 'a,b\n1,2,3\n', ['loss row-ragged 2']],
  ['a cell that is too long', `a,b\n1,${TOO_LONG}\n`, ['loss cell-too-long 2 b']],
  ['a control character', 'a,b\n1,x\u0001\n', ['notice characters-dropped 2 b']],
  ['a byte that is not UTF-8', joinBytes('a,b\n1,', [0xfc], '\n'), ['notice encoding-guessed 2 b']],
  ['a column without a name', 'a,,c\n1,2,3\n', ['notice column-nameless 2']],
];

describe('a sheet', () => {
  it.each(BAD)('with %s is reported in place', (_, sheet, expected) => {
    const { table, problems } = readSheet(sheet, { file: 'Towns of Texas.csv' });
    expect(summarizeProblems(problems)).toEqual(expected);
    expect(table === undefined).toBe(problems.some((problem) => problem.severity === 'fault'));
    for (const problem of problems) expect(problem.file).toBe('Towns of Texas.csv');
  });

  it.each(BAD)('with %s is reported in plain sentences with a remedy', (_, sheet) => {
    for (const { code, text } of readSheet(sheet).problems) {
      expect(code).toMatch(/^[a-z]+(?:-[a-z]+)+$/);
      expect(text).toMatch(/^[A-Z\d].*\.$/s);
      expect(text.length).toBeLessThan(330);
      expect(text).toMatch(REMEDY);
      expect(text).not.toMatch(/undefined|NaN|\[object|null/);
    }
  });

  it('with every problem is reported with every problem', () => {
    const sheet = joinBytes(
      'city,City,,zip\nHouston,x,,77001\nMesa\nUl',
      [0xfc],
      'm,x,note,\u00011\nA,"b"c,,2\nB,x,,"3\n',
    );
    expect(summarizeProblems(readSheet(sheet).problems).sort()).toEqual([
      'fault quote-open 6 zip',
      'loss quote-stray 5 City',
      'notice characters-dropped 4 zip',
      'notice column-nameless 4',
      'notice duplicate-header 1 City',
      'notice encoding-guessed 4 city',
      'notice row-short 3',
    ]);
  });

  it('imports the valid rows: each loss belongs to one row of the table', () => {
    const { table, problems } = readSheet(`a,b\n1,2\n1,2,3\n"x"y,2\n${TOO_LONG},2\n3,4\n`);
    const skipped = problems.map((problem: Problem) => problem.row);
    expect(skipped).toEqual([3, 4, 5]);
    const rows = Array.from({ length: table?.rowCount ?? 0 }, (_, row) => row);
    const imported = rows.filter((row) => table?.rowProblems(row).length === 0);
    expect(imported.map((row) => table?.rowNumber(row))).toEqual([2, 6]);
    expect(rows.flatMap((row) => table?.rowProblems(row) ?? [])).toEqual(problems);
  });
});

describe('cells of a spreadsheet file', () => {
  it.each<[string, string[][], string[]]>([
    ['a blank sheet', [[''], []], ['fault sheet-empty']],
    ['a title', [['Towns'], ['city', 'zip'], ['Houston', '77001']], ['fault header-title 1']],
    [
      'a duplicate name',
      [
        ['a', '', 'A'],
        ['1', '2', '3'],
      ],
      ['notice duplicate-header 1 A', 'notice column-nameless 2'],
    ],
    [
      'numbers for names',
      [
        ['1', '2'],
        ['x', 'y'],
      ],
      [],
    ],
    [
      'a control character',
      [
        ['a', 'b'],
        ['x', '\u0002'],
      ],
      ['notice characters-dropped 2 b'],
    ],
    [
      'a long cell',
      [
        ['a', 'b'],
        ['x', TOO_LONG],
      ],
      ['loss cell-too-long 2 b'],
    ],
    ['lost zeros', [['zip'], ['2108']], ['notice zero-lost 2 zip']],
  ])('with %s are reported in place', (_, rows, expected) => {
    const { problems } = readCells(rows, { file: 'towns.xlsx' });
    expect(summarizeProblems(problems)).toEqual(expected);
    for (const { text } of problems) expect(text).toMatch(/^[A-Z\d].*\.$/s);
  });
});
