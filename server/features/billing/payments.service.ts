/**
 * Paying: a plan is chosen by its name alone, and price, customer and owner come from us and from Stripe. Stripe is
 * never called within a transaction; what a lost answer left half done is found there by the next try.
 */
import type { billingContract } from '#contract/billing.contract.ts';
import type { Subscription } from '#contract/billing-shapes.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { Db } from '#server/db/open.ts';
import type { GatewayError } from '#server/gateways/gateway-error.ts';
import type { StripeGateway, StripeSubscription } from '#server/gateways/stripe.ts';
import { AppError, getFound } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { CatalogService, Offered } from './catalog.service.ts';
import type { PlanLimitsService } from './limits.service.ts';
import { endGrace, isLive, listExceeded } from './plan-policy.rules.ts';
import type { ReadingService } from './reading.service.ts';
import {
  findCustomer,
  keepCustomer,
  listSubscriptions,
  nameCustomer,
  type SubscriptionRow,
} from './subscriptions.store.ts';
import { getPayer, type Payer } from './usage.store.ts';

type Input<Verb extends keyof typeof billingContract> = HandlerInput<(typeof billingContract)[Verb]>;

export interface PaymentNeeds {
  db: Db;
  stripe: StripeGateway | undefined;
  catalog: CatalogService;
  reading: ReadingService;
  limits: PlanLimitsService;
  /** Of this application, for the way back from Stripe's pages. */
  publicUrl: () => string;
  newId: () => string;
}

/** A caller who pays for the workspace where their new objects go. */
interface Paying {
  workspaceId: number;
  payer: Payer;
}

export function createPayments(needs: PaymentNeeds) {
  const { db, catalog, limits, newId } = needs;
  return {
    async preview({ body }: Input<'preview'>, caller: Caller) {
      const { workspaceId, payer } = await getPaying(db, caller);
      const offered = await catalog.getOffered(body, payer.has_offer);
      const { usage } = await limits.countUsage(db, workspaceId);
      const { currency, amount } = offered.price;
      const exceeded = listExceeded(offered.product, usage);
      const current = (await listSubscriptions(db, workspaceId)).find(isLive);
      if (current === undefined) return { due_today: amount, currency, exceeded };
      const found = await getStripe(needs).findSubscription(current.stripe_subscription);
      if (found === undefined) throw new AppError('no_subscription');
      const due = await getStripe(needs).previewChange(found, offered.price.stripe_price);
      return { due_today: due, currency, exceeded };
    },
    async subscribe({ body }: Input<'subscribe'>, caller: Caller) {
      const paying = await getPaying(db, caller);
      const offered = await catalog.getOffered(body, paying.payer.has_offer);
      const customer = await getCustomer(needs, paying);
      // Another tab, or an answer that was lost, may have begun one already.
      const live = (await getStripe(needs).listSubscriptions(customer)).find((each) => isLiveAtStripe(each));
      return live === undefined
        ? openCheckout(needs, { ...paying, customer, offered })
        : changePlan(needs, { ...paying, live, offered });
    },
    async confirm({ body }: Input<'confirm'>, caller: Caller): Promise<Subscription> {
      const { workspaceId } = await getPaying(db, caller);
      const customer = getFound(await findCustomer(db, workspaceId));
      const found = await findClaimed(getStripe(needs), body.subscription_id, customer);
      if (found.productId !== body.product_id) throw new AppError('not_found');
      await needs.reading.readWorkspace(workspaceId);
      const row = await getRow(db, workspaceId, found.id);
      if (row.status === 'incomplete' || row.status === 'unpaid') throw new AppError('payment_pending');
      return describeSubscription(row);
    },
    async cancel(_input: unknown, caller: Caller): Promise<Subscription> {
      const { workspaceId } = await getPaying(db, caller);
      const current = (await listSubscriptions(db, workspaceId)).find(isLive);
      if (current === undefined) throw new AppError('no_subscription');
      if (!current.is_ending) await getStripe(needs).setEnding(current.stripe_subscription, true, newId());
      await needs.reading.readWorkspace(workspaceId);
      return describeSubscription(await getRow(db, workspaceId, current.stripe_subscription));
    },
    async portal(_input: unknown, caller: Caller) {
      const { workspaceId } = await getPaying(db, caller);
      const customer = await findCustomer(db, workspaceId);
      if (customer === undefined) throw new AppError('no_subscription');
      return { url: await getStripe(needs).openPortal(customer, `${needs.publicUrl()}/payment`) };
    },
  };
}

