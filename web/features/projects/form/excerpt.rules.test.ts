import { expect, test } from 'vitest';
import { commonIndent, splitAtMark } from './seed-card.tsx';

test('marks the text at its column, not its twin', () => {
  expect(splitAtMark('<b>[city]</b><i>[city]</i>', '[city]', 17)).toEqual([
    '<b>[city]</b><i>',
    '[city]',
    '</i>',
  ]);
});

test('in a line that was cut, takes the one in the middle', () => {
  const line = `…[city] ${'x'.repeat(40)}[city]${'y'.repeat(40)} [city]…`;
  const [before, mark, after] = splitAtMark(line, '[city]', 4000);
  expect(mark).toBe('[city]');
  expect(before.endsWith('x')).toBe(true);
  expect(after.startsWith('y')).toBe(true);
});

test('marks nothing where the file writes it in another way', () => {
  expect(splitAtMark('&#91;geo', '[geo_city]', 1)).toEqual(['&#91;geo', '', '']);
});

test('the indent that all lines share is counted without blank and cut lines', () => {
  expect(commonIndent(['\t\t<a>', '\t\t\t<b>', '', '…cut'])).toBe(2);
  expect(commonIndent(['…cut'])).toBe(0);
});
