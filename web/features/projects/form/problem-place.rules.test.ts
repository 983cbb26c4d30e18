import { describe, expect, test } from 'vitest';
import type { Inspection, Problem, TableInspection } from '#engine';
import { countSerious, judgeSection, placeProblems } from './problem-place.rules.ts';

const problem = (code: string, more: Partial<Problem> = {}): Problem => ({
  code,
  severity: 'fault',
  text: code,
  ...more,
});

const table: TableInspection = {
  file: 'towns.csv',
  encoding: 'UTF-8',
  delimiter: ',',
  columns: [],
  rowCount: 2,
  rows: [{ row: 2, cells: [] }],
  problemRows: [],
  cellProblems: [{ row: 2, severity: 'notice', code: 'cell-empty', text: '' }],
  problemCount: 1,
  problemRowCount: 1,
};

const codes = (problems: Problem[]) => problems.map(({ code }) => code);
const place = (problems: Problem[], more: Partial<Inspection> = { table }) =>
  placeProblems({ problems, ...more }, 'seed.xml');

describe('a problem is where it can be fixed', () => {
  test('what is wrong with a file is in the panel of that file', () => {
    const placed = place([problem('a', { file: 'seed.xml', line: 3 }), problem('b', { file: 'towns.csv' })]);
    expect(codes(placed.seed)).toEqual(['a']);
    expect(codes(placed.sheet)).toEqual(['b']);
  });

  test('what is wrong with the footer is below the footer', () => {
    expect(codes(place([problem('a', { file: 'footer link template' })]).footer)).toEqual(['a']);
  });

  test('a missing column for the slug is fixed in the sheet, though the seed is named', () => {
    expect(codes(place([problem('no-slug-column', { file: 'seed.xml', line: 5 })]).sheet)).toEqual([
      'no-slug-column',
    ]);
  });

  test('rows are left to the table’s own list, the header is not', () => {
    const placed = place([
      problem('row-ragged', { row: 4, severity: 'loss' }),
      problem('header-doubled', { row: 1, file: 'towns.csv' }),
    ]);
    expect(codes(placed.sheet)).toEqual(['header-doubled']);
  });

  test('a header may be any row', () => {
    const placed = place(
      [problem('header-doubled', { row: 3, file: 'towns.csv' }), problem('b', { row: 4 })],
      {
        table: { ...table, rows: [{ row: 4, cells: [] }] },
      },
    );
    expect(codes(placed.sheet)).toEqual(['header-doubled']);
  });

  test('the choice of the sheet is reported by its card alone', () => {
    expect(codes(place([problem('sheet-chosen', { file: 'towns.xlsx', severity: 'notice' })]).sheet)).toEqual(
      [],
    );
  });

  test('without a table, rows too stand with the sheet', () => {
    expect(codes(place([problem('quote-open', { row: 4, file: 'towns.csv' })], {}).sheet)).toEqual([
      'quote-open',
    ]);
  });

  test('faults come first', () => {
    const at = { file: 'seed.xml' };
    const placed = place([
      problem('told', { ...at, severity: 'notice' }),
      problem('refused', { ...at, severity: 'fault' }),
    ]);
    expect(codes(placed.seed)).toEqual(['refused', 'told']);
  });
});

describe('the state of a section', () => {
  test('notices are no problems: all lands', () => {
    expect(countSerious([problem('a', { severity: 'notice' })])).toBe(0);
    expect(countSerious([problem('a'), problem('b', { severity: 'loss' })])).toBe(2);
  });

  test('an answer about an older file is no answer', () => {
    const facts = { has: true, isFresh: true, isBusy: false, problems: 3 };
    expect(judgeSection(facts)).toEqual({ state: 'problem', count: 3 });
    expect(judgeSection({ ...facts, problems: 0 })).toEqual({ state: 'done', count: 0 });
    expect(judgeSection({ ...facts, isFresh: false, isBusy: true })).toEqual({ state: 'busy', count: 0 });
    expect(judgeSection({ ...facts, isFresh: false })).toEqual({ state: 'empty', count: 0 });
    expect(judgeSection({ ...facts, has: false })).toEqual({ state: 'empty', count: 0 });
  });
});
