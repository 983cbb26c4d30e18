/** Encodes rows as bits and reads them back. */
import { expect, it } from 'vitest';
import { toBitmap } from './row-bitmap.ts';

function readBitmap(text: string): number[] {
  return [...Buffer.from(text, 'base64')].flatMap((byte, index) =>
    Array.from({ length: 8 }, (_, bit) => bit)
      .filter((bit) => (byte >> bit) & 1)
      .map((bit) => index * 8 + bit + 2),
  );
}

it.each([[[]], [[2]], [[2, 3, 9, 10, 4218]], [[100_001]]])('contains the rows %j', (rows) => {
  expect(readBitmap(toBitmap(rows))).toEqual(rows);
});

it('has the length that the last row requires, in any order of the rows', () => {
  expect(toBitmap([])).toBe('');
  expect(toBitmap([2])).toBe('AQ==');
  expect(toBitmap([9, 2])).toBe(toBitmap([2, 9]));
  const half = Array.from({ length: 50_000 }, (_, index) => index * 2 + 2);
  expect(toBitmap(half).length).toBeLessThan(17_000);
  expect(readBitmap(toBitmap(half))).toEqual(half);
});

it('skips the header, and rows after too many blank lines', () => {
  expect(toBitmap([0, 1, 100_002, 4e9])).toBe('');
});
