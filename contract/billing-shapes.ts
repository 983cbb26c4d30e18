/** Plans and payments on the wire: amounts in cents, `-1` for no limit. */
import { z } from 'zod';
import { timestamp } from './fields.ts';

export const LIMIT_NAMES = ['domains', 'projects', 'pages_month', 'members'] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

export const INTERVALS = ['month', 'year'] as const;
export const SUBSCRIPTION_STATUSES = [
  'active',
  'trialing',
  'past_due',
  'incomplete',
  'incomplete_expired',
  'unpaid',
  'paused',
  'canceled',
] as const;

export const interval = z.enum(INTERVALS);

/** A product id of Stripe; any other text gets the reply of a missing product. */
export const productId = z
  .string()
  .regex(/^prod_\w{1,100}$/, 'isn’t a product')
  .describe('`stripeId` of a plan');

const amount = z.int().describe('In cents');
const limit = z.int().min(-1).describe('-1 for no limit');

export const planLimits = z
  .object({
    max_domains: limit,
    max_projects: limit,
    max_pages_month: limit,
    max_members: limit,
    keep_runs: limit.optional().describe('Earlier runs of a project that keep their files; 5 if omitted'),
  })
  .meta({ id: 'PlanLimits' });

export type PlanLimits = z.output<typeof planLimits>;

/** Limits that replace those of a plan; the plan's limits apply for missing ones. */
export const offerLimits = planLimits.partial().meta({ id: 'OfferLimits' });

export type OfferLimits = z.output<typeof offerLimits>;

export const plan = z
  .object({
    stripeId: z.string(),
    name: z.string(),
    description: z.string(),
    is_active: z.boolean().describe('False for an archived plan, which can’t be bought'),
    is_private: z.boolean().describe('Shown only to users with an individual offer'),
    limits: planLimits,
    prices: z.array(z.object({ interval, amount, currency: z.string() })),
  })
  .meta({ id: 'Plan' });

export type Plan = z.output<typeof plan>;

export const subscription = z
  .object({
    subscription_id: z.string(),
    product_id: z.string(),
    name: z.string().describe('Of the plan'),
    status: z.enum(SUBSCRIPTION_STATUSES),
    interval,
    amount,
    currency: z.string(),
    cancel_at_period_end: z.boolean().describe('Canceled; access stays until the end of the period'),
    current_period_end: timestamp,
    grace_ends_at: timestamp.nullable().describe('Of a failed payment: until then the plan stays'),
    created_at: timestamp,
  })
  .meta({ id: 'Subscription' });

export type Subscription = z.output<typeof subscription>;

export const paidPlan = subscription
  .extend({
    workspace_id: z.int(),
    workspace: z.string().describe('Name of the workspace that the plan belongs to'),
    payer: z.string().nullable().describe('Name of the payer; null once that account is deleted'),
    is_mine: z.boolean().describe('The caller pays for it, and can cancel it'),
    is_handed_over: z
      .boolean()
      .describe('The payer no longer leads the agency: the plan ends with its period and can’t be resumed'),
  })
  .meta({ id: 'PaidPlan' });

export type PaidPlan = z.output<typeof paidPlan>;

export const subscriptionId = z.string().regex(/^sub_\w{1,200}$/, 'is not a subscription ID');

export const nextInvoice = z
  .object({ plan: z.string(), amount, currency: z.string(), date: timestamp })
  .meta({ id: 'NextInvoice' });

export type NextInvoice = z.output<typeof nextInvoice>;

const quotaUsage = z.object({ used: z.int(), limit });

export const billingState = z
  .object({
    workspace_id: z.int().describe('Workspace that new objects are created in'),
    agency: z.string().nullable().describe('Name of that workspace if it is an agency'),
    plan: z.string().describe('Name of the plan whose limits apply'),
    subscription: paidPlan.nullable().describe('Plan of that workspace, even if another user pays for it'),
    paid_plans: z
      .array(paidPlan)
      .describe('All plans that the caller pays for and that have not ended, in any workspace'),
    move: z
      .object({ plan: paidPlan, agency_id: z.int(), agency: z.string() })
      .nullable()
      .describe(
        'Asks a main admin whether the personal plan moves to the agency; until answered, it applies to both',
      ),
    limits: planLimits,
    usage: z
      .object({ domains: quotaUsage, projects: quotaUsage, pages_month: quotaUsage, members: quotaUsage })
      .describe('Of the workspace where new objects go'),
    usage_resets_at: timestamp,
    is_exempt: z.boolean().describe('Pays nothing and has no limits'),
    may_pay: z.boolean().describe('False for an agency member who isn’t its main admin'),
    is_simulated: z.boolean().describe('No card is charged: a simulator replaces Stripe'),
    is_open: z.boolean().describe('False if payments are not set up: then nothing is limited'),
    invoices: z
      .array(
        z.object({
          id: z.string(),
          workspace_id: z.int(),
          workspace: z.string().describe('Name of the workspace that the plan was for'),
          number: z.string().nullable(),
          status: z.string(),
          amount,
          currency: z.string(),
          url: z.string().nullable(),
          created_at: timestamp,
        }),
      )
      .nullable()
      .describe(
        'Invoices for all plans that the caller pays for, newest first; null while Stripe is not responding',
      ),
  })
  .meta({ id: 'BillingState' });

export const soldSubscription = subscription
  .extend({
    id: z.int(),
    workspace: z.string(),
    user_id: z.int().nullable().describe('ID of the payer; null once that account is deleted'),
    user: z.string().nullable(),
    email: z.string().nullable(),
    monthly_amount: amount.describe('In cents; a twelfth of a yearly one'),
  })
  .meta({ id: 'SoldSubscription' });

const switches = {
  is_exempt: z.boolean(),
  has_offer: z.boolean(),
  offer: offerLimits
    .nullable()
    .describe('Custom limits; the limits of the plan apply for missing ones, or for all if null'),
};

export const billingSwitches = z.object({ user_id: z.int(), ...switches }).meta({ id: 'BillingSwitches' });

export const userPayment = z
  .object({
    ...switches,
    plan: z.string().nullable().describe('Name of the newest plan that was paid for'),
    plan_limits: planLimits.describe('Limits without the offer'),
    status: z.enum(SUBSCRIPTION_STATUSES).nullable(),
    cancel_at_period_end: z.boolean(),
  })
  .meta({ id: 'UserPayment' });

export type UserPayment = z.output<typeof userPayment>;
