/**
 * Stripe gateway, using Stripe's SDK: plans, customers, hosted checkout and portal, subscriptions, invoices
 * and signed events. Every write has an idempotency key, so a retry after a lost response has no second
 * effect.
 */
import type { Stripe } from 'stripe';
import { z } from 'zod';
import { AppError } from '../app-error.ts';
import { GatewayError, type GatewayErrorKind } from './gateway-error.ts';
import {
  describeCheckout,
  describeInvoice,
  describePrice,
  describeProduct,
  describeSubscription,
  type StripeSubscription,
} from './stripe-shapes.ts';

export type { StripeSubscription } from './stripe-shapes.ts';

export interface StripeSettings {
  secretKey: string;
  /** Several during a rotation. */
  webhookSecrets: readonly string[];
  base: string;
}

/** Subject of an event; the object is always read from Stripe again. */
export interface StripeEvent {
  id: string;
  type: string;
  isLive: boolean;
  /** Taken from the object in the event, if it has one. */
  customerId: string | undefined;
}

export type StripeGateway = ReturnType<typeof createStripeGateway>;

export interface CheckoutRequest {
  customerId: string;
  priceId: string;
  workspaceId: number;
  /** Days that are already paid for; the card is charged afterward. */
  trialDays?: number | undefined;
  successUrl: string;
  cancelUrl: string;
  key: string;
}

const TIMEOUT_MS = 10_000;
const RETRIES = 3;
const TOLERANCE_S = 300;
const PAGE = 100;
const MAX_INVOICES = 24;
const REAL_HOST = 'api.stripe.com';
/** Stripe ids and types. */
const NAME = /^[\w.]{1,255}$/;

/**
 * Creates the gateway.
 * @param settings trusted configuration; its URL isn't checked
 * @param timeoutMs time limit for a response
 */
export function createStripeGateway(
  { secretKey, webhookSecrets, base }: StripeSettings,
  timeoutMs = TIMEOUT_MS,
) {
  const { protocol, hostname, port } = new URL(base);
  const connect = async () => {
    const { Stripe } = await import('stripe');
    return new Stripe(secretKey, {
      protocol: protocol === 'http:' ? 'http' : 'https',
      host: hostname,
      ...(port === '' ? {} : { port }),
      timeout: timeoutMs,
      maxNetworkRetries: RETRIES,
      telemetry: false,
    });
  };
  let connection: Promise<Stripe> | undefined;
  // Loads the SDK on first use; it has about 200 modules.
  const open = () => (connection ??= connect());
  return {
    /** True for live mode, with real money. */
    isLive: /^(sk|rk)_live_/.test(secretKey),
    /** True if a simulator replaces Stripe. */
    isSimulated: hostname !== REAL_HOST,
    /** @returns the id of the account that the key belongs to; undefined if the key may not read it */
    findAccount: bindAccount(open),
    ...bindCatalog(open),
    ...bindCheckout(open),
    ...bindSubscriptions(open),
    /** @throws AppError `malformed` unless the bytes are signed with one of the secrets within 300 s of now */
    readEvent: async (bytes: Uint8Array, signature: string, now: Date) =>
      readEvent(await open(), { bytes, signature, webhookSecrets, now }),
  };
}

type Open = () => Promise<Stripe>;

export interface PlanLabel {
  customerId: string;
  subscriptionId: string;
  workspaceId: number;
}

/** The account of a key never changes, so it is read once. */
function bindAccount(open: Open) {
  let account: Promise<string | undefined> | undefined;
  const read = async () => {
    try {
      return (await (await open()).accounts.retrieveCurrent()).id;
    } catch (error) {
      // A restricted key may still work for payments.
      if (isStripeFault(error) && error.type === 'StripePermissionError') return undefined;
      throw explain(error);
    }
  };
  return () =>
    (account ??= read().catch((error: unknown) => {
      account = undefined;
      throw error;
    }));
}

