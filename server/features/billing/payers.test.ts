/** Payers see and can cancel the plans that they pay for, whatever happens to the agency and the account. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createPasswordHash } from '#server/gateways/password-hash.ts';
import { addAgency, addUser, type SignedInUser } from '#testkit/users.ts';
import { skipJobWaits } from '#testkit/queue-time.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { CARDS } from '../../../sim/stripe/cards.ts';
import { choose, findPlan, get, pay, post, show, subscribe, useBilling, waitFor } from './billing-fixture.ts';

const start = useBilling(useTestApp);
const PASSWORD = 'nine orange ladders';
const passwordHash = await createPasswordHash({ memoryKiB: 64, passes: 1 }).hash(PASSWORD, 'test');

async function put(app: FastifyInstance, { headers }: SignedInUser, path: string, payload: object) {
  const reply = await app.inject({ method: 'PUT', url: `/api/v1/${path}`, headers, payload });
  expect(reply.statusCode, reply.body).toBe(200);
}

async function listTexts(app: FastifyInstance, user: SignedInUser): Promise<string[]> {
  const { data } = (await get(app, user, 'notifications?per_page=100')).json();
  return data.map(({ notification }: { notification: string }) => notification);
}

const removeAccount = (app: FastifyInstance, { headers }: SignedInUser) =>
  app.inject({ method: 'DELETE', url: '/api/v1/account', headers, payload: { password: PASSWORD } });

/** Adds a user with a personal Pro plan who becomes the main admin of an agency. */
async function startAsLeader() {
  const stage = await start();
  const { app, database, user } = stage;
  const admin = await addUser(database.db, { role: 'admin' });
  const { subscription } = await subscribe(app, user, 'Pro');
  const form = { name: 'Bright Pages', main_admin_id: user.userId, status: 'active' };
  const made = await post(app, admin, 'agencies', form);
  expect(made.statusCode, made.body).toBe(201);
  const { id: agencyId } = made.json<{ data: { id: number } }>().data;
  return { ...stage, admin, form, agencyId, sub: subscription.subscription_id };
}

