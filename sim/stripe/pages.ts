/** Stripe's hosted pages: checkout, the bank's authentication, and the billing portal. */
import { refreshSession } from './api.ts';
import { charge } from './cards.ts';
import { text, type Params } from './form-body.ts';
import { type CheckoutSession, type PortalSession, StripeFault, type Subscription } from './objects.ts';
import { NO_ICON } from '../loopback.ts';
import { begin, changeCard, update, type StripeContext } from './subscriptions.ts';

/** A page or a redirect. */
export type PageAnswer = { status: number; html: string } | { location: string };

/** @returns undefined for an unknown path */
export function handlePage(
  context: StripeContext,
  { method, path }: { method: string; path: string },
  params: Params,
): PageAnswer | undefined {
  const [, checkout, isBank] = /^\/c\/pay\/(\w+)(\/authenticate)?$/.exec(path) ?? [];
  if (checkout !== undefined) {
    const session = refreshSession(context, context.state.get('session', checkout));
    if (session.status !== 'open') return show('This page is over', '<p>Go back and begin again.</p>', 410);
    if (method !== 'POST') return showCheckout(context, session);
    return isBank === undefined ? pay(context, session, params) : authenticate(context, session, params);
  }
  const [, portal] = /^\/p\/session\/(\w+)$/.exec(path) ?? [];
  if (portal !== undefined) {
    const session = context.state.get('portal', portal);
    return method === 'POST' ? changePortal(context, session, params) : showPortal(context, session);
  }
  const [, invoice] = /^\/i\/(\w+)$/.exec(path) ?? [];
  return invoice === undefined ? undefined : showInvoice(context, invoice);
}

function pay(context: StripeContext, session: CheckoutSession, params: Params): PageAnswer {
  const card = (text(params, 'cardNumber') ?? '').replaceAll(/\s/g, '');
  try {
    charge(card, 'owner');
    return complete(context, session, card);
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error;
    return error.body.code === 'authentication_required'
      ? askBank(session, card)
      : showCheckout(context, session, error.message);
  }
}

function askBank({ id }: CheckoutSession, card: string): PageAnswer {
  return show(
    'Your bank asks',
    `<p>This is the 3D Secure 2 page of a simulated bank.</p>
    <form method="post" action="/c/pay/${id}/authenticate">
      <input type="hidden" name="cardNumber" value="${escape(card)}">
      <button name="result" value="complete">Complete authentication</button>
      <button name="result" value="fail" class="quiet">Fail authentication</button>
    </form>`,
  );
}

function authenticate(context: StripeContext, session: CheckoutSession, params: Params): PageAnswer {
  if (text(params, 'result') === 'complete')
    return complete(context, session, text(params, 'cardNumber') ?? '');
  const message =
    'We are unable to authenticate your payment method. Please choose a different payment method.';
  return showCheckout(context, session, message);
}

function complete(context: StripeContext, session: CheckoutSession, card: string): PageAnswer {
  const { state, webhooks } = context;
  const subscription = begin(context, {
    customer: session.customer,
    price: state.get('price', session.price),
    card,
    metadata: session.subscription_metadata,
    presence: 'authenticated',
    trialDays: session.trial_period_days,
  });
  const payment_status = session.trial_period_days === null ? 'paid' : 'no_payment_required';
  Object.assign(session, { status: 'complete', payment_status, subscription: subscription.id });
  webhooks.emit('checkout.session.completed', refreshSession(context, session));
  return { location: session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id) };
}