function getStripe({ stripe }: Pick<PaymentNeeds, 'stripe'>): StripeGateway {
  if (stripe === undefined) throw new AppError('payments_off');
  return stripe;
}

/** @throws AppError `not_payer` for a member of an agency who does not lead it */
async function getPaying(db: Db, { actor, scope }: Caller): Promise<Paying> {
  const payer = await getPayer(db, scope.homeId);
  if (payer.id !== actor.userId) throw new AppError('not_payer');
  return { workspaceId: scope.homeId, payer };
}

/** Made once for each workspace, however often the answer is lost. */
async function getCustomer(needs: PaymentNeeds, { workspaceId, payer }: Paying): Promise<string> {
  const { db, newId } = needs;
  const kept = await keepCustomer(db, { workspace_id: workspaceId, email: payer.email, key: newId() });
  if (kept.stripe_customer !== null) return kept.stripe_customer;
  const { email, idempotency_key: key } = kept;
  const customer = await getStripe(needs).createCustomer({ email, workspaceId, key });
  await nameCustomer(db, workspaceId, customer);
  return customer;
}

type Choosing = Paying & { offered: Offered };

/** One page is open at a time, so that two clicks never become two subscriptions. */
async function openCheckout(needs: PaymentNeeds, wish: Choosing & { customer: string }) {
  const stripe = getStripe(needs);
  const { customer, workspaceId, offered } = wish;
  const { stripe_price: priceId } = offered.price;
  const checkouts = await stripe.listCheckouts(customer);
  for (const { id, state, priceId: other } of checkouts)
    if (state === 'open' && other !== priceId) await stripe.expireCheckout(id);
  const same = checkouts.find(({ state, priceId: other }) => state === 'open' && other === priceId);
  const page = `${needs.publicUrl()}/payment`;
  const opened =
    same ??
    (await stripe
      .openCheckout({
        customerId: customer,
        priceId,
        workspaceId,
        successUrl: `${page}?product_id=${offered.product.stripe_product}&subscription_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: page,
        // Two clicks at one moment see the same newest checkout, and get the same new one.
        key: `checkout:${customer}:${priceId}:${checkouts[0]?.id ?? 'first'}`,
      })
      .catch((error: unknown) => refuseArchived(needs, error)));
  return { checkout_url: opened.url ?? null, subscription_id: opened.id };
}

async function changePlan(needs: PaymentNeeds, wish: Choosing & { live: StripeSubscription }) {
  const { workspaceId, live, offered } = wish;
  const stripe = getStripe(needs);
  const { stripe_price: priceId } = offered.price;
  if (live.priceId !== priceId)
    await stripe
      .changePrice(live, priceId, needs.newId())
      .catch((error: unknown) => refuseArchived(needs, error));
  else if (live.isEnding) await stripe.setEnding(live.id, false, needs.newId());
  await needs.reading.readWorkspace(workspaceId);
  return { checkout_url: null, subscription_id: live.id };
}

/** Stripe refuses a price that was archived after we read it: then we know better from now on. */
async function refuseArchived({ catalog }: PaymentNeeds, error: unknown): Promise<never> {
  const { kind } = error as Partial<GatewayError>;
  if (kind !== 'rejected') throw error;
  await catalog.read();
  throw new AppError('plan_gone', { cause: error });
}

function isLiveAtStripe({ status }: StripeSubscription): boolean {
  return status !== 'canceled' && status !== 'incomplete' && status !== 'incomplete_expired';
}

/** @throws AppError `not_found` for what belongs to another customer, `payment_pending` for what is not paid */
async function findClaimed(stripe: StripeGateway, id: string, customer: string): Promise<StripeSubscription> {
  let subscriptionId: string | undefined = id;
  if (id.startsWith('cs_')) {
    const checkout = await stripe.findCheckout(id);
    if (checkout?.customerId !== customer || checkout.isLive !== stripe.isLive)
      throw new AppError('not_found');
    if (checkout.state !== 'complete' || !checkout.isPaid) throw new AppError('payment_pending');
    ({ subscriptionId } = checkout);
  }
  const found = subscriptionId === undefined ? undefined : await stripe.findSubscription(subscriptionId);
  if (found?.customerId !== customer || found.isLive !== stripe.isLive) throw new AppError('not_found');
  return found;
}

async function getRow(db: Db, workspaceId: number, name: string): Promise<SubscriptionRow> {
  const rows = await listSubscriptions(db, workspaceId);
  const row = rows.find((each) => each.stripe_subscription === name);
  if (row === undefined) throw new AppError('not_found');
  return row;
}

/** As it is shown. */
export function describeSubscription(row: SubscriptionRow): Subscription {
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
