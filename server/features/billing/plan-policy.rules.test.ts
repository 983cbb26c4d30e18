/** Limits of plans, and the messages about them. */
import { describe, expect, it } from 'vitest';
import {
  describeLimit,
  endGrace,
  chooseEffective,
  findThreshold,
  FREE_LIMITS,
  grantLimits,
  isAbove,
  listExceeded,
  toMonth,
  type PlanFacts,
  readLimits,
  UNLIMITED,
} from './plan-policy.rules.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const PRO = { name: 'Pro', max_domains: 25, max_projects: 100, max_pages_month: 50_000, max_members: 10 };
const FACTS: PlanFacts = {
  payerRole: 'user',
  isExempt: false,
  offer: null,
  subscription: { status: 'active', pastDueSince: null },
  plan: PRO,
};
const failedAt = (ms: number) =>
  ({ status: 'past_due', pastDueSince: new Date(NOW.getTime() - ms) }) as const;
const DAYS_14 = 14 * 86_400_000;

describe('granted limits', () => {
  it.each<[string, Partial<PlanFacts>, string]>([
    ['a paid plan', {}, 'Pro'],
    ['a trial', { subscription: { status: 'trialing', pastDueSince: null } }, 'Pro'],
    ['no subscription', { subscription: undefined, plan: undefined }, 'Free'],
    ['a payment that failed just now', { subscription: failedAt(0) }, 'Pro'],
    ['the last moment of grace', { subscription: failedAt(DAYS_14 - 1) }, 'Pro'],
    ['the end of grace', { subscription: failedAt(DAYS_14) }, 'Free'],
    ['a past due plan without a date', { subscription: { status: 'past_due', pastDueSince: null } }, 'Free'],
    ['an ended plan', { subscription: { status: 'canceled', pastDueSince: null } }, 'Free'],
    ['a plan that was never paid', { subscription: { status: 'incomplete', pastDueSince: null } }, 'Free'],
    ['an unpaid plan', { subscription: { status: 'unpaid', pastDueSince: null } }, 'Free'],
    ['an exempt user', { isExempt: true, subscription: undefined }, 'Exempt'],
    ['an administrator', { payerRole: 'admin', subscription: undefined }, 'Administrator'],
    ['an individual offer', { offer: { ...PRO, max_domains: 3 } }, 'Individual offer'],
  ])('for %s match the list', (_case, facts, name) => {
    expect(grantLimits({ ...FACTS, ...facts }, NOW).name).toBe(name);
  });

  it('are one domain, two projects and 500 pages a month without a subscription, and unlimited for an exempt user', () => {
    expect(FREE_LIMITS).toMatchObject({ max_domains: 1, max_projects: 2, max_pages_month: 500 });
    expect(grantLimits({ ...FACTS, isExempt: true }, NOW).limits).toEqual(UNLIMITED);
    expect(endGrace(new Date(0))?.getTime()).toBe(DAYS_14);
  });

  it('come from the metadata of a product, or from the free plan for missing and invalid ones', () => {
    expect(readLimits({ max_domains: '-1', max_projects: '7', max_pages_month: 'many' })).toEqual({
      ...FREE_LIMITS,
      max_domains: -1,
      max_projects: 7,
    });
    expect(readLimits({ max_domains: '1', keep_runs: '-1' })).toMatchObject({ keep_runs: -1 });
    expect(readLimits({ max_domains: '1', keep_runs: 'few' })).toMatchObject({ keep_runs: 5 });
    expect(readLimits({ color: 'red', keep_runs: '9' })).toBeUndefined();
  });
});

describe('a reached limit', () => {
  const grant = { name: 'Starter', limits: { ...FREE_LIMITS, max_pages_month: 5000 } };

  it('names the plan, what is left, and a plan that includes enough', () => {
    const pages = { name: 'pages_month', used: 3700, more: 8200 } as const;
    expect(isAbove(pages, grant.limits)).toBe(true);
    expect(describeLimit({ ...pages, larger: { name: 'Pro', limit: 50_000 } }, grant)).toBe(
      'This run needs 8,200 pages, and 1,300 are left this month. Upgrade to Pro for 50,000.',
    );
    expect(describeLimit({ ...pages, used: 9000, larger: undefined }, grant)).toBe(
      'This run needs 8,200 pages, and 0 are left this month. No plan includes more. Ask us for an offer.',
    );
    const domains = { name: 'domains', used: 1, more: 1, larger: { name: 'Agency', limit: -1 } } as const;
    expect(describeLimit(domains, grant)).toBe(
      'Starter includes 1 active domain. Upgrade to Agency for unlimited active domains.',
    );
  });

  it('rejects more than its value, and nothing if it is unlimited', () => {
    expect(isAbove({ name: 'projects', used: 1, more: 1 }, FREE_LIMITS)).toBe(false);
    expect(isAbove({ name: 'projects', used: 2, more: 1 }, FREE_LIMITS)).toBe(true);
    expect(isAbove({ name: 'projects', used: 9e6, more: 1 }, UNLIMITED)).toBe(false);
  });

  it('keeps everything in a workspace that exceeds it', () => {
    const usage = { domains: 1, projects: 30, pages_month: 100, members: 1 };
    expect(listExceeded(FREE_LIMITS, usage)).toEqual([
      'You have 30 projects, and the plan has 2. Everything is kept; you can add more once you are below the limit.',
    ]);
  });
});

describe('the pages of a month', () => {
  it('are reported at 80 and at 100 percent, each once', () => {
    expect(findThreshold(0, 79, 100)).toBeUndefined();
    expect(findThreshold(79, 80, 100)).toBe(80);
    expect(findThreshold(80, 99, 100)).toBeUndefined();
    expect(findThreshold(10, 100, 100)).toBe(100);
    expect(findThreshold(100, 100, 100)).toBeUndefined();
    expect(findThreshold(0, 5, -1)).toBeUndefined();
    expect(findThreshold(0, 1, 1), 'the first of one is not reported').toBeUndefined();
  });

  it('start with the month in UTC', () => {
    const { start, end, key } = toMonth(new Date('2026-12-31T23:59:59.999Z'));
    expect([start.toISOString(), end.toISOString(), key]).toEqual([
      '2026-12-01T00:00:00.000Z',
      '2027-01-01T00:00:00.000Z',
      '2026-12',
    ]);
  });
});

describe('several subscriptions of a workspace', () => {
  const row = (
    status: 'active' | 'past_due' | 'trialing' | 'canceled',
    pages: number | null,
    failedMs = 0,
  ) => ({
    status,
    max_pages_month: pages,
    past_due_since: status === 'past_due' ? new Date(NOW.getTime() - failedMs) : null,
  });
  const [small, large, unlimited] = [row('trialing', 5000), row('active', 50_000), row('active', -1)];
  const late = row('past_due', 250_000, DAYS_14);
  it.each([
    ['the one with the most pages applies', [small, large], large],
    ['unlimited is more than any number', [unlimited, large], unlimited],
    ['a past due plan counts during its grace period', [large, row('past_due', 250_000, 1)], 1],
    ['a smaller paid plan replaces one after its grace period', [late, small], small],
    ['an unpaid plan is shown if no other is paid', [row('canceled', -1), late], late],
    ['a smaller paid plan replaces a trial', [row('trialing', -1), large], large],
    ['a trial applies if no other plan is paid', [late, small, row('canceled', -1)], small],
    ['no plan applies if all have ended', [row('canceled', -1)], undefined],
  ])('%s', (_case, rows, expected) => {
    expect(chooseEffective(rows, NOW)).toBe(typeof expected === 'number' ? rows[expected] : expected);
  });
});
