import { expect, test } from 'vitest';
import { countCombined } from './combined-list.tsx';

const list = (file: string, rowCount: number) => ({ file, rowCount });

test.each([
  [list('towns.csv', 200), list('services.xlsx', 6), '200 towns × 6 services = 1,200 pages'],
  [list('Towns.csv', 1), list('services.csv', 1), '1 town × 1 service = 1 page'],
  [list('pasted-data.csv', 3), list('list.csv', 2), '3 rows × 2 rows = 6 pages'],
  [list('services.csv', 3), list('services.csv (2)', 2), '3 services × 2 rows = 6 pages'],
])('the pages of two lists are counted: %o × %o', (first, second, text) => {
  expect(countCombined(first, second)).toBe(text);
});
