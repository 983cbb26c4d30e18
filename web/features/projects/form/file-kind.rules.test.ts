import { expect, test } from 'vitest';
import { isSheetFile } from './file-kind.rules.ts';

test.each([
  ['towns.csv', ''],
  ['towns.TSV', ''],
  ['towns.xlsx', ''],
  ['towns', 'text/csv'],
])('takes %s (%s) as a sheet', (name, type) => {
  expect(isSheetFile({ name, type })).toBe(true);
});

test.each([
  ['towns.xls', 'application/vnd.ms-excel'],
  ['towns.pdf', 'application/pdf'],
])('refuses %s (%s) as a sheet', (name, type) => {
  expect(isSheetFile({ name, type })).toBe(false);
});