describe('a personal plan whose payer becomes the main admin of an agency', () => {
  it('stays visible, works in both, and isn’t bought twice without a confirmation', async () => {
    const { app, user, admin, form, agencyId, sub, stripe } = await startAsLeader();
    const shown = await show(app, user);
    expect(shown.paid_plans).toMatchObject([
      { subscription_id: sub, workspace: 'Personal', workspace_id: user.workspaceId, is_mine: true },
    ]);
    expect(shown).toMatchObject({ plan: 'Pro', invoices: [{ workspace: 'Personal', amount: 7900 }] });
    expect(shown.move).toMatchObject({ agency: 'Bright Pages', plan: { subscription_id: sub } });
    expect((await get(app, user, 'account/user-data')).json().data.next_invoice).toMatchObject({
      plan: 'Pro',
    });
    const asked = `You are now the main admin of Bright Pages, and you pay for a personal Pro plan. Move it to Bright Pages, or keep it personal? Until you answer, it works in both.`;
    expect(await listTexts(app, user)).toContain(asked);
    const { reply } = await choose(app, user, 'Starter');
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'second_plan']);
    expect(reply.json().message).toContain('You already pay for the Pro plan (Personal)');
    const own = stripe.state
      .list('session')
      .filter(({ metadata }) => metadata['workspace_id'] === String(agencyId));
    expect(own).toEqual([]);
    // While the agency is not active, new objects go to the personal workspace again.
    await put(app, admin, `agencies/${agencyId}`, { ...form, status: 'not_active' });
    expect(await show(app, user)).toMatchObject({ plan: 'Pro', move: null });
  });

  it('moves to the agency on request, also at Stripe, and applies to all members', async () => {
    const { app, database, user, agencyId, sub, stripe } = await startAsLeader();
    const member = await addUser(database.db);
    await database.db
      .insertInto('members')
      .values({ workspace_id: agencyId, user_id: member.userId })
      .execute();
    const response = (by: SignedInUser) =>
      post(app, by, 'payment/move-plan', { subscription_id: sub, moves: true });
    expect((await response(member)).statusCode).toBe(409);
    const moved = await response(user);
    expect(moved.json().data).toMatchObject({
      plan: 'Pro',
      move: null,
      subscription: { workspace_id: agencyId },
    });
    expect((await response(user)).statusCode, 'a second answer').toBe(409);
    expect(await listTexts(app, user)).toContain(
      'Your Pro plan now belongs to Bright Pages and applies to all its members. You still pay for it, and can cancel it under Payment.',
    );
    expect(await show(app, member)).toMatchObject({ plan: 'Pro', paid_plans: [], invoices: [] });
    await waitFor(
      async () => stripe.state.get('subscription', sub).metadata['workspace_id'],
      (label) => label === String(agencyId),
    );
    const { customer } = stripe.state.get('subscription', sub);
    expect(stripe.state.get('customer', customer).metadata['workspace_id']).toBe(String(agencyId));
    // The plan is changed there and not bought again.
    const { checkout } = await choose(app, user, 'Starter');
    expect(checkout).toEqual({ checkout_url: null, subscription_id: sub });
    expect(await show(app, member)).toMatchObject({ plan: 'Starter' });
  });

  it('stays personal on request; the agency then gets its own plan after a confirmation that names the first', async () => {
    const { app, user, agencyId, sub } = await startAsLeader();
    await post(app, user, 'payment/move-plan', { subscription_id: sub, moves: false });
    expect(await show(app, user)).toMatchObject({
      plan: 'Free',
      move: null,
      paid_plans: [{ name: 'Pro' }],
    });
    const { stripeId: product_id } = await findPlan(app, user, 'Agency');
    const preview = await post(app, user, 'payment/preview', { product_id });
    expect(preview.json().data.also_paid).toMatchObject([{ subscription_id: sub, workspace: 'Personal' }]);
    const choice = { product_id, also_paying: [sub] };
    const { checkout_url: url } = (await post(app, user, 'payment/subscribe', choice)).json().data;
    await pay(url, CARDS.succeeds);
    const shown = await waitFor(
      () => show(app, user),
      ({ plan }) => plan === 'Agency',
    );
    const places = shown.paid_plans.map(({ workspace_id: id }) => id);
    expect(new Set(places)).toEqual(new Set([agencyId, user.workspaceId]));
    const canceled = await post(app, user, 'payment/cancel-subscription', { subscription_id: sub });
    expect(canceled.json().data).toMatchObject({ subscription_id: sub, cancel_at_period_end: true });
    expect((await show(app, user)).subscription).toMatchObject({
      name: 'Agency',
      cancel_at_period_end: false,
    });
  });
});

it('a personal plan stays with a user who joins an agency as a member, and can be canceled', async () => {
  const { app, database, user } = await start();
  const lead = await addUser(database.db);
  const { subscription } = await subscribe(app, user, 'Pro');
  await addAgency(database.db, [lead, user]);
  const { subscription_id } = subscription;
  const shown = await show(app, user);
  expect(shown).toMatchObject({
    plan: 'Free',
    may_pay: false,
    move: null,
    paid_plans: [{ subscription_id }],
  });
  expect(shown.invoices).toHaveLength(1);
  expect(await show(app, lead)).toMatchObject({ plan: 'Free', paid_plans: [], move: null });
  const foreign = await post(app, lead, 'payment/cancel-subscription', { subscription_id });
  expect(foreign.statusCode).toBe(404);
  const canceled = await post(app, user, 'payment/cancel-subscription', { subscription_id });
  expect(canceled.json().data.cancel_at_period_end).toBe(true);
});

