import { describe, expect, test } from 'vitest';
import type { Inspection, Problem, TableInspection } from './form-state.ts';
import { countSerious, placeProblems, reportSection } from './problem-place.rules.ts';
import { makeSeed, makeUse } from './section-fixture.tsx';

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

describe('a problem is shown where it can be fixed', () => {
  test('a problem of a file is in the panel of that file', () => {
    const placed = place([problem('a', { file: 'seed.xml', line: 3 }), problem('b', { file: 'towns.csv' })]);
    expect(codes(placed.seed)).toEqual(['a']);
    expect(codes(placed.sheet)).toEqual(['b']);
  });

  test('a problem of the footer is below the footer', () => {
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
      problem('duplicate-header', { row: 1, file: 'towns.csv' }),
    ]);
    expect(codes(placed.sheet)).toEqual(['duplicate-header']);
  });

  test('a header may be any row', () => {
    const placed = place(
      [problem('duplicate-header', { row: 3, file: 'towns.csv' }), problem('b', { row: 4 })],
      {
        table: { ...table, rows: [{ row: 4, cells: [] }] },
      },
    );
    expect(codes(placed.sheet)).toEqual(['duplicate-header']);
  });

  test('a choice with a control is only shown by its control', () => {
    const at = { file: 'towns.xlsx', severity: 'notice' as const };
    expect(codes(place([problem('sheet-chosen', at), problem('rows-hidden', at)]).sheet)).toEqual([]);
  });

  test('a placeholder without a column is in Match columns, or with the seed if there is no sheet', () => {
    const unknown = problem('placeholder-unknown', { file: 'seed.xml', line: 3 });
    const seed = makeSeed({ placeholders: [makeUse('[a]', { state: 'unknown' })] });
    expect(place([unknown], { seed, table })).toEqual({
      schedule: [],
      details: [],
      seed: [],
      sheet: [],
      footer: [],
    });
    expect(codes(place([unknown], { seed }).seed)).toEqual(['placeholder-unknown']);
  });

  test('an unknown placeholder of the footer stays with the footer', () => {
    const unknown = problem('placeholder-unknown', { file: 'footer link template' });
    expect(codes(place([unknown], { seed: makeSeed(), table }).footer)).toEqual(['placeholder-unknown']);
  });

  test('without a table, rows are with the sheet too', () => {
    expect(codes(place([problem('quote-open', { row: 4, file: 'towns.csv' })], {}).sheet)).toEqual([
      'quote-open',
    ]);
  });

  test('a missing base URL of the site is at its field, without the engine’s name for it', () => {
    const missing = problem('site-missing', { file: 'seed.xml', field: 'site', severity: 'notice' });
    const { details, seed } = place([missing]);
    expect(details).toEqual([{ code: 'site-missing', severity: 'notice', text: missing.text }]);
    expect(seed).toEqual([]);
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
  test('notices aren’t counted as problems', () => {
    expect(countSerious([problem('a', { severity: 'notice' })])).toBe(0);
    expect(countSerious([problem('a'), problem('b', { severity: 'loss' })])).toBe(2);
  });

  test('an answer about an older file doesn’t count', () => {
    const facts = { has: true, isFresh: true, isBusy: false, problems: 3 };
    expect(reportSection(facts)).toEqual({ state: 'problem', count: 3 });
    expect(reportSection({ ...facts, problems: 0 })).toEqual({ state: 'done', count: 0 });
    expect(reportSection({ ...facts, isFresh: false, isBusy: true })).toEqual({ state: 'busy', count: 0 });
    expect(reportSection({ ...facts, isFresh: false })).toEqual({ state: 'empty', count: 0 });
    expect(reportSection({ ...facts, has: false })).toEqual({ state: 'empty', count: 0 });
  });
});
