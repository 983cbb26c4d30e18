import { expect, test } from 'vitest';
import { askToDelete, isCountTyped, tellDeleted } from './delete-projects.rules.ts';

test('one project is asked for by its name, several by their count, which must be typed', () => {
  expect(askToDelete(['Roofs'])).toBe(
    'Delete “Roofs” with all runs and stored files? This cannot be undone.',
  );
  expect(askToDelete(['Roofs', 'Doors'])).toMatch(/^Delete 2 projects with/);
  expect(isCountTyped('', 1)).toBe(true);
  expect(isCountTyped('', 2)).toBe(false);
  expect(isCountTyped(' 2 ', 2)).toBe(true);
});

test('the outcome names what was deleted and what was not, and no noughts', () => {
  expect(tellDeleted(1, 0)).toBe('1 project deleted.');
  expect(tellDeleted(3, 1)).toBe('3 projects deleted. 1 project could not be deleted.');
  expect(tellDeleted(0, 2)).toBe('2 projects could not be deleted.');
});
