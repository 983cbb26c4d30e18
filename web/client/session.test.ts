import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COLOR_SCHEME_KEY, colorSchemeManager } from './session.ts';

test('the script that runs before the first paint reads the key that the switch writes', () => {
  const script = readFileSync('web/public/color-scheme.js', 'utf8');
  expect(script).toContain(`getItem('${COLOR_SCHEME_KEY}')`);
});

test('the chosen scheme is kept, and auto is the choice of nobody', () => {
  colorSchemeManager.clear();
  expect(colorSchemeManager.get('auto')).toBe('auto');
  colorSchemeManager.set('dark');
  expect(colorSchemeManager.get('auto')).toBe('dark');
  colorSchemeManager.clear();
});
