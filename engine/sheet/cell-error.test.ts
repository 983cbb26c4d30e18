/** Spreadsheet errors in place of values: `#REF!` must not be published. */
import { describe, expect, it } from 'vitest';
import { findCellError } from './cell-error.ts';
import { readSheet, readTable, summarizeProblems } from './sheet-fixture.ts';

describe('an error in a cell', () => {
  it('is reported with its cell, once for each column', () => {
    const { problems } = readSheet('city,price,state\nAustin,#REF!,TX\nDallas,#N/A,#NAME?\n');
    expect(summarizeProblems(problems)).toEqual(['notice cell-error 2 price', 'notice cell-error 3 state']);
    expect(problems.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^2 cells of this column have no value, the first is B2: it shows the error #REF!/,
      ),
      expect.stringMatching(/^Cell C3 has no value: it shows the error #NAME\?/),
    ]);
  });

  it.each(['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A', '#ERROR!'])(
    'is detected: %s',
    (error) => {
      const table = readTable(`city,price\nAustin,${error}\n`);
      expect(table.cellErrors(0)).toEqual([{ column: 1, error }]);
    },
  );

  it.each(['#1 in town', '#REF', '# N/A', '#plumber', 'see #REF!', '#', '#ref!'])(
    'isn’t detected in %s',
    (text) => {
      const table = readTable(`city,price\nAustin,${text}\n`);
      expect(table.cellErrors(0)).toEqual([]);
    },
  );

  it('doesn’t skip its row, because its column may not be used', () => {
    expect(readTable('city,price\nAustin,#REF!\n').rowProblems(0)).toEqual([]);
  });
});

describe('an error in the language of the program', () => {
  const isError = (cell: string) => findCellError(cell) === cell;

  it.each([
    '#NV',
    '#BEZUG!',
    '#ÜBERLAUF!',
    '#VALEUR!',
    '#NOM?',
    '#N/D',
    '#¡REF!',
    '#¿NOMBRE?',
    '#RIF!',
    '#NÚM!',
    '#N/B',
    '#DEEL/0!',
    '#ADR!',
    '#NAZWA?',
    '#ССЫЛКА!',
    '#Н/Д',
    '#SAKNAS!',
    '#VÆRDI!',
    '#YOK',
    'Err:502',
    'Err:508',
    'Fehler:511',
    'Ошибка:522',
    'Loading...',
    'Loading…',
    'Wird geladen...',
    'Chargement...',
    '###',
    '########',
    '[object Object]',
    'NaN',
    'undefined',
  ])('is detected: %s', (cell) => {
    expect(isError(cell)).toBe(true);
  });

  it.each([
    '#1 plumber',
    '#',
    '##',
    '#hashtag',
    'Err:5',
    'Err:502 pages',
    'Loading dock',
    'Laden',
    'Nan',
    '#NV 5',
    'Errol',
    'see #REF!',
  ])('isn’t detected in a text: %s', (cell) => {
    expect(isError(cell)).toBe(false);
  });
});
