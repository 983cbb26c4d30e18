/** Encodings: byte order marks, UTF-16, and bytes that aren’t UTF-8. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import {
  encodeUtf16,
  joinBytes,
  getNames,
  readSheet,
  readTable,
  summarizeProblems,
  createSnapshot,
  getTexts,
} from './sheet-fixture.ts';

/** Milliseconds for many cases on a busy machine. */
const SLOW = 120_000;

const TEXT = 'stadt,größe\r\nMünchen,1\r\n東京,😀\r\n';
const ROWS = [
  ['München', '1'],
  ['東京', '😀'],
];

describe('byte order marks', () => {
  it.each([
    ['UTF-8', 'UTF-8', joinBytes([0xef, 0xbb, 0xbf], TEXT)],
    ['UTF-16LE', 'UTF-16LE', joinBytes([0xff, 0xfe], encodeUtf16(TEXT, 'LE'))],
    ['UTF-16BE', 'UTF-16BE', joinBytes([0xfe, 0xff], encodeUtf16(TEXT, 'BE'))],
  ])('reads %s with its mark', (_, encoding, bytes) => {
    const table = readTable(bytes);
    expect(table.encoding).toBe(encoding);
    expect(getNames(table)).toEqual(['stadt', 'größe']);
    expect(getTexts(table)).toEqual(ROWS);
  });

  it('reads a quoted first name after a mark', () => {
    expect(getNames(readTable(joinBytes([0xef, 0xbb, 0xbf], '"a,b",c\n1,2\n')))).toEqual(['a,b', 'c']);
  });
});

describe('UTF-16 without a mark', () => {
  it.each(['LE', 'BE'] as const)('reads UTF-16%s', (order) => {
    const table = readTable(encodeUtf16(TEXT, order));
    expect(table.encoding).toBe(`UTF-16${order}`);
    expect(getTexts(table)).toEqual(ROWS);
  });

  it('reads a pasted sheet in UTF-16 with TABs, as spreadsheets save it', () => {
    const table = readTable(joinBytes([0xff, 0xfe], encodeUtf16('city\tzip\r\nHouston\t77001\r\n', 'LE')));
    expect(table.delimiter).toBe('\t');
    expect(getTexts(table)).toEqual([['Houston', '77001']]);
  });

  it('reads a sheet with little ASCII', () => {
    const lines = Array.from({ length: 400 }, (_, row) => `東京都千代田区,丸の内一丁目${row}`).join('\n');
    const table = readTable(encodeUtf16(`city,place\n${lines}`, 'LE'));
    expect(table.rowCount).toBe(400);
    expect(table.getCell(0, 1)).toBe('丸の内一丁目0');
  });

  it('drops half of a surrogate pair, with a notice', () => {
    const { table, problems } = readSheet(encodeUtf16('city,b\nHou\ud83dston,1\nx,\udc00😀\n', 'LE'));
    expect(table && getTexts(table)).toEqual([
      ['Houston', '1'],
      ['x', '😀'],
    ]);
    expect(summarizeProblems(problems)).toEqual([
      'notice characters-dropped 2 city',
      'notice characters-dropped 3 b',
    ]);
  });

  it('preserves U+FFFD', () => {
    expect(getTexts(readTable(encodeUtf16('city\n\ufffd\n', 'LE')))).toEqual([['\ufffd']]);
  });

  it('drops a lone surrogate that marks a byte in UTF-8', () => {
    const { table, problems } = readSheet(encodeUtf16('city,b\nHou\udbe9ston,1\n', 'LE'));
    expect(table?.encoding).toBe('UTF-16LE');
    expect(table?.getCells(0)).toEqual(['Houston', '1']);
    expect(summarizeProblems(problems)).toEqual(['notice characters-dropped 2 city']);
  });

  it('reports half a character at the very end', () => {
    const { problems } = readSheet(joinBytes(encodeUtf16('city,b\nx,y', 'LE'), [0x41]));
    expect(summarizeProblems(problems)).toEqual(['notice characters-dropped 2 b']);
  });

  it.each(['a,b\n', 'aa,b\n'])(
    'reads surrogate pairs across the boundaries of blocks and chunks, after %j',
    (header) => {
      const row = '😀😀😀,👩‍👩‍👧 x\n';
      const bytes = encodeUtf16(header + row.repeat(9000), 'BE');
      const whole = readSheet(bytes);
      expect(whole.problems).toEqual([]);
      expect(whole.table?.rowCount).toBe(9000);
      expect(whole.table && getTexts(whole.table).every((cells) => cells.join() === row.trim())).toBe(true);
      expect(createSnapshot(readSheet(bytes, { chunk: 7 }))).toEqual(createSnapshot(whole));
    },
  );
});