describe('an agency that is not active', () => {
  it('leaves plan, invoices, portal and Cancel to its payer, and isn’t paid for twice without a confirmation', async () => {
    const { app, database, user, stripe } = await start();
    const admin = await addUser(database.db, { role: 'admin' });
    const agencyId = await addAgency(database.db, [user]);
    const { subscription, product_id } = await subscribe(app, user, 'Pro');
    const form = { name: 'Agency', main_admin_id: user.userId, status: 'not_active' };
    await put(app, admin, `agencies/${agencyId}`, form);
    const { subscription_id } = subscription;
    expect(await show(app, user)).toMatchObject({
      plan: 'Free',
      paid_plans: [{ subscription_id, workspace_id: agencyId }],
      invoices: [{ workspace_id: agencyId }],
    });
    const again = await post(app, user, 'payment/subscribe', { product_id });
    expect(again.json().code).toBe('second_plan');
    const portal = await post(app, user, 'payment/billing', { subscription_id });
    expect(portal.json().data.url).toContain(stripe.base);
    const canceled = await post(app, user, 'payment/cancel-subscription', { subscription_id });
    expect(canceled.json().data.cancel_at_period_end).toBe(true);
    expect(stripe.state.get('subscription', subscription_id).cancel_at_period_end).toBe(true);
    const resumed = await post(app, user, 'payment/resume-subscription', { subscription_id });
    expect(resumed.json().data.cancel_at_period_end).toBe(false);
  });
});

it('a payment is confirmed although the agency was deactivated while the checkout page was open', async () => {
  const { app, database, user } = await start();
  const admin = await addUser(database.db, { role: 'admin' });
  const agencyId = await addAgency(database.db, [user]);
  const { checkout, product_id } = await choose(app, user, 'Pro');
  await pay(checkout.checkout_url ?? '', CARDS.succeeds);
  const form = { name: 'Agency', main_admin_id: user.userId, status: 'not_active' };
  await put(app, admin, `agencies/${agencyId}`, form);
  const { subscription_id } = checkout;
  const claim = { subscription_id, product_id };
  const confirmed = await post(app, user, 'payment/subscription-confirm', claim);
  expect([confirmed.statusCode, confirmed.json().data], confirmed.body).toMatchObject([
    200,
    { name: 'Pro', status: 'active' },
  ]);
});

it('invoices are shown although Stripe does not have another customer of the payer', async () => {
  const { app, database, user, server } = await start();
  await subscribe(app, user, 'Pro');
  const agencyId = await addAgency(database.db, [await addUser(database.db)]);
  await database.db
    .insertInto('customers')
    .values({
      workspace_id: agencyId,
      payer_id: user.userId,
      email: 'earlier@payers.example',
      idempotency_key: randomUUID(),
      stripe_customer: 'cus_of_an_earlier_account',
    })
    .execute();
  expect((await show(app, user)).invoices).toMatchObject([{ amount: 7900 }]);
  await expect(server.readStripe(), 'the reading closes the pages of a former main admin').resolves.toBe(
    undefined,
  );
});

