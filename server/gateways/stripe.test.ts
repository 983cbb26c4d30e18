/** The gateway against the simulated Stripe: reads, and the result of each test card and each fault. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CARDS } from '../../sim/stripe/cards.ts';
import { type Stripe, startStripe, type StripeTrouble } from '../../sim/stripe/stripe.ts';
import { sign } from '../../sim/stripe/webhooks.ts';
import { AppError } from '../app-error.ts';
import { createStripeGateway, type StripeGateway } from './stripe.ts';

let sim: Stripe;
let gateway: StripeGateway;
let people = 0;

beforeAll(async () => {
  sim = await startStripe();
  const { secretKey, webhookSecret, base } = sim;
  gateway = createStripeGateway({ secretKey, webhookSecrets: ['whsec_next', webhookSecret], base });
});
afterAll(() => sim.close());
beforeEach(() => {
  sim.trouble = undefined;
  sim.calls.length = 0;
});

const listOf = async (customerId: string) => (await gateway.findSubscriptions(customerId)) ?? [];

/** A new customer with an open checkout of the plan. */
async function openCheckout(name = 'Pro') {
  const [products, prices] = await Promise.all([gateway.listProducts(), gateway.listPrices()]);
  const product = products.find((each) => each.name === name);
  const price = prices.find((each) => each.productId === product?.id && each.interval === 'month');
  people += 1;
  const customerId = await gateway.createCustomer({
    email: 'ada@example.com',
    workspaceId: people,
    key: `customer-${people}`,
  });
  const request = {
    customerId,
    priceId: price?.id ?? '',
    workspaceId: people,
    successUrl: 'https://app.example/payment?session={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://app.example/payment',
    key: `checkout-${people}`,
  };
  return { customerId, request, checkout: await gateway.openCheckout(request) };
}

const submit = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

async function subscribe(card: string = CARDS.succeeds, name?: string) {
  const opened = await openCheckout(name);
  await submit(opened.checkout.url ?? '', { cardNumber: card });
  const [subscription] = await listOf(opened.customerId);
  if (subscription === undefined) throw new Error('The card was not charged.');
  return { ...opened, subscription };
}

async function findPrice(name: string, interval: 'month' | 'year' = 'month') {
  const product = (await gateway.listProducts()).find((each) => each.name === name);
  const price = (await gateway.listPrices()).find(
    (each) => each.productId === product?.id && each.interval === interval,
  );
  return price?.id ?? '';
}

describe('the checkout page', () => {
  it('accepts a valid card and redirects with the session', async () => {
    const { checkout, customerId } = await openCheckout();
    const page = await (await fetch(checkout.url ?? '')).text();
    expect(page).toContain('Subscribe to Pro');
    expect(page).toContain('$79.00');
    const reply = await submit(checkout.url ?? '', { cardNumber: '4242 4242 4242 4242' });
    expect(reply.headers.get('location')).toBe(`https://app.example/payment?session=${checkout.id}`);
    const found = await gateway.findCheckout(checkout.id);
    const [subscription] = await listOf(customerId);
    expect(found).toMatchObject({ state: 'complete', isPaid: true, subscriptionId: subscription?.id });
    expect(subscription).toMatchObject({
      status: 'active',
      amount: 7900,
      interval: 'month',
      isEnding: false,
    });
    expect(await gateway.listInvoices(customerId)).toMatchObject([{ status: 'paid', amount: 7900 }]);
  });

  it.each([
    [CARDS.declined, 'Your card was declined.'],
    [CARDS.insufficientFunds, 'Your card has insufficient funds.'],
    [CARDS.expired, 'Your card has expired.'],
    [CARDS.wrongCvc, "Your card's security code is incorrect."],
    ['4111111111111111', 'Your card number is incorrect.'],
  ])('declines %s: %s', async (cardNumber, message) => {
    const { checkout, customerId } = await openCheckout();
    const reply = await submit(checkout.url ?? '', { cardNumber });
    expect(reply.status).toBe(402);
    expect(await reply.text()).toContain(message);
    expect(await listOf(customerId)).toEqual([]);
    expect(await gateway.findCheckout(checkout.id)).toMatchObject({ state: 'open', isPaid: false });
  });

  it("waits for the bank's confirmation and follows its result", async () => {
    const { checkout, customerId } = await openCheckout();
    const url = checkout.url ?? '';
    const cardNumber = CARDS.needsAuthentication;
    expect(await (await submit(url, { cardNumber })).text()).toContain('Your bank asks');
    const failed = await submit(`${url}/authenticate`, { cardNumber, result: 'fail' });
    expect(await failed.text()).toContain('We are unable to authenticate');
    expect(await listOf(customerId)).toEqual([]);
    const done = await submit(`${url}/authenticate`, { cardNumber, result: 'complete' });
    expect(done.status).toBe(303);
    expect(await listOf(customerId)).toMatchObject([{ status: 'active' }]);
  });

  it('expires when it is paid, canceled or open for a day', async () => {
    const { checkout } = await subscribe();
    expect((await fetch(checkout.url ?? '')).status).toBe(410);
    const second = await openCheckout();
    await gateway.expireCheckout(second.checkout.id);
    await gateway.expireCheckout(second.checkout.id);
    expect((await submit(second.checkout.url ?? '', { cardNumber: CARDS.succeeds })).status).toBe(410);
    const third = await openCheckout();
    sim.advance(1);
    expect(await gateway.findCheckout(third.checkout.id)).toMatchObject({ state: 'expired', url: undefined });
  });
});

