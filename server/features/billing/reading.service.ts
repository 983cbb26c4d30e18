/**
 * Reads at Stripe what is true and keeps it: after an event, after a payment, each day. No event's content and no
 * order of events is believed, and a reading that began earlier never replaces a later one.
 */
import type { HandlerInput } from '#contract/endpoint.ts';
import type { billingContract } from '#contract/billing.contract.ts';
import { SUBSCRIPTION_STATUSES } from '#contract/billing-shapes.ts';
import type { Db, Trx } from '#server/db/open.ts';
import type { StripeGateway, StripeSubscription } from '#server/gateways/stripe.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { AppError } from '../../app-error.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { CatalogService } from './catalog.service.ts';
import { isLive } from './plan-policy.rules.ts';
import {
  beginReadings,
  deleteOldEvents,
  endOthers,
  findWorkspace,
  insertEvent,
  keepReading,
  listSubscriptions,
  saveSubscription,
  type SubscriptionRow,
} from './subscriptions.store.ts';
import { getPayer, lockPayer } from './usage.store.ts';

/** What the job of this noun is asked for; the names are those of Stripe. */
export type BillingWish =
  | { kind: 'all' }
  | { kind: 'catalog' }
  /** Read what is true of a customer. */
  | { kind: 'customer'; customer: string }
  /** End all that the customer pays for: the account was deleted. */
  | { kind: 'close'; customer: string };

export const BILLING_JOB = 'billing';

/** Stripe sends an event again for three days; its id is remembered much longer. */
const EVENTS_LIFE_MS = 30 * 24 * 3600 * 1000;

interface Needs {
  db: Db;
  stripe: StripeGateway | undefined;
  catalog: CatalogService;
  notifications: Pick<NotificationsService, 'notify'>;
  queue: Pick<Queue, 'send'>;
  clock: () => Date;
}

export type ReadingService = ReturnType<typeof createReading>;

export function createReading(needs: Needs) {
  const { db, stripe, catalog, queue, clock } = needs;
  const readWorkspace = async (workspaceId: number): Promise<void> => {
    if (stripe === undefined) throw new AppError('payments_off');
    for (const { stripe_customer: customer, readings } of await beginReadings(db, workspaceId)) {
      const found = await stripe.listSubscriptions(customer ?? '');
      await keep(needs, { workspaceId, reading: readings, found });
    }
  };
  const readAll = async (): Promise<void> => {
    if (stripe === undefined) return;
    await catalog.read();
    const begun = await beginReadings(db);
    const found = Map.groupBy(await stripe.listSubscriptions(), ({ customerId }) => customerId);
    for (const { workspace_id: workspaceId, stripe_customer: customer, readings: reading } of begun)
      await keep(needs, { workspaceId, reading, found: found.get(customer ?? '') ?? [] });
    await deleteOldEvents(db, new Date(clock().getTime() - EVENTS_LIFE_MS));
  };
  return {
    /** Of one workspace, now. */
    readWorkspace,
    /** The job: what an event made doubtful, or everything. */
    async read(wish: Exclude<BillingWish, { kind: 'close' }>): Promise<void> {
      if (stripe === undefined) return;
      if (wish.kind === 'all') return readAll();
      if (wish.kind === 'catalog') return catalog.read();
      const workspaceId = await findWorkspace(db, wish.customer);
      if (workspaceId !== undefined) await readWorkspace(workspaceId);
    },
    async webhook({ signed }: HandlerInput<(typeof billingContract)['webhook']>) {
      if (stripe === undefined) throw new AppError('not_found');
      const {
        id,
        type,
        isLive: isReal,
        customerId,
      } = await stripe.readEvent(signed.bytes, signed.signature, clock());
      // An account sends test events to a live address, too, where somebody set it up so.
      if (isReal !== stripe.isLive) return {};
      const wish: BillingWish | undefined = /^(product|price)\./.test(type)
        ? { kind: 'catalog' }
        : customerId === undefined
          ? undefined
          : { kind: 'customer', customer: customerId };
      await db.transaction().execute(async (trx) => {
        const isNew = await insertEvent(trx, { stripe_event: id, type, received_at: clock() });
        if (!isNew || wish === undefined) return;
        const singletonKey = wish.kind === 'customer' ? wish.customer : wish.kind;
        await queue.send(trx, BILLING_JOB, wish, { singletonKey });
      });
      return {};
    },
  };
}

