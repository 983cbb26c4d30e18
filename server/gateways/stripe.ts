/**
 * Stripe, through its own SDK: plans, customers, hosted checkout and portal, subscriptions, invoices, signed events.
 * Every write carries an idempotency key, so an answer that was lost is fetched again and not done again.
 */
import { Stripe } from 'stripe';
import { AppError } from '../app-error.ts';
import { GatewayError, type GatewayErrorKind } from './gateway-error.ts';
import {
  describeCheckout,
  describeInvoice,
  describePrice,
  describeProduct,
  describeSubscription,
  type StripeCheckout,
  type StripeInvoice,
  type StripePrice,
  type StripeProduct,
  type StripeSubscription,
} from './stripe-shapes.ts';

export type {
  StripeCheckout,
  StripeInvoice,
  StripePrice,
  StripeProduct,
  StripeSubscription,
} from './stripe-shapes.ts';

export interface StripeSettings {
  secretKey: string;
  /** Several while one is replaced by the next. */
  webhookSecrets: readonly string[];
  base: string;
}

/** What an event is about; its content is never taken for the truth. */
export interface StripeNews {
  id: string;
  type: string;
  isLive: boolean;
  /** Of the object that the event carries, where it has one. */
  customerId: string | undefined;
}

export interface StripeGateway {
  /** Whether the money is real. */
  isLive: boolean;
  /** Whether a simulator replaces Stripe. */
  isSimulated: boolean;
  listProducts(): Promise<StripeProduct[]>;
  listPrices(): Promise<StripePrice[]>;
  renameProduct(id: string, name: string, key: string): Promise<void>;
  createCustomer(of: { email: string; workspaceId: number; key: string }): Promise<string>;
  /** The newest first. */
  listCheckouts(customerId: string): Promise<StripeCheckout[]>;
  findCheckout(id: string): Promise<StripeCheckout | undefined>;
  openCheckout(wish: CheckoutWish): Promise<StripeCheckout>;
  /** Does nothing where it is over already. */
  expireCheckout(id: string): Promise<void>;
  findSubscription(id: string): Promise<StripeSubscription | undefined>;
  /** Of one customer or of all, canceled ones included. */
  listSubscriptions(customerId?: string): Promise<StripeSubscription[]>;
  /** @throws AppError `payment_failed` where the card is declined */
  changePrice(subscription: StripeSubscription, priceId: string, key: string): Promise<void>;
  /** Ends the subscription with its period, or goes on with it. */
  setEnding(id: string, isEnding: boolean, key: string): Promise<void>;
  /** Ends it at once; does nothing where it has ended. */
  endSubscription(id: string, key: string): Promise<void>;
  /** @returns what the change of the price costs today, in cents */
  previewChange(subscription: StripeSubscription, priceId: string): Promise<number>;
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** The newest first, at most 24. */
  listInvoices(customerId: string): Promise<StripeInvoice[]>;
  /** @throws AppError `malformed` unless the bytes are signed with one of the secrets within 300 s of now */
  readEvent(bytes: Uint8Array, signature: string, now: Date): StripeNews;
}

export interface CheckoutWish {
  customerId: string;
  priceId: string;
  workspaceId: number;
  successUrl: string;
  cancelUrl: string;
  key: string;
}

const TIMEOUT_MS = 10_000;
const RETRIES = 3;
const TOLERANCE_S = 300;
const PAGE = 100;
const INVOICES_MOST = 24;
const REAL_HOST = 'api.stripe.com';

/**
 * @param settings as configured: the address is taken as it is
 * @param timeoutMs so long an answer may take
 */
export function createStripeGateway(
  { secretKey, webhookSecrets, base }: StripeSettings,
  timeoutMs = TIMEOUT_MS,
): StripeGateway {
  const { protocol, hostname, port } = new URL(base);
  const stripe = new Stripe(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port === '' ? {} : { port }),
    timeout: timeoutMs,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  });
  return {
    isLive: /^(sk|rk)_live_/.test(secretKey),
    isSimulated: hostname !== REAL_HOST,
    ...bindCatalog(stripe),
    ...bindCheckout(stripe),
    ...bindSubscriptions(stripe),
    readEvent: (bytes, signature, now) => readEvent(stripe, { bytes, signature, webhookSecrets, now }),
  };
}

function bindCatalog(stripe: Stripe) {
  return {
    listProducts: () =>
      ask(async () => (await collect(stripe.products.list({ limit: PAGE }))).map(describeProduct)),
    listPrices: () =>
      ask(async () =>
        (await collect(stripe.prices.list({ limit: PAGE, active: true, type: 'recurring' }))).flatMap(
          describePrice,
        ),
      ),
    renameProduct: (id: string, name: string, idempotencyKey: string) =>
      ask(async () => void (await stripe.products.update(id, { name }, { idempotencyKey }))),
    createCustomer: ({ email, workspaceId, key }: { email: string; workspaceId: number; key: string }) =>
      ask(async () => {
        const of = { email, metadata: { workspace_id: String(workspaceId) } };
        return (await stripe.customers.create(of, { idempotencyKey: key })).id;
      }),
  };
}

