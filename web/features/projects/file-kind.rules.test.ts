import { expect, test } from 'vitest';
import { isSeedFile, isSheetFile } from './file-kind.rules.ts';

test.each([
  ['page.xml', ''],
  ['PAGE.XML', 'application/octet-stream'],
  ['export', 'text/xml'],
])('takes %s (%s) as a seed page', (name, type) => {
  expect(isSeedFile({ name, type })).toBe(true);
});

test.each([
  ['page.csv', 'text/csv'],
  ['page.xml.zip', 'application/zip'],
  ['xml', ''],
])('refuses %s (%s) as a seed page', (name, type) => {
  expect(isSeedFile({ name, type })).toBe(false);
});

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
