import { expect, test } from 'vitest';
import { countSaving, describePrice, describeTerm, listLimits } from './plan.rules.ts';

const price = (interval: 'month' | 'year', amount: number, currency = 'usd') => ({
  interval,
  amount,
  currency,
});

test('limits are listed with their nouns, and -1 is unlimited', () => {
  const limits = { max_domains: 1, max_projects: -1, max_pages_month: 50_000, max_members: 10 };
  expect(listLimits(limits)).toEqual([
    '1 domain',
    'Unlimited projects',
    '50,000 pages a month',
    '10 members',
  ]);
  expect(listLimits({ ...limits, keep_runs: 10 }).at(-1)).toBe('10 earlier runs kept');
  expect(listLimits({ ...limits, keep_runs: -1 }).at(-1)).toBe('All earlier runs kept');
});

test.each([
  [price('month', 2900), '$29.00 a month'],
  [price('year', 29_000, 'eur'), '€290.00 a year'],
  [price('month', 2900, 'jpy'), '¥2,900 a month'],
])('a price is shown in its currency: %j', (given, text) => {
  expect(describePrice(given)).toBe(text);
});

test.each([
  [[price('month', 2900), price('year', 29_000)], 16],
  [[price('month', 2900), price('year', 40_000)], 0],
  [[price('month', 2900)], 0],
  [[price('month', 2900), price('year', 29_000, 'eur')], 0],
  [[price('month', 0), price('year', 0)], 0],
])('the saving of a year is the difference to twelve months: %j', (prices, saving) => {
  expect(countSaving({ prices })).toBe(saving);
});

const TERM = {
  ...price('month', 2900),
  name: 'Starter',
  status: 'active',
  current_period_end: '2026-12-27T12:00:00.000Z',
  cancel_at_period_end: false,
  is_handed_over: false,
} as const;

test.each([
  [{}, '$29.00 a month. Renews on Dec 27, 2026.'],
  [{ cancel_at_period_end: true }, '$29.00 a month. Canceled; you keep it until Dec 27, 2026.'],
  [{ status: 'trialing' as const }, '$29.00 a month, starting Dec 27, 2026.'],
  [{ status: 'canceled' as const }, 'Starter ended. Everything you made stays.'],
  [
    { is_handed_over: true, cancel_at_period_end: true },
    '$29.00 a month. Ends on Dec 27, 2026 because the agency has a new main admin.',
  ],
])('a plan shows its term: %j', (change, text) => {
  expect(describeTerm({ ...TERM, ...change })).toBe(text);
});
