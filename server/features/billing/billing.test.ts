/** Choosing, paying for, changing and canceling a plan over HTTP, including failures of cards and of Stripe. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Plan } from '#contract/billing-shapes.ts';
import { createPasswordHash } from '#server/gateways/password-hash.ts';
import { cases } from '#testkit/cases.ts';
import { addAgency, addUser, type SignedInUser } from '#testkit/users.ts';
import { skipJobWaits } from '#testkit/queue-time.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { CARDS } from '../../../sim/stripe/cards.ts';
import { choose, findPlan, get, pay, post, show, subscribe, useBilling, waitFor } from './billing-fixture.ts';

const start = useBilling(useTestApp);
const PASSWORD = 'nine orange ladders';
const passwordHash = await createPasswordHash({ memoryKiB: 64, passes: 1 }).hash(PASSWORD, 'test');

describe('a plan', () => {
  it('applies after it is paid for on the hosted page', async () => {
    const { app, user, stripe } = await start();
    const offered = (await get(app, user, 'account/stripe-product-list')).json<{ data: Plan[] }>().data;
    expect(offered.map(({ name }) => name)).toEqual(['Starter', 'Pro', 'Agency']);
    const before = await post(app, user, 'payment/subscr');
    expect(before.json().data).toMatchObject({ plan: 'Free', subscription: null, invoices: [] });
    const { reply, checkout } = await choose(app, user, 'Pro');
    expect(reply.statusCode, reply.body).toBe(200);
    expect(checkout.checkout_url).toContain(`${stripe.base}/c/pay/`);
    const { headers } = await pay(checkout.checkout_url ?? '', CARDS.succeeds);
    const back = new URL(headers.get('location') ?? '');
    expect(back.origin + back.pathname).toBe('https://app.example/payment');
    const confirmed = await post(
      app,
      user,
      'payment/subscription-confirm',
      Object.fromEntries(back.searchParams),
    );
    expect(confirmed.json().data).toMatchObject({ name: 'Pro', status: 'active', amount: 7900 });
    const shown = await show(app, user);
    expect(shown).toMatchObject({ plan: 'Pro', is_simulated: true, is_open: true, may_pay: true });
    expect(shown).toMatchObject({ usage: { pages_month: { used: 0, limit: 50_000 } } });
    expect(shown.invoices).toMatchObject([{ status: 'paid', amount: 7900 }]);
    const { plan, limits, usage } = shown;
    expect((await get(app, user, 'account/user-data')).json().data).toMatchObject({
      plan,
      limits,
      usage,
      next_invoice: { plan: 'Pro', amount: 7900, date: shown.subscription?.current_period_end },
    });
  });

  it('doesn’t apply after a declined card, and the page accepts another one', async () => {
    const { app, user } = await start();
    const { checkout, product_id } = await choose(app, user, 'Starter');
    await pay(checkout.checkout_url ?? '', CARDS.declined);
    const claim = { subscription_id: checkout.subscription_id, product_id };
    expect((await post(app, user, 'payment/subscription-confirm', claim)).json().code).toBe(
      'payment_pending',
    );
    expect((await show(app, user)).plan).toBe('Free');
    const again = await choose(app, user, 'Starter');
    expect(again.checkout).toEqual(checkout);
    await pay(checkout.checkout_url ?? '', CARDS.succeeds);
    expect((await post(app, user, 'payment/subscription-confirm', claim)).statusCode).toBe(200);
  });

  it('changes without a checkout page: upgrades charge the difference at once, downgrades nothing', async () => {
    const { app, user } = await start();
    const { subscription } = await subscribe(app, user, 'Starter');
    const { stripeId: product_id } = await findPlan(app, user, 'Pro');
    const preview = await post(app, user, 'payment/preview', { product_id });
    const { due_today: due } = preview.json().data;
    expect(due).toBeGreaterThan(4900);
    const { checkout } = await choose(app, user, 'Pro');
    expect(checkout).toEqual({ checkout_url: null, subscription_id: subscription.subscription_id });
    expect(await show(app, user)).toMatchObject({
      plan: 'Pro',
      invoices: [{ amount: due }, { amount: 2900 }],
    });
    await choose(app, user, 'Starter');
    expect((await show(app, user)).invoices).toHaveLength(2);
    expect(await show(app, user)).toMatchObject({ plan: 'Starter' });
  });

  it('stays until the end of its period after one or two cancellations, and resumes when chosen again', async () => {
    const { app, user } = await start();
    const none = await post(app, user, 'payment/cancel-subscription');
    expect(none.json().code).toBe('no_subscription');
    await subscribe(app, user);
    for (let time = 0; time < 2; time += 1) {
      const canceled = await post(app, user, 'payment/cancel-subscription');
      expect(canceled.json().data).toMatchObject({ status: 'active', cancel_at_period_end: true });
    }
    expect((await show(app, user)).plan).toBe('Pro');
    expect((await get(app, user, 'account/user-data')).json().data.next_invoice).toBeNull();
    await choose(app, user, 'Pro');
    expect(await show(app, user)).toMatchObject({ subscription: { cancel_at_period_end: false } });
    expect((await show(app, user)).invoices).toHaveLength(1);
  });

  it('is created once by concurrent clicks, and only one checkout page stays open', async () => {
    const { app, user, stripe } = await start();
    const haveBothRead = Promise.withResolvers<undefined>();
    let looks = 0;
    stripe.calls.length = 0;
    stripe.trouble = (call) => {
      if (call !== 'GET /v1/checkout/sessions') return undefined;
      looks += 1;
      if (looks === 2) haveBothRead.resolve(undefined);
      return haveBothRead.promise;
    };
    const clicks = await Promise.all([choose(app, user, 'Pro'), choose(app, user, 'Pro')]);
    const opened = stripe.calls.filter((call) => call === 'POST /v1/checkout/sessions');
    expect(opened.length, 'each click asked for a page').toBe(2);
    const other = await choose(app, user, 'Starter');
    expect(clicks[0].checkout).toEqual(clicks[1].checkout);
    expect((await pay(clicks[0].checkout.checkout_url ?? '', CARDS.succeeds)).status).toBe(410);
    await pay(other.checkout.checkout_url ?? '', CARDS.succeeds);
    const workspace = String(user.workspaceId);
    const customers = stripe.state
      .list('customer')
      .filter(({ metadata }) => metadata['workspace_id'] === workspace);
    expect(customers).toHaveLength(1);
    const shown = await waitFor(
      () => show(app, user),
      ({ plan }) => plan === 'Starter',
    );
    expect(shown.invoices).toHaveLength(1);
  });

  it('is rejected if it was archived after the page was loaded', async () => {
    const { app, user, stripe } = await start();
    const { stripeId } = await findPlan(app, user, 'Agency');
    stripe.state.get('product', stripeId).active = false;
    const late = await post(app, user, 'payment/subscribe', { product_id: stripeId });
    expect([late.statusCode, late.json().code], late.body).toEqual([409, 'plan_gone']);
    await expect(findPlan(app, user, 'Agency')).rejects.toThrow('not offered');
    stripe.state.get('product', stripeId).active = true;
    const unknown = await post(app, user, 'payment/subscribe', { product_id: 'prod_nobodys' });
    expect(unknown.json().code).toBe('plan_gone');
  });

  it('of an agency is paid by its main admin and applies to all members', async () => {
    const { app, database, user: lead } = await start();
    const member = await addUser(database.db);
    await addAgency(database.db, [lead, member]);
    const rejected = await choose(app, member, 'Pro');
    expect(rejected.reply.json().code).toBe('not_payer');
    await subscribe(app, lead);
    expect(await show(app, member)).toMatchObject({ plan: 'Pro', may_pay: false, invoices: [] });
  });
});

describe('a claim by the browser (K4)', () => {
  it('grants nothing for another user’s payment, another plan, an unpaid one or the other mode', async () => {
    const { app, database, user: ada, stripe } = await start();
    const bob = await addUser(database.db);
    const { subscription, product_id } = await subscribe(app, bob);
    const unpaid = await choose(app, ada, 'Starter');
    const claims: [string, string, number][] = [
      [subscription.subscription_id, product_id, 404],
      ['sub_nobodys', product_id, 404],
      [unpaid.checkout.subscription_id, unpaid.product_id, 409],
    ];
    for (const [subscription_id, product, status] of claims) {
      const claim = { subscription_id, product_id: product };
      expect((await post(app, ada, 'payment/subscription-confirm', claim)).statusCode).toBe(status);
    }
    expect(await show(app, ada)).toMatchObject({ plan: 'Free', subscription: null });
    const own = await subscribe(app, ada, 'Starter');
    const other = { subscription_id: own.subscription.subscription_id, product_id };
    expect((await post(app, ada, 'payment/subscription-confirm', other)).statusCode).toBe(404);
    stripe.state.get('subscription', own.subscription.subscription_id).livemode = true;
    const mixed = { ...other, product_id: own.product_id };
    expect((await post(app, ada, 'payment/subscription-confirm', mixed)).statusCode).toBe(404);
  });
});

describe('failures of Stripe', () => {
  it('never duplicate a subscription if three of ten responses are lost (K5)', async () => {
    const { app, database, stripe } = await start();
    let calls = 0;
    stripe.trouble = () => ((calls += 7) % 10 < 3 ? 'answer-lost' : undefined);
    const count = cases(20);
    const people = await Promise.all(Array.from({ length: count }, () => addUser(database.db)));
    // If all attempts of a call fail, the user gets an error and clicks again.
    const click = async (user: SignedInUser) => {
      let chosen = await choose(app, user, 'Starter');
      while (chosen.reply.statusCode === 502) chosen = await choose(app, user, 'Starter');
      expect(chosen.reply.statusCode, chosen.reply.body).toBe(200);
      return chosen.checkout;
    };
    await Promise.all(
      people.map(async (user) => {
        const checkout = await click(user);
        expect(await click(user)).toEqual(checkout);
        await pay(checkout.checkout_url ?? '', CARDS.succeeds);
      }),
    );
    stripe.trouble = undefined;
    // The payment wasn't confirmed by the page: only the events report it.
    for (const user of people)
      await waitFor(
        () => show(app, user),
        ({ plan }) => plan === 'Starter',
      );
    const ids = people.map(({ workspaceId }) => String(workspaceId));
    const made = stripe.state.list('subscription').map(({ metadata }) => metadata['workspace_id'] ?? '');
    expect(made.filter((id) => ids.includes(id)).toSorted()).toEqual(ids.toSorted());
    const customers = stripe.state.list('customer').map(({ metadata }) => metadata['workspace_id'] ?? '');
    expect(customers.filter((id) => ids.includes(id))).toHaveLength(count);
    console.log(`${count} subscriptions, ${calls / 7} calls to Stripe`);
  });

  it('are reported, change nothing, and leave stored data visible', async () => {
    const { app, user, stripe } = await start();
    await subscribe(app, user);
    stripe.trouble = () => 'limited';
    const failed = await post(app, user, 'payment/cancel-subscription');
    expect([failed.statusCode, failed.json().code]).toEqual([502, 'outside_service']);
    expect(await show(app, user)).toMatchObject({
      plan: 'Pro',
      subscription: { cancel_at_period_end: false },
      invoices: null,
    });
  });

  it('don’t leave wrong data if the response to a change is lost', async () => {
    const { app, user, stripe } = await start();
    await subscribe(app, user);
    stripe.trouble = (call) => (call.startsWith('POST /v1/subscriptions/') ? 'answer-lost' : undefined);
    expect((await post(app, user, 'payment/cancel-subscription')).statusCode).toBe(502);
    stripe.trouble = undefined;
    await waitFor(
      () => show(app, user),
      ({ subscription }) => subscription?.cancel_at_period_end === true,
    );
  });
});

describe('a deleted agency', () => {
  it('is no longer charged, and subscribes again after it is restored', async () => {
    const { app, database, stripe, user } = await start();
    const admin = await addUser(database.db, { role: 'admin' });
    const id = await addAgency(database.db, [user]);
    const { subscription } = await subscribe(app, user, 'Pro');
    const isOver = () => stripe.state.get('subscription', subscription.subscription_id).status === 'canceled';
    const url = `/api/v1/agencies/${id}`;
    const { headers } = admin;
    expect((await app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(200);
    await waitFor(
      async () => isOver(),
      (is) => is,
    );
    const payload = { name: 'Agency', main_admin_id: user.userId, status: 'active' };
    expect((await app.inject({ method: 'PUT', url, headers, payload })).statusCode).toBe(200);
    await waitFor(
      () => show(app, user),
      ({ subscription: shown }) => shown?.status === 'canceled',
    );
    expect((await subscribe(app, user, 'Pro')).subscription.status).toBe('active');
  });

  it('keeps its plan if it is restored before the job ends it', async () => {
    const { app, database, stripe, user } = await start();
    const { headers } = await addUser(database.db, { role: 'admin' });
    const id = await addAgency(database.db, [user]);
    const { subscription } = await subscribe(app, user, 'Pro');
    const { customer } = stripe.state.get('subscription', subscription.subscription_id);
    const hasBegun = Promise.withResolvers<undefined>();
    const isRestored = Promise.withResolvers<undefined>();
    stripe.trouble = (call) => {
      if (call !== 'GET /v1/checkout/sessions') return undefined;
      hasBegun.resolve(undefined);
      return isRestored.promise;
    };
    const url = `/api/v1/agencies/${id}`;
    await app.inject({ method: 'DELETE', url, headers });
    await hasBegun.promise;
    const payload = { name: 'Agency', main_admin_id: user.userId, status: 'active' };
    expect((await app.inject({ method: 'PUT', url, headers, payload })).statusCode).toBe(200);
    isRestored.resolve(undefined);
    const closing = sql<{ state: string }>`select state from pgboss.job
      where name = 'billing' and data->>'kind' = 'close' and data->>'customer' = ${customer}`;
    await waitFor(
      async () => (await closing.execute(database.db)).rows,
      ([job]) => job?.state === 'completed',
    );
    expect(stripe.state.get('subscription', subscription.subscription_id).status).toBe('active');
    expect((await show(app, user)).plan).toBe('Pro');
  });
});

describe('a deleted account', () => {
  const remove = (app: FastifyInstance, { headers }: SignedInUser) =>
    app.inject({ method: 'DELETE', url: '/api/v1/account', headers, payload: { password: PASSWORD } });

  it('is no longer charged, and open checkout pages expire', async () => {
    const { app, database, stripe, user } = await start({ passwordHash });
    const { subscription } = await subscribe(app, user);
    const other = await addUser(database.db, { passwordHash });
    const { checkout } = await choose(app, other, 'Pro');
    for (const each of [user, other]) expect((await remove(app, each)).statusCode).toBe(200);
    await waitFor(
      async () => stripe.state.get('subscription', subscription.subscription_id).status,
      (status) => status === 'canceled',
    );
    await waitFor(
      async () => stripe.state.get('session', checkout.subscription_id).status,
      (status) => status === 'expired',
    );
    expect((await pay(checkout.checkout_url ?? '', CARDS.succeeds)).status).toBe(410);
  });

  it('is no longer charged even after hours of an outage of Stripe', async () => {
    const { app, database, stripe, user } = await start({ passwordHash });
    const { subscription } = await subscribe(app, user);
    stripe.trouble = (call) => (call.startsWith('DELETE') ? 'garbage' : undefined);
    expect((await remove(app, user)).statusCode).toBe(200);
    const later = sql`name = 'billing' and state = 'created' and data->>'kind' = 'close'
      and start_after > now() + interval '30 minutes'`;
    await waitFor(
      async () => {
        await skipJobWaits(database, 'failed');
        return (await sql`select id from pgboss.job where ${later}`.execute(database.db)).rows;
      },
      ({ length }) => length === 1,
    );
    stripe.trouble = undefined;
    await skipJobWaits(database);
    await waitFor(
      async () => stripe.state.get('subscription', subscription.subscription_id).status,
      (status) => status === 'canceled',
    );
  });
});

describe('administrators', () => {
  it('list and rename plans, also at Stripe', async () => {
    const { app, database, user, stripe } = await start();
    const admin = await addUser(database.db, { role: 'admin' });
    const { data } = (await get(app, admin, 'stripe/products')).json();
    const names = data.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Starter', 'Pro', 'Agency', 'Enterprise']);
    const [starter] = data;
    const rename = (value: string) =>
      post(app, admin, 'stripe/products/change-name', { name: 'name', value, product_id: starter.stripeId });
    expect((await rename('')).statusCode).toBe(422);
    expect((await rename('x'.repeat(251))).statusCode).toBe(422);
    expect((await rename('x'.repeat(250))).statusCode).toBe(200);
    expect((await rename('Basic')).json().data).toMatchObject({ name: 'Basic' });
    expect(stripe.state.get('product', starter.stripeId).name).toBe('Basic');
    expect((await findPlan(app, user, 'Basic')).stripeId).toBe(starter.stripeId);
    await rename('Starter');
    const unknown = { name: 'name', value: 'x', product_id: 'prod_nobodys' };
    expect((await post(app, admin, 'stripe/products/change-name', unknown)).statusCode).toBe(404);
  });

  it('list all subscriptions by status, plan and search text, with totals', async () => {
    const { app, database, user } = await start({ email: 'payer@words.example' });
    const admin = await addUser(database.db, { role: 'admin' });
    const figures = async () => (await get(app, admin, 'stripe/figures')).json().data;
    const before = await figures();
    const { subscription, product_id } = await subscribe(app, user, 'Pro');
    const list = async (query: string) => (await get(app, admin, `stripe/all-subscriptions?${query}`)).json();
    const found = await list(`search=payer@words&status=active,past_due&product_id=${product_id}`);
    expect(found.meta.total).toBe(1);
    expect(found.data).toMatchObject([{ ...subscription, user_id: user.userId, monthly_amount: 7900 }]);
    expect((await list('search=payer@words&status=canceled')).data).toEqual([]);
    expect((await list('product_id=nonsense')).code).toBe('invalid');
    const after = await figures();
    expect(after.active).toBe(before.active + 1);
    expect(after.revenue[0].monthly_amount).toBe((before.revenue[0]?.monthly_amount ?? 0) + 7900);
    expect((await post(app, user, 'payment/cancel-subscription')).statusCode).toBe(200);
    expect(await figures()).toMatchObject({
      active: after.active,
      ending: before.ending + 1,
      revenue: [
        {
          monthly_amount: after.revenue[0].monthly_amount,
          ending_amount: (before.revenue[0]?.ending_amount ?? 0) + 7900,
        },
      ],
    });
  });

  it('exempt a user, grant an individual offer, and refresh from Stripe', async () => {
    const email = 'switched@example.com';
    const { app, database, user, stripe } = await start({ email });
    const admin = await addUser(database.db, { role: 'admin' });
    const { userId: user_id } = user;
    const showPayment = async () => (await get(app, admin, `users?search=${email}`)).json().data[0].payment;
    await expect(findPlan(app, user, 'Enterprise')).rejects.toThrow('not offered');
    const limits = { max_domains: 7, max_projects: 7, max_pages_month: 7, max_members: 7 };
    await post(app, admin, 'users/switcher-individual-offer', { user_id, value: true, limits });
    expect((await findPlan(app, user, 'Enterprise')).is_private).toBe(true);
    expect(await show(app, user)).toMatchObject({ plan: 'Individual offer', limits });
    await post(app, admin, 'users/switcher-charge', { user_id, value: false });
    expect(await show(app, user)).toMatchObject({ plan: 'Exempt', is_exempt: true });
    const free = { max_domains: 1, max_projects: 2, max_pages_month: 500, max_members: 3, keep_runs: 5 };
    const none = { plan: null, status: null, cancel_at_period_end: false, plan_limits: free };
    expect(await showPayment()).toEqual({ ...none, is_exempt: true, has_offer: true, offer: limits });
    await post(app, admin, 'users/switcher-charge', { user_id, value: true });
    await post(app, admin, 'users/switcher-individual-offer', { user_id, value: false });
    const { subscription } = await subscribe(app, user);
    const { limits: plan_limits } = await findPlan(app, user, 'Pro');
    const active = { plan: 'Pro', status: 'active', cancel_at_period_end: false, plan_limits };
    expect(await showPayment()).toEqual({ ...active, is_exempt: false, has_offer: false, offer: null });
    const one = { user_id, value: true, limits: { max_domains: 70 } };
    await post(app, admin, 'users/switcher-individual-offer', one);
    const merged = { ...plan_limits, max_domains: 70 };
    expect(await show(app, user), 'missing limits come from the plan').toMatchObject({ limits: merged });
    expect((await showPayment()).offer).toEqual({ max_domains: 70 });
    await post(app, admin, 'users/switcher-individual-offer', { user_id, value: false });
    stripe.webhooks.switches.isLost = () => true;
    Object.assign(stripe.state.get('subscription', subscription.subscription_id), { status: 'canceled' });
    const refreshed = await post(app, admin, 'users/refresh-subscription', { user_id });
    expect(refreshed.json().data).toMatchObject([{ status: 'canceled' }]);
    expect((await show(app, user)).plan).toBe('Free');
    const lines = await database.db
      .selectFrom('audit_log')
      .select('verb')
      .where('object_kind', '=', 'user')
      .execute();
    expect(lines.length).toBeGreaterThanOrEqual(4);
    expect(
      (await post(app, admin, 'users/switcher-charge', { user_id: 999_999, value: true })).statusCode,
    ).toBe(404);
  });

  it('are denied to administrators for their own account and those of other administrators', async () => {
    const { app, database } = await start();
    const admin = await addUser(database.db, { role: 'admin' });
    const superadmin = await addUser(database.db, { role: 'superadmin', hasTwoFactor: true });
    for (const { userId: user_id } of [admin, superadmin])
      for (const path of ['users/switcher-charge', 'users/switcher-individual-offer'])
        expect((await post(app, admin, path, { user_id, value: false })).statusCode, path).toBe(403);
    const own = { user_id: superadmin.userId, value: false };
    expect((await post(app, superadmin, 'users/switcher-charge', own)).statusCode).toBe(200);
  });
});
