/**
 * Edge cases of reading a sheet: text at the very end or across the boundary of a block, and each
 * limit to the last byte, row and character.
 */
import { describe, expect, it } from 'vitest';
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

/** Number of bytes in a block. */
const BLOCK = 65_536;

describe('a character across the boundary of two blocks', () => {
  /** Creates a sheet in which a cell has the text at this byte. */
  function sheetWith(
    text: string,
    from: number,
    encode: (whole: string) => Uint8Array,
  ): [Uint8Array, string] {
    const head = encode('a\n').length;
    const width = encode('x').length;
    const before = 'x'.repeat((from - head) / width);
    // Two cells, because a cell can’t be longer than a block.
    const cell = before.slice(60_000) + text;
    return [encode(`a\n${before.slice(0, 60_000 - 1)}\n${cell}\n`), cell];
  }

  const utf8 = (text: string) => new TextEncoder().encode(text);
  const OFFSETS = [-6, -5, -4, -3, -2, -1, 0, 1];

  it.each(['é', '€', '😀', 'e\u0301', '"'])('is read whole in UTF-8: %s', (text) => {
    for (const offset of OFFSETS) {
      const [bytes, cell] = sheetWith(`${text}z`, BLOCK + offset, utf8);
      const table = readTable(bytes);
      expect(table.getCell(1, 0)).toBe(cell);
    }
  });

  it.each(['LE', 'BE'] as const)('is read whole in UTF-16%s, with both halves of a pair', (order) => {
    for (const offset of OFFSETS.filter((each) => each % 2 === 0)) {
      const [bytes, cell] = sheetWith('😀é', BLOCK + offset - 2, (text) => encodeUtf16(text, order));
      const mark = order === 'LE' ? [0xff, 0xfe] : [0xfe, 0xff];
      const { table, problems } = readSheet(joinBytes(mark, bytes));
      expect(problems).toEqual([]);
      expect(table?.getCell(1, 0)).toBe(cell);
    }
  });

  it('is dropped if only its first half exists', () => {
    for (const offset of [-4, -2, 0]) {
      const [bytes, cell] = sheetWith('\ud83dz', BLOCK + offset - 2, (text) => encodeUtf16(text, 'LE'));
      const { table, problems } = readSheet(joinBytes([0xff, 0xfe], bytes));
      expect(summarizeProblems(problems)).toEqual(['notice characters-dropped 3 a']);
      expect(problems[0]?.text).toMatch(/^1 character /);
      expect(table?.getCell(1, 0)).toBe(cell.replace('\ud83d', ''));
    }
  });
});

describe('a row of a megabyte', () => {
  const COLUMNS = 16;
  const names = Array.from({ length: COLUMNS }, (_, index) => `n${index}`).join(',');
  /** Creates a record of this number of bytes, including its line end. */
  const record = (bytes: number): string => {
    const room = bytes - COLUMNS;
    const width = Math.floor(room / COLUMNS);
    const cells = Array.from({ length: COLUMNS }, (_, index) =>
      'x'.repeat(index === 0 ? room - width * (COLUMNS - 1) : width),
    );
    return `${cells.join(',')}\n`;
  };

  it('is imported with 1,000,000 bytes and skipped with one more', () => {
    expect(record(1_000_000)).toHaveLength(1_000_000);
    expect(readSheet(`${names}\n${record(1_000_000)}`).problems).toEqual([]);
    const { table, problems } = readSheet(`${names}\n${record(1_000_001)}${record(100)}`);
    expect(summarizeProblems(problems)).toEqual(['loss row-too-long 2']);
    expect(problems[0]?.text).toContain('1,000,000 bytes');
    expect(table?.rowNumber(1)).toBe(3);
    expect(table?.rowProblems(1)).toEqual([]);
  });

  it('is the same in chunks of any size', () => {
    const sheet = `${names}\n${record(1_000_001)}${record(999_999)}`;
    const whole = createSnapshot(readSheet(sheet));
    for (const chunk of [997, BLOCK, 1_000_000])
      expect(createSnapshot(readSheet(sheet, { chunk }))).toEqual(whole);
  });
});

describe('a file that may be binary', () => {
  const rowsWith = (character: string, count: number) => `a,b\n${`${character},1\n`.repeat(count)}`;

  it('is a sheet with 200 zero bytes in its cells, and isn’t with one more', () => {
    expect(readSheet(rowsWith('\0', 200)).table?.rowCount).toBe(200);
    expect(summarizeProblems(readSheet(rowsWith('\0', 201)).problems)).toEqual(['fault sheet-binary']);
  });

  it('is a sheet with any number of one control character, whatever program wrote it', () => {
    const { table } = readSheet(rowsWith('\u0002', 3000));
    expect(table?.rowCount).toBe(3000);
  });

  it('isn’t a sheet with many control characters of sixteen kinds', () => {
    const kinds = (count: number) =>
      String.fromCharCode(
        ...[...Array(32).keys()].filter((code) => code < 9 || code > 13).slice(1, count + 1),
      );
    expect(readSheet(rowsWith(kinds(15), 40)).table?.rowCount).toBe(40);
    expect(summarizeProblems(readSheet(rowsWith(kinds(16), 40)).problems)).toEqual(['fault sheet-binary']);
    expect(readSheet(rowsWith(kinds(16), 12)).table?.rowCount).toBe(12);
  });

  it('isn’t a sheet with a zero byte in its first line', () => {
    expect(summarizeProblems(readSheet('a\0,b\n1,2\n').problems)).toEqual(['fault sheet-binary']);
    expect(summarizeProblems(readSheet(joinBytes([0xff, 0xfe, 0, 0], 'a')).problems)).toEqual([
      'fault sheet-binary',
    ]);
  });
});

