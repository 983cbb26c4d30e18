import { expect, test } from 'vitest';
import { askToDelete, isCountTyped, reportDeleted } from './delete-rows.rules.ts';

const project = { noun: 'project', consequence: 'with all runs and stored files' };

test('one row is named in the question, several are counted', () => {
  expect(askToDelete(project, ['Roofs'])).toBe(
    'Delete “Roofs” with all runs and stored files? This cannot be undone.',
  );
  expect(askToDelete({ noun: 'tutorial' }, ['a', 'b', 'c'])).toBe(
    'Delete 3 tutorials? This cannot be undone.',
  );
});

test('what can be undone says how', () => {
  const agency = { noun: 'agency', undo: 'Restore it for 30 days.' };
  expect(askToDelete(agency, ['A'])).toBe('Delete “A”? Restore it for 30 days.');
  expect(askToDelete(agency, ['A', 'B'])).toBe('Delete 2 agencies? Restore it for 30 days.');
});

test('several rows need their number, one does not', () => {
  expect(isCountTyped('', 1)).toBe(true);
  expect(isCountTyped('', 3)).toBe(false);
  expect(isCountTyped('2', 3)).toBe(false);
  expect(isCountTyped(' 3 ', 3)).toBe(true);
});

test('what could not be deleted is reported next to what was', () => {
  expect(reportDeleted(project, 2, 0)).toBe('2 projects deleted.');
  expect(reportDeleted(project, 1, 1)).toBe('1 project deleted. 1 project could not be deleted.');
  expect(reportDeleted(project, 0, 2)).toBe('2 projects could not be deleted.');
});
