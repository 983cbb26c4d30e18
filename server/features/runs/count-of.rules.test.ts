/** Counts in the texts of notifications and downloads. */
import { expect, it } from 'vitest';
import { countOf, tellLanding, tellLeftOut } from './count-of.rules.ts';

it.each([
  [0, '0 rows'],
  [1, '1 row'],
  [2, '2 rows'],
  [12_000, '12,000 rows'],
])('%i is said as “%s”', (count, words) => expect(countOf(count, 'row')).toBe(words));

it('says of one row that it was left out, and of several that they were', () => {
  expect(tellLeftOut(1)).toBe('1 row was left out.');
  expect(tellLeftOut(1499)).toBe('1,499 rows were left out.');
});

it('says how many of all pages will land', () => {
  expect(tellLanding('One', { pages: 1, lost: 1 })).toBe('1 of 2 pages of “One” will land.');
  expect(tellLanding('One', { pages: 1, lost: 0 })).toBe('1 of 1 page of “One” will land.');
});
