import { expect, test } from 'vitest';
import { drawWeave, MOST_THREADS, weaveRun } from './weave.rules.ts';

const run = { total: 10, written: 4, isWorking: true, warnings: [], skipped: [] };

test('a small run has one thread for each row: written, now, to come', () => {
  const { threads, rowsPerThread } = weaveRun(run);
  expect(rowsPerThread).toBe(1);
  expect(threads.map((state) => state[0]).join('')).toBe('wwwwnnnttt');
});

test('a large run stays within the cloth', () => {
  const { threads, rowsPerThread } = weaveRun({ ...run, total: 100_000, written: 0 });
  expect(threads.length).toBeLessThanOrEqual(MOST_THREADS);
  expect(threads.length * rowsPerThread).toBeGreaterThanOrEqual(100_000);
});

test('a finished run is all written, also where the last thread is not full', () => {
  const { threads } = weaveRun({ ...run, total: 1001, written: 1001, isWorking: false });
  expect(new Set(threads)).toEqual(new Set(['written']));
});

test('a skipped row is a knot in the thread that holds it, and stronger than a warning', () => {
  const { threads } = weaveRun({
    ...run,
    total: 1080,
    written: 1080,
    warnings: [5],
    skipped: [5, 1079, 5000],
  });
  expect(threads[2]).toBe('skipped');
  expect(threads.at(-1)).toBe('skipped');
  expect(threads.filter((state) => state === 'skipped')).toHaveLength(2);
});

test('an empty run is no cloth', () => {
  expect(weaveRun({ ...run, total: 0, written: 0 }).threads).toEqual([]);
});

test('threads lie flat and upright in turn; a skipped row is a full square', () => {
  const paths = drawWeave(['written', 'todo', 'skipped'], 2, 12);
  // Lying: 11 wide, 7 high; corners of radius 1.
  expect(paths.written).toMatch(/^M1.5 2.5h9a1 1 0 0 1 1 1v5/);
  // Standing: 7 wide, 11 high, in the second column.
  expect(paths.todo).toMatch(/^M15.5 0.5h5a1 1 0 0 1 1 1v9/);
  // In the second row.
  expect(paths.skipped).toMatch(/^M1.5 12.5h9a1 1 0 0 1 1 1v9/);
});
