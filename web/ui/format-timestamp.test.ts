import { expect, test } from 'vitest';
import { formatAge, formatDuration, formatTimestamp, formatZonedTimestamp } from './format-timestamp.ts';

const now = new Date(2026, 10, 21, 14, 0, 0);
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();

test('formats relative times', () => {
  expect(formatAge(at(2026, 10, 21, 13, 59), now)).toBe('1 min ago');
  expect(formatAge(now.toISOString(), now)).toBe('now');
  expect(formatAge(at(2026, 10, 21, 13, 48), now)).toBe('12 min ago');
  expect(formatAge(at(2026, 10, 21, 12, 0), now)).toBe('2 h ago');
  expect(formatAge(at(2026, 10, 20, 23, 30), now)).toBe('yesterday');
  expect(formatAge(at(2026, 10, 19, 23, 30), now)).toBe('Nov 19');
  expect(formatAge(at(2025, 10, 19, 23, 30), now)).toBe('Nov 19, 2025');
});

test('counts hours instead of days shortly after midnight', () => {
  const early = new Date(2026, 10, 21, 1, 0);
  expect(formatAge(at(2026, 10, 20, 23, 0), early)).toBe('2 h ago');
});

test('treats a timestamp slightly in the future as now', () => {
  expect(formatAge(at(2026, 10, 21, 14, 1), now)).toBe('now');
});

test('formats day and time', () => {
  expect(formatTimestamp(at(2026, 10, 21, 9, 5), now)).toBe('today 9:05 AM');
  expect(formatTimestamp(at(2026, 10, 20, 17, 3), now)).toBe('yesterday 5:03 PM');
  expect(formatTimestamp(at(2026, 10, 18, 9, 10), now)).toBe('Nov 18, 9:10 AM');
});

test('includes the time zone of a timestamp for all users', () => {
  expect(formatZonedTimestamp(at(2026, 10, 18, 9, 10))).toMatch(/^Nov 18, 9:10 AM \S+$/);
});

test('formats durations in at most two units', () => {
  expect(
    [0, 440, 9_940, 9_960, 59_400, 59_600, 185_000, 180_000, 7_800_000, 7_200_000].map(formatDuration),
  ).toEqual(['0.0 s', '0.4 s', '9.9 s', '10 s', '59 s', '1 min', '3 min 5 s', '3 min', '2 h 10 min', '2 h']);
});
