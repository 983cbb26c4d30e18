/** Converts Stripe's objects to our own types: times as dates, amounts in cents, references as ids. */
import type { Stripe } from 'stripe';

const STATES = ['open', 'complete', 'expired'] as const;
const INTERVALS = ['month', 'year'] as const;

export interface StripeProduct {
  id: string;
  name: string;
  description: string;
  isActive: boolean;
  metadata: Readonly<Record<string, string>>;
  createdAt: Date;
}

export interface StripePrice {
  id: string;
  productId: string;
  interval: 'month' | 'year';
  amount: number;
  currency: string;
}

export interface StripeCheckout {
  id: string;
  url: string | undefined;
  state: (typeof STATES)[number];
  isPaid: boolean;
  isLive: boolean;
  customerId: string | undefined;
  subscriptionId: string | undefined;
  /** From the metadata set when the session was created. */
  priceId: string | undefined;
}

export interface StripeSubscription {
  id: string;
  itemId: string;
  customerId: string;
  productId: string;
  priceId: string;
  status: Stripe.Subscription.Status;
  interval: 'month' | 'year';
  amount: number;
  currency: string;
  isLive: boolean;
  /** From the metadata set when the subscription began or its plan was moved. */
  workspaceId: string | undefined;
  /** Canceled at the end of its period. */
  isEnding: boolean;
  periodEnd: Date;
  createdAt: Date;
  /** When the latest unpaid invoice was created, if it is overdue. */
  pastDueSince: Date | undefined;
}

export interface StripeInvoice {
  id: string;
  number: string | null;
  status: string;
  amount: number;
  currency: string;
  url: string | null;
  createdAt: Date;
}

/** Converts a plan, or another product of the account. */
export function describeProduct(product: Stripe.Product): StripeProduct {
  const { id, name, description, active, metadata, created } = product;
  return { id, name, description: description ?? '', isActive: active, metadata, createdAt: toDate(created) };
}

/** @returns an empty list for a price that isn't monthly or yearly */
export function describePrice(price: Stripe.Price): StripePrice[] {
  const { id, product, recurring, unit_amount: amount, currency } = price;
  const [interval] = INTERVALS.filter((each) => each === recurring?.interval);
  if (interval === undefined || recurring?.interval_count !== 1 || amount === null) return [];
  return [{ id, productId: toId(product) ?? '', interval, amount, currency }];
}

/** Converts a checkout session. */
export function describeCheckout(session: Stripe.Checkout.Session): StripeCheckout {
  return {
    id: session.id,
    url: session.url ?? undefined,
    state: STATES.find((state) => state === session.status) ?? 'expired',
    isPaid: session.payment_status !== 'unpaid',
    isLive: session.livemode,
    customerId: toId(session.customer),
    subscriptionId: toId(session.subscription),
    priceId: session.metadata?.['price_id'],
  };
}

/** Converts a subscription with its single item, and its latest invoice if it is expanded. */
export function describeSubscription(subscription: Stripe.Subscription): StripeSubscription {
  const { id, customer, status, created, livemode, items } = subscription;
  const item = items.data[0];
  if (item === undefined) throw new Error(`Subscription ${id} has no item.`);
  const { price } = item;
  return {
    id,
    itemId: item.id,
    customerId: toId(customer) ?? '',
    productId: toId(price.product) ?? '',
    priceId: price.id,
    status,
    interval: price.recurring?.interval === 'year' ? 'year' : 'month',
    amount: price.unit_amount ?? 0,
    currency: price.currency,
    isLive: livemode,
    workspaceId: subscription.metadata['workspace_id'],
    isEnding: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    periodEnd: toDate(item.current_period_end),
    createdAt: toDate(created),
    pastDueSince: status === 'past_due' ? findPastDue(subscription) : undefined,
  };
}

/** Uses Stripe's record, so that every read returns the same time. */
function findPastDue({ latest_invoice: invoice, start_date: start }: Stripe.Subscription): Date {
  return toDate(invoice !== null && typeof invoice === 'object' ? invoice.created : start);
}

/** Converts an invoice for the list. */
export function describeInvoice(invoice: Stripe.Invoice): StripeInvoice {
  return {
    id: invoice.id,
    number: invoice.number,
    status: invoice.status ?? 'draft',
    amount: invoice.total,
    currency: invoice.currency,
    url: invoice.hosted_invoice_url ?? null,
    createdAt: toDate(invoice.created),
  };
}

function toDate(seconds: number): Date {
  return new Date(seconds * 1000);
}

function toId(reference: string | { id: string } | null): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}