describe('the encoding that is given', () => {
  const sheet = (...cells: (string | readonly number[])[]) =>
    joinBytes('a\n', ...cells.flatMap((cell) => [cell, '\n']));

  it('is Windows-1252 if more than half of the non-ASCII cells are', () => {
    expect(readTable(sheet([0xfc], 'x')).encoding).toBe('Windows-1252');
    expect(readTable(sheet([0xfc], 'ü')).encoding).toBe('UTF-8');
    expect(readTable(sheet([0xfc], [0xe9], 'ü')).encoding).toBe('Windows-1252');
    expect(readTable(sheet('x', 'y')).encoding).toBe('UTF-8');
  });

  it('names the first cell that was guessed and counts the others', () => {
    const { problems } = readSheet(sheet('x', [0xfc], 'ü', [0xe9]));
    expect(summarizeProblems(problems)).toEqual(['notice encoding-guessed 3 a']);
    expect(problems[0]?.text).toMatch(/^2 cells have letters/);
    expect(readSheet(sheet([0xfc])).problems[0]?.text).toMatch(/^1 cell has letters/);
  });

  it('has characters for the bytes that Windows-1252 leaves undefined', () => {
    expect(readTable(sheet([0x81, 0x8d, 0x8f, 0x90, 0x9d, 0x80])).getCell(0, 0)).toBe(
      '\u0081\u008d\u008f\u0090\u009d€',
    );
  });
});

describe('a title above the header', () => {
  const rows = (wide: number, narrow: number) => `Towns\n${'x,y\n'.repeat(wide)}${'x\n'.repeat(narrow)}`;

  it('is detected if more than half of the rows have more cells', () => {
    expect(summarizeProblems(readSheet(rows(3, 2)).problems)).toEqual(['fault header-title 1']);
    expect(summarizeProblems(readSheet(rows(2, 2)).problems)).toEqual([
      'loss row-ragged 2',
      'loss row-ragged 3',
    ]);
  });

  it('isn’t detected if two columns have names', () => {
    expect(summarizeProblems(readSheet('a,b\n1,2,3\n1,2,3\n').problems)).toEqual([
      'loss row-ragged 2',
      'loss row-ragged 3',
    ]);
  });
});

describe('numbers in the words of a problem', () => {
  const getText = (sheet: string) => readSheet(sheet).problems[0]?.text ?? '';

  it.each([
    ['a,b\n1\n', '1 row has fewer cells than the header (this is the first).'],
    ['a\n1\n2\n3,4\n', 'The row has 2 cells, the header has 1.'],
    [`a,b\n${'x,'.repeat(1233)}x\n1,2\n`, 'The row has 1,234 cells, the header has 2.'],
    ['a\nx\u0001\n', '1 character that XML does not allow (control characters and the like) was removed'],
    [
      'a\nx\u0001\u0002\n',
      '2 characters that XML does not allow (control characters and the like) were removed',
    ],
    [`a\n${'x'.repeat(70_000)}\n`, 'The cell has 70,000 bytes, at most 65,535 bytes are allowed.'],
  ])('fit the sentence: %#', (sheet, words) => {
    expect(getText(sheet)).toContain(words);
  });

  it('are right for the cells that are not listed', () => {
    const last = (cells: number) => readSheet(`a\n${'x\u0001\n'.repeat(cells)}`).problems.at(-1)?.text;
    expect(last(100)).toMatch(/^1 character /);
    expect(last(101)).toMatch(/^Such characters were also removed from 1 more cell\./);
    expect(last(102)).toMatch(/^Such characters were also removed from 2 more cells\./);
  });

  it('are right for codes without their zero', () => {
    const problem = (...zips: number[]) => readSheet(`zip\n${zips.join('\n')}\n`).problems[0];
    expect(problem(2108)?.text).toMatch(/^1 ZIP code of this column has fewer than five digits/);
    expect(problem(77_001, 2108, 2109)).toMatchObject({ row: 3, field: 'zip' });
    expect(problem(77_001, 2108, 2109)?.text).toMatch(
      /^2 ZIP codes of this column have fewer than five digits/,
    );
  });

  it('report the total number of columns if there are too many', () => {
    const names = Array.from({ length: 17_000 }, (_, index) => `n${index}`).join(',');
    expect(getText(`${names}\n1\n`)).toMatch(/^The header has 17,000 columns, at most 16,384 are allowed/);
  });
});

describe('a separator that is given', () => {
  it.each([',', ';', '\t', '|', ':', ' ', '~', '^', '.'])('is used, whatever it is: %j', (delimiter) => {
    const sheet = [
      ['one', 'two'],
      ['x', `a${delimiter}b`],
    ]
      .map((row) => row.map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell)).join(delimiter))
      .join('\n');
    const table = readTable(sheet, { delimiter });
    expect(getNames(table)).toEqual(['one', 'two']);
    expect(getTexts(table)).toEqual([['x', `a${delimiter}b`]]);
    expect(table.delimiter).toBe(delimiter);
  });

  it('takes precedence over detection', () => {
    expect(getNames(readTable('a;b\n1;2\n', { delimiter: ',' }))).toEqual(['a;b']);
  });
});
