/** Events of Stripe: unsigned, duplicate, out of order, or lost and recovered by the daily reading. */
import { describe, expect, it, vi } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { tenfold } from '#testkit/cases.ts';
import { addUser, type SignedInUser } from '#testkit/users.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { CARDS } from '../../../sim/stripe/cards.ts';
import type { StripeEvent } from '../../../sim/stripe/objects.ts';
import { sign } from '../../../sim/stripe/webhooks.ts';
import { get, post, show, subscribe, useBilling, waitFor } from './billing-fixture.ts';

const start = useBilling(useTestApp);
const KINDS = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'invoice.payment_failed',
] as const;

function send(app: FastifyInstance, body: string, signature?: string) {
  const headers = { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) };
  return app.inject({ method: 'POST', url: '/api/v1/payment/webhook', headers, payload: body });
}

function permute<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]];
  return all.flatMap((each, index) => permute(all.toSpliced(index, 1)).map((rest) => [each, ...rest]));
}

async function listTexts(app: FastifyInstance, user: SignedInUser): Promise<string[]> {
  const { data } = (await get(app, user, 'notifications?per_page=100')).json();
  return data.map(({ notification }: { notification: string }) => notification);
}

const isIdle = (database: Parameters<typeof runSql>[0]) => async () =>
  (
    await runSql(
      database,
      `select id from pgboss.job where name = 'billing' and state < 'completed' and start_after <= now()`,
    )
  ).length === 0;

