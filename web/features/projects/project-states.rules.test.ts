import { expect, test } from 'vitest';
import { countView, findView, readStates, VIEWS } from './project-states.rules.ts';

test('reads only states that exist, and finds their view in any order', () => {
  expect(readStates('failed,nonsense,waiting_for_split')).toEqual(['failed', 'waiting_for_split']);
  expect(findView(readStates('failed,waiting_for_split'))?.name).toBe('needs-you');
  expect(findView(readStates(undefined))?.name).toBe('all');
  expect(findView(readStates('failed'))).toBeUndefined();
});

test('counts for each view the projects that its states hold', () => {
  const states = { failed: 1, queued: 2, running: 3, landed: 4, landed_with_losses: 5, test_only: 6 };
  const figures = { projects: 21, with_pages: 9, pages: 0, lost: 0, tested: 6, downloaded: 0, states };
  expect(VIEWS.map((view) => [view.name, countView(view, figures)])).toEqual([
    ['all', 21],
    ['needs-you', 1],
    ['running', 5],
    ['landed', 9],
  ]);
});
