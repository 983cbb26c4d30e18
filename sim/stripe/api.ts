/** The calls of Stripe's API that the product uses. */
import { flag, requireText, nested, type Params, text, texts } from './form-body.ts';
import { type CheckoutSession, invalid, StripeFault, type Subscription } from './objects.ts';
import { end, getPeriodEnd, prorate, update, type StripeContext } from './subscriptions.ts';

const SESSION_LIFE_S = 24 * 3600;
const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

type Answer = (context: StripeContext, params: Params, id: string) => object;

/** Handlers by method and path, with `:id` as a parameter. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  'GET /v1/account': ({ state }) => ({ id: state.account, object: 'account' }),
  'GET /v1/products': ({ state }, params) => page(state.list('product').filter(isActive(params)), params),
  'GET /v1/products/:id': ({ state }, _params, id) => state.get('product', id),
  'POST /v1/products/:id': updateProduct,
  'GET /v1/prices': ({ state }, params) => page(state.list('price').filter(isActive(params)), params),
  'POST /v1/customers': addCustomer,
  'GET /v1/customers/:id': ({ state }, _params, id) => state.get('customer', id),
  'POST /v1/customers/:id': ({ state }, params, id) => {
    const customer = state.get('customer', id);
    Object.assign(customer.metadata, texts(params, 'metadata'));
    customer.email = text(params, 'email') ?? customer.email;
    return customer;
  },
  'GET /v1/customers/:id/payment_methods': ({ state }, params, id) => {
    const { id: customer } = state.get('customer', id);
    return page(
      state.list('payment_method').filter((each) => each.customer === customer),
      params,
    );
  },
  'POST /v1/payment_methods/:id/detach': ({ state }, _params, id) =>
    Object.assign(state.get('payment_method', id), { customer: null }),
  'POST /v1/checkout/sessions': addSession,
  'GET /v1/checkout/sessions': (context, params) =>
    page(
      listByCustomer(context, 'session', params).map((each) => refreshSession(context, each)),
      params,
    ),
  'GET /v1/checkout/sessions/:id': (context, _params, id) =>
    refreshSession(context, context.state.get('session', id)),
  'POST /v1/checkout/sessions/:id/expire': expireSession,
  'GET /v1/subscriptions': listSubscriptions,
  'GET /v1/subscriptions/:id': (context, params, id) =>
    expand(context, context.state.get('subscription', id), Object.values(texts(params, 'expand'))),
  'POST /v1/subscriptions/:id': (context, params, id) =>
    update(context, context.state.get('subscription', id), params),
  'DELETE /v1/subscriptions/:id': (context, _params, id) =>
    end(context, context.state.get('subscription', id)),
  'GET /v1/invoices': (context, params) => page(listByCustomer(context, 'invoice', params), params),
  'POST /v1/invoices/create_preview': previewInvoice,
  'POST /v1/billing_portal/sessions': addPortal,
};

/** @throws StripeFault 404 for a path that isn't simulated */
export function handleCall(
  context: StripeContext,
  { method, path }: { method: string; path: string },
  params: Params,
) {
  const exact = ANSWERS[`${method} ${path}`];
  if (exact !== undefined) return exact(context, params, '');
  const [, start = '', id = '', rest = ''] = /^(\/v1\/(?:checkout\/)?\w+)\/([^/]+)(\/\w+)?$/.exec(path) ?? [];
  const response = ANSWERS[`${method} ${start}/:id${rest}`];
  if (response !== undefined) return response(context, params, id);
  throw new StripeFault(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}).`,
  });
}

function isActive(params: Params): (object: { active: boolean }) => boolean {
  const wanted = flag(params, 'active');
  return ({ active }) => wanted === undefined || active === wanted;
}

function listByCustomer<Kind extends 'session' | 'invoice' | 'subscription'>(
  { state }: StripeContext,
  kind: Kind,
  params: Params,
) {
  const customer = text(params, 'customer');
  if (customer !== undefined) state.get('customer', customer);
  const all = state.list(kind);
  return customer === undefined ? all : all.filter((each) => each.customer === customer);
}

function page(all: readonly { id: string }[], params: Params): object {
  const limit = Math.min(MAX_LIMIT, Number(text(params, 'limit') ?? DEFAULT_LIMIT));
  const after = text(params, 'starting_after');
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const data = all.slice(from, from + limit);
  return { object: 'list', data, has_more: from + limit < all.length, url: '/v1/list' };
}

function updateProduct({ state, webhooks }: StripeContext, params: Params, id: string): object {
  const product = state.get('product', id);
  product.name = text(params, 'name') ?? product.name;
  product.description = text(params, 'description') ?? product.description;
  product.active = flag(params, 'active') ?? product.active;
  Object.assign(product.metadata, texts(params, 'metadata'));
  product.updated = state.now();
  webhooks.emit('product.updated', product);
  return product;
}

function addCustomer({ state, webhooks }: StripeContext, params: Params): object {
  const customer = state.put('customer', {
    id: state.newId('customer'),
    object: 'customer',
    created: state.now(),
    email: text(params, 'email') ?? null,
    livemode: false,
    metadata: texts(params, 'metadata'),
    name: text(params, 'name') ?? null,
  });
  webhooks.emit('customer.created', customer);
  return customer;
}

function addSession(context: StripeContext, params: Params): object {
  const { state } = context;
  if (requireText(params, 'mode') !== 'subscription') throw invalid('Only mode subscription is simulated.');
  const customer = state.get('customer', requireText(params, 'customer'));
  const price = state.get('price', requireText(nested(nested(params, 'line_items'), '0'), 'price'));
  if (!price.active || !state.get('product', price.product).active)
    throw invalid('The price specified is inactive. This field only accepts active prices.');
  const id = state.newId('session');
  const now = state.now();
  const session = state.put('session', {
    id,
    object: 'checkout.session',
    cancel_url: text(params, 'cancel_url') ?? null,
    client_reference_id: text(params, 'client_reference_id') ?? null,
    created: now,
    customer: customer.id,
    expires_at: now + SESSION_LIFE_S,
    price: price.id,
    livemode: false,
    metadata: texts(params, 'metadata'),
    mode: 'subscription',
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    subscription_metadata: texts(nested(params, 'subscription_data'), 'metadata'),
    trial_period_days: Number(text(nested(params, 'subscription_data'), 'trial_period_days') ?? 0) || null,
    success_url: requireText(params, 'success_url'),
    url: `${state.base}/c/pay/${id}`,
  });
  return refreshSession(context, session);
}

/** Expires an unpaid session that is too old. */
export function refreshSession({ state }: StripeContext, session: CheckoutSession): CheckoutSession {
  if (session.status === 'open' && session.expires_at <= state.now()) session.status = 'expired';
  if (session.status !== 'open') session.url = null;
  return session;
}

function expireSession(context: StripeContext, _params: Params, id: string): object {
  const session = refreshSession(context, context.state.get('session', id));
  if (session.status !== 'open')
    throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired.`);
  session.status = 'expired';
  context.webhooks.emit('checkout.session.expired', session);
  return refreshSession(context, session);
}

