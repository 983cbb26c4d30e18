/** Life cycle of a simulated subscription: start, price change, renewal, failed payment, end. */
import { charge, type Presence } from './cards.ts';
import { type Params, flag, nested, text, texts } from './form-body.ts';
import { type Invoice, invalid, type Price, StripeFault, type Subscription } from './objects.ts';
import type { State } from './state.ts';
import type { Webhooks } from './webhooks.ts';

export interface StripeContext {
  state: State;
  webhooks: Webhooks;
}

const DAY_S = 86_400;
/** Stripe's default schedule retries a failed payment for two weeks, then ends the subscription. */
const RETRIES_AFTER_DAYS = [3, 8, 14];

export function getPeriodEnd(from: number, { recurring }: Price): number {
  const date = new Date(from * 1000);
  if (recurring.interval === 'year') date.setUTCFullYear(date.getUTCFullYear() + 1);
  else date.setUTCMonth(date.getUTCMonth() + 1);
  return Math.floor(date.getTime() / 1000);
}

interface NewSubscription {
  customer: string;
  price: Price;
  card: string;
  metadata: Record<string, string>;
  presence: Presence;
  trialDays: number | null;
}

/** Starts a subscription. @throws StripeFault 402 if the card is declined */
export function begin(context: StripeContext, options: NewSubscription) {
  const { customer, price, card, metadata, presence, trialDays } = options;
  const { state, webhooks } = context;
  charge(card, presence);
  const now = state.now();
  const trialEnd = trialDays === null ? null : now + trialDays * DAY_S;
  const id = state.newId('subscription');
  const item = {
    id: `si_${id.slice(4)}`,
    object: 'subscription_item',
    current_period_start: now,
    current_period_end: trialEnd ?? getPeriodEnd(now, price),
    price,
    quantity: 1,
  } as const;
  const subscription: Subscription = {
    id,
    object: 'subscription',
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    created: now,
    currency: price.currency,
    customer,
    default_payment_method: attachCard(context, customer, card),
    ended_at: null,
    items: { object: 'list', data: [item], has_more: false },
    latest_invoice: null,
    livemode: false,
    metadata,
    start_date: now,
    status: trialEnd === null ? 'active' : 'trialing',
    trial_end: trialEnd,
  };
  state.put('subscription', subscription);
  const invoice = addInvoice(context, subscription, {
    amount: trialEnd === null ? price.unit_amount : 0,
    reason: 'subscription_create',
  });
  settle(invoice);
  webhooks.emit('customer.subscription.created', subscription);
  webhooks.emit('invoice.paid', invoice);
  return subscription;
}

/** Attaches a card. @returns its id */
function attachCard({ state }: StripeContext, customer: string, card: string): string {
  const id = state.newId('payment_method');
  const head = { id, object: 'payment_method', created: state.now(), livemode: false, type: 'card' } as const;
  state.put('payment_method', { ...head, card_number: card, customer });
  return id;
}

/** @returns the number of the default card; null if it is detached */
function findCard({ state }: StripeContext, { default_payment_method: id }: Subscription): string | null {
  const method = state.list('payment_method').find((each) => each.id === id);
  if (method !== undefined) return method.customer === null ? null : method.card_number;
  // Files of earlier versions have the number instead of the id.
  return id;
}

interface Charge {
  amount: number;
  reason: Invoice['billing_reason'];
}

function addInvoice(
  { state }: StripeContext,
  subscription: Subscription,
  { amount, reason }: Charge,
): Invoice {
  const id = state.newId('invoice');
  const [item] = subscription.items.data;
  subscription.latest_invoice = id;
  return state.put('invoice', {
    id,
    object: 'invoice',
    amount_due: amount,
    amount_paid: 0,
    amount_remaining: amount,
    attempt_count: 1,
    billing_reason: reason,
    created: state.now(),
    currency: subscription.currency,
    customer: subscription.customer,
    hosted_invoice_url: `${state.base}/i/${id}`,
    invoice_pdf: null,
    livemode: false,
    number: `SIM-${id.slice(-4)}`,
    parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
    period_end: item.current_period_end,
    period_start: item.current_period_start,
    status: 'open',
    total: amount,
  });
}

function settle(invoice: Invoice): void {
  invoice.status = 'paid';
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
}

/** Calculates the proration of a price change: the rest of the new period minus the rest of the old one. */
export function prorate({ state }: StripeContext, subscription: Subscription, price: Price): number {
  const [item] = subscription.items.data;
  if (subscription.status === 'trialing') return 0;
  const whole = item.current_period_end - item.current_period_start;
  const left = Math.max(0, item.current_period_end - state.now()) / whole;
  const isSameInterval = item.price.recurring.interval === price.recurring.interval;
  const unused = item.price.unit_amount * left;
  const wanted = price.unit_amount * (isSameInterval ? left : 1);
  return Math.max(0, Math.round(wanted - unused));
}