describe('another main admin', () => {
  it('is asked for a card; the old plan ends with its period, no day is paid twice, and both are notified', async () => {
    const former = { email: 'former@payers.example', passwordHash };
    const { app, database, mailbox, user: fay, stripe } = await start(former);
    const admin = await addUser(database.db, { role: 'admin' });
    const ted = await addUser(database.db, { email: 'next@payers.example' });
    const agencyId = await addAgency(database.db, [fay, ted]);
    const { subscription } = await subscribe(app, fay, 'Pro');
    const { subscription_id } = subscription;
    const form = { name: 'Agency', main_admin_id: ted.userId, status: 'active', reason: 'Ted runs it now' };
    await put(app, admin, `agencies/${agencyId}`, form);
    await waitFor(
      async () => stripe.state.get('subscription', subscription_id).cancel_at_period_end,
      (isEnding) => isEnding,
    );
    await waitFor(
      async () => mailbox.mails.filter(({ to }) => to.some((each) => each.endsWith('@payers.example'))),
      ({ length }) => length === 2,
    );
    const [toFay, toTed] = [await listTexts(app, fay), await listTexts(app, ted)].map((texts) =>
      texts.find((text) => text.includes('Pro plan')),
    );
    expect(toFay).toMatch(
      /^Your Pro plan for Agency ends on \w+ \d+, \d+, because you are no longer its main admin\./,
    );
    expect(toTed).toMatch(/^The Pro plan of Agency is paid until/);
    // The payer still sees it, and can't let the card be charged for an agency of others again.
    expect((await show(app, fay)).paid_plans).toMatchObject([
      { subscription_id, cancel_at_period_end: true },
    ]);
    const resumed = await post(app, fay, 'payment/resume-subscription', { subscription_id });
    expect(resumed.json().code).toBe('not_payer');
    expect((await post(app, ted, 'payment/cancel-subscription', { subscription_id })).statusCode).toBe(404);

    const seen = await show(app, ted);
    expect(seen).toMatchObject({
      plan: 'Pro',
      may_pay: true,
      paid_plans: [],
      subscription: { is_mine: false },
    });
    const { stripeId: product_id } = await findPlan(app, ted, 'Starter');
    const preview = (await post(app, ted, 'payment/preview', { product_id })).json().data;
    expect(preview).toMatchObject({ due_today: 0, paid_until: subscription.current_period_end });
    const bought = await subscribe(app, ted, 'Starter');
    expect(bought.subscription).toMatchObject({ status: 'trialing', name: 'Starter' });
    expect((await show(app, ted)).plan, 'the larger plan was paid for').toBe('Pro');

    expect((await removeAccount(app, fay)).statusCode).toBe(200);
    const { customer } = stripe.state.get('subscription', subscription_id);
    const listCards = () => stripe.state.list('payment_method').filter((card) => card.customer === customer);
    await waitFor(
      async () => listCards().length,
      (count) => count === 0,
    );
    expect((await show(app, ted)).plan, 'keeps the paid plan').toBe('Pro');
    stripe.advance(33);
    await waitFor(
      () => show(app, ted),
      ({ plan, subscription: own }) => plan === 'Starter' && own?.status === 'active',
    );
    // The account of the payer is deleted; the main admin is notified that the plan has ended.
    expect(await listTexts(app, ted)).toContain(
      'The Pro plan of Agency has ended. Everything its members made is kept. Choose a plan to make more than the free plan includes.',
    );
    const paid = stripe.state.list('invoice').filter((invoice) => invoice.amount_paid > 0);
    const counts = [
      customer,
      stripe.state.get('subscription', bought.subscription.subscription_id).customer,
    ].map((each) => paid.filter((invoice) => invoice.customer === each).length);
    expect(counts, 'each was charged once').toEqual([1, 1]);
  });

  it('gets no larger plan for the days that the former one has paid for, neither first nor by a change', async () => {
    const { app, database, user: fay, stripe } = await start();
    const admin = await addUser(database.db, { role: 'admin' });
    const ted = await addUser(database.db);
    const agencyId = await addAgency(database.db, [fay, ted]);
    const { subscription } = await subscribe(app, fay, 'Starter');
    const form = { name: 'Agency', main_admin_id: ted.userId, status: 'active', reason: 'Ted runs it now' };
    await put(app, admin, `agencies/${agencyId}`, form);
    const bought = await subscribe(app, ted, 'Pro');
    expect(bought.subscription).toMatchObject({ status: 'trialing', name: 'Pro' });
    expect((await show(app, ted)).plan).toBe('Starter');
    const { stripeId: product_id } = await findPlan(app, ted, 'Agency');
    const preview = (await post(app, ted, 'payment/preview', { product_id })).json().data;
    expect(preview).toMatchObject({ due_today: 0, paid_until: subscription.current_period_end });
    const { checkout } = await choose(app, ted, 'Agency');
    expect(checkout.checkout_url).toBeNull();
    expect((await show(app, ted)).plan).toBe('Starter');
    await waitFor(
      async () => stripe.state.get('subscription', subscription.subscription_id).cancel_at_period_end,
      (isEnding) => isEnding,
    );
    stripe.advance(33);
    const shown = await waitFor(
      () => show(app, ted),
      ({ plan }) => plan === 'Agency',
    );
    expect(shown.subscription).toMatchObject({ is_mine: true });
  });

  it('expires a checkout page that the former one had open', async () => {
    const { app, database, user: fay, stripe } = await start();
    const admin = await addUser(database.db, { role: 'admin' });
    const ted = await addUser(database.db);
    const agencyId = await addAgency(database.db, [fay, ted]);
    const { checkout } = await choose(app, fay, 'Pro');
    const form = { name: 'Agency', main_admin_id: ted.userId, status: 'active', reason: 'Ted runs it now' };
    await put(app, admin, `agencies/${agencyId}`, form);
    await waitFor(
      async () => stripe.state.get('session', checkout.subscription_id).status,
      (status) => status === 'expired',
    );
  });

  it('queues a reading of its own, even if one is queued already', async () => {
    const { app, database, user: fay, stripe } = await start();
    const admin = await addUser(database.db, { role: 'admin' });
    const [ted, kim] = [await addUser(database.db), await addUser(database.db)];
    const agencyId = await addAgency(database.db, [fay, ted, kim]);
    const { subscription } = await subscribe(app, fay, 'Pro');
    const { customer } = stripe.state.get('subscription', subscription.subscription_id);
    const isReleased = Promise.withResolvers<undefined>();
    stripe.delay = (call) => (call === 'GET /v1/subscriptions' ? isReleased.promise : undefined);
    for (const { userId } of [ted, kim, ted]) {
      const form = { name: 'Agency', main_admin_id: userId, status: 'active', reason: 'Changes hands' };
      await put(app, admin, `agencies/${agencyId}`, form);
    }
    const readings = await runSql(
      database,
      `select from pgboss.job where name = 'billing' and data->>'customer' = '${customer}'
        and singleton_key <> '${customer}'`,
    );
    isReleased.resolve(undefined);
    expect(readings).toHaveLength(3);
  });

  it('ends the old plan once Stripe responds again, however often a reading fails before', async () => {
    const { app, database, user: fay, stripe } = await start();
    const admin = await addUser(database.db, { role: 'admin' });
    const ted = await addUser(database.db);
    const agencyId = await addAgency(database.db, [fay, ted]);
    const { subscription_id } = (await subscribe(app, fay, 'Pro')).subscription;
    const { customer } = stripe.state.get('subscription', subscription_id);
    stripe.webhooks.switches.isLost = () => true;
    stripe.trouble = (call) => (call === 'GET /v1/subscriptions' ? 'garbage' : undefined);
    const form = { name: 'Agency', main_admin_id: ted.userId, status: 'active', reason: 'Ted runs it now' };
    await put(app, admin, `agencies/${agencyId}`, form);
    const listRetries = async () => {
      await skipJobWaits(database, 'failed');
      return runSql(
        database,
        `select from pgboss.job where name = 'billing' and singleton_key = 'customer:${customer}'`,
      );
    };
    await expect.poll(listRetries, { timeout: 60_000 }).toHaveLength(1);
    stripe.trouble = undefined;
    await skipJobWaits(database);
    await waitFor(
      async () => stripe.state.get('subscription', subscription_id).cancel_at_period_end,
      (isEnding) => isEnding,
    );
  }, 90_000);

  it('ends nothing if the agency returns to its payer first, and the payer can resume', async () => {
    const { app, database, user: fay, stripe } = await start();
    const admin = await addUser(database.db, { role: 'admin' });
    const ted = await addUser(database.db);
    const agencyId = await addAgency(database.db, [fay, ted]);
    const { subscription } = await subscribe(app, fay, 'Pro');
    const lead = (user: SignedInUser) =>
      put(app, admin, `agencies/${agencyId}`, {
        name: 'Agency',
        main_admin_id: user.userId,
        status: 'active',
        reason: 'The agency changes hands',
      });
    const isEnding = () =>
      stripe.state.get('subscription', subscription.subscription_id).cancel_at_period_end;
    await lead(ted);
    await waitFor(
      async () => isEnding(),
      (is) => is,
    );
    await lead(fay);
    const { subscription_id } = subscription;
    expect((await post(app, fay, 'payment/resume-subscription', { subscription_id })).statusCode).toBe(200);
    await post(app, admin, 'users/refresh-subscription', { user_id: fay.userId });
    expect(isEnding()).toBe(false);
  });
});

