import { expect, test } from 'vitest';
import { readId, searchPage } from './notification-page.tsx';

const notification = (id: number) => ({
  id,
  notification: `Run ${id} is done`,
  link: null,
  is_gone: false,
  is_read: false,
  created_at: '2026-11-21T12:00:00Z',
});

test('accepts only whole numbers in the URL', () => {
  expect(readId('12')).toBe(12);
  expect(['0', '-1', '1e3', 'abc', '', '12345678901', undefined].map(readId)).toEqual(
    Array(7).fill(undefined),
  );
});

test('finds a notification, or stops when later pages can’t contain it', () => {
  const rows = [notification(9), notification(7), notification(5)];
  expect(searchPage(rows, 7).found?.id).toBe(7);
  expect(searchPage(rows, 6)).toEqual({ isBeyond: true });
  expect(searchPage(rows, 2)).toEqual({ isBeyond: false });
  expect(searchPage([], 2)).toEqual({ isBeyond: true });
});
