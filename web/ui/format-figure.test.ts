import { describe, expect, test } from 'vitest';
import { formatAmount, formatBytes } from './format-figure.ts';

describe('sizes', () => {
  test.each([
    [0, '0 Bytes'],
    [1, '0.00 KB'],
    [412_600, '412.60 KB'],
    [999_994, '999.99 KB'],
    [999_995, '1.00 MB'],
    [93_400_000, '93.40 MB'],
    [999_994_999, '999.99 MB'],
    [1_234_567_890, '1.23 GB'],
  ])('%i bytes are formatted as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

test('a count of one has a singular noun', () => {
  expect(formatAmount(1, 'page')).toBe('1 page');
  expect(formatAmount(9998, 'page')).toBe('9,998 pages');
  expect(formatAmount(0, 'medium', 'media')).toBe('0 media');
});
