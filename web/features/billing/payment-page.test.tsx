/** Plans in other workspaces on `/payment`, as their payer sees them. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EXAMPLES } from '#contract/examples.ts';
import { type FakeReply, openPage, type Sent } from '../projects/shared/page-fixture.tsx';
import type { BillingState } from './billing-state.ts';
import { PaymentPage } from './payment-page.tsx';
import { ProductsPage } from './products-page.tsx';

const STATE = EXAMPLES['billing.show']?.data as BillingState;
const [PAID] = STATE.paid_plans;
if (PAID === undefined) throw new Error('The example has no plan.');
const PLANS = EXAMPLES['billing.plans']?.data;
const OWN = { ...STATE, subscription: null, plan: 'Free', move: null };

const read = ({ body }: Sent): unknown => JSON.parse(typeof body === 'string' ? body : '{}');

function open(state: BillingState, more: Record<string, FakeReply> = {}) {
  const page = openPage(PaymentPage, { path: '/payment' }, ({ path }) => {
    if (path in more) return more[path] as FakeReply;
    return { data: path === 'account/stripe-product-list' ? PLANS : state };
  });
  const find = (path: string) => page.sent.filter((each) => each.path === path).map(read);
  return { page, find };
}

test.each([
  [false, 'Payments aren’t set up on this server, so every account is unlimited.'],
  [true, 'Create products with their limits in the Stripe dashboard, and they appear here.'],
])('without products, and with payments %s, the list shows the reason', async (is_open, text) => {
  openPage(ProductsPage, { path: '/stripe/products', role: 'superadmin' }, ({ path }) => ({
    data: path === 'payment/subscr' ? { ...OWN, is_open } : [],
  }));
  expect(await screen.findByText(text)).toBeTruthy();
});

test('a plan of another workspace is listed with its workspace, portal and Cancel', async () => {
  const { find } = open(OWN, { 'payment/cancel-subscription': { data: PAID } });
  expect(await screen.findByRole('heading', { name: 'Plans you pay for' })).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Pro (Personal)' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Open billing portal' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel plan' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Cancel your Pro plan (Personal)?');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Yes' }));
  await screen.findByText('Your plan was canceled.');
  expect(find('payment/cancel-subscription')).toEqual([{ subscription_id: PAID.subscription_id }]);
});

test('a second plan requires a confirmation that names the first', async () => {
  const preview = { due_today: 7900, currency: 'usd', exceeded: [], paid_until: null, also_paid: [PAID] };
  const { find } = open(OWN, {
    'payment/preview': { data: preview },
    'payment/subscribe': { data: { checkout_url: null, subscription_id: 'sub_two' } },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Subscribe to Pro' }));
  const dialog = await screen.findByRole('dialog');
  const yes = within(dialog).getByRole('button', { name: 'Yes' });
  expect(yes).toHaveProperty('disabled', true);
  fireEvent.click(
    within(dialog).getByLabelText(/^I already pay for the Pro plan \(Personal, \$79\.00 a month\)/),
  );
  expect(yes).toHaveProperty('disabled', false);
  fireEvent.click(yes);
  await waitFor(() =>
    expect(find('payment/subscribe')).toMatchObject([{ also_paying: [PAID.subscription_id] }]),
  );
});

test('a new main admin sees which plan applies until the paid days end, and which runs are no longer kept', async () => {
  const fewer = 'Your plan keeps the files of 10 earlier runs of each project, and Starter keeps 5.';
  const preview = {
    due_today: 0,
    currency: 'usd',
    exceeded: [fewer],
    paid_until: '2027-01-15T12:00:00.000Z',
    also_paid: [],
  };
  open(OWN, { 'payment/preview': { data: preview } });
  fireEvent.click(await screen.findByRole('button', { name: 'Subscribe to Pro' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain(fewer);
  expect(dialog.textContent).toContain(
    'The former main admin has paid until Jan 15, 2027, and that plan applies until then. $79.00 a month will be charged from that day on.',
  );
});

test.each([
  ['Move plan', true],
  ['Keep it personal', false],
])('a main admin chooses whether the plan moves to the agency: %s', async (name, moves) => {
  const { find } = open(STATE, { 'payment/move-plan': { data: { ...STATE, move: null } } });
  await screen.findByRole('heading', { name: 'Move your Pro plan to Bright Pages?' });
  fireEvent.click(screen.getByRole('button', { name }));
  await waitFor(() =>
    expect(find('payment/move-plan')).toEqual([{ subscription_id: PAID.subscription_id, moves }]),
  );
});

test('a new main admin sees until when the former one has paid; a former one cannot resume', async () => {
  const ended = {
    ...PAID,
    is_handed_over: true,
    cancel_at_period_end: true,
    workspace_id: STATE.workspace_id,
  };
  const first = open({ ...OWN, subscription: { ...ended, is_mine: false }, paid_plans: [] });
  expect(await screen.findByText(/^Ada Lovelace has paid for this plan until/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Open billing portal' })).toBeNull();
  first.page.unmount();
  open({ ...OWN, subscription: ended, paid_plans: [ended], may_pay: false });
  expect(await screen.findByText(/because the agency has a new main admin\.$/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Resume plan' })).toBeNull();
  expect(screen.queryByText('The main admin of your agency pays for its plan.')).toBeNull();
});

test.each([
  [false, 'Cancel plan', 'Resume plan'],
  [true, 'Resume plan', 'Cancel plan'],
])('a plan that %s ends at the end of its period offers "%s"', async (isEnding, offered, hidden) => {
  const plan = { ...PAID, cancel_at_period_end: isEnding, is_handed_over: false };
  const subscription = { ...plan, workspace_id: STATE.workspace_id, is_mine: true };
  open({ ...OWN, subscription, paid_plans: [plan] });
  expect(await screen.findByRole('button', { name: offered })).toBeDefined();
  expect(screen.queryByRole('button', { name: hidden })).toBeNull();
});

test('"Resume plan" resumes the plan, and nothing is canceled', async () => {
  const plan = { ...PAID, cancel_at_period_end: true, is_handed_over: false };
  const subscription = { ...plan, workspace_id: STATE.workspace_id, is_mine: true };
  const { find } = open(
    { ...OWN, subscription, paid_plans: [plan] },
    { 'payment/resume-subscription': { data: plan } },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Resume plan' }));
  await screen.findByText('Your plan was resumed.');
  expect(find('payment/cancel-subscription')).toEqual([]);
  expect(find('payment/resume-subscription')).toEqual([{ subscription_id: PAID.subscription_id }]);
});
