/** Plans and payments. Stripe is the source of truth, and its hosted pages collect cards. */
import { z } from 'zod';
import {
  billingState,
  billingSwitches,
  INTERVALS,
  interval,
  plan,
  paidPlan,
  offerLimits,
  productId,
  soldSubscription,
  SUBSCRIPTION_STATUSES,
  subscription,
  subscriptionId,
} from './billing-shapes.ts';
import { defineContract } from './endpoint.ts';
import { commaJoined, listQuery, timestamp, requiredText, rowId } from './fields.ts';

const PRODUCT_NAME_CHARACTERS = 250;
const WEBHOOKS_PER_MINUTE = 600;
const MAX_PAID_PLANS = 100;

const chosenPlan = { product_id: productId, interval: interval.default('month') };

/** One of the plans that the caller pays for; defaults to that of the workspace that new objects are created in. */
const chosenPaid = z
  .object({ subscription_id: subscriptionId.optional() })
  .prefault({})
  .describe('One of `paid_plans`; defaults to the plan of the workspace that new objects are created in');

const ofUser = { user_id: rowId };
const own = { access: 'user', rows: 'own' } as const;
/** Rejected while a superadmin is signed in as another user. */
const paying = { ...own, personal: 'plan' } as const;
const ofAdmins = { access: 'admin', rows: 'admin' } as const;

