import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import {
  getNames,
  readSheet,
  readTable,
  summarizeProblems,
  createSnapshot,
  getTexts,
} from './sheet-fixture.ts';

const ENDS = { LF: '\n', CRLF: '\r\n', CR: '\r', CRCRLF: '\r\r\n' } as const;

describe('a line end CR CR LF', () => {
  it('is one line end, which programs write for CRLF in text mode', () => {
    const table = readTable('geo_city,geo_url\r\r\nWaco,waco\r\r\nAustin,austin\r\r\n');
    expect(getNames(table)).toEqual(['geo_city', 'geo_url']);
    expect(getTexts(table)).toEqual([
      ['Waco', 'waco'],
      ['Austin', 'austin'],
    ]);
  });

  it('isn’t part of unquoted, quoted, empty and last cells', () => {
    const table = readTable('a,b\r\r\n"x",y\r\r\nx,"y"\r\r\n,\r\r\nz,\r\r\n"p\r\nq",r');
    expect(getTexts(table)).toEqual([
      ['x', 'y'],
      ['x', 'y'],
      ['z', ''],
      ['p\nq', 'r'],
    ]);
  });

  it('counts rows as lines, so that problems name the right ones', () => {
    expect(summarizeProblems(readSheet('a,b\r\r\n1,2\r\r\n3\r\r\n4,5\r\r\n').problems)).toEqual([
      'notice row-short 3',
    ]);
  });

  it('may be in some lines only', () => {
    expect(getTexts(readTable('a,b\r\n1,2\r\r\n3,4\n5,6\r\r\r\n'))).toEqual([
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ]);
  });

  it('may also end the line that names the separator', () => {
    const table = readTable('sep=;\r\r\na;b\r\r\n1;2\r\r\n');
    expect(getNames(table)).toEqual(['a', 'b']);
    expect(getTexts(table)).toEqual([['1', '2']]);
  });
});

describe('the same rows', () => {
  const cell = fc.stringMatching(/^[a-z ,;"é]{0,6}$/);
  const quote = (text: string, isBare: boolean) =>
    isBare && !/[",;]/.test(text) ? text : `"${text.replaceAll('"', '""')}"`;

  it('are read with every kind of line end, with and without one at the end', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell, fc.boolean()), { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...Object.values(ENDS)),
        fc.boolean(),
        (rows, end, isEnded) => {
          const lines = [['one', 'two'], ...rows.map(([a, b, bare]) => [quote(a, bare), quote(b, bare)])];
          const write = (newline: string) =>
            lines.map((line) => line.join(',')).join(newline) + (isEnded ? newline : '');
          expect(createSnapshot(readSheet(write(end)))).toEqual(createSnapshot(readSheet(write('\n'))));
        },
      ),
      { numRuns: cases(80) },
    );
  });

  it.each(Object.entries(ENDS))('are read with %s in chunks of any size', (_name, end) => {
    const sheet = ['a,b', '"x\n""y""",2', 'é,', ',"z"', ''].join(end);
    const whole = createSnapshot(readSheet(sheet));
    for (let chunk = 1; chunk < 12; chunk += 1)
      expect(createSnapshot(readSheet(sheet, { chunk }))).toEqual(whole);
  });
});

describe('a CR inside a line', () => {
  it('is an ordinary line break within a cell, and nothing at its end', () => {
    expect(getTexts(readTable('a,b\n1\rx,2\n"3\r",4\n'))).toEqual([
      ['1\nx', '2'],
      ['3', '4'],
    ]);
  });

  it('is ignored before a separator', () => {
    expect(getTexts(readTable('a,b\n1\r,2\n'))).toEqual([['1', '2']]);
  });
});

describe('only line ends', () => {
  it.each(['\n', '\r\n', '\r', '\r\r\n', '\n\r\n\r', '\ufeff\r\n\r\n'])('are an empty sheet: %j', (sheet) => {
    expect(summarizeProblems(readSheet(sheet).problems)).toEqual(['fault sheet-empty']);
  });

  it.each(['\n', '\r\n', '\r'])('above the header are skipped, and counted: %j', (end) => {
    const { problems } = readSheet(`${end}${end}a,b${end}1,2${end}3${end}`);
    expect(summarizeProblems(problems)).toEqual(['notice row-short 5']);
  });

  it('by the thousand between rows preserve the number of each row', () => {
    const table = readTable(`a\n${'\n'.repeat(5000)}x\n${'\r\n'.repeat(3000)}y\n`);
    expect([table.rowNumber(0), table.rowNumber(1)]).toEqual([5002, 8003]);
  });
});
