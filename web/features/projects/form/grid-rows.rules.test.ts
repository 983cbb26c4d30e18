import { describe, expect, test } from 'vitest';
import type { RowProblem, TableInspection } from './form-state.ts';
import { cutText, hasKnownPlaces, showFirstRows, showProblemRows } from './grid-rows.rules.ts';

const column = (name: string, places = 1) => ({ name, places, empty: 0, samples: [] });
const problem = (row: number, field: string | undefined, more: Partial<RowProblem> = {}): RowProblem => ({
  row,
  severity: 'loss',
  code: 'code',
  text: '',
  ...(field === undefined ? {} : { field }),
  ...more,
});
const row = (number: number) => ({
  row: number,
  cells: [`city ${number}`, `phone ${number}`, `slug ${number}`],
});

function makeTable(cellProblems: RowProblem[], more: Partial<TableInspection> = {}): TableInspection {
  return {
    file: 'towns.csv',
    encoding: 'UTF-8',
    delimiter: ',',
    columns: [column('geo_city'), column('phone'), column('geo_url')],
    rowCount: 10_000,
    rows: Array.from({ length: 100 }, (_, index) => row(index + 2)),
    problemRows: [],
    cellProblems,
    problemCount: cellProblems.length,
    problemRowCount: cellProblems.length,
    ...more,
  };
}

/** Compact form for comparisons: `4 city 4 | phone 4! | slug 4`, `… 2 good`. */
const sketch = (table: TableInspection) =>
  showProblemRows(table).lines.map((line) =>
    line.kind === 'fold'
      ? `… ${line.count} ${line.isGood ? 'good' : 'not shown'}`
      : `${line.row}${line.severity ? '!' : ''} ${line.cells.map(({ text, severity }) => text + (severity ? '!' : '')).join(' | ')}`,
  );

describe('rows with problems', () => {
  test('are shown among valid rows, which are folded and counted', () => {
    const table = makeTable([problem(4, 'geo_url'), problem(4217, 'geo_url')], { problemRows: [row(4217)] });
    expect(sketch(table)).toEqual([
      '… 2 good',
      '4 city 4 | slug 4! | phone 4',
      '… 4212 good',
      '4217 city 4217 | slug 4217! | phone 4217',
      '… 5784 good',
    ]);
  });

  test('one good row between two is a fold of one', () => {
    expect(sketch(makeTable([problem(2, 'phone'), problem(4, 'phone')]))[1]).toBe('… 1 good');
  });

  test('what belongs to no column marks the row number', () => {
    expect(sketch(makeTable([problem(2, undefined)]))[0]).toBe('2! city 2 | phone 2 | slug 2');
    expect(sketch(makeTable([problem(2, 'title')]))[0]).toBe('2! city 2 | phone 2 | slug 2');
  });

  test('two rows side by side have no fold between them', () => {
    expect(sketch(makeTable([problem(2, 'phone'), problem(3, 'phone')])).slice(0, 2)).toEqual([
      '2 city 2 | phone 2! | slug 2',
      '3 city 3 | phone 3! | slug 3',
    ]);
  });

  test('promises nothing of the rest where not every problem is shown', () => {
    expect(sketch(makeTable([problem(2, 'phone')], { problemCount: 4000 })).at(-1)).toBe('… 9999 not shown');
    const ofMany = { ...problem(2, 'phone'), moreRows: 40 };
    expect(sketch(makeTable([ofMany])).at(-1)).toBe('… 9999 not shown');
    expect(sketch(makeTable([problem(2, 'phone'), problem(4217, 'phone')])).at(-1)).toBe('… 9999 not shown');
  });

  test('of two problems in one cell the graver one is shown', () => {
    const both = [problem(2, 'phone', { severity: 'notice' }), problem(2, 'phone')];
    const [line] = showFirstRows(makeTable(both)).lines;
    expect(line?.kind === 'row' && line.cells[1]?.severity).toBe('loss');
  });
});

test('the first rows keep the order of the sheet', () => {
  expect(showFirstRows(makeTable([problem(2, 'geo_url')])).order).toEqual([0, 1, 2]);
});

test('a cell of 60,000 characters shows its beginning', () => {
  expect(cutText('x'.repeat(60_000))).toHaveLength(121);
  expect(cutText('short')).toBe('short');
});

test('columns without any place are no statement while the seed does not fit', () => {
  expect(hasKnownPlaces(makeTable([], { columns: [column('a', 0), column('b', 0)] }))).toBe(false);
  expect(hasKnownPlaces(makeTable([], { columns: [column('a', 0), column('b', 1)] }))).toBe(true);
});
