/**
 * Payments: a request only names a plan; price, customer and owner come from us and from Stripe. Stripe is
 * never called within a transaction. If a response is lost, the next attempt finds the result at Stripe.
 */
import type { billingContract } from '#contract/billing.contract.ts';
import type { PaidPlan, Subscription } from '#contract/billing-shapes.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { Db } from '#server/db/open.ts';
import { lockWorkspace } from '#server/db/scope.ts';
import type { GatewayError } from '#server/gateways/gateway-error.ts';
import type { StripeGateway, StripeSubscription } from '#server/gateways/stripe.ts';
import { AppError, getFound } from '../../app-error.ts';
import type { Actor, Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import type { CatalogService, Offered } from './catalog.service.ts';
import type { PlanLimitsService } from './limits.service.ts';
import {
  describeFewerRuns,
  describeOtherPlan,
  endGrace,
  isLive,
  KEEP_RUNS,
  listExceeded,
} from './plan-policy.rules.ts';
import type { PlanNotices } from './plan-notices.service.ts';
import { describeForAudit, expireCheckouts, type ReadingService } from './reading.service.ts';
import type { StripeAccess } from './stripe-access.service.ts';
import {
  findOwnership,
  findSubscription,
  insertCustomer,
  listCustomers,
  listPaidBy,
  listSubscriptions,
  nameCustomer,
  type SubscriptionRow,
} from './subscriptions.store.ts';
import { getPayer, type Payer } from './usage.store.ts';

type Input<Verb extends keyof typeof billingContract> = HandlerInput<(typeof billingContract)[Verb]>;

interface PaymentServices {
  access: StripeAccess;
  catalog: CatalogService;
  reading: ReadingService;
  limits: PlanLimitsService;
  notices: PlanNotices;
}

type BaseContext = Pick<Context, 'db' | 'audit' | 'clock' | 'newId' | 'publicUrl'>;
type PaymentContext = BaseContext & PaymentServices;

/** The caller as the payer of the workspace that new objects are created in. */
interface Paying {
  workspaceId: number;
  payer: Payer;
}

export function createPayments(base: BaseContext, services: PaymentServices) {
  const context = { ...base, ...services };
  const { db, access, catalog, limits, newId } = context;
  /** Reads a subscription again after a change at Stripe. */
  const readAgain = async ({ id, stripe_customer: customer }: SubscriptionRow): Promise<Subscription> => {
    await context.reading.readCustomers([customer ?? '']);
    return describeSubscription(getFound(await findSubscription(db, id)));
  };
  return {
    async preview({ body }: Input<'preview'>, caller: Caller) {
      const { workspaceId, payer } = await getPaying(db, caller);
      const offered = await catalog.getOffered(body, payer.has_offer);
      const { usage } = await limits.countUsage(db, workspaceId);
      const { currency, amount } = offered.price;
      const { keep_runs: keepRuns = KEEP_RUNS } = (await limits.find(db, workspaceId)).limits;
      // Limits of an offer apply whatever plan is paid for.
      const after = { ...offered.product, ...(payer.has_offer ? payer.offer : null) };
      const fewer = describeFewerRuns(keepRuns, after);
      const exceeded = [...listExceeded(after, usage), ...(fewer === undefined ? [] : [fewer])];
      const rows = (await listSubscriptions(db, workspaceId)).filter(isLive);
      const current = rows.find((row) => row.payer_id === payer.id);
      const paidUntil = findPaidUntil(rows);
      if (current === undefined) {
        const others = await listOthers(db, { workspaceId, payer });
        return {
          due_today: paidUntil === undefined ? amount : 0,
          currency,
          exceeded,
          paid_until: paidUntil?.toISOString() ?? null,
          also_paid: others.map((row) => describePaid(row, payer.id)),
        };
      }
      const stripe = await access.open();
      const found = await stripe.findSubscription(current.stripe_subscription);
      if (found === undefined) throw new AppError('no_subscription');
      const due = await stripe.previewChange(found, offered.price.stripe_price);
      const trialEnd = current.status === 'trialing' ? paidUntil : undefined;
      return {
        due_today: due,
        currency,
        exceeded,
        paid_until: trialEnd?.toISOString() ?? null,
        also_paid: [],
      };
    },
    async subscribe({ body }: Input<'subscribe'>, caller: Caller) {
      const paying = await getPaying(db, caller);
      const offered = await catalog.getOffered(body, paying.payer.has_offer);
      const stripe = await access.open();
      const { customers, gone, live } = await findAtStripe(db, stripe, paying);
      if (live !== undefined) return changePlan(context, stripe, { live, offered, actor: caller.actor });
      const others = await listOthers(db, paying);
      const unconfirmed = others.filter((row) => !body.also_paying.includes(row.stripe_subscription));
      if (unconfirmed.length > 0)
        throw new AppError('second_plan', { message: unconfirmed.map(describeOtherPlan).join(' ') });
      const customer = customers[0] ?? (await createCustomer(context, stripe, { ...paying, gone }));
      return openCheckout(context, stripe, { ...paying, customer, offered });
    },
    async confirm({ body }: Input<'confirm'>, caller: Caller): Promise<Subscription> {
      // The agency may have been handed over or deactivated since the checkout page opened.
      const { userId } = caller.actor;
      const rows = await listCustomers(db, { payerId: userId });
      const customers = rows.flatMap(({ stripe_customer: name }) => name ?? []);
      const found = await findClaimed(await access.open(), body.subscription_id, customers);
      if (found.productId !== body.product_id) throw new AppError('not_found');
      await context.reading.readCustomers([found.customerId]);
      const row = await getPaid(db, userId, found.id);
      if (row.status === 'incomplete' || row.status === 'unpaid') throw new AppError('payment_pending');
      return describeSubscription(row);
    },
    async cancel({ body }: Input<'cancel'>, caller: Caller): Promise<Subscription> {
      const row = await choosePaid(db, caller, body.subscription_id);
      if (row === undefined || !isLive(row)) throw new AppError('no_subscription');
      const stripe = await access.open();
      if (row.is_ending) return readAgain(row);
      await stripe.setEnding(row.stripe_subscription, true, newId());
      await recordChoice(context, { actor: caller.actor, verb: 'cancel', row });
      return readAgain(row);
    },
    async resume({ body }: Input<'resume'>, caller: Caller): Promise<Subscription> {
      const row = await getPaid(db, caller.actor.userId, body.subscription_id);
      if (!isLive(row)) throw new AppError('no_subscription');
      if (row.responsible_id !== row.payer_id) throw new AppError('not_payer');
      await (await access.open()).setEnding(row.stripe_subscription, false, newId());
      await recordChoice(context, { actor: caller.actor, verb: 'resume', row });
      return readAgain(row);
    },
    async portal({ body }: Input<'portal'>, caller: Caller) {
      const row = await choosePaid(db, caller, body.subscription_id);
      if (row?.stripe_customer == null) throw new AppError('no_subscription');
      const stripe = await access.open();
      return { url: await stripe.openPortal(row.stripe_customer, `${context.publicUrl()}/payment`) };
    },
    /** Cancels for the payer, on behalf of an administrator. */
    async cancelFor({ body }: Input<'cancelFor'>, { actor }: Caller): Promise<Subscription> {
      const row = getFound(await findSubscription(db, body.id));
      if (!isLive(row)) throw new AppError('no_subscription');
      if (row.is_ending) return describeSubscription(row);
      await (await access.open()).setEnding(row.stripe_subscription, true, newId());
      await db.transaction().execute(async (trx) => {
        const object = { kind: 'subscription', id: row.id } as const;
        await context.audit.record(trx, actor, { verb: 'cancel', object, after: describeForAudit(row) });
        if (row.payer_id !== null) await context.notices.send(trx, 'canceled', { row, userId: row.payer_id });
      });
      return readAgain(row);
    },
  };
}

/** @throws AppError `not_payer` for a member who isn't the agency's main admin */
async function getPaying(db: Db, { actor, scope }: Caller): Promise<Paying> {
  const payer = await getPayer(db, scope.homeId);
  if (payer.id !== actor.userId) throw new AppError('not_payer');
  return { workspaceId: scope.homeId, payer };
}

/** @throws AppError `not_found` if the user doesn't pay for it */
async function getPaid(db: Db, payerId: number, name: string): Promise<SubscriptionRow> {
  const rows = await listPaidBy(db, payerId);
  return getFound(rows.find((row) => row.stripe_subscription === name));
}

/** @returns the named subscription, or else the one of the caller's current workspace */
async function choosePaid(db: Db, caller: Caller, name: string | undefined) {
  if (name !== undefined) return getPaid(db, caller.actor.userId, name);
  const { workspaceId, payer } = await getPaying(db, caller);
  const rows = (await listPaidBy(db, payer.id)).filter((row) => row.workspace_id === workspaceId);
  return rows.find(isLive) ?? rows[0];
}

/** Lists renewing plans that the payer has in other workspaces. */
async function listOthers(db: Db, { workspaceId, payer }: Paying): Promise<SubscriptionRow[]> {
  const rows = await listPaidBy(db, payer.id);
  return rows.filter((row) => isLive(row) && !row.is_ending && row.workspace_id !== workspaceId);
}

/** @returns the date until which a former main admin has paid for an agency */
function findPaidUntil(rows: readonly SubscriptionRow[]): Date | undefined {
  const ends = rows
    .filter((row) => row.payer_id !== row.responsible_id)
    .filter(({ status }) => status === 'active' || status === 'trialing')
    .map((row) => row.current_period_end);
  return ends.toSorted((a, b) => b.getTime() - a.getTime())[0];
}

/** Finds a payer's plan in a workspace at Stripe: another tab or a lost response may have started one. */
async function findAtStripe(db: Db, stripe: StripeGateway, { workspaceId, payer }: Paying) {
  const customers: string[] = [];
  const gone: string[] = [];
  let live: StripeSubscription | undefined;
  for (const { stripe_customer: name } of await listCustomers(db, { workspaceId, payerId: payer.id })) {
    if (name === null) continue;
    const found = await stripe.findSubscriptions(name);
    (found === undefined ? gone : customers).push(name);
    live ??= found?.find(isLiveAtStripe);
  }
  return { customers, gone, live };
}

/** Creates the customer of a payer in a workspace once, even if a response is lost. Creates it again if Stripe deleted it. */
async function createCustomer(
  context: PaymentContext,
  stripe: StripeGateway,
  { workspaceId, payer, gone }: Paying & { gone: readonly string[] },
): Promise<string> {
  const { db, newId } = context;
  const kept = await db.transaction().execute(async (trx) => {
    await lockWorkspace(trx, workspaceId);
    const rows = await listCustomers(trx, { workspaceId, payerId: payer.id });
    const usable = rows.find(({ stripe_customer: name }) => name === null || !gone.includes(name));
    const made = { workspace_id: workspaceId, payer_id: payer.id, email: payer.email };
    return usable ?? (await insertCustomer(trx, { ...made, idempotency_key: newId() }));
  });
  if (kept.stripe_customer !== null) return kept.stripe_customer;
  const { id, email, idempotency_key: key } = kept;
  const customer = await stripe.createCustomer({ email, workspaceId, key });
  await nameCustomer(db, id, customer);
  return customer;
}

const DAY_MS = 24 * 3600 * 1000;

/** Keeps one checkout page open at a time, so that two clicks never become two subscriptions. */
async function openCheckout(
  context: PaymentContext,
  stripe: StripeGateway,
  { customer, workspaceId, payer, offered }: Paying & { offered: Offered; customer: string },
) {
  const { stripe_price: priceId } = offered.price;
  const checkouts = await stripe.listCheckouts(customer);
  for (const { id, state, priceId: other } of checkouts)
    if (state === 'open' && other !== priceId) await stripe.expireCheckout(id);
  const same = checkouts.find(({ state, priceId: other }) => state === 'open' && other === priceId);
  const page = `${context.publicUrl()}/payment`;
  // Days that a former main admin has paid for aren't charged twice.
  const paidUntil = findPaidUntil((await listSubscriptions(context.db, workspaceId)).filter(isLive));
  const trialMs = (paidUntil?.getTime() ?? 0) - context.clock().getTime();
  const trialDays = trialMs > 0 ? Math.ceil(trialMs / DAY_MS) : undefined;
  const opened =
    same ??
    (await stripe
      .openCheckout({
        customerId: customer,
        priceId,
        workspaceId,
        trialDays,
        successUrl: `${page}?product_id=${offered.product.stripe_product}&subscription_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: page,
        // Concurrent clicks see the same newest checkout, and get the same new one.
        key: `checkout:${customer}:${priceId}:${checkouts[0]?.id ?? 'first'}:${trialDays ?? 0}`,
      })
      .catch((error: unknown) => rejectArchived(context, error)));
  const owner = await findOwnership(context.db, customer);
  const isOver =
    owner?.payer_id !== payer.id || owner.responsible_id !== payer.id || owner.status === 'deleted';
  // Deleting the account or changing the agency closes open pages, but this one may have opened after that.
  if (isOver) {
    await expireCheckouts(stripe, customer);
    throw new AppError('not_payer');
  }
  return { checkout_url: opened.url ?? null, subscription_id: opened.id };
}

type Changing = { live: StripeSubscription; offered: Offered; actor: Actor };

interface Choice {
  actor: Actor;
  verb: 'cancel' | 'resume' | 'change_plan';
  row: SubscriptionRow;
  after?: Readonly<Record<string, unknown>>;
}

/** Records a payer's choice once Stripe has accepted it. */
async function recordChoice(
  { db, audit }: PaymentContext,
  { actor, verb, row, after }: Choice,
): Promise<void> {
  const object = { kind: 'subscription', id: row.id } as const;
  const entry = { verb, object, after: { ...describeForAudit(row), ...after } };
  await db.transaction().execute((trx) => audit.record(trx, actor, entry));
}

/** Another plan keeps a cancellation; choosing the same plan again resumes it. */
async function changePlan(
  context: PaymentContext,
  stripe: StripeGateway,
  { live, offered, actor }: Changing,
) {
  const { stripe_price: priceId } = offered.price;
  if (live.priceId !== priceId)
    await stripe
      .changePrice(live, priceId, context.newId())
      .catch((error: unknown) => rejectArchived(context, error));
  else if (live.isEnding) await stripe.setEnding(live.id, false, context.newId());
  await context.reading.readCustomers([live.customerId]);
  const rows = await listPaidBy(context.db, actor.userId);
  const row = rows.find((each) => each.stripe_subscription === live.id);
  if (row !== undefined && live.priceId !== priceId)
    await recordChoice(context, { actor, verb: 'change_plan', row, after: { plan: offered.product.name } });
  else if (row !== undefined && live.isEnding) await recordChoice(context, { actor, verb: 'resume', row });
  return { checkout_url: null, subscription_id: live.id };
}

/** Stripe rejects a price that was archived after we read it: rereads the plans. */
async function rejectArchived({ catalog }: PaymentContext, error: unknown): Promise<never> {
  const { kind } = error as Partial<GatewayError>;
  if (kind !== 'rejected') throw error;
  await catalog.read();
  throw new AppError('plan_gone', { cause: error });
}

function isLiveAtStripe({ status }: StripeSubscription): boolean {
  return status !== 'canceled' && status !== 'incomplete' && status !== 'incomplete_expired';
}

/** @throws AppError `not_found` for another customer's checkout or plan, `payment_pending` if it isn't paid */
async function findClaimed(
  stripe: StripeGateway,
  id: string,
  customers: readonly string[],
): Promise<StripeSubscription> {
  const isOwn = (customer: string | undefined) => customer !== undefined && customers.includes(customer);
  let subscriptionId: string | undefined = id;
  if (id.startsWith('cs_')) {
    const checkout = await stripe.findCheckout(id);
    if (!isOwn(checkout?.customerId) || checkout?.isLive !== stripe.isLive) throw new AppError('not_found');
    if (checkout.state !== 'complete' || !checkout.isPaid) throw new AppError('payment_pending');
    ({ subscriptionId } = checkout);
  }
  const found = subscriptionId === undefined ? undefined : await stripe.findSubscription(subscriptionId);
  if (found === undefined || !isOwn(found.customerId) || found.isLive !== stripe.isLive)
    throw new AppError('not_found');
  return found;
}

type Described = Pick<
  SubscriptionRow,
  | 'stripe_subscription'
  | 'stripe_product'
  | 'name'
  | 'status'
  | 'interval'
  | 'amount'
  | 'currency'
  | 'is_ending'
  | 'current_period_end'
  | 'past_due_since'
  | 'created_at'
>;

export function describeSubscription(row: Described): Subscription {
  return {
    subscription_id: row.stripe_subscription,
    product_id: row.stripe_product,
    name: row.name ?? row.stripe_product,
    status: row.status,
    interval: row.interval,
    amount: row.amount,
    currency: row.currency,
    cancel_at_period_end: row.is_ending,
    current_period_end: row.current_period_end.toISOString(),
    grace_ends_at: endGrace(row.past_due_since)?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

/** Describes a plan for a user, who may not be the payer. */
export function describePaid(row: SubscriptionRow, userId: number): PaidPlan {
  const { workspace_id, workspace, payer_id: payerId, payer } = row;
  const owner = { is_mine: payerId === userId, is_handed_over: payerId !== row.responsible_id };
  return { ...describeSubscription(row), workspace_id, workspace, payer, ...owner };
}
