/**
 * Walks: seeded sequences of actions by users, admins, Stripe and time, with invariants after each step. A
 * failing walk is shortened and printed with the command that replays it.
 */
import { afterAll, expect, it } from 'vitest';
import { createPasswordHash } from '#server/gateways/password-hash.ts';
import { type Random, createRandom } from '#testkit/random.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { isDeep } from '#testkit/tier.ts';
import { startMailbox } from '../../sim/mailbox.ts';
import { type Stripe, startStripe } from '../../sim/stripe/stripe.ts';
import { sign } from '../../sim/stripe/webhooks.ts';
import { startSite } from '../features/scans/site-fixture.ts';
import { checkInvariants } from './invariants-fixture.ts';
import { deleteEverything, MONEY_STEPS } from './money-steps-fixture.ts';
import { OBJECT_STEPS } from './object-steps-fixture.ts';
import { createAgency, moveUser, PEOPLE_STEPS } from './people-steps-fixture.ts';
import { type Held, type Step, Violation, Walk } from './walk-fixture.ts';

const STEP_COUNT = 40;
/** Attempts, because many steps don't apply at the beginning. */
const MAX_ATTEMPTS = 400;
const USER_COUNT = 4;
const SHORTENING_MS = 60_000;
/** A failing walk is repeated many times. */
const TIMEOUT_MS = 300_000;
const WALKS = isDeep ? 600 : 4;
const PASSWORD = 'nine orange ladders';

let sent = 0;
let started = 0;
const held: Partial<Held> & Pick<Held, 'aheadMs'> & { deliver?: (payload: string) => Promise<number> } = {
  aheadMs: 0,
};

const enter = useTestApp(async (onEnd) => {
  const [stripe, mailbox, site] = await Promise.all([
    startStripe({ webhook: async (payload) => (await held.deliver?.(payload)) ?? 0 }),
    startMailbox(),
    startSite(),
  ]);
  onEnd(() => stripe.close());
  onEnd(() => mailbox.close());
  onEnd(() => site.close());
  Object.assign(held, { stripe, site });
  const { secretKey, webhookSecret, base } = stripe;
  return {
    isEmptied: true,
    clock: () => new Date(Date.now() + held.aheadMs),
    scanned: { sites: [site.base], gapMs: 1, fetchMs: 3000 },
    config: {
      stripe: { secretKey, webhookSecrets: [webhookSecret], base },
      mail: { url: mailbox.smtpUrl, from: 'geoloom@example.com' },
      publicUrl: 'https://app.example',
    },
  };
});

const hash = await createPasswordHash({ memoryKiB: 64, passes: 1 }).hash(PASSWORD, 'test');

async function begin(): Promise<Walk> {
  const stage = await enter();
  const { stripe, site } = held;
  if (stripe === undefined || site === undefined) throw new Error('The simulators did not start.');
  endEarlierWalk(stripe);
  held.deliver = async (payload) => {
    sent += 1;
    const at = Math.floor((Date.now() + held.aheadMs) / 1000);
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': sign(payload, stripe.webhookSecret, at),
    };
    // From several addresses, as with Stripe, because each may send 600 a minute.
    const remoteAddress = `10.99.0.${sent % 250}`;
    const call = { method: 'POST', url: '/api/v1/payment/webhook', headers, payload, remoteAddress } as const;
    return (await stage.app.inject(call)).statusCode;
  };
  await stage.server.readStripe();
  // Calls are counted by user, so that no user of a walk may have the id of an earlier one.
  started += 1;
  await runSql(stage.database, `select setval('users_id_seq', ${1000 * started})`);
  await runSql(stage.database, `delete from users where id = ${stage.user.userId}`);
  const walk = new Walk(stage, held as Held, { password: PASSWORD, hash });
  // Database and store are empty, and linked from now on.
  await walk.sweep();
  await walk.addUser('superadmin');
  for (let count = 0; count < USER_COUNT; count += 1) await walk.addUser();
  await createAgency.run(walk, createRandom(0));
  await moveUser.run(walk, createRandom(0));
  return walk;
}

/** The simulated Stripe outlives the rows of a walk. */
function endEarlierWalk({ state }: Stripe): void {
  for (const subscription of state.list('subscription')) subscription.status = 'canceled';
  for (const session of state.list('session')) session.status = 'expired';
  state.advance(-Math.round(held.aheadMs / 1000));
  held.aheadMs = 0;
}

interface Failure {
  error: Error;
  walk: Walk;
  /** The attempts that applied, up to the one that failed. */
  attempts: number[];
}

