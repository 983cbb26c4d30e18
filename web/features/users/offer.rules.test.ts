import { expect, test } from 'vitest';
import type { Plan } from '#contract/billing-shapes.ts';
import { describePlanLimit, listOfferNotes, readOffer } from './offer.rules.ts';

const BEN = { name: 'Ben Okoro', email: 'ben@example.com', role: 'user', agency: null } as const;
const PRICE = { interval: 'month', amount: 9900, currency: 'usd' } as const;
const toPlan = (name: string, prices: Plan['prices']): Plan => ({
  stripeId: 'prod_1',
  name,
  description: '',
  is_active: true,
  is_private: true,
  limits: { max_domains: 1, max_projects: 1, max_pages_month: 1, max_members: 1 },
  prices,
});
const EMPTY = { user: BEN, pays: true, typed: {}, plans: [] };
const LIMITED = { ...EMPTY, typed: { max_domains: '50' } };

test('an offer has the limits that are filled in, and none if all fields are blank', () => {
  expect(readOffer({ max_domains: '50', max_members: ' ' })).toEqual({ max_domains: 50 });
  expect(readOffer({ max_domains: '' })).toBeNull();
  expect(readOffer({ max_domains: '-2' })).toBeUndefined();
});

test('a blank field shows the limit of the plan', () => {
  expect([describePlanLimit(10_000), describePlanLimit(-1)]).toEqual(['Plan: 10,000', 'Plan: unlimited']);
});

test('an offer with a limit, or with a private product that has a price, is complete', () => {
  expect(listOfferNotes(LIMITED)).toEqual([]);
  expect(listOfferNotes({ ...EMPTY, plans: [toPlan('Enterprise', [PRICE])] })).toEqual([]);
});

test.each([
  ['it is empty', EMPTY, /offer is empty/],
  [
    'a private product has no price',
    { ...LIMITED, plans: [toPlan('Enterprise', [])] },
    /^Enterprise has no price/,
  ],
  [
    'the user has no limits',
    { ...LIMITED, user: { ...BEN, role: 'admin' } },
    /^Administrators have no limits/,
  ],
  ['the user is exempt', { ...LIMITED, pays: false }, /once the user pays/],
  [
    'another user pays for the user’s agency',
    {
      ...LIMITED,
      user: { ...BEN, agency: { id: 5, name: 'Local First', status: 'active', is_main_admin: false } },
    },
    /^Ben Okoro is a member of Local First/,
  ],
] as const)('an offer shows that %s', (_what, offer, note) => {
  expect(listOfferNotes(offer)).toEqual([expect.stringMatching(note)]);
});
