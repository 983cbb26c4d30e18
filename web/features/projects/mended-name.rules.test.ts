import { expect, test } from 'vitest';
import { mendedName } from './mended-name.rules.ts';

test('a mended file says so in its name, once', () => {
  expect(mendedName('plumber.xml')).toBe('plumber-mended.xml');
  expect(mendedName('plumber.2026.xml')).toBe('plumber.2026-mended.xml');
  expect(mendedName('plumber-mended.xml')).toBe('plumber-mended.xml');
  expect(mendedName('plumber')).toBe('plumber-mended.xml');
});
