/** Steps of a walk about money and time: pay, change, cancel, failing cards, passing months, the sweep. */
import type { Random } from '#testkit/random.ts';
import { CARDS } from '../../sim/stripe/cards.ts';
import {
  checkInvariants,
  checkNothingLeft,
  checkSwept,
  findCard,
  listPaid,
  type Paid,
} from './invariants-fixture.ts';
import { enable, ordinary, pick, pickMostly, removeAccount } from './people-steps-fixture.ts';
import type { User } from './model-fixture.ts';
import type { Step, Walk } from './walk-fixture.ts';

const DAY_MS = 86_400_000;
const RESTORABLE_MS = 30 * DAY_MS;
const PLANS = ['Starter', 'Pro', 'Agency'] as const;

const post = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

function findProduct({ held: { stripe } }: Walk, name: string): string {
  const product = stripe.state.list('product').find((each) => each.name === name);
  if (product === undefined) throw new Error(`The simulator doesn’t sell ${name}.`);
  return product.id;
}

/** Chooses a plan. If that opens a card page, it is paid immediately, later or never. */
const choosePlan: Step = {
  name: 'choose a plan',
  weight: 9,
  async run(walk, random) {
    const { model } = walk;
    const user = pick(random, ordinary(walk));
    if (user === undefined) return false;
    const home = model.getHome(user);
    const own = listPaid(walk).filter(({ payer }) => payer === user);
    const live = own.find(({ workspace }) => workspace === home)?.subscription;
    const others = own.filter(
      ({ subscription, workspace }) => workspace !== home && !subscription.cancel_at_period_end,
    );
    const product_id = findProduct(walk, random.pick(PLANS));
    const isEnding = live?.cancel_at_period_end === true && live.items.data[0].price.product !== product_id;
    const body = { product_id, interval: 'month' };
    let reply = await walk.call(user, 'POST', 'payment/subscribe', body);
    if (home.leader !== user) return walk.expect(reply, 'not_payer') || true;
    if (live === undefined && others.length > 0) {
      walk.expect(reply, 'second_plan');
      const also_paying = others.map(({ subscription }) => subscription.id);
      reply = await walk.call(user, 'POST', 'payment/subscribe', { ...body, also_paying });
    }
    if (live && reply.statusCode === 402) {
      const card = findCard(walk, live);
      walk.check('responds as the model expects', card !== CARDS.succeeds, () => `${card} is refused`);
      return true;
    }
    walk.expect(reply);
    const { checkout_url: url, subscription_id: began } = reply.json<{
      data: { checkout_url: string | null; subscription_id: string };
    }>().data;
    walk.check(
      'a change needs no second card page',
      (url === null) === (live !== undefined),
      () => `${home.label} has ${live?.id ?? 'no subscription'} and is sent to ${url}`,
    );
    walk.check(
      'a change of the plan keeps its cancellation',
      !isEnding || live.cancel_at_period_end,
      () => `${live?.id} was canceled and continues`,
    );
    if (url === null) return true;
    if (random.below(4) === 0) return walk.openPages.push({ url, workspace: home }) > 0;
    const { status } = await post(url, { cardNumber: CARDS.succeeds });
    walk.check('responds as the model expects', status === 303, () => `the card page returns ${status}`);
    const claim = { subscription_id: began, product_id };
    if (random.below(2) === 0)
      walk.expect(await walk.call(user, 'POST', 'payment/subscription-confirm', claim));
    return true;
  },
};

/** Pays on a card page that was left open. */
const payLate: Step = {
  name: 'pay on an old card page',
  weight: 4,
  async run(walk, random) {
    const page = pick(random, walk.openPages);
    if (page === undefined) return false;
    walk.openPages.splice(walk.openPages.indexOf(page), 1);
    const { status } = await post(page.url, { cardNumber: CARDS.succeeds });
    walk.note(`the card page of ${page.workspace.label} returns ${status}`);
    return true;
  },
};