function listSubscriptions(context: StripeContext, params: Params): object {
  const status = text(params, 'status');
  const found = listByCustomer(context, 'subscription', params).filter(
    (each) =>
      status === 'all' || (status === undefined ? each.status !== 'canceled' : each.status === status),
  );
  const names = Object.values(texts(params, 'expand')).map((name) => name.replace(/^data\./, ''));
  return page(
    found.map((each) => expand(context, each, names)),
    params,
  );
}

function expand({ state }: StripeContext, subscription: Subscription, names: readonly string[]) {
  const { latest_invoice: invoice } = subscription;
  if (invoice === null || !names.includes('latest_invoice')) return subscription;
  return { ...subscription, latest_invoice: state.get('invoice', invoice) };
}

function previewInvoice(context: StripeContext, params: Params): object {
  const { state } = context;
  const details = nested(params, 'subscription_details');
  const price = state.get('price', requireText(nested(nested(details, 'items'), '0'), 'price'));
  const subscription = state.get('subscription', requireText(params, 'subscription'));
  const amount = prorate(context, subscription, price);
  return {
    id: 'upcoming_in',
    object: 'invoice',
    amount_due: amount,
    currency: price.currency,
    customer: subscription.customer,
    period_end: getPeriodEnd(state.now(), price),
    total: amount,
  };
}

function addPortal({ state }: StripeContext, params: Params): object {
  const customer = state.get('customer', requireText(params, 'customer'));
  const id = state.newId('portal');
  return state.put('portal', {
    id,
    object: 'billing_portal.session',
    created: state.now(),
    customer: customer.id,
    livemode: false,
    return_url: requireText(params, 'return_url'),
    url: `${state.base}/p/session/${id}`,
  });
}
