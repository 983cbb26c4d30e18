/** Plans survive a key of another account or mode, an account without its plans, and responses that arrive late. */
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { addUser, type SignedInUser } from '#testkit/users.ts';
import { startTestApp, type TestApp, useTestApp } from '#testkit/test-app.ts';
import { CARDS } from '../../../sim/stripe/cards.ts';
import { type Stripe, startStripe } from '../../../sim/stripe/stripe.ts';
import { sign } from '../../../sim/stripe/webhooks.ts';
import { choose, get, pay, post, show, subscribe, useBilling, waitFor } from './billing-fixture.ts';

const start = useBilling(useTestApp);
const WAIT = { timeout: 20_000, interval: 25 };

const configure = ({ secretKey, webhookSecret, base }: Stripe) => ({
  stripe: { secretKey, webhookSecrets: [webhookSecret], base },
});

/** Starts a server with its own Stripe and a user who pays. */
async function startAlone() {
  const stripe = await startStripe();
  const main = await startTestApp({ config: configure(stripe) });
  const { db } = main.database;
  await expect.poll(() => db.selectFrom('products').select('id').executeTakeFirst(), WAIT).toBeDefined();
  const user = await addUser(db);
  const root = await addUser(db, { role: 'superadmin' });
  const { subscription } = await subscribe(main.app, user, 'Pro');
  expect(subscription.status).toBe('active');
  return { stripe, main, user, root, subscription };
}

/** Starts another Stripe with different ids. */
async function startOther(options: Parameters<typeof startStripe>[0] = {}): Promise<Stripe> {
  const stripe = await startStripe(options);
  for (let used = 0; used < 100; used += 1) stripe.state.newId('customer');
  return stripe;
}

const alarms = ({ log }: TestApp) =>
  log.map(({ msg }) => String(msg)).filter((text) => text.startsWith('Refused'));

/** Lists notifications of a user: a plan that ended even briefly would be among them. */
async function listTexts(app: FastifyInstance, user: SignedInUser): Promise<string> {
  const { data } = (await get(app, user, 'notifications')).json();
  return data.map(({ notification }: { notification: string }) => notification).join('\n');
}

async function startWorker(main: TestApp, stripe: Stripe) {
  const worker = await startTestApp({ beside: main, config: configure(stripe) });
  return { ...worker, read: () => worker.server.readStripe() };
}

describe('a worker', () => {
  it.each([
    ['of another account', { account: 'acct_other' }],
    ['of the other mode', { secretKey: 'sk_live_simulator' }],
  ])('with a key %s ends no plan, says why, and notifies superadmins', async (_what, options) => {
    const { stripe, main, user, root } = await startAlone();
    const other = await startOther(options);
    const worker = await startWorker(main, other);
    await expect(worker.read()).rejects.toMatchObject({ code: 'payments_off' });
    expect(await show(main.app, user)).toMatchObject({ plan: 'Pro', subscription: { status: 'active' } });
    expect(alarms(worker)[0]).toContain('Set STRIPE_SECRET_KEY to a key of acct_simulator in test mode');
    expect(await listTexts(main.app, user)).not.toContain('has ended');
    expect(await listTexts(main.app, root)).toContain('Payments are paused');
    // Purchases are rejected, too.
    const buyer = await addUser(main.database.db);
    const rejected = await choose(worker.app, buyer, 'Pro');
    expect([rejected.reply.statusCode, rejected.reply.json().code]).toEqual([503, 'payments_off']);
    expect(other.state.list('customer')).toEqual([]);
    await main.server.readStripe();
    expect((await choose(main.app, buyer, 'Pro')).reply.statusCode).toBe(200);
    await Promise.all([stripe.close(), other.close()]);
  });

  it('ends no plan if its Stripe account lost them; an administrator can end one by a refresh', async () => {
    const { stripe, main, user, root } = await startAlone();
    const empty = await startOther();
    const worker = await startWorker(main, empty);
    await worker.read();
    expect(await show(main.app, user)).toMatchObject({ plan: 'Pro' });
    expect(await listTexts(main.app, user)).not.toContain('has ended');
    expect(alarms(worker).join()).toContain("Stripe doesn't list 1 of 1 active plans");
    const refreshed = await post(worker.app, root, 'users/refresh-subscription', { user_id: user.userId });
    expect(refreshed.json().data).toMatchObject([{ status: 'canceled' }]);
    expect((await show(worker.app, user)).plan).toBe('Free');
    // The customer is missing there, too, so a new one is created.
    const { subscription } = await subscribe(worker.app, user, 'Starter');
    expect(subscription.status).toBe('active');
    await Promise.all([stripe.close(), empty.close()]);
  });

  it('may have a key of another account once all plans have ended', async () => {
    const { stripe, main, user, subscription } = await startAlone();
    Object.assign(stripe.state.get('subscription', subscription.subscription_id), { status: 'canceled' });
    await main.server.readStripe();
    const other = await startOther({ account: 'acct_other' });
    const worker = await startWorker(main, other);
    await worker.read();
    const bought = await subscribe(worker.app, user, 'Pro');
    expect(bought.subscription.status).toBe('active');
    await expect(main.server.readStripe(), 'the old key').rejects.toMatchObject({ code: 'payments_off' });
    await Promise.all([stripe.close(), other.close()]);
  });
});

