import { expect, test } from 'vitest';
import { countViews, STATE_FILTER, STATE_LABELS } from './project-states.rules.ts';

test('counts the projects of each view by its states', () => {
  const states = { failed: 1, queued: 2, running: 3, completed: 4, completed_with_skips: 5, test_only: 6 };
  const figures = { projects: 21, with_pages: 9, pages: 0, skipped: 0, tested: 6, downloaded: 0, states };
  expect(countViews(figures).map(({ label, count }) => [label, count])).toEqual([
    ['All', 21],
    ['Needs attention', 6],
    ['Running', 5],
    ['Completed', 9],
  ]);
  expect(countViews().map(({ count }) => count)).toEqual([undefined, undefined, undefined, undefined]);
});

test('filters by each state of a project', () => {
  const values = STATE_FILTER.choices.map(({ value }) => value);
  expect(new Set([...values, 'draft'])).toEqual(new Set(Object.keys(STATE_LABELS)));
});