function showCheckout({ state }: StripeContext, session: CheckoutSession, fault?: string): PageAnswer {
  const price = state.get('price', session.price);
  const { name, description } = state.get('product', price.product);
  const { email } = state.get('customer', session.customer);
  const back = session.cancel_url === null ? '' : `<a href="${escape(session.cancel_url)}">Back</a>`;
  return show(
    `Subscribe to ${escape(name)}`,
    `<p class="amount">${money(price.unit_amount)} <small>per ${price.recurring.interval}</small></p>
    <p>${escape(description ?? '')}</p>
    ${session.trial_period_days === null ? '' : `<p>Nothing is due for ${session.trial_period_days} days.</p>`}
    ${fault === undefined ? '' : `<p role="alert">${escape(fault)}</p>`}
    <form method="post" action="/c/pay/${session.id}">
      <label>Email <input value="${escape(email ?? '')}" readonly></label>
      <label>Card number <input name="cardNumber" inputmode="numeric" autocomplete="cc-number"
        placeholder="1234 1234 1234 1234" required autofocus></label>
      <div class="pair"><label>Expiration <input name="cardExpiry" placeholder="MM / YY" value="12 / 34"></label>
      <label>CVC <input name="cardCvc" inputmode="numeric" value="123"></label></div>
      <button>Subscribe</button>
    </form>${back}`,
    fault === undefined ? 200 : 402,
  );
}

function findActive({ state }: StripeContext, { customer }: PortalSession): Subscription | undefined {
  return state.list('subscription').find((each) => each.customer === customer && each.status !== 'canceled');
}

function showPortal(context: StripeContext, session: PortalSession, fault?: string): PageAnswer {
  const subscription = findActive(context, session);
  const item = subscription?.items.data[0];
  const line =
    subscription === undefined || item === undefined
      ? '<p>No subscription.</p>'
      : `<p>${escape(context.state.get('product', item.price.product).name)},
        ${money(item.price.unit_amount)} per ${item.price.recurring.interval}, ${subscription.status}</p>
        <form method="post"><label>Card number <input name="cardNumber" required></label>
        <button name="verb" value="card">Update card</button></form>
        <form method="post"><button name="verb" value="${subscription.cancel_at_period_end ? 'resume' : 'cancel'}"
        class="quiet">${subscription.cancel_at_period_end ? 'Resume plan' : 'Cancel plan'}</button></form>`;
  const alert = fault === undefined ? '' : `<p role="alert">${escape(fault)}</p>`;
  return show('Billing', `${alert}${line}<a href="${escape(session.return_url)}">Return</a>`);
}

function changePortal(context: StripeContext, session: PortalSession, params: Params): PageAnswer {
  const subscription = findActive(context, session);
  if (subscription === undefined) return showPortal(context, session);
  const verb = text(params, 'verb');
  try {
    if (verb === 'card')
      changeCard(context, subscription, (text(params, 'cardNumber') ?? '').replaceAll(/\s/g, ''));
    else update(context, subscription, { cancel_at_period_end: String(verb === 'cancel') });
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error;
    return showPortal(context, session, error.message);
  }
  return showPortal(context, session);
}

function showInvoice({ state }: StripeContext, id: string): PageAnswer {
  const { number, total, status } = state.get('invoice', id);
  return show(`Invoice ${number}`, `<p class="amount">${money(total)}</p><p>${status}</p>`);
}

function money(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

function escape(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;color:#1a1f36;background:#f6f8fa;margin:0}
main{max-width:26rem;margin:3rem auto;padding:2rem;background:#fff;border-radius:12px;box-shadow:0 1px 4px #0003}
.note{background:#ffde92;color:#5c3a00;padding:.25rem .75rem;border-radius:6px;font-size:.875rem}
.amount{font-size:2rem;font-weight:600;margin:.5rem 0}small{font-size:1rem;color:#4f566b;font-weight:400}
label{display:block;margin:.75rem 0;font-size:.875rem}input{display:block;box-sizing:border-box;width:100%;
padding:.6rem;font:inherit;border:1px solid #8792a2;border-radius:6px}.pair{display:flex;gap:1rem}
button{width:100%;padding:.75rem;margin:.5rem 0;font:inherit;font-weight:600;color:#fff;background:#0055de;
border:0;border-radius:6px}.quiet{color:#1a1f36;background:#e3e8ee}[role=alert]{color:#b3093c}`;

function show(title: string, body: string, status = 200): PageAnswer {
  return {
    status,
    html: `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">${NO_ICON}<title>${title}</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><main><span class="note">Simulated: no card is charged</span><h1>${title}</h1>${body}</main></body></html>`,
  };
}