function bindCatalog(open: Open) {
  return {
    listProducts: () =>
      ask(open, async (stripe) =>
        (await collect(stripe.products.list({ limit: PAGE }))).map(describeProduct),
      ),
    listPrices: () =>
      ask(open, async (stripe) =>
        (await collect(stripe.prices.list({ limit: PAGE, active: true, type: 'recurring' }))).flatMap(
          describePrice,
        ),
      ),
    renameProduct: (id: string, name: string, idempotencyKey: string) =>
      ask(open, async (stripe) => void (await stripe.products.update(id, { name }, { idempotencyKey }))),
    createCustomer: ({ email, workspaceId, key }: { email: string; workspaceId: number; key: string }) =>
      ask(open, async (stripe) => {
        const of = { email, metadata: { workspace_id: String(workspaceId) } };
        return (await stripe.customers.create(of, { idempotencyKey: key })).id;
      }),
    /** Does nothing if Stripe doesn't have the customer. */
    async updateCustomer(customer: string, email: string) {
      await find(open, (stripe) => stripe.customers.update(customer, { email }));
    },
    /** Writes the workspace into the metadata of a customer and of one of its subscriptions. */
    labelPlan: ({ customerId, subscriptionId, workspaceId }: PlanLabel) =>
      ask(open, async (stripe) => {
        const change = { metadata: { workspace_id: String(workspaceId) } };
        await stripe.customers.update(customerId, change);
        await stripe.subscriptions.update(subscriptionId, change);
      }),
    /** Detaches all cards of a customer, so that they can't be charged. */
    async detachCards(customer: string) {
      await find(open, async (stripe) => {
        for (const { id } of await collect(stripe.customers.listPaymentMethods(customer, { limit: PAGE })))
          await stripe.paymentMethods.detach(id);
      });
    },
  };
}

function bindCheckout(open: Open) {
  return {
    /** Newest first; empty if Stripe doesn't have the customer. */
    listCheckouts: async (customer: string) =>
      (await find(open, async (stripe) =>
        (await stripe.checkout.sessions.list({ customer, limit: PAGE })).data.map(describeCheckout),
      )) ?? [],
    findCheckout: (id: string) =>
      find(open, async (stripe) => describeCheckout(await stripe.checkout.sessions.retrieve(id))),
    openCheckout: (request: CheckoutRequest) =>
      ask(open, async (stripe) => {
        const metadata = { workspace_id: String(request.workspaceId), price_id: request.priceId };
        const made = await stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            customer: request.customerId,
            client_reference_id: String(request.workspaceId),
            line_items: [{ price: request.priceId, quantity: 1 }],
            success_url: request.successUrl,
            cancel_url: request.cancelUrl,
            metadata,
            subscription_data: {
              metadata,
              ...(request.trialDays === undefined ? {} : { trial_period_days: request.trialDays }),
            },
          },
          { idempotencyKey: request.key },
        );
        return describeCheckout(made);
      }),
    /** Does nothing if the session is complete or expired. */
    expireCheckout: (id: string) =>
      ask(open, async (stripe) => {
        try {
          await stripe.checkout.sessions.expire(id);
        } catch (error) {
          // The session was completed or expired in the meantime.
          if (!isInvalid(error)) throw error;
        }
      }),
    openPortal: (customer: string, returnUrl: string) =>
      ask(
        open,
        async (stripe) =>
          (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url,
      ),
  };
}

const EXPAND = 'latest_invoice';

function bindSubscriptions(open: Open) {
  return {
    findSubscription: (id: string) =>
      find(open, async (stripe) =>
        describeSubscription(await stripe.subscriptions.retrieve(id, { expand: [EXPAND] })),
      ),
    /** Lists all subscriptions of the account, including canceled ones. */
    listSubscriptions: () => ask(open, (stripe) => listSubscriptions(stripe)),
    /** Lists those of one customer, including canceled ones. @returns undefined if Stripe doesn't have the customer */
    findSubscriptions: (customer: string) => find(open, (stripe) => listSubscriptions(stripe, customer)),
    /** Keeps a cancellation. @throws AppError `payment_failed` if the card is declined */
    changePrice: ({ id, itemId }: StripeSubscription, price: string, idempotencyKey: string) =>
      ask(open, async (stripe) => {
        const change: Stripe.SubscriptionUpdateParams = {
          items: [{ id: itemId, price }],
          proration_behavior: 'always_invoice',
          payment_behavior: 'error_if_incomplete',
        };
        await stripe.subscriptions.update(id, change, { idempotencyKey });
      }),
    /** Cancels the subscription at the end of its period, or resumes it. */
    setEnding: (id: string, isEnding: boolean, idempotencyKey: string) =>
      ask(
        open,
        async (stripe) =>
          void (await stripe.subscriptions.update(
            id,
            { cancel_at_period_end: isEnding },
            { idempotencyKey },
          )),
      ),
    /** Ends the subscription immediately; does nothing if it has ended. */
    endSubscription: (id: string, idempotencyKey: string) =>
      ask(open, async (stripe) => {
        try {
          await stripe.subscriptions.cancel(id, {}, { idempotencyKey });
        } catch (error) {
          if (!isInvalid(error)) throw error;
        }
      }),
    /** @returns the amount due today for the change, in cents */
    previewChange: ({ id, itemId }: StripeSubscription, price: string) =>
      ask(open, async (stripe) => {
        const preview = await stripe.invoices.createPreview({
          subscription: id,
          subscription_details: { items: [{ id: itemId, price }], proration_behavior: 'always_invoice' },
        });
        return preview.amount_due;
      }),
    /** Newest first, at most 24; empty if Stripe doesn't have the customer. */
    listInvoices: async (customer: string) =>
      (await find(open, async (stripe) =>
        (await stripe.invoices.list({ customer, limit: MAX_INVOICES })).data.map(describeInvoice),
      )) ?? [],
  };
}

