/** Examples of each call about plans and payments. */
import type { Example } from './example.ts';

const LIMITS = {
  max_domains: 25,
  max_projects: 100,
  max_pages_month: 50_000,
  max_members: 10,
  keep_runs: 10,
};
const USAGE = {
  domains: { used: 4, limit: 25 },
  projects: { used: 9, limit: 100 },
  pages_month: { used: 1300, limit: 50_000 },
  members: { used: 2, limit: 10 },
};
export const PLAN_EXAMPLE = { plan: 'Pro', limits: LIMITS, usage: USAGE };
const PRODUCT = 'prod_QxPro';
const PLAN = {
  stripeId: PRODUCT,
  name: 'Pro',
  description: 'For agencies with regular clients.',
  is_active: true,
  is_private: false,
  limits: LIMITS,
  prices: [
    { interval: 'month', amount: 7900, currency: 'usd' },
    { interval: 'year', amount: 79_000, currency: 'usd' },
  ],
};
const SUBSCRIPTION = {
  subscription_id: 'sub_QxAda',
  product_id: PRODUCT,
  name: 'Pro',
  status: 'active',
  interval: 'month',
  amount: 7900,
  currency: 'usd',
  cancel_at_period_end: false,
  current_period_end: '2026-04-02T09:14:05.000Z',
  grace_ends_at: null,
  created_at: '2026-03-02T09:14:05.000Z',
};
const PAID = {
  ...SUBSCRIPTION,
  workspace_id: 7,
  workspace: 'Personal',
  payer: 'Ada Lovelace',
  is_mine: true,
  is_handed_over: false,
};
const STATE = {
  workspace_id: 9,
  agency: 'Bright Pages',
  ...PLAN_EXAMPLE,
  subscription: PAID,
  paid_plans: [PAID],
  move: { plan: PAID, agency_id: 9, agency: 'Bright Pages' },
  usage_resets_at: '2026-04-01T00:00:00.000Z',
  is_exempt: false,
  may_pay: true,
  is_simulated: false,
  is_open: true,
  invoices: [
    {
      id: 'in_QxOne',
      workspace_id: 7,
      workspace: 'Personal',
      number: 'A1B2-0001',
      status: 'paid',
      amount: 7900,
      currency: 'usd',
      url: 'https://invoice.stripe.com/i/in_QxOne',
      created_at: '2026-03-02T09:14:05.000Z',
    },
  ],
};
const CHOICE = { product_id: PRODUCT, interval: 'month' };
const SWITCHES = { user_id: 3, is_exempt: false, has_offer: true, offer: LIMITS };

export const BILLING_EXAMPLES: Readonly<Record<string, Example>> = {
  'billing.plans': { data: [PLAN] },
  'billing.show': { data: STATE },
  'billing.preview': {
    body: CHOICE,
    data: {
      due_today: 4900,
      currency: 'usd',
      exceeded: [
        'You have 30 projects, and the plan has 20. Everything is kept; you can add more once you are below the limit.',
      ],
      paid_until: null,
      also_paid: [PAID],
    },
  },
  'billing.subscribe': {
    body: { ...CHOICE, also_paying: ['sub_QxAda'] },
    data: { checkout_url: 'https://checkout.stripe.com/c/pay/cs_QxOne', subscription_id: 'cs_QxOne' },
  },
  'billing.confirm': { body: { subscription_id: 'cs_QxOne', product_id: PRODUCT }, data: SUBSCRIPTION },
  'billing.cancel': {
    body: { subscription_id: 'sub_QxAda' },
    data: { ...SUBSCRIPTION, cancel_at_period_end: true },
  },
  'billing.resume': { body: { subscription_id: 'sub_QxAda' }, data: SUBSCRIPTION },
  'billing.movePlan': { body: { subscription_id: 'sub_QxAda', moves: true }, data: { ...STATE, move: null } },
  'billing.portal': {
    body: { subscription_id: 'sub_QxAda' },
    data: { url: 'https://billing.stripe.com/p/session/bps_QxOne' },
  },
  'billing.products': { data: [PLAN] },
  'billing.changeName': { body: { name: 'name', value: 'Pro', product_id: PRODUCT }, data: PLAN },
  'billing.subscriptions': {
    query: { status: 'active,past_due', sort: '-amount' },
    data: [
      {
        id: 5,
        ...SUBSCRIPTION,
        workspace: 'Personal',
        user_id: 3,
        user: 'Ada Lovelace',
        email: 'ada@example.com',
        monthly_amount: 7900,
      },
    ],
  },
  'billing.cancelFor': { body: { id: 5 }, data: { ...SUBSCRIPTION, cancel_at_period_end: true } },
  'billing.figures': {
    data: {
      active: 12,
      past_due: 1,
      ending: 2,
      revenue: [{ currency: 'usd', monthly_amount: 94_800, ending_amount: 9_900 }],
    },
  },
  'billing.switchCharge': { body: { user_id: 3, value: true }, data: SWITCHES },
  'billing.switchOffer': { body: { user_id: 3, value: true, limits: LIMITS }, data: SWITCHES },
  'billing.refresh': { body: { user_id: 3 }, data: [SUBSCRIPTION] },
};
