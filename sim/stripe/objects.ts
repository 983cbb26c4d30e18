/** The objects of Stripe's API with the fields that the product reads, as of 2026-10-28.endive. */

export type Metadata = Record<string, string>;

export interface Product {
  id: string;
  object: 'product';
  active: boolean;
  created: number;
  description: string | null;
  livemode: boolean;
  metadata: Metadata;
  name: string;
  updated: number;
}

export interface Price {
  id: string;
  object: 'price';
  active: boolean;
  created: number;
  currency: string;
  livemode: boolean;
  metadata: Metadata;
  product: string;
  recurring: { interval: 'month' | 'year'; interval_count: number; usage_type: 'licensed' };
  type: 'recurring';
  unit_amount: number;
}

export interface Customer {
  id: string;
  object: 'customer';
  created: number;
  email: string | null;
  livemode: boolean;
  metadata: Metadata;
  name: string | null;
}

export interface SubscriptionItem {
  id: string;
  object: 'subscription_item';
  current_period_end: number;
  current_period_start: number;
  price: Price;
  quantity: number;
}

/** A card. A detached one has no customer and can't be charged. */
export interface PaymentMethod {
  id: string;
  object: 'payment_method';
  /** The real API shows only the last four digits. */
  card_number: string;
  created: number;
  customer: string | null;
  livemode: boolean;
  type: 'card';
}

export type SubscriptionStatus = 'incomplete' | 'trialing' | 'active' | 'past_due' | 'unpaid' | 'canceled';

export interface Subscription {
  id: string;
  object: 'subscription';
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  created: number;
  currency: string;
  customer: string;
  default_payment_method: string | null;
  ended_at: number | null;
  items: { object: 'list'; data: [SubscriptionItem]; has_more: false };
  latest_invoice: string | null;
  livemode: boolean;
  metadata: Metadata;
  start_date: number;
  status: SubscriptionStatus;
  trial_end: number | null;
}

export interface Invoice {
  id: string;
  object: 'invoice';
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  attempt_count: number;
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  created: number;
  currency: string;
  customer: string;
  hosted_invoice_url: string;
  invoice_pdf: string | null;
  livemode: boolean;
  number: string;
  parent: { type: 'subscription_details'; subscription_details: { subscription: string } };
  period_end: number;
  period_start: number;
  status: 'open' | 'paid' | 'void';
  total: number;
}

export interface CheckoutSession {
  id: string;
  object: 'checkout.session';
  cancel_url: string | null;
  client_reference_id: string | null;
  created: number;
  customer: string;
  expires_at: number;
  /** Price of the only line; the real API includes it only on request. */
  price: string;
  livemode: boolean;
  metadata: Metadata;
  mode: 'subscription';
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  status: 'open' | 'complete' | 'expired';
  subscription: string | null;
  subscription_metadata: Metadata;
  trial_period_days: number | null;
  success_url: string;
  url: string | null;
}

export interface PortalSession {
  id: string;
  object: 'billing_portal.session';
  created: number;
  customer: string;
  livemode: boolean;
  return_url: string;
  url: string;
}

export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: object };
  livemode: boolean;
  pending_webhooks: number;
  request: { id: null; idempotency_key: null };
  type: string;
}

/** An error of the API. */
export class StripeFault extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: { type: string; message: string; code?: string; decline_code?: string }) {
    super(body.message);
    this.name = 'StripeFault';
    this.status = status;
    this.body = body;
  }
}

export function missing(kind: string, id: string): StripeFault {
  return new StripeFault(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
  });
}

export function invalid(message: string): StripeFault {
  return new StripeFault(400, { type: 'invalid_request_error', message });
}
