/** The table itself: its cells, their characters, and its limits. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { readCells } from './read-cells.ts';
import { toShownText, readTable, getTable, getTexts } from './sheet-fixture.ts';

const ENCODER = new TextEncoder();

describe('cells', () => {
  it('have a text and a length in bytes of UTF-8', () => {
    const table = readTable('a,b\nHouston,"São ""Paulo"" 😀"\n');
    expect([table.getCell(0, 0), table.getLength(0, 0)]).toEqual(['Houston', 7]);
    expect([table.getCell(0, 1), table.getLength(0, 1)]).toEqual(['São "Paulo" 😀', 17]);
  });

  it('are found by row and column', () => {
    const table = readTable('a,b,c\n1,2,3\n4,5,6\n');
    const found = [0, 1, 2, 3, 4, 5].map((cell) => table.getCell(Math.floor(cell / 3), cell % 3));
    expect(found).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  it('returns an empty text of no bytes for an empty cell', () => {
    const table = readTable('a,b\n,x\n');
    expect([table.getCell(0, 0), table.getLength(0, 0)]).toEqual(['', 0]);
  });

  it('returns empty values for a cell and a row that don’t exist', () => {
    const table = readTable('a\nx\n');
    expect([table.getCell(9, 0), table.getLength(9, 0), table.rowNumber(9), table.rowProblems(9)]).toEqual([
      '',
      0,
      0,
      [],
    ]);
  });
});

describe('a large table', () => {
  it('preserves its texts', () => {
    const numbers = Array.from({ length: 30_000 }, (_, row) => [String(row), `x${row}`]);
    const table = getTable(readCells([['a', 'b'], ...numbers], { file: 'x' }));
    expect(getTexts(table)).toEqual(numbers);
    expect(table.rowNumber(29_999)).toBe(30_001);
  });

  it('is rejected if all cells together are too large', () => {
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

  it('are preserved if XML allows them', () => {
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
          expect(table.getCell(0, cell)).toBe(toAllowedText(written));
          expect(table.getLength(0, cell)).toBe(ENCODER.encode(toAllowedText(written)).length);
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
        const stored = table?.getCell(0, 0) ?? '';
        const isWhole = ENCODER.encode(text).length <= 65_535;
        expect(problems.map((problem) => problem.code)).toEqual(isWhole ? [] : ['cell-too-long']);
        expect(text.startsWith(stored)).toBe(true);
        expect(stored).not.toContain('\ufffd');
        expect(ENCODER.encode(stored).length).toBeGreaterThan(isWhole ? 0 : 65_531);
        expect(table?.getCell(1, 0)).toBe('y');
      }),
      { numRuns: cases(40) },
    );
  });
});
