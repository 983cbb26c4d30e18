import { expect, test } from 'vitest';
import { commonIndent, splitAtPlaceholder } from './excerpt.rules.ts';

test('marks the placeholder at its column, not its twin', () => {
  expect(splitAtPlaceholder('<b>[city]</b><i>[city]</i>', '[city]', 17)).toEqual([
    '<b>[city]</b><i>',
    '[city]',
    '</i>',
  ]);
});

test('in a line that was cut, takes the one in the middle', () => {
  const line = `…[city] ${'x'.repeat(40)}[city]${'y'.repeat(40)} [city]…`;
  const [before, mark, after] = splitAtPlaceholder(line, '[city]', 4000);
  expect(mark).toBe('[city]');
  expect(before.endsWith('x')).toBe(true);
  expect(after.startsWith('y')).toBe(true);
});

test('finds the bare name in a slug', () => {
  expect(splitAtPlaceholder('plumber-in-geo_city', '[Geo_City | slug]', 12)).toEqual([
    'plumber-in-',
    'geo_city',
    '',
  ]);
});

test('marks nothing where the file writes it in another way', () => {
  expect(splitAtPlaceholder('&#91;geo', '[geo_city]', 1)).toEqual(['&#91;geo', '', '']);
});

test('the indent that all lines share is no news', () => {
  expect(commonIndent(['\t\t<a>', '\t\t\t<b>', '', '…cut'])).toBe(2);
  expect(commonIndent(['…cut'])).toBe(0);
});
