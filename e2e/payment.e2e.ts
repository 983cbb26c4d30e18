/** A user subscribes on Stripe's simulated page, sees the plan and its invoice, cancels, and resumes. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inDeepTier } from '#testkit/tier.ts';
import type { Plan } from '#contract/billing-shapes.ts';
import { CARDS } from '../sim/stripe/cards.ts';
import { type Stripe, startStripe } from '../sim/stripe/stripe.ts';
import { findViolations, measureHorizontalOverflow } from './accessibility.ts';
import { API_POLL, callApi, visitSignedIn } from './browser.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { press as pressByKey, waitForText } from './press.ts';

let stripe: Stripe;
let server: OwnServer;

beforeAll(async () => {
  stripe = await startStripe();
  server = await startOwnServer('preparedData', {
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.base,
  });
});

afterAll(async () => {
  await server.remove();
  await stripe.close();
});

const press = (page: Page, name: string) => pressByKey(page.getByRole('button', { name, exact: true }));

/** Waits until the server has loaded the plans. */
async function countPlans(): Promise<number> {
  const reply = await callApi('/api/v1/account/stripe-product-list');
  return ((await reply.json()) as { data: Plan[] }).data.length;
}

async function pay(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await press(page, 'Subscribe');
}

it('a plan is paid once a card succeeds, stays active when it is canceled, and is resumed', async () => {
  await expect.poll(countPlans, API_POLL).toBe(3);
  const { page, errors } = await visitSignedIn('/dashboard');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Payment' }).click();
  await waitForText(page, 'Payments are simulated: no card is charged.');
  await page.getByText('Yearly', { exact: true }).click();
  await waitForText(page, '$790.00 a year');
  await page.getByText('Monthly', { exact: true }).click();
  await press(page, 'Subscribe to Pro');
  const dialog = page.getByRole('dialog', { name: 'Confirm Action' });
  await dialog.getByText('Due today: $79.00.').waitFor();
  await dialog.getByRole('button', { name: 'Yes' }).click();
  for (const [card, fault] of [
    [CARDS.declined, 'Your card was declined.'],
    [CARDS.insufficientFunds, 'Your card has insufficient funds.'],
  ] as const) {
    await pay(page, card);
    await waitForText(page, fault);
  }
  await pay(page, CARDS.needsAuthentication);
  await press(page, 'Fail authentication');
  await waitForText(page, /^We are unable to authenticate your payment method/);
  await pay(page, CARDS.succeeds);
  await page.waitForURL('**/payment');
  await waitForText(page, 'Your Pro plan is active.');
  await waitForText(page, /\$79\.00 a month\. Renews on/);
  await waitForText(page, 'of 50,000');
  await page.getByRole('table', { name: 'Invoices' }).getByText('$79.00').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await measureHorizontalOverflow(page)).toBe(0);
  await press(page, 'Cancel plan');
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await waitForText(page, /Canceled; you keep it until/);
  await press(page, 'Resume plan');
  await waitForText(page, /Renews on/);
  expect(stripe.state.list('subscription')).toHaveLength(1);
  // Pages about a declined card have status 402.
  expect(errors.filter((error) => !error.includes('402'))).toEqual([]);
});

inDeepTier(() => {
  it('a card that needs authentication pays for a plan once it is authenticated', async () => {
    const { page } = await visitSignedIn('/payment');
    await press(page, 'Subscribe to Starter');
    await page.getByRole('dialog', { name: 'Confirm Action' }).getByRole('button', { name: 'Yes' }).click();
    await pay(page, CARDS.needsAuthentication);
    await press(page, 'Complete authentication');
    await page.waitForURL('**/payment');
    await waitForText(page, 'Your Starter plan is active.');
    await page.getByRole('table', { name: 'Invoices' }).getByText('$29.00').waitFor();
  });
});

it('no card number and no secret of Stripe is in the data folder or the log (P1)', async () => {
  const { secretKey, webhookSecret } = stripe;
  const [customer = { id: '' }] = stripe.state.list('customer');
  const found = await server.findLeaks([...Object.values(CARDS), secretKey, webhookSecret, customer.id]);
  expect(found, 'the search works').not.toEqual([]);
  expect(found.filter((each) => !each.endsWith(customer.id))).toEqual([]);
});