/** Only the payer can cancel. */
const cancelPlan: Step = {
  name: 'cancel a plan',
  weight: 5,
  async run(walk, random) {
    const paid = pick(random, listPaid(walk));
    const user = pickMostly(random, ordinary(walk), (each) => each === paid?.payer);
    if (paid === undefined || user === undefined) return false;
    const { subscription, payer } = paid;
    const body = { subscription_id: subscription.id };
    const reply = await walk.call(user, 'POST', 'payment/cancel-subscription', body);
    if (user !== payer) return walk.expect(reply, 'not_found') || true;
    walk.expect(reply);
    walk.check('a canceled plan ends', subscription.cancel_at_period_end, () => `${subscription.id} goes on`);
    return true;
  },
};

const resumePlan: Step = {
  name: 'resume a plan',
  weight: 3,
  async run(walk, random) {
    const paid = pick(
      random,
      listPaid(walk).filter(({ subscription }) => subscription.cancel_at_period_end),
    );
    if (paid === undefined || !canAct(paid)) return false;
    const { subscription, payer, workspace } = paid;
    const body = { subscription_id: subscription.id };
    const reply = await walk.call(payer, 'POST', 'payment/resume-subscription', body);
    if (workspace.leader !== payer) return walk.expect(reply, 'not_payer') || true;
    walk.expect(reply);
    walk.check(
      'a resumed plan continues',
      !subscription.cancel_at_period_end,
      () => `${subscription.id} ends`,
    );
    return true;
  },
};

/** True if the user pays a personal plan and leads an active agency without its own plan. */
function isAskedToMove(walk: Walk, user: User): boolean {
  const agency = walk.model.findAgency(user);
  if (agency?.status !== 'active' || agency.leader !== user) return false;
  const paid = listPaid(walk).map(({ workspace }) => workspace);
  return paid.includes(user.personal) && user.personal.keptFrom !== agency && !paid.includes(agency);
}

/** A main admin decides whether the personal plan pays for the agency. */
const movePlan: Step = {
  name: 'answer whether a plan moves',
  weight: 6,
  async run(walk, random) {
    const paid = listPaid(walk);
    const isAsked = (each: User) => isAskedToMove(walk, each);
    const payers = ordinary(walk).filter((each) => paid.some(({ workspace }) => workspace === each.personal));
    const user = pickMostly(random, payers, isAsked);
    const plan = paid.find(({ workspace }) => workspace === user?.personal);
    if (user === undefined || plan === undefined) return false;
    const moves = random.below(3) > 0;
    const agency = walk.model.findAgency(user);
    const mayMove = isAsked(user);
    const body = { subscription_id: plan.subscription.id, moves };
    const reply = await walk.call(user, 'POST', 'payment/move-plan', body);
    if (!mayMove) return walk.expect(reply, 'conflict') || true;
    walk.expect(reply);
    user.personal.keptFrom = moves ? undefined : agency;
    return true;
  },
};

/** An admin cancels the plan of a user, who may be disabled. */
const cancelForUser: Step = {
  name: 'cancel a plan as an admin',
  weight: 2,
  async run(walk, random) {
    const paid = pick(random, listPaid(walk));
    if (paid === undefined) return false;
    const { subscription } = paid;
    const list = await walk.ask(walk.admin, 'GET', 'stripe/all-subscriptions?per_page=100');
    const { data } = list.json<{ data: { id: number; subscription_id: string }[] }>();
    const row = data.find((each) => each.subscription_id === subscription.id);
    walk.check(
      'an admin sees all plans',
      row !== undefined,
      () => `${subscription.id} is not in ${list.body}`,
    );
    walk.expect(await walk.call(walk.admin, 'POST', 'stripe/cancel-subscription', { id: row?.id }));
    walk.check('a canceled plan ends', subscription.cancel_at_period_end, () => `${subscription.id} goes on`);
    return true;
  },
};

/** Changes the card in Stripe's billing portal. */
async function putCard(walk: Walk, { payer, subscription }: Paid, cardNumber: string): Promise<void> {
  const body = { subscription_id: subscription.id };
  const reply = await walk.call(payer, 'POST', 'payment/billing', body);
  walk.expect(reply);
  await post(reply.json<{ data: { url: string } }>().data.url, { verb: 'card', cardNumber });
  walk.note(`    the card is now ${cardNumber}`);
}

