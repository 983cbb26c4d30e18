import { expect, it } from 'vitest';
import { chooseRunsToPrune, type KeepPolicy, type StoredRun } from './retention.rules.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const HOUR_MS = 3600 * 1000;
const POLICY: KeepPolicy = { currentRunId: 9, lastRunId: 9, keepRuns: 2, now: NOW };

const save = (id: number, more: Partial<StoredRun> = {}): StoredRun => {
  return { id, kind: 'save', finished_at: NOW, pinned_at: null, ...more };
};
const test = (id: number, hoursAgo: number): StoredRun =>
  save(id, { kind: 'test', finished_at: new Date(NOW.getTime() - hoursAgo * HOUR_MS) });
const saves = [9, 1, 5, 3, 7].map((id) => save(id));

it('keeps the current run and the newest other ones', () => {
  expect(chooseRunsToPrune(saves, POLICY)).toEqual([3, 1]);
  expect(chooseRunsToPrune(saves, { ...POLICY, keepRuns: 0 })).toEqual([7, 5, 3, 1]);
  expect(chooseRunsToPrune(saves, { ...POLICY, keepRuns: 4 })).toEqual([]);
});

it('keeps all without a limit', () => {
  expect(chooseRunsToPrune(saves, { ...POLICY, keepRuns: -1 })).toEqual([]);
});

it('keeps a restored run, and the newest run that it replaced', () => {
  expect(chooseRunsToPrune(saves, { ...POLICY, currentRunId: 1, lastRunId: 9 })).toEqual([5, 3]);
  expect(chooseRunsToPrune(saves, { ...POLICY, currentRunId: 1, lastRunId: 9, keepRuns: 0 })).toEqual([
    7, 5, 3,
  ]);
});

it('keeps pinned runs in addition to the others', () => {
  const pinned = saves.map((run) => (run.id === 3 || run.id === 7 ? { ...run, pinned_at: NOW } : run));
  expect(chooseRunsToPrune(pinned, POLICY)).toEqual([]);
  expect(chooseRunsToPrune(pinned, { ...POLICY, keepRuns: 1 })).toEqual([1]);
});

it('keeps the newest test and those of the last day, and does not count tests as full runs', () => {
  const runs = [save(9), save(2), save(4), test(8, 90), test(6, 23), test(5, 25), test(3, 48)];
  expect(chooseRunsToPrune(runs, POLICY)).toEqual([5, 3]);
  expect(chooseRunsToPrune(runs, { ...POLICY, lastRunId: 3 })).toEqual([5]);
});
