/**
 * Kills the server between an effect at Stripe and our commit, at each call of a purchase and of plan changes. The
 * next start reads Stripe's state: one customer, one subscription, and the page shows it.
 */
import { expect, it, onTestFinished } from 'vitest';
import type { Plan, Subscription } from '#contract/billing-shapes.ts';
import { makeFolder } from '#testkit/folder.ts';
import { type ServerClient, signIn } from '#testkit/server-client.ts';
import { type ServerProcess, startServerProcess } from '#testkit/server-process.ts';
import { CARDS } from '../../sim/stripe/cards.ts';
import { type Stripe, startStripe } from '../../sim/stripe/stripe.ts';
import { times } from '../times.ts';

/** Stripe calls of a purchase; the server is killed after each of them took effect. Those of a change follow. */
const PURCHASE = [
  /^POST \/v1\/customers$/,
  /^POST \/v1\/checkout\/sessions$/,
  /^GET \/v1\/checkout\/sessions\/cs/,
  /^GET \/v1\/subscriptions$/,
];
const CHANGE = [/^POST \/v1\/subscriptions\/sub/, /^GET \/v1\/subscriptions$/];

interface Scene {
  stripe: Stripe;
  client: ServerClient;
  server: ServerProcess;
  restart(): Promise<void>;
}

async function startScene(): Promise<Scene> {
  const stripe = await startStripe();
  onTestFinished(() => stripe.close());
  const { secretKey, webhookSecret, base } = stripe;
  const environment = {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: base,
  };
  const dataFolder = makeFolder();
  const start = () => startServerProcess({ dataFolder, environment });
  const server = await start();
  onTestFinished(() => scene.server.signal('SIGKILL'));
  const scene: Scene = {
    stripe,
    server,
    client: await signIn(server.address),
    async restart() {
      await scene.server.ended;
      scene.server = await start();
      scene.client.moveTo(scene.server.address);
    },
  };
  return scene;
}

const post = <Data>({ client }: Scene, path: string, body?: object) =>
  client.call<Data>(path, {
    method: 'POST',
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });

async function findPlan({ client }: Scene, name: string): Promise<string> {
  let plans: Plan[] = [];
  // After each start, a job loads the plans.
  await expect
    .poll(async () => (plans = await client.call<Plan[]>('account/stripe-product-list')).length)
    .toBeGreaterThan(0);
  return plans.find((plan) => plan.name === name)?.stripeId ?? '';
}

/** Buys as a user does: chooses a plan, pays on Stripe's page, returns. */
async function buy(scene: Scene, name: string): Promise<Subscription> {
  const product_id = await findPlan(scene, name);
  const { checkout_url: url, subscription_id } = await post<{
    checkout_url: string | null;
    subscription_id: string;
  }>(scene, 'payment/subscribe', { product_id });
  const body = new URLSearchParams({ cardNumber: CARDS.succeeds });
  // Doesn't follow the redirect, because the server may have been killed.
  if (url !== null) await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return post<Subscription>(scene, 'payment/subscription-confirm', { subscription_id, product_id });
}

/** Buys again after each kill, as a user does after an error. */
async function buyDespiteKills(scene: Scene, name: string, points: readonly RegExp[]): Promise<number> {
  let kills = 0;
  for (const point of points) {
    let isKilled = false;
    scene.stripe.trouble = (call) => {
      if (isKilled || !point.test(call)) return undefined;
      isKilled = true;
      scene.server.signal('SIGKILL');
      return 'answer-lost';
    };
    const bought = await buy(scene, name).catch(() => undefined);
    expect([isKilled, bought], `${point} of ${name}`).toEqual([true, undefined]);
    scene.stripe.trouble = undefined;
    kills += 1;
    await scene.restart();
  }
  const bought = await buy(scene, name);
  const live = scene.stripe.state.list('subscription').filter(({ status }) => status === 'active');
  expect(live.map(({ id }) => id)).toEqual([bought.subscription_id]);
  const { subscription } = await post<{ subscription: Subscription }>(scene, 'payment/subscr');
  expect(subscription).toMatchObject({ subscription_id: bought.subscription_id, status: 'active', name });
  return kills;
}

it('kills between a response of Stripe and our commit create no duplicates, and the page shows Stripe’s state (K2, K5)', async () => {
  const scene = await startScene();
  let kills = await buyDespiteKills(scene, 'Starter', PURCHASE);
  for (let round = 0; round < times(3); round += 1)
    kills += await buyDespiteKills(scene, round % 2 === 0 ? 'Pro' : 'Starter', CHANGE);
  expect(scene.stripe.state.list('customer')).toHaveLength(1);
  expect(scene.stripe.state.list('subscription')).toHaveLength(1);
  console.log(`${kills} kills, 1 customer, 1 subscription`);
}, 1_800_000);
