import { expect, test } from 'vitest';
import { fixedName } from './fixed-name.rules.ts';

test('a fixed file says so in its name, once', () => {
  expect(fixedName('plumber.xml')).toBe('plumber-fixed.xml');
  expect(fixedName('plumber.2026.xml')).toBe('plumber.2026-fixed.xml');
  expect(fixedName('plumber-fixed.xml')).toBe('plumber-fixed.xml');
  expect(fixedName('plumber')).toBe('plumber-fixed.xml');
});
