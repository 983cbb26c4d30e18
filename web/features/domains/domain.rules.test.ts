import { expect, test } from 'vitest';
import { guessDomain, getTypeLabel } from './domain.rules.ts';

test.each([
  ['example.cmo', '.com', 'example.com'],
  ['shop.example.CON', '.com', 'shop.example.com'],
  ['example.nte', '.net', 'example.net'],
  ['example.ogr', '.org', 'example.org'],
  ['https://example.com/about?x#y', 'example.com', 'example.com'],
  ['://example.com', 'example.com', 'example.com'],
  ['https://example.con/', '.com', 'example.com'],
  ['example,com', 'example.com', 'example.com'],
  ['my site.com', 'mysite.com', 'mysite.com'],
  ['examplecom', 'example.com', 'example.com'],
  ['example.com.', 'example.com', 'example.com'],
])('%s suggests %s', (typed, correction, name) => {
  expect(guessDomain(typed)).toEqual({ correction, name });
});

test.each([
  'example.com',
  ' example.co ',
  'bücher.de',
  'a_b.example',
  '',
  '.',
  'com',
  'example',
  '<script>',
  '日本語',
])('%j has no suggestion', (typed) => {
  expect(guessDomain(typed)).toBeUndefined();
});

test('Images is shown as Geocoder', () => {
  expect(getTypeLabel('Images')).toBe('Geocoder');
  expect(getTypeLabel('Hubspot')).toBe('Hubspot');
});