describe('an administrator', () => {
  it('disables a payer and ends the plans only on request', async () => {
    const email = 'disabled@payers.example';
    const { app, database, mailbox, user, stripe } = await start({ email });
    const admin = await addUser(database.db, { role: 'admin' });
    const { subscription } = await subscribe(app, user, 'Pro');
    const isEnding = () =>
      stripe.state.get('subscription', subscription.subscription_id).cancel_at_period_end;
    await put(app, admin, `users/${user.userId}`, { is_disabled: true });
    await post(app, admin, 'users/refresh-subscription', { user_id: user.userId });
    expect(isEnding()).toBe(false);
    await put(app, admin, `users/${user.userId}`, { is_disabled: false });
    await put(app, admin, `users/${user.userId}`, { is_disabled: true, ends_plans: true });
    await waitFor(
      async () => isEnding(),
      (is) => is,
    );
    await waitFor(
      async () => mailbox.mails.find(({ to }) => to.includes(email)),
      (mail) => mail?.text.includes('An administrator canceled your Pro plan') === true,
    );
  });

  it('cancels the subscription of a user, who is notified; the audit log names the administrator', async () => {
    const { app, database, user, stripe } = await start({ email: 'payer@cancel.example' });
    const admin = await addUser(database.db, { role: 'admin' });
    const { subscription } = await subscribe(app, user, 'Pro');
    const list = async () =>
      (await get(app, admin, 'stripe/all-subscriptions?search=payer@cancel')).json().data;
    const [{ id }] = await list();
    expect((await post(app, user, 'stripe/cancel-subscription', { id })).statusCode).toBe(403);
    for (let time = 0; time < 2; time += 1)
      expect((await post(app, admin, 'stripe/cancel-subscription', { id })).json().data).toMatchObject({
        subscription_id: subscription.subscription_id,
        cancel_at_period_end: true,
      });
    expect(await list()).toMatchObject([{ cancel_at_period_end: true }]);
    expect(stripe.state.get('subscription', subscription.subscription_id).cancel_at_period_end).toBe(true);
    const sent = (await listTexts(app, user)).filter((text) => text.includes('An administrator canceled'));
    expect(sent).toHaveLength(1);
    const log = await get(app, admin, `audit?kind=subscription&verb=cancel&object_id=${id}`);
    expect(log.json().data).toMatchObject([
      {
        actor: { id: admin.userId },
        verb: 'cancel',
        after: { status: 'active', user_id: user.userId },
      },
    ]);
    expect((await post(app, admin, 'stripe/cancel-subscription', { id: 999_999 })).statusCode).toBe(404);
  });
});