it('a response from before a later reading changes nothing', async () => {
  const { app, database, user, stripe } = await start();
  const admin = await addUser(database.db, { role: 'admin' });
  const { subscription } = await subscribe(app, user, 'Pro');
  stripe.webhooks.switches.isLost = () => true;
  const refresh = () => post(app, admin, 'users/refresh-subscription', { user_id: user.userId });
  const isAsked = Promise.withResolvers<undefined>();
  const isReleased = Promise.withResolvers<undefined>();
  let asked = 0;
  stripe.delay = async (call) => {
    if (call !== 'GET /v1/subscriptions' || (asked += 1) > 1) return;
    isAsked.resolve(undefined);
    await isReleased.promise;
  };
  const early = refresh();
  await isAsked.promise;
  Object.assign(stripe.state.get('subscription', subscription.subscription_id), { status: 'canceled' });
  expect((await refresh()).json().data).toMatchObject([{ status: 'canceled' }]);
  isReleased.resolve(undefined);
  expect((await early).json().data).toMatchObject([{ status: 'canceled' }]);
  expect(await show(app, user)).toMatchObject({ plan: 'Free' });
});

it('cancels the older of two subscriptions of a payer in a workspace, even if Stripe fails at first', async () => {
  const { app, user, stripe } = await start();
  const { checkout } = await choose(app, user, 'Pro');
  const { customer, price } = stripe.state.get('session', checkout.subscription_id);
  const body = new URLSearchParams({
    mode: 'subscription',
    customer,
    'line_items[0][price]': price,
    success_url: 'https://app.example/payment',
  });
  const headers = { authorization: `Bearer ${stripe.secretKey}` };
  const second = await fetch(`${stripe.base}/v1/checkout/sessions`, { method: 'POST', headers, body });
  const { url } = (await second.json()) as { url: string };
  stripe.webhooks.switches.isHeld = true;
  for (const page of [checkout.checkout_url ?? '', url]) await pay(page, CARDS.succeeds);
  const list = (status: string) =>
    stripe.state.list('subscription').filter((each) => each.customer === customer && each.status === status);
  expect(list('active')).toHaveLength(2);
  let failures = 0;
  stripe.trouble = (call) => (call.startsWith('DELETE') && (failures += 1) <= 4 ? 'down' : undefined);
  stripe.webhooks.switches.isHeld = false;
  await stripe.webhooks.release();
  await expect.poll(() => failures, WAIT).toBe(4);
  // The next reading finishes the cancellation.
  await waitFor(
    async () =>
      (
        await post(app, user, 'payment/subscribe', {
          product_id: (await show(app, user)).subscription?.product_id,
        })
      ).statusCode,
    () => list('active').length === 1,
  );
  const [kept] = list('active');
  await waitFor(
    () => show(app, user),
    ({ paid_plans: paid }) => paid.length === 1 && paid[0]?.subscription_id === kept?.id,
  );
  const newest = stripe.state.list('subscription').filter((each) => each.customer === customer)[0];
  expect(kept?.id).toBe(newest?.id);
});

it('a signed event with invalid characters in an id is rejected as malformed', async () => {
  const { app, database, stripe } = await start();
  const event = {
    id: 'evt_nul',
    object: 'event',
    type: 'customer.subscription.updated',
    livemode: false,
    data: { object: { customer: 'cus_1' } },
  };
  const send = (given: object) => {
    const payload = JSON.stringify(given);
    const signature = sign(payload, stripe.webhookSecret, Math.floor(Date.now() / 1000));
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    return app.inject({ method: 'POST', url: '/api/v1/payment/webhook', headers, payload });
  };
  const odd = [
    { ...event, id: 'evt_nul\0' },
    { ...event, type: 'customer\0' },
    { ...event, id: 7 },
    { ...event, data: {} },
  ];
  for (const each of odd) {
    const reply = await send(each);
    expect([reply.statusCode, reply.json().code], JSON.stringify(each)).toEqual([400, 'malformed']);
  }
  const foreign = { ...event, data: { object: { customer: 'cus\0' } } };
  expect((await send(foreign)).statusCode, 'it is about no customer of ours').toBe(200);
  const rows = await database.db
    .selectFrom('webhook_events')
    .select('type')
    .where('stripe_event', 'like', 'evt_nul%')
    .execute();
  expect(rows).toHaveLength(1);
});
