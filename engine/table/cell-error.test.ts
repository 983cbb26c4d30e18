/** Errors of a spreadsheet in the place of values: `#REF!` must not be published. */
import { describe, expect, it } from 'vitest';
import { readSheet, readTable, shortly } from './sheet-fixture.ts';

describe('an error in a cell', () => {
  it('is named with its cell, once for each column', () => {
    const { problems } = readSheet('city,price,state\nAustin,#REF!,TX\nDallas,#N/A,#NAME?\n');
    expect(shortly(problems)).toEqual(['notice cell-error 2 price', 'notice cell-error 3 state']);
    expect(problems.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^2 cells of this column have no value, the first is B2: it holds the error #REF!/,
      ),
      expect.stringMatching(/^Cell C3 has no value: it holds the error #NAME\?/),
    ]);
  });

  it.each(['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A', '#ERROR!'])(
    'is known as %s',
    (error) => {
      const table = readTable(`city,price\nAustin,${error}\n`);
      expect(table.cellErrors(0)).toEqual([{ column: 1, error }]);
    },
  );

  it.each(['#1 in town', '#REF', '# N/A', '#plumber', 'see #REF!', '#', '#ref!'])(
    'is not seen in %s',
    (text) => {
      const table = readTable(`city,price\nAustin,${text}\n`);
      expect(table.cellErrors(0)).toEqual([]);
    },
  );

  it('costs no row by itself: whether its column is used is not known yet', () => {
    expect(readTable('city,price\nAustin,#REF!\n').rowProblems(0)).toEqual([]);
  });
});
