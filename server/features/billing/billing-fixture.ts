/** A server with the Stripe simulator, and calls of a user who pays with a test card. */
import type { FastifyInstance } from 'fastify';
import { vi } from 'vitest';
import type { PaidPlan, Plan, Subscription } from '#contract/billing-shapes.ts';
import type { SignedInUser } from '#testkit/users.ts';
import type { useTestApp } from '#testkit/test-app.ts';
import { type Mailbox, startMailbox } from '../../../sim/mailbox.ts';
import { CARDS } from '../../../sim/stripe/cards.ts';
import { type Stripe, startStripe } from '../../../sim/stripe/stripe.ts';

export type Reply = Awaited<ReturnType<FastifyInstance['inject']>>;

const WAIT = { timeout: 20_000, interval: 25 };

/** @param use named by each test file, which marks it as one that needs a database */
export function useBilling(use: typeof useTestApp) {
  const held: { stripe?: Stripe; mailbox?: Mailbox; app?: FastifyInstance } = {};
  let sent = 0;
  const deliver = async (payload: string, signature: string) => {
    if (held.app === undefined) return 0;
    // Several addresses, like Stripe: each may send 600 requests a minute.
    sent += 1;
    const remoteAddress = `10.99.0.${sent % 250}`;
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const call = { method: 'POST', url: '/api/v1/payment/webhook', headers, payload, remoteAddress } as const;
    return (await held.app.inject(call)).statusCode;
  };
  const start = use(async (onEnd) => {
    const [stripe, mailbox] = await Promise.all([startStripe({ webhook: deliver }), startMailbox()]);
    onEnd(() => stripe.close());
    onEnd(() => mailbox.close());
    Object.assign(held, { stripe, mailbox });
    const { secretKey, webhookSecret, base } = stripe;
    const webhookSecrets = ['whsec_next', webhookSecret];
    const mail = { url: mailbox.smtpUrl, from: 'geoloom@example.com' };
    return {
      config: { stripe: { secretKey, webhookSecrets, base }, mail, publicUrl: 'https://app.example' },
    };
  });
  return async (options?: Parameters<typeof start>[0]) => {
    const stage = await start(options);
    held.app = stage.app;
    const { stripe, mailbox } = held;
    if (stripe === undefined || mailbox === undefined) throw new Error('The simulators did not start.');
    Object.assign(stripe, { trouble: undefined, delay: undefined });
    Object.assign(stripe.webhooks.switches, {
      isHeld: false,
      isReversed: false,
      duplicates: 0,
      isLost: () => false,
    });
    // The plans are read when the server starts.
    await vi.waitUntil(() => stage.database.db.selectFrom('products').select('id').executeTakeFirst(), WAIT);
    return { ...stage, stripe, mailbox };
  };
}

export function post(
  app: FastifyInstance,
  { headers }: SignedInUser,
  path: string,
  payload?: object,
): Promise<Reply> {
  return app.inject({ method: 'POST', url: `/api/v1/${path}`, headers, ...(payload && { payload }) });
}

export function get(app: FastifyInstance, { headers }: SignedInUser, path: string): Promise<Reply> {
  return app.inject({ url: `/api/v1/${path}`, headers });
}

export async function findPlan(app: FastifyInstance, user: SignedInUser, name: string): Promise<Plan> {
  const { data } = (await get(app, user, 'account/stripe-product-list')).json<{ data: Plan[] }>();
  const plan = data.find((each) => each.name === name);
  if (plan === undefined) throw new Error(`The plan ${name} is not offered.`);
  return plan;
}

export const pay = (url: string, cardNumber: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ cardNumber }), redirect: 'manual' });

interface Checkout {
  checkout_url: string | null;
  subscription_id: string;
}

export async function choose(app: FastifyInstance, user: SignedInUser, name: string, interval = 'month') {
  const { stripeId: product_id } = await findPlan(app, user, name);
  const reply = await post(app, user, 'payment/subscribe', { product_id, interval });
  return { reply, product_id, checkout: reply.json<{ data: Checkout }>().data };
}

/** Chooses a plan, pays for it, and confirms the payment like the page. */
export async function subscribe(
  app: FastifyInstance,
  user: SignedInUser,
  name = 'Pro',
  card: string = CARDS.succeeds,
) {
  const { product_id, checkout } = await choose(app, user, name);
  await pay(checkout.checkout_url ?? '', card);
  const { subscription_id } = checkout;
  const reply = await post(app, user, 'payment/subscription-confirm', { subscription_id, product_id });
  return { reply, product_id, subscription: reply.json<{ data: Subscription }>().data };
}

/** The user's billing page. */
export async function show(app: FastifyInstance, user: SignedInUser) {
  const reply = await post(app, user, 'payment/subscr');
  return reply.json<{
    data: {
      plan: string;
      limits: object;
      usage: object;
      subscription: PaidPlan | null;
      paid_plans: PaidPlan[];
      move: object | null;
      invoices: object[] | null;
    };
  }>().data;
}

/** Polls until a value matches, because jobs handle events. */
export async function waitFor<T>(read: () => Promise<T>, isExpected: (value: T) => boolean): Promise<T> {
  let value = await read();
  await vi.waitUntil(async () => isExpected((value = await read())), WAIT);
  return value;
}
