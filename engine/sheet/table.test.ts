/** The table itself: positions of bytes, character classes, and growth. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { ASCII_CLASS, CHAR_CLASS } from './char-class.ts';
import { readCells } from './read-cells.ts';
import { toShownText, readTable, getTable, getTexts } from './sheet-fixture.ts';
import { SEGMENT_BYTES, type Table } from './table.ts';

const ENCODER = new TextEncoder();

const toBytes = (table: Table, cell: number): Uint8Array => {
  const offset = table.getOffset(cell);
  return table.getSegment(cell).subarray(offset, offset + table.getLength(cell));
};

/** The union of the classes of all bytes, as the table defines it. */
const classesOfText = (text: string): number =>
  ENCODER.encode(text).reduce((classes, byte) => classes | (ASCII_CLASS[byte] ?? CHAR_CLASS.nonAscii), 0);

describe('cells', () => {
  it('holds the UTF-8 bytes of each cell', () => {
    const table = readTable('a,b\nHouston,"São ""Paulo"" 😀"\n');
    expect(toBytes(table, 0)).toEqual(ENCODER.encode('Houston'));
    expect(toBytes(table, 1)).toEqual(ENCODER.encode('São "Paulo" 😀'));
    expect(table.getLength(1)).toBe(17);
  });

  it('numbers cells row by row', () => {
    const table = readTable('a,b,c\n1,2,3\n4,5,6\n');
    expect([0, 1, 2, 3, 4, 5].map((cell) => table.text(cell))).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  it('returns an empty text, no bytes and no classes for an empty cell', () => {
    const table = readTable('a,b\n,x\n');
    expect([table.text(0), table.getLength(0), table.getClasses(0)]).toEqual(['', 0, 0]);
  });

  it('returns empty values for a cell and a row that don’t exist', () => {
    const table = readTable('a\nx\n');
    expect([table.text(9), table.getLength(9), table.rowNumber(9), table.rowProblems(9)]).toEqual([
      '',
      0,
      0,
      [],
    ]);
  });
});

describe('classes', () => {
  it.each([
    ['houston77', 0],
    ['Houston', CHAR_CLASS.upper],
    ['san jose', CHAR_CLASS.space],
    ["O'Fallon", CHAR_CLASS.upper | CHAR_CLASS.apostrophe],
    ['a"b', CHAR_CLASS.quote],
    ['<b>&amp;', CHAR_CLASS.angle | CHAR_CLASS.ampersand | CHAR_CLASS.punctuation],
    ['[x]\\/', CHAR_CLASS.bracket | CHAR_CLASS.backslash | CHAR_CLASS.slash],
    ['a\tb\nc', CHAR_CLASS.control],
    ['é', CHAR_CLASS.nonAscii],
    ['x\u0001y', 0],
    ['x\uffffy', 0],
    ['é\uffffY', CHAR_CLASS.nonAscii | CHAR_CLASS.upper],
  ])('of %j are those of its bytes', (text, classes) => {
    expect(getTable(readCells([['a'], [text], ['z']], { file: 'x' })).getClasses(0)).toBe(classes);
  });

  it('are the union over all bytes for any text', () => {
    let checked = 0;
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 8 }), (texts) => {
        const names = texts.map((_, index) => `n${index}`);
        const { table } = readCells([names, texts], { file: 'x' });
        if (table === undefined) return;
        checked += 1;
        texts.forEach((_, cell) => {
          expect(table.getClasses(cell)).toBe(classesOfText(table.text(cell)));
        });
      }),
      { numRuns: cases(100) },
    );
    expect(checked).toBeGreaterThan(cases(50));
  });
});

