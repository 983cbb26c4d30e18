import { expect, test } from 'vitest';
import { isOwnPage } from './own-page.ts';

test('accepts only pages of the application', () => {
  expect(isOwnPage('/projects/7')).toBe(true);
  for (const link of [
    null,
    '',
    'https://example.com',
    '//example.com',
    '/\\example.com',
    'javascript:alert(1)',
  ]) {
    expect(isOwnPage(link), String(link)).toBe(false);
  }
});
