import { expect, test } from 'vitest';
import { run as wholeRun } from '../features/projects/shared/project-fixture.ts';
import type { RunListItem } from '#contract/run-shapes.ts';
import {
  toRunBadge,
  elapsedMs,
  applyProgress,
  isActive,
  percentDone,
  secondsLeft,
  toRunChart,
} from './run-figures.ts';

const run = { state: 'running' as const, pages_total: 1000, pages_done: 620, skipped: 2 };

test('is below 100% until the last page is written', () => {
  expect(percentDone({ ...run, pages_done: 999 })).toBe(99);
  expect(percentDone({ ...run, pages_done: 1000 })).toBe(100);
  expect(percentDone({ ...run, pages_total: 0, pages_done: 0 })).toBe(0);
});

test('has a time left only while pages are written', () => {
  expect(secondsLeft({ ...run, rows_per_second: 100 })).toBe(3.8);
  expect(secondsLeft({ ...run, rows_per_second: null })).toBeUndefined();
  expect(secondsLeft({ ...run, state: 'auditing', rows_per_second: 100 })).toBeUndefined();
});

test('shows skipped rows and warnings at their positions in the sheet', () => {
  // Lowest bit first: row 2 is the lowest bit of the first byte.
  const chart = toRunChart({ ...run, skipped_bitmap: btoa('\x01\x80'), notice_bitmap: btoa('\x80') });
  expect(chart).toMatchObject({ total: 1002, isWorking: true, warnings: [7], skipped: [0, 15] });
});

test('decodes any number of skipped rows', () => {
  const half = { ...run, pages_total: 50_000, skipped: 50_000, skipped_bitmap: btoa('\xaa'.repeat(12_500)) };
  const { skipped } = toRunChart({ ...half, state: 'completed_with_skips' });
  expect(skipped).toHaveLength(50_000);
  expect(skipped.slice(0, 2)).toEqual([1, 3]);
  expect(skipped.at(-1)).toBe(99_999);
});

test('advances over skipped rows while pages are written', () => {
  const marked = { ...run, pages_total: 1000, skipped: 3, skipped_bitmap: btoa('\x07') };
  expect(toRunChart({ ...marked, pages_done: 0 }).written).toBe(0);
  expect(toRunChart({ ...marked, pages_done: 10 }).written).toBe(13);
  expect(toRunChart({ ...run, skipped_bitmap: '', pages_done: 620 }).written).toBe(620);
});

test('applies figures without a run only to the shown run', () => {
  const shown = wholeRun({ id: 2, pages_done: 10, problem_count: 5 });
  const { id, state, pages_total, parts_total, parts_done, skipped, bytes, started_at } = shown;
  const rest = { id, state, pages_total, parts_total, parts_done, skipped, bytes, started_at };
  const step = { is_measuring: false, compared: null };
  const update = { ...rest, ...step, pages_done: 20, rows_per_second: 9, now_writing: 'Waco' };
  expect(applyProgress(shown, update)).toEqual({ ...shown, ...update });
  expect(applyProgress(shown, { ...update, id: 3 })).toBe(shown);
  expect(applyProgress(undefined, update)).toBeUndefined();
  const next = wholeRun({ id: 3 });
  expect(applyProgress(shown, next)).toBe(next);
});

test('counts skipped rows as done once the run has completed', () => {
  const chart = toRunChart({ ...run, state: 'completed_with_skips', pages_done: 1000 });
  expect(chart).toMatchObject({ total: 1002, written: 1002, isWorking: false });
});

test('does not count a run that waits for an answer as active', () => {
  expect(isActive('auditing')).toBe(true);
  expect(isActive('waiting_for_split')).toBe(false);
});

test('measures the time from start to end, or until now', () => {
  const now = new Date('2026-11-21T12:00:10Z');
  const started_at = '2026-11-21T12:00:00Z';
  expect(elapsedMs({ started_at: null, finished_at: null }, now)).toBeUndefined();
  expect(elapsedMs({ started_at, finished_at: null }, now)).toBe(10_000);
  expect(elapsedMs({ started_at, finished_at: '2026-11-21T12:00:02.300Z' }, now)).toBe(2300);
});

const listed: RunListItem = {
  id: 1,
  kind: 'save',
  state: 'running',
  is_current: false,
  pages_total: 1000,
  pages_done: 620,
  skipped: 2,
  held: 0,
  dropped: 0,
  bytes: 0,
  created_at: '2026-11-21T12:00:00Z',
  started_at: null,
  finished_at: null,
  pinned_at: null,
  pruned_at: null,
};

test('a running project shows its progress', () => {
  expect(toRunBadge({ state: 'running', last_run: listed, skipped: null })).toEqual({
    state: 'running',
    detail: '62%',
  });
});

test('a queued project has no percentage', () => {
  const last_run = { ...listed, state: 'queued' as const };
  expect(toRunBadge({ state: 'queued', last_run, skipped: null })).toEqual({ state: 'queued' });
});

test('a project without any run is a draft', () => {
  expect(toRunBadge({ state: 'draft', last_run: null, skipped: null })).toEqual({ state: 'draft' });
});

test('the skipped rows are those of the current run, even after a test without any', () => {
  const last_run = { ...listed, kind: 'test' as const, state: 'completed' as const, skipped: 0 };
  expect(toRunBadge({ state: 'completed_with_skips', last_run, skipped: 2 })).toEqual({
    state: 'completed_with_skips',
    skipped: 2,
  });
});