async function listSubscriptions(stripe: Stripe, customer?: string): Promise<StripeSubscription[]> {
  const of = customer === undefined ? {} : { customer };
  const list = stripe.subscriptions.list({ ...of, status: 'all', limit: PAGE, expand: [`data.${EXPAND}`] });
  return (await collect(list)).map(describeSubscription);
}

interface Delivery {
  bytes: Uint8Array;
  signature: string;
  webhookSecrets: readonly string[];
  now: Date;
}

/** Fields of every signed event; ids and types contain no other characters. */
const SIGNED = z.object({
  id: z.string().regex(NAME),
  type: z.string().regex(NAME),
  livemode: z.boolean(),
  data: z.object({ object: z.object({ customer: z.string().regex(NAME).optional().catch(undefined) }) }),
});

function readEvent(stripe: Stripe, delivery: Delivery): StripeEvent {
  const event = SIGNED.safeParse(verifyEvent(stripe, delivery));
  if (!event.success)
    throw new AppError('malformed', { message: 'This isn’t a Stripe event.', cause: event.error });
  const { id, type, livemode: isLive, data } = event.data;
  return { id, type, isLive, customerId: data.object.customer };
}

function verifyEvent(stripe: Stripe, { bytes, signature, webhookSecrets, now }: Delivery): unknown {
  let cause: unknown;
  for (const secret of webhookSecrets) {
    try {
      return stripe.webhooks.constructEvent(bytes, signature, secret, TOLERANCE_S, undefined, now.getTime());
    } catch (error) {
      cause = error;
    }
  }
  throw new AppError('malformed', { message: 'The signature of this event is invalid.', cause });
}

/** Reads all pages of a list. */
async function collect<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of list) all.push(each);
  return all;
}

/** @returns undefined if Stripe doesn't have the object */
async function find<T>(open: Open, work: (stripe: Stripe) => Promise<T>): Promise<T | undefined> {
  try {
    return await work(await open());
  } catch (error) {
    if (isInvalid(error) && error.code === 'resource_missing') return undefined;
    throw explain(error);
  }
}

async function ask<T>(open: Open, work: (stripe: Stripe) => Promise<T>): Promise<T> {
  try {
    return await work(await open());
  } catch (error) {
    throw explain(error);
  }
}

const TEXTS: Partial<Record<GatewayErrorKind, string>> = {
  unauthorized: 'Stripe doesn’t accept our key. Set STRIPE_SECRET_KEY to a valid one.',
  limited: 'Stripe is receiving too many requests. Try again in a minute.',
  down: 'Stripe isn’t responding. Nothing was charged twice. Try again in a minute.',
  rejected: 'Stripe refused the request.',
};

/** Error types from Stripe's documentation. */
interface StripeFault extends Error {
  type: string;
  code?: string;
}

const isStripeFault = (error: unknown): error is StripeFault =>
  error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe');

const isInvalid = (error: unknown): error is StripeFault =>
  isStripeFault(error) && error.type === 'StripeInvalidRequestError';

const KINDS: Readonly<Record<string, GatewayErrorKind>> = {
  StripeRateLimitError: 'limited',
  StripeAuthenticationError: 'unauthorized',
  StripePermissionError: 'unauthorized',
  StripeInvalidRequestError: 'rejected',
  StripeIdempotencyError: 'rejected',
};

/** Card errors are shown to the cardholder; other messages from Stripe are only logged. */
function explain(error: unknown): Error {
  if (!isStripeFault(error))
    return error instanceof Error ? error : new Error('Stripe failed', { cause: error });
  if (error.type === 'StripeCardError')
    return new AppError('payment_failed', { message: error.message, cause: error });
  const kind = KINDS[error.type] ?? 'down';
  return new GatewayError(TEXTS[kind] ?? '', { service: 'stripe', kind, cause: error });
}