export function update(context: StripeContext, subscription: Subscription, params: Params): Subscription {
  const { state, webhooks } = context;
  if (subscription.status === 'canceled')
    throw invalid('A canceled subscription can only update its metadata.');
  const options = nested(nested(params, 'items'), '0');
  const priceId = text(options, 'price');
  if (priceId !== undefined) changePrice(context, subscription, state.get('price', priceId));
  const isEnding = flag(params, 'cancel_at_period_end');
  if (isEnding !== undefined) {
    subscription.cancel_at_period_end = isEnding;
    subscription.cancel_at = isEnding ? subscription.items.data[0].current_period_end : null;
    subscription.canceled_at = isEnding ? state.now() : null;
  }
  Object.assign(subscription.metadata, texts(params, 'metadata'));
  webhooks.emit('customer.subscription.updated', subscription);
  return subscription;
}

function changePrice(context: StripeContext, subscription: Subscription, price: Price): void {
  const [item] = subscription.items.data;
  if (!price.active) throw invalid(`The price specified is inactive. This field only accepts active prices.`);
  if (item.price.id === price.id) return;
  const amount = prorate(context, subscription, price);
  if (amount > 0) charge(findCard(context, subscription), 'off-session');
  const isSameInterval = item.price.recurring.interval === price.recurring.interval;
  item.price = price;
  if (!isSameInterval) {
    item.current_period_start = context.state.now();
    item.current_period_end = getPeriodEnd(item.current_period_start, price);
    if (subscription.cancel_at_period_end) subscription.cancel_at = item.current_period_end;
  }
  if (amount === 0) return;
  const invoice = addInvoice(context, subscription, { amount, reason: 'subscription_update' });
  settle(invoice);
  context.webhooks.emit('invoice.paid', invoice);
}

export function end({ state, webhooks }: StripeContext, subscription: Subscription): Subscription {
  if (subscription.status === 'canceled') throw invalid(`No such subscription: '${subscription.id}'`);
  subscription.status = 'canceled';
  subscription.canceled_at ??= state.now();
  subscription.ended_at = state.now();
  webhooks.emit('customer.subscription.deleted', subscription);
  return subscription;
}

/** Moves the clock forward by days and processes everything due on each of them. */
export function advance(context: StripeContext, days: number): void {
  for (let day = 0; day < days; day += 1) {
    context.state.advance(DAY_S);
    for (const subscription of context.state.list('subscription')) advanceOneDay(context, subscription);
  }
}

function advanceOneDay(context: StripeContext, subscription: Subscription): void {
  const { state } = context;
  const [item] = subscription.items.data;
  if (subscription.status === 'past_due') return retry(context, subscription);
  if (!['active', 'trialing'].includes(subscription.status)) return;
  if (item.current_period_end > state.now()) return;
  if (subscription.cancel_at_period_end) return void end(context, subscription);
  item.current_period_start = item.current_period_end;
  item.current_period_end = getPeriodEnd(item.current_period_start, item.price);
  const invoice = addInvoice(context, subscription, {
    amount: item.price.unit_amount,
    reason: 'subscription_cycle',
  });
  collect(context, subscription, invoice);
}

function retry(context: StripeContext, subscription: Subscription): void {
  const invoice = context.state.get('invoice', subscription.latest_invoice ?? '');
  const days = Math.floor((context.state.now() - invoice.created) / DAY_S);
  if (!RETRIES_AFTER_DAYS.includes(days)) return;
  invoice.attempt_count += 1;
  const isPaid = collect(context, subscription, invoice);
  if (!isPaid && days === RETRIES_AFTER_DAYS.at(-1)) end(context, subscription);
}

/** Charges the invoice off-session. */
function collect(context: StripeContext, subscription: Subscription, invoice: Invoice): boolean {
  const { webhooks } = context;
  try {
    charge(findCard(context, subscription), 'off-session');
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error;
    const isNew = subscription.status !== 'past_due';
    subscription.status = 'past_due';
    webhooks.emit('invoice.payment_failed', invoice);
    if (isNew) webhooks.emit('customer.subscription.updated', subscription);
    return false;
  }
  settle(invoice);
  subscription.status = 'active';
  webhooks.emit('invoice.paid', invoice);
  webhooks.emit('customer.subscription.updated', subscription);
  return true;
}

/** Changes the card and pays open invoices with it. @throws StripeFault 402 */
export function changeCard(context: StripeContext, subscription: Subscription, card: string): void {
  charge(card, 'owner');
  subscription.default_payment_method = attachCard(context, subscription.customer, card);
  if (subscription.status !== 'past_due') return;
  const invoice = context.state.get('invoice', subscription.latest_invoice ?? '');
  settle(invoice);
  subscription.status = 'active';
  context.webhooks.emit('invoice.paid', invoice);
  context.webhooks.emit('customer.subscription.updated', subscription);
}
