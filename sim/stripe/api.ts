/** The calls of Stripe's HTTP interface that the product makes, each answered from the state. */
import { flag, needed, nested, type Params, text, texts } from './form-body.ts';
import { type CheckoutSession, invalid, StripeFault, type Subscription } from './objects.ts';
import { end, periodEnd, prorate, update, type World } from './subscriptions.ts';

const SESSION_LIFE_S = 24 * 3600;
const LIST_USUAL = 10;
const LIST_MOST = 100;

type Answer = (world: World, params: Params, id: string) => object;

/** By method and path, in which `:id` is what the answer gets. */
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
  'GET /v1/checkout/sessions': (world, params) =>
    page(
      listOf(world, 'session', params).map((each) => showSession(world, each)),
      params,
    ),
  'GET /v1/checkout/sessions/:id': (world, _params, id) => showSession(world, world.state.get('session', id)),
  'POST /v1/checkout/sessions/:id/expire': expireSession,
  'GET /v1/subscriptions': listSubscriptions,
  'GET /v1/subscriptions/:id': (world, params, id) =>
    expand(world, world.state.get('subscription', id), Object.values(texts(params, 'expand'))),
  'POST /v1/subscriptions/:id': (world, params, id) =>
    update(world, world.state.get('subscription', id), params),
  'DELETE /v1/subscriptions/:id': (world, _params, id) => end(world, world.state.get('subscription', id)),
  'GET /v1/invoices': (world, params) => page(listOf(world, 'invoice', params), params),
  'POST /v1/invoices/create_preview': previewInvoice,
  'POST /v1/billing_portal/sessions': addPortal,
};

/** @throws StripeFault 404 for a path that is not simulated */
export function answerCall(world: World, { method, path }: { method: string; path: string }, params: Params) {
  const exact = ANSWERS[`${method} ${path}`];
  if (exact !== undefined) return exact(world, params, '');
  const [, start = '', id = '', rest = ''] = /^(\/v1\/(?:checkout\/)?\w+)\/([^/]+)(\/\w+)?$/.exec(path) ?? [];
  const answer = ANSWERS[`${method} ${start}/:id${rest}`];
  if (answer !== undefined) return answer(world, params, id);
  throw new StripeFault(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}).`,
  });
}

function isActive(params: Params): (object: { active: boolean }) => boolean {
  const wanted = flag(params, 'active');
  return ({ active }) => wanted === undefined || active === wanted;
}

function listOf<Kind extends 'session' | 'invoice' | 'subscription'>(
  { state }: World,
  kind: Kind,
  params: Params,
) {
  const customer = text(params, 'customer');
  if (customer !== undefined) state.get('customer', customer);
  const all = state.list(kind);
  return customer === undefined ? all : all.filter((each) => each.customer === customer);
}

function page(all: readonly { id: string }[], params: Params): object {
  const limit = Math.min(LIST_MOST, Number(text(params, 'limit') ?? LIST_USUAL));
  const after = text(params, 'starting_after');
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const data = all.slice(from, from + limit);
  return { object: 'list', data, has_more: from + limit < all.length, url: '/v1/list' };
}

function updateProduct({ state, webhooks }: World, params: Params, id: string): object {
  const product = state.get('product', id);
  product.name = text(params, 'name') ?? product.name;
  product.description = text(params, 'description') ?? product.description;
  product.active = flag(params, 'active') ?? product.active;
  Object.assign(product.metadata, texts(params, 'metadata'));
  product.updated = state.now();
  webhooks.emit('product.updated', product);
  return product;
}

function addCustomer({ state, webhooks }: World, params: Params): object {
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

function addSession(world: World, params: Params): object {
  const { state } = world;
  if (needed(params, 'mode') !== 'subscription') throw invalid('Only mode subscription is simulated.');
  const customer = state.get('customer', needed(params, 'customer'));
  const price = state.get('price', needed(nested(nested(params, 'line_items'), '0'), 'price'));
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
    success_url: needed(params, 'success_url'),
    url: `${state.base}/c/pay/${id}`,
  });
  return showSession(world, session);
}

/** A session that nobody paid for in time is over. */
export function showSession({ state }: World, session: CheckoutSession): CheckoutSession {
  if (session.status === 'open' && session.expires_at <= state.now()) session.status = 'expired';
  if (session.status !== 'open') session.url = null;
  return session;
}

function expireSession(world: World, _params: Params, id: string): object {
  const session = showSession(world, world.state.get('session', id));
  if (session.status !== 'open')
    throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired.`);
  session.status = 'expired';
  world.webhooks.emit('checkout.session.expired', session);
  return showSession(world, session);
}

function listSubscriptions(world: World, params: Params): object {
  const status = text(params, 'status');
  const found = listOf(world, 'subscription', params).filter(
    (each) =>
      status === 'all' || (status === undefined ? each.status !== 'canceled' : each.status === status),
  );
  const names = Object.values(texts(params, 'expand')).map((name) => name.replace(/^data\./, ''));
  return page(
    found.map((each) => expand(world, each, names)),
    params,
  );
}

function expand({ state }: World, subscription: Subscription, names: readonly string[]) {
  const { latest_invoice: invoice } = subscription;
  if (invoice === null || !names.includes('latest_invoice')) return subscription;
  return { ...subscription, latest_invoice: state.get('invoice', invoice) };
}

function previewInvoice(world: World, params: Params): object {
  const { state } = world;
  const details = nested(params, 'subscription_details');
  const price = state.get('price', needed(nested(nested(details, 'items'), '0'), 'price'));
  const subscription = state.get('subscription', needed(params, 'subscription'));
  const amount = prorate(world, subscription, price);
  return {
    id: 'upcoming_in',
    object: 'invoice',
    amount_due: amount,
    currency: price.currency,
    customer: subscription.customer,
    period_end: periodEnd(state.now(), price),
    total: amount,
  };
}

function addPortal({ state }: World, params: Params): object {
  const customer = state.get('customer', needed(params, 'customer'));
  const id = state.newId('portal');
  return state.put('portal', {
    id,
    object: 'billing_portal.session',
    created: state.now(),
    customer: customer.id,
    livemode: false,
    return_url: needed(params, 'return_url'),
    url: `${state.base}/p/session/${id}`,
  });
}