/** @param only these attempts, to shorten or replay a walk */
async function runWalk(seed: number, only?: readonly number[]): Promise<Failure | undefined> {
  const walk = await begin();
  const attempts: number[] = [];
  const todo = only ?? Array.from({ length: MAX_ATTEMPTS }, (_, index) => index);
  const listUsers = () => walk.model.users.filter(({ role }) => role === 'user');
  try {
    for (const attempt of todo) {
      const random = createRandom(seed * MAX_ATTEMPTS + attempt);
      attempts.push(attempt);
      if (!(await takeStep(walk, random))) attempts.pop();
      // A shortened walk checks all users only at its end.
      else await checkInvariants(walk, only === undefined ? [random.pick(listUsers())] : [], random);
      if (attempts.length === STEP_COUNT) break;
    }
    await checkInvariants(walk, listUsers(), createRandom(seed));
    await deleteEverything(walk, createRandom(seed));
  } catch (error) {
    return { error: error as Error, walk, attempts };
  } finally {
    countChecks(walk, attempts.length);
  }
  return undefined;
}

const STEPS = [...PEOPLE_STEPS, ...OBJECT_STEPS, ...MONEY_STEPS];
const TOTAL_WEIGHT = STEPS.reduce((sum, { weight }) => sum + weight, 0);

function chooseStep(random: Random): Step {
  let left = random.below(TOTAL_WEIGHT);
  for (const step of STEPS) {
    left -= step.weight;
    if (left < 0) return step;
  }
  throw new Error('There are no steps.');
}

/** @returns false if the step didn't apply */
async function takeStep(walk: Walk, random: Random): Promise<boolean> {
  const step = chooseStep(random);
  const before = walk.trace.length;
  walk.note(step.name);
  const isDone = await step.run(walk, random);
  if (!isDone) walk.trace.length = before;
  return isDone;
}

const totals = { walks: 0, steps: 0, checks: new Map<string, number>() };

function countChecks(walk: Walk, steps: number): void {
  totals.walks += 1;
  totals.steps += steps;
  for (const [name, times] of walk.checks) totals.checks.set(name, (totals.checks.get(name) ?? 0) + times);
}

/** Leaves out attempts that the failure doesn't depend on. */
async function shorten(seed: number, failure: Failure): Promise<Failure> {
  const endsAt = performance.now() + SHORTENING_MS;
  let best = failure;
  for (
    let size = Math.ceil(best.attempts.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < best.attempts.length; ) {
      if (performance.now() > endsAt) return best;
      const less = best.attempts.filter((_, index) => index < from || index >= from + size);
      const shorter = await runWalk(seed, less);
      if (shorter !== undefined && isSameFault(shorter, failure)) best = shorter;
      else from += size;
    }
  }
  return best;
}

/** Names the violated invariant and the step. */
const nameFault = ({ error, walk }: Failure) =>
  `${error instanceof Violation ? error.invariant : error.message} ${walk.trace.findLast((line) => !line.startsWith(' '))}`;
const isSameFault = (a: Failure, b: Failure) => nameFault(a) === nameFault(b);

function describeFailure(seed: number, whole: number, { error, walk, attempts }: Failure): string {
  return [
    `Walk ${seed} broke "${error.message}"`,
    `in ${attempts.length} of ${whole} steps:`,
    ...walk.trace,
    `Replay: WALK=${seed}:${attempts.join(',')} npx vitest run --project=server server/walks/walks.test.ts`,
    error.stack ?? '',
  ].join('\n');
}

/** Seed of a replayed walk, optionally with its attempts. */
const [replayed, only] = (process.env['WALK'] ?? '').split(':');
const seeds = replayed === '' ? chooseSeeds() : [Number(replayed)];

/** The same seeds in each quick run, new ones in each deep one. */
function chooseSeeds(): number[] {
  const first = isDeep ? Date.now() % 1_000_000 : 1;
  return Array.from({ length: WALKS }, (_, index) => first + index);
}

it.each(seeds)(
  'walk %i violates no invariant',
  async (seed) => {
    const failure = await runWalk(seed, only?.split(',').filter(Boolean).map(Number));
    if (failure === undefined) return;
    const shortest = only === undefined ? await shorten(seed, failure) : failure;
    expect.fail(describeFailure(seed, failure.attempts.length, shortest));
  },
  TIMEOUT_MS,
);

afterAll(() => {
  const { walks, steps, checks } = totals;
  const sum = [...checks.values()].reduce((all, times) => all + times, 0);
  console.log(`${walks} walks, ${steps} steps, ${sum} checks of ${checks.size} invariants`);
});
