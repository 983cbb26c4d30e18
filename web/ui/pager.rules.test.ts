import { expect, test } from 'vitest';
import { listPages } from './pager.rules.ts';

test.each([
  [1, 1, '1'],
  [1, 4, '1 2 3 4'],
  [1, 9, '1 2 … 9'],
  [5, 9, '1 … 4 5 6 … 9'],
  [3, 9, '1 2 3 4 … 9'],
  [9, 9, '1 … 8 9'],
  [12, 9, '1 … 9'],
])('page %i of %i shows %s', (current, last, shown) => {
  expect(
    listPages(current, last)
      .map((page) => page ?? '…')
      .join(' '),
  ).toBe(shown);
});