it('changing a plan keeps its cancellation, even if the plan is past due', async () => {
  const { app, user, stripe } = await start();
  const { subscription } = await subscribe(app, user, 'Pro', CARDS.failsLater);
  const at = () => stripe.state.get('subscription', subscription.subscription_id);
  stripe.advance(32);
  await waitFor(
    () => show(app, user),
    (shown) => shown.subscription?.status === 'past_due',
  );
  await post(app, user, 'payment/cancel-subscription');
  await choose(app, user, 'Starter');
  expect(at()).toMatchObject({ status: 'past_due', cancel_at_period_end: true });
  expect(await show(app, user)).toMatchObject({
    subscription: { name: 'Starter', cancel_at_period_end: true },
  });
});

it('deleting the account during a purchase leaves no checkout page open', async () => {
  const { app, user, stripe } = await start({ passwordHash });
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  stripe.delay = (call) => {
    if (call !== 'POST /v1/checkout/sessions') return undefined;
    asked.resolve();
    return held.promise;
  };
  const choosing = choose(app, user, 'Pro');
  await asked.promise;
  const page = stripe.state.list('session').findLast(({ status }) => status === 'open');
  expect((await removeAccount(app, user)).statusCode).toBe(200);
  held.resolve();
  const { reply } = await choosing;
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'not_payer']);
  expect(stripe.state.get('session', page?.id ?? '').status).toBe('expired');
});