export const billingContract = defineContract({
  plans: {
    ...own,
    id: 'billing.plans',
    method: 'GET',
    path: '/api/v1/account/stripe-product-list',
    summary: 'Lists the plans that the caller may choose, private offers included.',
    reply: z.array(plan),
  },
  show: {
    ...own,
    id: 'billing.show',
    method: 'POST',
    audit: { none: 'Makes no changes', changesNothing: true },
    path: '/api/v1/payment/subscr',
    summary: 'Shows the plan, its usage, all plans that the caller pays for, and the invoices.',
    reply: billingState,
  },
  preview: {
    ...paying,
    id: 'billing.preview',
    method: 'POST',
    audit: { none: 'Makes no changes', changesNothing: true },
    path: '/api/v1/payment/preview',
    summary: 'Returns the cost of a plan change today, and the limits that the current use exceeds.',
    body: z.object(chosenPlan),
    reply: z.object({
      due_today: z.int().describe('In cents'),
      currency: z.string(),
      exceeded: z
        .array(z.string())
        .describe('Sentences: growth that the plan blocks, and earlier runs that it no longer keeps'),
      paid_until: timestamp
        .nullable()
        .describe(
          'A former main admin has paid until this time: their plan applies, and the card is charged from then on',
        ),
      also_paid: z
        .array(paidPlan)
        .describe(
          'Plans that the caller pays for in other workspaces; a second purchase lists them in `also_paying`',
        ),
    }),
  },
  subscribe: {
    ...paying,
    id: 'billing.subscribe',
    method: 'POST',
    audit: ['subscription.change_plan'],
    path: '/api/v1/payment/subscribe',
    summary: 'Begins a subscription, changes its plan, or resumes a canceled one.',
    body: z.object({
      ...chosenPlan,
      also_paying: z
        .array(subscriptionId)
        .max(MAX_PAID_PLANS)
        .default([])
        .describe('Confirms that the caller keeps paying for these plans of other workspaces'),
    }),
    reply: z.object({
      checkout_url: z.string().nullable().describe('Page that takes the card; null if none is needed'),
      subscription_id: z.string().describe('Of the subscription, or of the checkout that begins it'),
    }),
  },
  confirm: {
    ...paying,
    id: 'billing.confirm',
    method: 'POST',
    audit: ['subscription.create'],
    path: '/api/v1/payment/subscription-confirm',
    summary: 'Reads the state of a subscription from Stripe.',
    body: z.object({
      subscription_id: z.string().regex(/^(sub|cs)_\w{1,200}$/, 'must be a subscription ID'),
      product_id: productId,
    }),
    reply: subscription,
  },
  cancel: {
    ...paying,
    id: 'billing.cancel',
    method: 'POST',
    audit: ['subscription.cancel'],
    path: '/api/v1/payment/cancel-subscription',
    summary: 'Cancels a plan that the caller pays for; access stays until the end of the period.',
    body: chosenPaid,
    reply: subscription,
  },
  resume: {
    ...paying,
    id: 'billing.resume',
    method: 'POST',
    audit: ['subscription.resume'],
    path: '/api/v1/payment/resume-subscription',
    summary: 'Undoes a cancellation before the period ends.',
    body: z.object({ subscription_id: subscriptionId }),
    reply: subscription,
  },
  movePlan: {
    ...paying,
    id: 'billing.movePlan',
    method: 'POST',
    audit: ['subscription.move'],
    path: '/api/v1/payment/move-plan',
    summary: 'Moves a personal plan to the agency that the caller leads, or keeps it personal.',
    body: z.object({
      subscription_id: subscriptionId,
      moves: z.boolean().describe('False keeps it personal; the agency then needs its own plan'),
    }),
    reply: billingState,
  },
  portal: {
    ...paying,
    id: 'billing.portal',
    method: 'POST',
    audit: { none: 'Opens a page of Stripe; changes made there are recorded as Stripe reports them' },
    path: '/api/v1/payment/billing',
    summary: 'Opens the billing portal, for cards and addresses.',
    body: chosenPaid,
    reply: z.object({ url: z.string() }),
  },
  webhook: {
    id: 'billing.webhook',
    method: 'POST',
    audit: ['subscription.create', 'subscription.update'],
    path: '/api/v1/payment/webhook',
    access: 'public',
    summary: 'Receives signed events from Stripe.',
    signature: 'stripe-signature',
    callsPerMinute: WEBHOOKS_PER_MINUTE,
    reply: z.object({}),
  },
  products: {
    ...ofAdmins,
    id: 'billing.products',
    method: 'GET',
    path: '/api/v1/stripe/products',
    summary: 'Lists all plans, archived and private ones included.',
    reply: z.array(plan),
  },
  changeName: {
    ...ofAdmins,
    id: 'billing.changeName',
    method: 'POST',
    audit: ['product.update'],
    path: '/api/v1/stripe/products/change-name',
    summary: 'Renames a plan, also at Stripe.',
    body: z.object({
      name: z.literal('name').describe('The field that is changed'),
      value: requiredText('Name', PRODUCT_NAME_CHARACTERS),
      product_id: productId,
    }),
    reply: plan,
  },
  subscriptions: {
    ...ofAdmins,
    id: 'billing.subscriptions',
    method: 'GET',
    path: '/api/v1/stripe/all-subscriptions',
    summary: 'Lists the subscriptions of all users.',
    query: z.object({
      ...listQuery(['created_at', 'current_period_end', 'amount', 'status'], '-created_at'),
      status: commaJoined(SUBSCRIPTION_STATUSES).describe('Statuses, comma-joined'),
      interval: commaJoined(INTERVALS),
      product_id: z
        .string()
        .max(1000)
        .transform((text) => text.split(',').filter((each) => each !== ''))
        .pipe(z.array(productId))
        .optional()
        .describe('Plans, comma-joined'),
    }),
    reply: z.array(soldSubscription),
    replyType: 'list',
  },
  cancelFor: {
    ...ofAdmins,
    id: 'billing.cancelFor',
    method: 'POST',
    audit: ['subscription.cancel'],
    path: '/api/v1/stripe/cancel-subscription',
    summary:
      'Cancels a subscription for its payer, who is notified; access stays until the end of the period.',
    body: z.object({ id: rowId.describe('`id` from the list of all subscriptions') }),
    reply: subscription,
  },
  figures: {
    ...ofAdmins,
    id: 'billing.figures',
    method: 'GET',
    path: '/api/v1/stripe/figures',
    summary: 'Sums up the subscriptions: their number, unpaid ones, and monthly revenue.',
    reply: z
      .object({
        active: z.int(),
        past_due: z.int(),
        ending: z.int().describe('Active subscriptions that are canceled and in their last period'),
        revenue: z.array(
          z.object({
            currency: z.string(),
            monthly_amount: z.int().describe('In cents'),
            ending_amount: z.int().describe('In cents; the part from canceled subscriptions'),
          }),
        ),
      })
      .meta({ id: 'BillingFigures' }),
  },
  switchCharge: {
    ...ofAdmins,
    id: 'billing.switchCharge',
    method: 'POST',
    audit: ['user.update'],
    path: '/api/v1/users/switcher-charge',
    summary: 'Sets whether a user pays; a user who doesn’t has no limits.',
    body: z.object({ ...ofUser, value: z.boolean().describe('False exempts from payment') }),
    reply: billingSwitches,
  },
  switchOffer: {
    ...ofAdmins,
    id: 'billing.switchOffer',
    method: 'POST',
    audit: ['user.update'],
    path: '/api/v1/users/switcher-individual-offer',
    summary:
      'Gives a user an individual offer: private plans and custom limits; the limits of the plan apply for missing ones.',
    body: z.object({ ...ofUser, value: z.boolean(), limits: offerLimits.optional() }),
    reply: billingSwitches,
  },
  refresh: {
    ...ofAdmins,
    id: 'billing.refresh',
    method: 'POST',
    audit: ['subscription.create', 'subscription.update'],
    path: '/api/v1/users/refresh-subscription',
    summary: 'Reads a user’s subscriptions from Stripe again.',
    body: z.object(ofUser),
    reply: z.array(subscription),
  },
});