describe('bytes that aren’t UTF-8', () => {
  it('reads them as Windows-1252, with one notice at the first', () => {
    const { table, problems } = readSheet(
      joinBytes('city,text\nK', [0xf6], 'ln,', [0x93], 'x', [0x94, 0x80], '\nM', [0xfc], 'nchen,y\n'),
    );
    expect(table?.encoding).toBe('Windows-1252');
    expect(table && getTexts(table)).toEqual([
      ['Köln', '“x”€'],
      ['München', 'y'],
    ]);
    expect(summarizeProblems(problems)).toEqual(['notice encoding-guessed 2 city']);
    expect(problems[0]?.text).toContain('3 cells');
  });

  it('reads names of columns in Windows-1252', () => {
    expect(getNames(readTable(joinBytes('gr', [0xf6, 0xdf], 'e,b\n1,2\n')))).toEqual(['größe', 'b']);
  });

  it('doesn’t change the cells that are UTF-8 if a few are not', () => {
    const { table, problems } = readSheet(joinBytes('a\nMünchen\nKöln\nZürich\nF', [0xfc], 'rth\n'));
    expect(table?.encoding).toBe('UTF-8');
    expect(table && getTexts(table).flat()).toEqual(['München', 'Köln', 'Zürich', 'Fürth']);
    expect(summarizeProblems(problems)).toEqual(['notice encoding-guessed 5 a']);
  });

  it('finds them after many blocks', () => {
    const { table, problems } = readSheet(joinBytes(`a,b\n${'Mesa,AZ\n'.repeat(30_000)}`, [0xe9], ',x\n'));
    expect(table?.getCell(30_000, 0)).toBe('é');
    expect(summarizeProblems(problems)).toEqual(['notice encoding-guessed 30002 a']);
  });

  it('skips the row of a cell that then exceeds the limit', () => {
    const { problems } = readSheet(joinBytes('a\n', new Uint8Array(40_000).fill(0xfc), '\n'));
    expect(summarizeProblems(problems)).toEqual(['loss cell-too-long 2 a', 'notice encoding-guessed 2 a']);
    expect(problems[0]?.text).toContain('80,000 bytes');
  });

  it.each([
    ['a lone continuation byte', [0x80]],
    ['an overlong form of a slash', [0xc0, 0xaf]],
    ['an overlong form of three bytes', [0xe0, 0x80, 0xaf]],
    ['an overlong form of four bytes', [0xf0, 0x80, 0x80, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a code point that is too high', [0xf4, 0x90, 0x80, 0x80]],
    ['a lead byte that is too high', [0xf5, 0x80, 0x80, 0x80]],
    ['a sequence cut short', [0xe2, 0x82]],
  ])('reports %s', (_, bytes) => {
    expect(summarizeProblems(readSheet(joinBytes('a,b\nx', bytes, ',y\n')).problems)).toEqual([
      'notice encoding-guessed 2 a',
    ]);
  });

  it(
    'reports exactly what the platform can’t decode',
    () => {
      const fatal = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
      const piece = fc.oneof(
        fc.constantFrom([0xe0], [0xed], [0xf0], [0xf4], [0xc2], [0xef, 0xbb], [0xbf], [0x80], [0x9f], [0xa0]),
        fc.array(fc.integer({ min: 0x80, max: 0xff }), { maxLength: 4 }),
        fc.string({ unit: 'grapheme', maxLength: 2 }).map((text) => [...new TextEncoder().encode(text)]),
      );
      let valid = 0;
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 4 }), (pieces) => {
          const bytes = pieces.flat().filter((byte) => byte > 31 && byte !== 0x22 && byte !== 0x2c);
          let expected: string | undefined;
          try {
            expected = fatal.decode(Uint8Array.from(bytes));
            valid += 1;
          } catch {
            expected = undefined;
          }
          const { table, problems } = readSheet(joinBytes('a,b\n1,x', bytes, 'y\n'), { delimiter: ',' });
          const guessed = problems.some((problem) => problem.code === 'encoding-guessed');
          expect(guessed).toBe(expected === undefined);
          if (expected !== undefined)
            expect(table?.getCell(0, 1)).toBe(`x${expected.replaceAll(/[\ufffe\uffff]/g, '')}y`);
        }),
        { numRuns: cases(200) },
      );
      expect(valid).toBeGreaterThan(cases(25));
    },
    SLOW,
  );
});