const canAct = ({ payer }: Paid) => !payer.isDeleted && !payer.isDisabled;

const changeCard: Step = {
  name: 'change the card',
  weight: 3,
  async run(walk, random) {
    const paid = pick(random, listPaid(walk).filter(canAct));
    if (paid === undefined) return false;
    await putCard(walk, paid, random.pick([CARDS.failsLater, CARDS.succeeds]));
    return true;
  },
};

/**
 * The card is declined at the end of the period: the plan stays active for some days, and another card
 * restores it.
 */
const failRenewal: Step = {
  name: 'a renewal fails',
  weight: 3,
  async run(walk, random) {
    const renewing = listPaid(walk).filter(
      (each) =>
        canAct(each) && each.subscription.status === 'active' && !each.subscription.cancel_at_period_end,
    );
    const paid = pick(random, renewing);
    if (paid === undefined) return false;
    const { subscription } = paid;
    await putCard(walk, paid, CARDS.failsLater);
    await passDays(walk, 31);
    walk.check(
      'an unpaid plan is past due',
      subscription.status === 'past_due',
      () => `${subscription.id} is ${subscription.status}`,
    );
    if (random.below(2) === 0) return true;
    await putCard(walk, paid, CARDS.succeeds);
    walk.check(
      'a plan that is paid is active',
      subscription.status === 'active',
      () => `${subscription.id} is ${subscription.status}`,
    );
    return true;
  },
};

/** Days or a month pass: sessions end, invitations expire, cards are charged, and garbage is swept. */
const pass: Step = {
  name: 'time passes',
  weight: 4,
  async run(walk, random) {
    await passDays(walk, random.pick([1, 1, 3, 8, 31]));
    return true;
  },
};

async function passDays(walk: Walk, days: number): Promise<void> {
  const { model } = walk;
  await walk.releaseWork();
  walk.note(`    ${days} days`);
  const old = model.callers.flatMap((user) => [user.signed.token, ...user.borrowed.splice(0)]);
  await walk.pass(days);
  await walk.expectSignedOut(walk.admin, old);
  for (const user of model.callers) await walk.signIn(user);
  await walk.sweep();
  for (const agency of model.agencies) {
    const { deletedAt } = agency;
    if (deletedAt !== undefined && walk.now.getTime() - deletedAt.getTime() > RESTORABLE_MS)
      model.drop(agency);
  }
  for (const user of model.users)
    user.drafts = user.drafts.filter(({ project }) => project?.isDeleted !== true);
  await checkSwept(walk);
}

/** Deletes everything while card pages are open; nothing may remain, and nothing may be paid for. */
export async function deleteEverything(walk: Walk, random: Random): Promise<void> {
  const { model, admin } = walk;
  const openCardPages = async () => {
    const body = { product_id: findProduct(walk, 'Pro'), interval: 'month' };
    for (const user of ordinary(walk)) await walk.ask(user, 'POST', 'payment/subscribe', body);
  };
  walk.note('delete everything');
  await walk.releaseWork();
  for (const user of model.people.filter(({ isDisabled }) => isDisabled)) await enable(walk, user);
  await openCardPages();
  for (const agency of model.agencies.filter(({ status }) => status !== 'deleted')) {
    walk.expect(await walk.call(admin, 'DELETE', `agencies/${agency.id}`));
    model.deleteAgency(agency, walk.now);
  }
  await checkInvariants(walk, [], random);
  await passDays(walk, 31);
  await openCardPages();
  for (const user of ordinary(walk)) await removeAccount(walk, user);
  await checkInvariants(walk, [], random);
  await passDays(walk, 2);
  await checkNothingLeft(walk);
}

export const MONEY_STEPS: readonly Step[] = [
  choosePlan,
  payLate,
  cancelPlan,
  resumePlan,
  movePlan,
  cancelForUser,
  changeCard,
  failRenewal,
  pass,
];