describe('an event', () => {
  it('with an invalid signature is rejected and has no effect (K1)', async () => {
    const { app, database, stripe } = await start();
    const body = JSON.stringify({
      id: 'evt_forged',
      object: 'event',
      type: 'customer.subscription.deleted',
      livemode: false,
      data: { object: { customer: 'cus_1' } },
    });
    const at = Math.floor(Date.now() / 1000);
    const good = sign(body, stripe.webhookSecret, at);
    const forged: [string, string | undefined][] = [
      [body, undefined],
      [body, sign(body, 'whsec_other', at)],
      [`${body} `, good],
      [body, sign(body, stripe.webhookSecret, at - 400)],
      [body, good.replace('v1=', 'v0=')],
    ];
    for (const [text, signature] of forged) expect((await send(app, text, signature)).statusCode).toBe(400);
    const rows = () =>
      database.db
        .selectFrom('webhook_events')
        .select('type')
        .where('stripe_event', 'like', 'evt_forged%')
        .execute();
    expect(await rows()).toEqual([]);
    expect((await send(app, body, sign(body, 'whsec_next', at))).statusCode).toBe(200);
    expect(await rows()).toHaveLength(1);
    const live = body.replace('evt_forged', 'evt_forged_live').replace('"livemode":false', '"livemode":true');
    expect((await send(app, live, sign(live, stripe.webhookSecret, at))).statusCode).toBe(200);
    expect(await rows()).toHaveLength(1);
  });

  it('has its effect once, even if it is delivered twice, in parallel or with others (K2)', async () => {
    const { app, database, stripe } = await start();
    const people = await Promise.all(Array.from({ length: tenfold(1) }, () => addUser(database.db)));
    stripe.webhooks.switches.isHeld = true;
    const bought = await Promise.all(people.map((user) => subscribe(app, user, 'Pro', CARDS.failsLater)));
    stripe.advance(32);
    const customers = bought.map(
      ({ subscription }) => stripe.state.get('subscription', subscription.subscription_id).customer,
    );
    const own = stripe.state
      .list('event')
      .filter(({ data }) => customers.includes((data.object as { customer?: string }).customer ?? ''));
    expect(own.length).toBeGreaterThanOrEqual(tenfold(5));
    const statuses = await Promise.all(
      own.flatMap((event) => Array.from({ length: 20 }, () => stripe.webhooks.send(event))),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const user of people)
      await waitFor(
        () => show(app, user),
        ({ subscription }) => subscription?.status === 'past_due',
      );
    await vi.waitUntil(isIdle(database), { timeout: 20_000 });
    const ids = own.map(({ id }) => id);
    const kept = await database.db
      .selectFrom('webhook_events')
      .select('type')
      .where('stripe_event', 'in', ids)
      .execute();
    expect(kept).toHaveLength(own.length);
    for (const user of people) {
      const texts = await listTexts(app, user);
      expect(texts.filter((text) => text.startsWith('Your payment failed'))).toHaveLength(1);
      expect(texts.filter((text) => text === 'Your Pro plan is active.')).toHaveLength(1);
    }
    console.log(`${own.length} events, each 20 times`);
    stripe.webhooks.switches.isHeld = false;
    await stripe.webhooks.release();
  });

  it('gives the same result in every order and never revives an ended plan (K3)', async () => {
    const { app, database, stripe } = await start();
    const ends = new Set<string>();
    const all = permute([...KINDS, 'customer.subscription.deleted'] as const);
    expect(all).toHaveLength(24);
    // All orders in the deep tier, otherwise a sample.
    const tried = Math.min(all.length, tenfold(4));
    const orders = Array.from({ length: tried }, (_, index) => all[(index * 5) % all.length] ?? []);
    console.log(`${new Set(orders).size} orders of ${all.length}`);
    const people = await Promise.all(orders.map(() => addUser(database.db)));
    stripe.webhooks.switches.isLost = () => true;
    const bought = await Promise.all(people.map((user) => subscribe(app, user, 'Pro', CARDS.failsLater)));
    stripe.advance(31 + 15);
    const events = stripe.state.list('event');
    for (const [index, order] of orders.entries()) {
      const { subscription } = bought[index] ?? {};
      const { customer } = stripe.state.get('subscription', subscription?.subscription_id ?? '');
      for (const kind of order) {
        const event = events.find(
          ({ type, data }) => type === kind && (data.object as { customer: string }).customer === customer,
        );
        expect(await stripe.webhooks.send(event as StripeEvent)).toBe(200);
      }
    }
    for (const user of people) {
      const { plan, subscription } = await waitFor(
        () => show(app, user),
        (shown) => shown.subscription?.status === 'canceled',
      );
      ends.add(`${plan} ${subscription?.status} ${subscription?.grace_ends_at}`);
    }
    expect([...ends]).toEqual(['Free canceled null']);
  });

  it('that was lost is recovered by the next full reading (K6)', async () => {
    const { app, database, stripe, server } = await start();
    const people = await Promise.all(Array.from({ length: tenfold(10) }, () => addUser(database.db)));
    const bought = await Promise.all(people.map((user) => subscribe(app, user)));
    stripe.webhooks.switches.isLost = () => true;
    for (const [index, { subscription }] of bought.entries()) {
      const one = stripe.state.get('subscription', subscription.subscription_id);
      if (index % 5 === 0) Object.assign(one, { status: 'canceled' });
      if (index % 5 === 1) Object.assign(one, { cancel_at_period_end: true });
    }
    await server.readStripe();
    const drift = await Promise.all(
      bought.map(async ({ subscription: { subscription_id: id } }) => {
        const row = await database.db
          .selectFrom('subscriptions')
          .select(['status', 'is_ending'])
          .where('stripe_subscription', '=', id)
          .executeTakeFirstOrThrow();
        const { status, cancel_at_period_end: isEnding } = stripe.state.get('subscription', id);
        return row.status === status && row.is_ending === isEnding ? [] : [id];
      }),
    );
    expect(drift.flat()).toEqual([]);
  });

  it('about a plan renames or archives it here, too', async () => {
    const { app, database, stripe } = await start();
    const admin = await addUser(database.db, { role: 'admin' });
    const agency = stripe.state.list('product').find(({ name }) => name === 'Agency');
    const change = (body: Record<string, string>) =>
      fetch(`${stripe.base}/v1/products/${agency?.id}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${stripe.secretKey}` },
        body: new URLSearchParams(body),
      });
    const find = async () => {
      const { data } = (await get(app, admin, 'stripe/products')).json();
      return data.find(({ stripeId }: { stripeId: string }) => stripeId === agency?.id);
    };
    await change({ active: 'false', name: 'Old' });
    await waitFor(find, ({ name, is_active: isActive }) => name === 'Old' && !isActive);
    await change({ active: 'true', name: 'Agency' });
    await waitFor(find, ({ name, is_active: isActive }) => name === 'Agency' && isActive);
  });
});

describe('a payment that fails', () => {
  it('keeps the plan for 14 days; a valid card restores it', async () => {
    const { app, database, user, stripe } = await start();
    await subscribe(app, user, 'Pro', CARDS.failsLater);
    stripe.advance(32);
    const late = await waitFor(
      () => show(app, user),
      ({ subscription }) => subscription?.status === 'past_due',
    );
    expect(late.plan).toBe('Pro');
    expect(late.subscription?.grace_ends_at).not.toBeNull();
    const backdate = () =>
      database.db
        .updateTable('subscriptions')
        .set({ past_due_since: new Date(Date.now() - 14 * 86_400_000) })
        .where('workspace_id', '=', user.workspaceId)
        .execute();
    // Later events of the payment write their own date.
    await expect
      .poll(async () => {
        await backdate();
        return (await show(app, user)).plan;
      })
      .toBe('Free');
    const { url } = (await post(app, user, 'payment/billing')).json().data;
    await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ verb: 'card', cardNumber: CARDS.succeeds }),
    });
    await waitFor(
      () => show(app, user),
      ({ plan, subscription }) => plan === 'Pro' && subscription?.status === 'active',
    );
  });
});