describe('a subscription', () => {
  it('changes its price and charges the difference that the preview showed', async () => {
    const { subscription, customerId } = await subscribe(CARDS.succeeds, 'Starter');
    const pro = await findPrice('Pro');
    const due = await gateway.previewChange(subscription, pro);
    expect(due).toBeGreaterThan(4900);
    expect(due).toBeLessThanOrEqual(5000);
    await gateway.changePrice(subscription, pro, 'up');
    expect(await gateway.findSubscription(subscription.id)).toMatchObject({ priceId: pro, amount: 7900 });
    expect((await gateway.listInvoices(customerId)).map(({ amount }) => amount)).toEqual([due, 2900]);
    await gateway.changePrice(subscription, await findPrice('Starter'), 'down');
    expect(await gateway.listInvoices(customerId)).toHaveLength(2);
  });

  it('keeps its price if the card is declined without confirmation', async () => {
    const { subscription } = await subscribe(CARDS.failsLater, 'Starter');
    const change = gateway.changePrice(subscription, await findPrice('Agency', 'year'), 'x');
    await expect(change).rejects.toMatchObject({
      code: 'payment_failed',
      message: 'Your card was declined.',
    });
    expect(await gateway.findSubscription(subscription.id)).toMatchObject({ priceId: subscription.priceId });
  });

  it('ends with its period, unless it is resumed', async () => {
    const [ending, resumed] = [await subscribe(), await subscribe()];
    for (const { subscription } of [ending, resumed])
      await gateway.setEnding(subscription.id, true, `end-${subscription.id}`);
    await gateway.setEnding(resumed.subscription.id, false, 'resume');
    expect(await gateway.findSubscription(ending.subscription.id)).toMatchObject({
      status: 'active',
      isEnding: true,
    });
    sim.advance(32);
    expect(await gateway.findSubscription(ending.subscription.id)).toMatchObject({ status: 'canceled' });
    expect(await gateway.findSubscription(resumed.subscription.id)).toMatchObject({ status: 'active' });
  });

  it('is past due from its invoice on, retried for two weeks, and then canceled', async () => {
    const { subscription, customerId } = await subscribe(CARDS.failsLater);
    sim.advance(32);
    const late = await gateway.findSubscription(subscription.id);
    const [invoice] = await gateway.listInvoices(customerId);
    expect(late).toMatchObject({ status: 'past_due', pastDueSince: invoice?.createdAt });
    sim.advance(14);
    expect(await gateway.findSubscription(subscription.id)).toMatchObject({ status: 'canceled' });
  });

  it('is active again when the customer adds a valid card in the portal', async () => {
    const { subscription, customerId } = await subscribe(CARDS.failsLater);
    sim.advance(32);
    const portal = await gateway.openPortal(customerId, 'https://app.example/payment');
    expect(await (await fetch(portal)).text()).toContain('past_due');
    const rejected = await submit(portal, { verb: 'card', cardNumber: CARDS.declined });
    expect(await rejected.text()).toContain('Your card was declined.');
    await submit(portal, { verb: 'card', cardNumber: CARDS.succeeds });
    expect(await gateway.findSubscription(subscription.id)).toMatchObject({ status: 'active' });
    await submit(portal, { verb: 'cancel' });
    expect(await gateway.findSubscription(subscription.id)).toMatchObject({ isEnding: true });
  });
});

