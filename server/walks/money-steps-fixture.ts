/** The steps of a walk about money and time: pay, change, cancel, a card that fails, months that pass, the sweep. */
import { CARDS } from '../../sim/stripe/cards.ts';
import { checkNothingLeft, checkSwept, findPlan, listLive } from './invariants-fixture.ts';
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
  if (product === undefined) throw new Error(`The simulator does not sell ${name}.`);
  return product.id;
}

const isPaid = (walk: Walk) => (user: User) => findPlan(walk, walk.model.homeOf(user)) !== 'Free';

/** Chooses a plan; where that leads to a card page, it is paid now, later or never. */
const choosePlan: Step = {
  name: 'choose a plan',
  weight: 9,
  async run(walk, chance) {
    const { model } = walk;
    const user = pick(chance, ordinary(walk));
    if (user === undefined) return false;
    const home = model.homeOf(user);
    const product_id = findProduct(walk, chance.pick(PLANS));
    const live = listLive(walk).find((each) => each.workspace === home)?.subscription;
    const isEnding = live?.cancel_at_period_end;
    const isChange = live?.items.data[0].price.product !== product_id;
    const reply = await walk.call(user, 'POST', 'payment/subscribe', { product_id, interval: 'month' });
    if (home.leader !== user) return walk.expect(reply, 'not_payer') || true;
    if (live?.default_payment_method === CARDS.failsLater && reply.statusCode === 402) return true;
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
      'a change of the plan does not undo its end',
      !(isEnding && isChange) || live?.cancel_at_period_end === true,
      () => `${live?.id} was to end and goes on`,
    );
    if (url === null) return true;
    if (chance.below(4) === 0) return walk.openPages.push({ url, workspace: home }) > 0;
    const { status } = await post(url, { cardNumber: CARDS.succeeds });
    walk.check('answers as the model expects', status === 303, () => `the card page answers ${status}`);
    if (chance.below(2) === 0)
      walk.expect(
        await walk.call(user, 'POST', 'payment/subscription-confirm', { subscription_id: began, product_id }),
      );
    return true;
  },
};

/** A card page that was left open is paid after all. */
const payLate: Step = {
  name: 'pay on an old card page',
  weight: 4,
  async run(walk, chance) {
    const page = pick(chance, walk.openPages);
    if (page === undefined) return false;
    walk.openPages.splice(walk.openPages.indexOf(page), 1);
    const { status } = await post(page.url, { cardNumber: CARDS.succeeds });
    walk.note(`    the card page of ${page.workspace.label} answers ${status}`);
    return true;
  },
};

const cancelPlan: Step = {
  name: 'cancel the plan',
  weight: 4,
  async run(walk, chance) {
    const user = pickMostly(chance, ordinary(walk), isPaid(walk));
    if (user === undefined) return false;
    const home = walk.model.homeOf(user);
    const live = listLive(walk).find((each) => each.workspace === home)?.subscription;
    const reply = await walk.call(user, 'POST', 'payment/cancel-subscription');
    if (home.leader !== user) return walk.expect(reply, 'not_payer') || true;
    if (live === undefined) return walk.expect(reply, 'no_subscription') || true;
    walk.expect(reply);
    walk.check('a canceled plan ends', live.cancel_at_period_end, () => `${live.id} goes on`);
    return true;
  },
};

const changeCard: Step = {
  name: 'change the card',
  weight: 4,
  async run(walk, chance) {
    const user = pick(chance, ordinary(walk).filter(isPaid(walk)));
    if (user === undefined) return false;
    const reply = await walk.call(user, 'POST', 'payment/billing');
    if (walk.model.homeOf(user).leader !== user) return walk.expect(reply, 'not_payer') || true;
    walk.expect(reply);
    const cardNumber = chance.pick([CARDS.failsLater, CARDS.failsLater, CARDS.succeeds]);
    await post(reply.json<{ data: { url: string } }>().data.url, { verb: 'card', cardNumber });
    walk.note(`    the card is now ${cardNumber}`);
    return true;
  },
};

/** Days or a month pass: sessions end, invitations expire, cards are charged, and what nobody needs is swept. */
const pass: Step = {
  name: 'time passes',
  weight: 5,
  async run(walk, chance) {
    await passDays(walk, chance.pick([1, 1, 3, 8, 31]));
    return true;
  },
};

export async function passDays(walk: Walk, days: number): Promise<void> {
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
    user.drafts = user.drafts.filter(
      ({ closedAt, project }) =>
        project?.isDeleted !== true &&
        (closedAt === undefined || walk.now.getTime() - closedAt.getTime() < DAY_MS),
    );
  await checkSwept(walk);
}

/** Everything is deleted: nothing is left anywhere, and nobody pays for anything. */
export async function deleteEverything(walk: Walk): Promise<void> {
  const { model, admin } = walk;
  walk.note('delete everything');
  await walk.releaseWork();
  for (const user of model.people.filter(({ isDisabled }) => isDisabled)) await enable(walk, user);
  for (const agency of model.agencies.filter(({ status }) => status !== 'deleted'))
    if (walk.expect(await walk.call(admin, 'DELETE', `agencies/${agency.id}`)))
      model.deleteAgency(agency, walk.now);
  await passDays(walk, 31);
  for (const user of ordinary(walk)) await removeAccount(walk, user);
  if (ordinary(walk).length > 0) return;
  await passDays(walk, 2);
  await checkNothingLeft(walk);
}

export const MONEY_STEPS: readonly Step[] = [choosePlan, payLate, cancelPlan, changeCard, pass];
