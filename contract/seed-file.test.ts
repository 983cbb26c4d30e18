import { expect, it } from 'vitest';
import { isSeedFile } from './seed-file.ts';

it.each([
  ['page.xml', ''],
  ['PAGE.XML', 'application/octet-stream'],
  ['export', 'text/xml'],
  ['export', 'TEXT/XML'],
])('accepts %s (%s) as a seed page', (name, type) => {
  expect(isSeedFile({ name, type })).toBe(true);
});

it.each([
  ['page.csv', 'text/csv'],
  ['page.xml.zip', 'application/zip'],
  ['xml', ''],
  ['page.txt', 'application/xml'],
])('rejects %s (%s) as a seed page', (name, type) => {
  expect(isSeedFile({ name, type })).toBe(false);
});