function bindCheckout(stripe: Stripe) {
  const { sessions } = stripe.checkout;
  return {
    listCheckouts: (customer: string) =>
      ask(async () => (await sessions.list({ customer, limit: PAGE })).data.map(describeCheckout)),
    findCheckout: (id: string) => find(async () => describeCheckout(await sessions.retrieve(id))),
    openCheckout: (wish: CheckoutWish) =>
      ask(async () => {
        const metadata = { workspace_id: String(wish.workspaceId), price_id: wish.priceId };
        const made = await sessions.create(
          {
            mode: 'subscription',
            customer: wish.customerId,
            client_reference_id: String(wish.workspaceId),
            line_items: [{ price: wish.priceId, quantity: 1 }],
            success_url: wish.successUrl,
            cancel_url: wish.cancelUrl,
            metadata,
            subscription_data: { metadata },
          },
          { idempotencyKey: wish.key },
        );
        return describeCheckout(made);
      }),
    expireCheckout: (id: string) =>
      ask(async () => {
        try {
          await sessions.expire(id);
        } catch (error) {
          // Completed or expired in the meantime: then there is nothing to do.
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        }
      }),
    openPortal: (customer: string, returnUrl: string) =>
      ask(async () => (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url),
  };
}

const EXPAND = 'latest_invoice';

function bindSubscriptions(stripe: Stripe) {
  const { subscriptions, invoices } = stripe;
  return {
    findSubscription: (id: string) =>
      find(async () => describeSubscription(await subscriptions.retrieve(id, { expand: [EXPAND] }))),
    listSubscriptions: (customer?: string) =>
      ask(async () => {
        const of = customer === undefined ? {} : { customer };
        const list = subscriptions.list({ ...of, status: 'all', limit: PAGE, expand: [`data.${EXPAND}`] });
        return (await collect(list)).map(describeSubscription);
      }),
    changePrice: ({ id, itemId }: StripeSubscription, price: string, idempotencyKey: string) =>
      ask(async () => {
        const change: Stripe.SubscriptionUpdateParams = {
          items: [{ id: itemId, price }],
          proration_behavior: 'always_invoice',
          payment_behavior: 'error_if_incomplete',
          cancel_at_period_end: false,
        };
        await subscriptions.update(id, change, { idempotencyKey });
      }),
    setEnding: (id: string, isEnding: boolean, idempotencyKey: string) =>
      ask(
        async () =>
          void (await subscriptions.update(id, { cancel_at_period_end: isEnding }, { idempotencyKey })),
      ),
    endSubscription: (id: string, idempotencyKey: string) =>
      ask(async () => {
        try {
          await subscriptions.cancel(id, {}, { idempotencyKey });
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        }
      }),
    previewChange: ({ id, itemId }: StripeSubscription, price: string) =>
      ask(async () => {
        const preview = await invoices.createPreview({
          subscription: id,
          subscription_details: { items: [{ id: itemId, price }], proration_behavior: 'always_invoice' },
        });
        return preview.amount_due;
      }),
    listInvoices: (customer: string) =>
      ask(async () => (await invoices.list({ customer, limit: INVOICES_MOST })).data.map(describeInvoice)),
  };
}

interface Delivery {
  bytes: Uint8Array;
  signature: string;
  webhookSecrets: readonly string[];
  now: Date;
}

function readEvent(stripe: Stripe, { bytes, signature, webhookSecrets, now }: Delivery): StripeNews {
  let cause: unknown;
  for (const secret of webhookSecrets) {
    try {
      const event = stripe.webhooks.constructEvent(
        bytes,
        signature,
        secret,
        TOLERANCE_S,
        undefined,
        now.getTime(),
      );
      const { customer } = event.data.object as { customer?: unknown };
      return {
        id: event.id,
        type: event.type,
        isLive: event.livemode,
        customerId: typeof customer === 'string' ? customer : undefined,
      };
    } catch (error) {
      cause = error;
    }
  }
  throw new AppError('malformed', { message: 'The signature of this event is not valid.', cause });
}

/** Reads all pages of a list. */
async function collect<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of list) all.push(each);
  return all;
}

/** @returns undefined for what Stripe does not have */
async function find<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
      return undefined;
    throw explain(error);
  }
}

async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explain(error);
  }
}

const TEXTS: Partial<Record<GatewayErrorKind, string>> = {
  unauthorised: 'Stripe does not accept our key. Set STRIPE_SECRET_KEY to a valid one.',
  limited: 'Stripe is receiving too many requests. Try again in a minute.',
  down: 'Stripe does not answer. Nothing was charged twice; try again in a minute.',
  rejected: 'Stripe refused the request.',
};

/** What Stripe says of a card is for its owner; everything else it says stays in the log. */
function explain(error: unknown): Error {
  const { errors } = Stripe;
  if (error instanceof errors.StripeCardError)
    return new AppError('payment_failed', { message: error.message, cause: error });
  const kind = findKind(error);
  if (kind === undefined)
    return error instanceof Error ? error : new Error('Stripe failed', { cause: error });
  return new GatewayError(TEXTS[kind] ?? '', { service: 'stripe', kind, cause: error });
}

function findKind(error: unknown): GatewayErrorKind | undefined {
  const { errors } = Stripe;
  if (error instanceof errors.StripeRateLimitError) return 'limited';
  if (error instanceof errors.StripeAuthenticationError) return 'unauthorised';
  if (error instanceof errors.StripePermissionError) return 'unauthorised';
  if (error instanceof errors.StripeInvalidRequestError) return 'rejected';
  if (error instanceof errors.StripeIdempotencyError) return 'rejected';
  if (error instanceof errors.StripeError) return 'down';
  return undefined;
}
