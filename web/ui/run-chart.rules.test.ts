import { expect, test } from 'vitest';
import { drawCells, MAX_CELLS, buildRunChart } from './run-chart.rules.ts';

const run = { total: 10, written: 4, isWorking: true, warnings: [], skipped: [] };

test('a small run has one cell for each row: written, in progress, to do', () => {
  const { cells, rowsPerCell } = buildRunChart(run);
  expect(rowsPerCell).toBe(1);
  expect(cells.map((state) => state[0]).join('')).toBe('wwwwnnnttt');
});

test('a large run stays within the maximum number of cells', () => {
  const { cells, rowsPerCell } = buildRunChart({ ...run, total: 100_000, written: 0 });
  expect(cells.length).toBeLessThanOrEqual(MAX_CELLS);
  expect(cells.length * rowsPerCell).toBeGreaterThanOrEqual(100_000);
});

test('all cells of a finished run are written, even if the last one is not full', () => {
  const { cells } = buildRunChart({ ...run, total: 1001, written: 1001, isWorking: false });
  expect(new Set(cells)).toEqual(new Set(['written']));
});

test('a cell with a skipped row is skipped, even if it also has a warning', () => {
  const { cells } = buildRunChart({
    ...run,
    total: 1080,
    written: 1080,
    warnings: [5],
    skipped: [5, 1079, 5000],
  });
  expect(cells[2]).toBe('skipped');
  expect(cells.at(-1)).toBe('skipped');
  expect(cells.filter((state) => state === 'skipped')).toHaveLength(2);
});

test('an empty run has no cells', () => {
  expect(buildRunChart({ ...run, total: 0, written: 0 }).cells).toEqual([]);
});

test('flat and upright cells alternate; a skipped row is a full square', () => {
  const paths = drawCells(['written', 'todo', 'skipped'], 2, 12);
  // Flat: 11 wide, 7 high; corners of radius 1.
  expect(paths.written).toMatch(/^M1.5 2.5h9a1 1 0 0 1 1 1v5/);
  // Upright: 7 wide, 11 high, in the second column.
  expect(paths.todo).toMatch(/^M15.5 0.5h5a1 1 0 0 1 1 1v9/);
  expect(paths.skipped).toMatch(/^M1.5 12.5h9a1 1 0 0 1 1 1v9/);
});

test('a page that is held back is a diamond', () => {
  const { cells } = buildRunChart({ ...run, written: 10, isWorking: false, warnings: [1, 2], held: [2] });
  expect(cells.slice(0, 4)).toEqual(['written', 'warning', 'held', 'written']);
  expect(drawCells(['held'], 1, 12).held).toBe('M6 0.5l5.5 5.5l-5.5 5.5l-5.5 -5.5z');
});