it('the card of a deleted account is detached', async () => {
  const { app, user, stripe } = await start({ passwordHash });
  const { subscription } = await subscribe(app, user, 'Pro');
  const { customer } = stripe.state.get('subscription', subscription.subscription_id);
  const listCards = () => stripe.state.list('payment_method').filter((card) => card.customer === customer);
  expect(listCards()).toHaveLength(1);
  expect((await removeAccount(app, user)).statusCode).toBe(200);
  await waitFor(
    async () => listCards().length,
    (count) => count === 0,
  );
  expect(stripe.state.get('subscription', subscription.subscription_id).status).toBe('canceled');
});

describe('a payment for a deleted account or agency', () => {
  it('has no checkout page if the account is deleted before the page opens', async () => {
    const { app, user, stripe } = await start({ passwordHash });
    const [isAsked, isReleased] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    stripe.delay = async (call) => {
      if (call !== 'POST /v1/customers') return;
      isAsked.resolve(undefined);
      await isReleased.promise;
    };
    const choosing = choose(app, user, 'Pro');
    await isAsked.promise;
    expect((await removeAccount(app, user)).statusCode).toBe(200);
    isReleased.resolve(undefined);
    expect((await choosing).reply.statusCode).toBe(409);
    const own = stripe.state
      .list('session')
      .filter(({ metadata }) => metadata['workspace_id'] === String(user.workspaceId));
    expect(own).toMatchObject([{ status: 'expired' }]);
  });

  it('ends at once if it was made after the deletion', async () => {
    const { app, database, user, stripe } = await start();
    const agencyId = await addAgency(database.db, [user]);
    const { checkout } = await choose(app, user, 'Pro');
    const { customer } = stripe.state.get('session', checkout.subscription_id);
    const deleted = { status: 'deleted', deleted_at: new Date() } as const;
    await database.db.updateTable('workspaces').set(deleted).where('id', '=', agencyId).execute();
    await pay(checkout.checkout_url ?? '', CARDS.succeeds);
    const list = () => stripe.state.list('subscription').filter((each) => each.customer === customer);
    await waitFor(
      async () => list(),
      ([subscription]) => subscription?.status === 'canceled',
    );
  });

  it('is reported to superadmins while its customer is unknown here', async () => {
    const { app, database, user, server, log } = await start();
    const root = await addUser(database.db, { role: 'superadmin' });
    const { subscription_id } = (await subscribe(app, user, 'Pro')).subscription;
    const other = await addUser(database.db);
    await subscribe(app, other, 'Pro');
    await server.readStripe();
    expect((await listTexts(app, root)).filter((text) => text.includes(subscription_id))).toEqual([]);
    await database.db.deleteFrom('customers').where('payer_id', '=', user.userId).execute();
    await server.readStripe();
    const texts = (await listTexts(app, root)).filter((text) => text.includes(subscription_id));
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(/^Stripe charges for \d+ subscriptions? of customers that are not in this/);
    expect(log.some(({ msg }) => String(msg).includes(subscription_id))).toBe(true);
  });
});