interface Reading {
  workspaceId: number;
  reading: number;
  found: readonly StripeSubscription[];
}

async function keep(needs: Needs, { workspaceId, reading, found }: Reading): Promise<void> {
  const { db, stripe } = needs;
  const own = found.filter((each) => each.isLive === stripe?.isLive);
  const isNews = await db.transaction().execute(async (trx) => {
    await lockPayer(trx, workspaceId);
    if (!(await keepReading(trx, workspaceId, reading))) return false;
    const before = await listSubscriptions(trx, workspaceId);
    for (const each of own) await saveSubscription(trx, toRow(workspaceId, each));
    await endOthers(
      trx,
      workspaceId,
      own.map(({ id }) => id),
    );
    const after = await listSubscriptions(trx, workspaceId);
    await notifyChanges(needs, trx, { workspaceId, before, after });
    return after.filter(isLive).length > before.filter(isLive).length;
  });
  if (isNews) await endDoubles(needs, own);
}

/** Two pages of a checkout may both have been paid at one moment: the newest subscription is what was wanted. */
async function endDoubles({ stripe }: Needs, own: readonly StripeSubscription[]): Promise<void> {
  const live = own
    .filter((each) => isLive({ status: toStatus(each) }))
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
  for (const { id } of live.slice(1)) await stripe?.endSubscription(id, `double:${id}`);
  for (const { customerId } of live.slice(0, 1)) {
    const open = (await stripe?.listCheckouts(customerId))?.filter(({ state }) => state === 'open') ?? [];
    for (const { id } of open) await stripe?.expireCheckout(id);
  }
}

function toStatus({ status }: Pick<StripeSubscription, 'status'>): SubscriptionRow['status'] {
  // What Stripe may call it one day gives nothing.
  return SUBSCRIPTION_STATUSES.find((known) => known === status) ?? 'incomplete';
}

function toRow(workspaceId: number, given: StripeSubscription) {
  return {
    stripe_subscription: given.id,
    workspace_id: workspaceId,
    stripe_product: given.productId,
    stripe_price: given.priceId,
    status: toStatus(given),
    interval: given.interval,
    amount: given.amount,
    currency: given.currency,
    is_ending: given.isEnding,
    current_period_end: given.periodEnd,
    past_due_since: given.pastDueSince ?? null,
    created_at: given.createdAt,
  };
}

interface Change {
  workspaceId: number;
  before: readonly SubscriptionRow[];
  after: readonly SubscriptionRow[];
}

/** The event key says each of them once, however often the same is read. */
async function notifyChanges({ notifications }: Needs, trx: Trx, { workspaceId, before, after }: Change) {
  const payer = await getPayer(trx, workspaceId);
  for (const { stripe_subscription: name, status, past_due_since: since, ...row } of after) {
    const known = before.find((each) => each.stripe_subscription === name);
    const plan = row.name ?? 'plan';
    const notify = (text: string, event: string) =>
      notifications.notify(trx, { userId: payer.id, text, link: '/payment', eventKey: `${event}:${name}` });
    if (known === undefined && isLive({ status })) await notify(`Your plan ${plan} is active.`, 'begun');
    if (status === 'past_due' && known?.status !== 'past_due')
      await notify(
        'Your payment failed. Update your card to keep your plan.',
        `failed:${since?.getTime() ?? 0}`,
      );
    if (status === 'canceled' && known !== undefined && known.status !== 'canceled')
      await notify(`Your plan ${plan} has ended. Everything you made is kept.`, 'ended');
  }
}
