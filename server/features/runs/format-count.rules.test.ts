/** Counts in the texts of notifications and downloads. */
import { expect, it } from 'vitest';
import { formatCount, countReady, countSkipped } from './format-count.rules.ts';

it.each([
  [0, '0 rows'],
  [1, '1 row'],
  [2, '2 rows'],
  [12_000, '12,000 rows'],
])('formats %i as “%s”', (count, words) => expect(formatCount(count, 'row')).toBe(words));

it('counts one or several skipped rows', () => {
  expect(countSkipped(1)).toBe('1 row was skipped.');
  expect(countSkipped(1499)).toBe('1,499 rows were skipped.');
});

it('counts pages that are ready to import', () => {
  expect(countReady('One', { pages: 1, rows: 2 })).toBe('1 of 2 pages of “One” ready to import.');
  expect(countReady('One', { pages: 1, rows: 1 })).toBe('1 of 1 page of “One” ready to import.');
});