describe('segments', () => {
  it('never split a cell', () => {
    const cells = Array.from({ length: 400 }, (_, row) =>
      String.fromCharCode(97 + (row % 26)).repeat(65_535 - row),
    );
    const table = getTable(readCells([['a'], ...cells.map((cell) => [cell])], { file: 'x' }));
    expect(table.segments.length).toBeGreaterThan(6);
    expect(table.segments.every((segment) => segment.length <= SEGMENT_BYTES)).toBe(true);
    expect(getTexts(table).flat()).toEqual(cells);
  });

  it.each([10, 5000, 50_000, 100_000])('have at most twice the bytes of %i rows', (count) => {
    const table = readTable(`a,b,c\n${'Houston,Texas,a text of some length\n'.repeat(count)}`);
    const held = table.segments.reduce((sum, segment) => sum + segment.buffer.byteLength, 0);
    const bytes = count * 'HoustonTexasa text of some length'.length;
    expect(held).toBeGreaterThanOrEqual(bytes);
    expect(held / bytes).toBeLessThanOrEqual(2);
  });

  it('preserve their texts through every step of growth', () => {
    const numbers = Array.from({ length: 30_000 }, (_, row) => [String(row), `x${row}`]);
    const table = getTable(readCells([['a', 'b'], ...numbers], { file: 'x' }));
    expect(getTexts(table)).toEqual(numbers);
    expect(table.rowNumber(29_999)).toBe(30_001);
  });

  it('are rejected if all cells together are too large', () => {
    const cell = 'x'.repeat(65_000);
    function* rows(): Generator<string[]> {
      yield ['a', 'b', 'c', 'd'];
      for (let row = 0; row < 500; row += 1) yield [cell, cell, cell, cell];
    }
    const { table, problems } = readCells(rows(), { file: 'x' });
    expect(table).toBeUndefined();
    expect(problems).toMatchObject([{ code: 'sheet-too-large', severity: 'fault', row: 386 }]);
  });
});

describe('characters of cells', () => {
  /** An independent model: the text as displayed, without the characters that XML 1.0 forbids, cut at 65,535 bytes. */
  const toAllowedText = (text: string): string =>
    [...toShownText(text)]
      .filter((character) => {
        const code = character.codePointAt(0) ?? 0;
        if (code < 0x20) return code === 9 || code === 10 || code === 13;
        return !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff;
      })
      .join('');

  it('are preserved if XML allows them, with their class', () => {
    const character = fc.oneof(
      fc.constantFrom(
        'x\u0000y',
        'x\u001fy',
        '\t',
        '\r',
        '\n',
        '\u007f',
        'x\ufffey',
        'x\uffffy',
        '\ufffd',
        '\ufeff',
      ),
      fc.constantFrom('x\ud800y', 'x\udc00y', '😀', 'é', '\uffef', '\uefbf', '\u{1fffe}', 'a', 'Z', '"', ' '),
    );
    const text = fc.array(character, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
        const names = [...texts.map((_, index) => `n${index}`), 'end'];
        const table = getTable(readCells([names, [...texts, 'x']], { file: 'x' }));
        texts.forEach((written, cell) => {
          expect(table.text(cell)).toBe(toAllowedText(written));
          expect(table.getLength(cell)).toBe(ENCODER.encode(toAllowedText(written)).length);
          expect(table.getClasses(cell)).toBe(classesOfText(toAllowedText(written)));
        });
      }),
      { numRuns: cases(200) },
    );
  });

  it('are truncated at a whole character of any width', () => {
    const wide = fc.constantFrom('é', '都', '😀');
    fc.assert(
      fc.property(fc.integer({ min: 65_528, max: 65_540 }), wide, wide, (ascii, first, second) => {
        const text = `${'x'.repeat(ascii)}${first}${second}`;
        const { table, problems } = readCells([['a'], [text], ['y']], { file: 'x' });
        const kept = table?.text(0) ?? '';
        const isWhole = ENCODER.encode(text).length <= 65_535;
        expect(problems.map((problem) => problem.code)).toEqual(isWhole ? [] : ['cell-too-long']);
        expect(text.startsWith(kept)).toBe(true);
        expect(kept).not.toContain('\ufffd');
        expect(ENCODER.encode(kept).length).toBeGreaterThan(isWhole ? 0 : 65_531);
        expect(table?.text(1)).toBe('y');
      }),
      { numRuns: cases(40) },
    );
  });
});