describe('a call', () => {
  it('is replayed with the same key, and rejected with other parameters', async () => {
    const { request, checkout } = await openCheckout();
    expect(await gateway.openCheckout(request)).toEqual(checkout);
    const other = gateway.openCheckout({ ...request, cancelUrl: 'https://app.example/other' });
    await expect(other).rejects.toMatchObject({ kind: 'rejected', retryable: false });
    expect(await gateway.listCheckouts(request.customerId)).toHaveLength(1);
  });

  it('has its effect once if the response is lost', async () => {
    const { customerId, request } = await openCheckout();
    let lost = 0;
    sim.trouble = (call) => (call === 'POST /v1/checkout/sessions' && lost++ < 2 ? 'answer-lost' : undefined);
    await gateway.openCheckout({ ...request, key: 'again' });
    expect(lost).toBe(3);
    sim.trouble = undefined;
    expect(await gateway.listCheckouts(customerId)).toHaveLength(2);
  });

  it.each<[StripeTrouble, string]>([
    ['unreachable', 'down'],
    ['down', 'down'],
    ['garbage', 'down'],
    ['limited', 'limited'],
  ])('reports the problem when Stripe is %s', async (trouble, kind) => {
    sim.trouble = () => trouble;
    await expect(gateway.listProducts()).rejects.toMatchObject({
      name: 'GatewayError',
      kind,
      retryable: true,
    });
  });

  it('times out if Stripe is too slow', async () => {
    const { secretKey, base } = sim;
    const hurried = createStripeGateway({ secretKey, webhookSecrets: [], base }, 100);
    sim.trouble = () => 'silent';
    await expect(hurried.listProducts()).rejects.toMatchObject({ kind: 'down', retryable: true });
  });

  it('reports an invalid key', async () => {
    const { base } = sim;
    const stranger = createStripeGateway({ secretKey: 'sk_test_other', webhookSecrets: [], base });
    await expect(stranger.listProducts()).rejects.toMatchObject({ kind: 'unauthorized', retryable: false });
  });

  it("returns nothing for objects that Stripe doesn't have", async () => {
    expect(await gateway.findSubscription('sub_nobodys')).toBeUndefined();
    expect(await gateway.findCheckout('cs_test_nobodys')).toBeUndefined();
  });
});

describe('an event (K1)', () => {
  const NOW = new Date('2026-11-22T12:00:00Z');
  const at = NOW.getTime() / 1000;
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'customer.subscription.updated',
    livemode: false,
    data: { object: { customer: 'cus_1' } },
  });
  const read = (signature: string, text = body) =>
    gateway.readEvent(new TextEncoder().encode(text), signature, NOW);

  it('is accepted if one of our secrets signed it', async () => {
    const event = { id: 'evt_1', type: 'customer.subscription.updated', isLive: false, customerId: 'cus_1' };
    expect(await read(sign(body, sim.webhookSecret, at))).toEqual(event);
    expect(await read(sign(body, 'whsec_next', at))).toEqual(event);
    expect(await read(sign(body, sim.webhookSecret, at - 300))).toEqual(event);
  });

  it.each([
    ['no signature', '', body],
    ['another secret', sign(body, 'whsec_other', at), body],
    ['an extra byte', sign(body, 'whsec_simulator', at), `${body} `],
    ['301 seconds', sign(body, 'whsec_simulator', at - 301), body],
    ['only the scheme v0', sign(body, 'whsec_simulator', at).replace('v1=', 'v0='), body],
    ['garbage', 't=,v1=', body],
  ])('is rejected with %s', async (_what, signature, text) => {
    const reading = read(signature, text);
    await expect(reading).rejects.toThrow(AppError);
    await expect(reading).rejects.toThrow('The signature of this event is invalid.');
  });
});
