/**
 * Reads the current state from Stripe and stores it: after an event, after a payment, daily. Neither the content nor the
 * order of events is trusted, and a reading that started earlier never replaces a later one. Each reading also repairs the
 * state at Stripe: duplicates, and plans whose payer no longer leads the agency.
 */
import { isDeepStrictEqual } from 'node:util';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { billingContract } from '#contract/billing.contract.ts';
import { SUBSCRIPTION_STATUSES } from '#contract/billing-shapes.ts';
import type { Trx } from '#server/db/open.ts';
import type { StripeGateway, StripeSubscription } from '#server/gateways/stripe.ts';
import { AppError } from '../../app-error.ts';
import type { Context } from '../../context.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { CatalogService } from './catalog.service.ts';
import type { PlanNotices } from './plan-notices.service.ts';
import { isLive } from './plan-policy.rules.ts';
import type { StripeAccess } from './stripe-access.service.ts';
import {
  beginReadings,
  deleteOldEvents,
  endOthers,
  findOwnership,
  insertEvent,
  advanceReading,
  listLive,
  listOfCustomer,
  listSubscriptions,
  saveSubscription,
  type SubscriptionRow,
} from './subscriptions.store.ts';
import { lockPayer } from './usage.store.ts';

/** Payload of a job; customers have the ids of Stripe. */
export type BillingJob =
  | { kind: 'all' }
  | { kind: 'catalog' }
  /** Read a customer. */
  | { kind: 'customer'; customer: string }
  /** Update the email address of the customer. */
  | { kind: 'email'; customer: string }
  /** End all that the customer pays for with its period. */
  | { kind: 'end'; customer: string }
  /** End all that the customer pays for: the account or the agency was deleted. */
  | { kind: 'close'; customer: string };

export const BILLING_JOB = 'billing';

/** Stripe resends an event for three days; its id is stored much longer. */
const EVENTS_LIFE_MS = 30 * 24 * 3600 * 1000;
/** A full reading is ignored if more than one in this many plans is missing. */
const MISSING_ONE_OF = 10;
/** Subscriptions that an alarm names. */
const MAX_NAMES = 10;

interface ReadingServices {
  access: StripeAccess;
  catalog: CatalogService;
  notifications: NotificationsService;
  notices: PlanNotices;
}

type BaseContext = Pick<Context, 'db' | 'audit' | 'queue' | 'clock' | 'newId'>;
type ReadingContext = BaseContext & ReadingServices;

export type ReadingService = ReturnType<typeof createReading>;

export function createReading(base: BaseContext, services: ReadingServices) {
  const context = { ...base, ...services };
  const { db, access, catalog, queue, clock } = context;
  const { stripe } = access;
  return {
    /**
     * Reads customers immediately. @param isOrdered true for an administrator's request, which ends plans
     * that Stripe doesn't have
     */
    readCustomers: (customers: readonly string[], isOrdered = false) =>
      readCustomers(context, customers, isOrdered),
    /** Handles the job: reads what an event affects, or everything. */
    async read(job: Extract<BillingJob, { kind: 'all' | 'catalog' | 'customer' }>): Promise<void> {
      if (stripe === undefined) return;
      if (job.kind === 'all') return readAll(context);
      if (job.kind === 'customer') return readCustomers(context, [job.customer], false);
      await catalog.read();
    },
    async webhook({ signed }: HandlerInput<(typeof billingContract)['webhook']>) {
      if (stripe === undefined) throw new AppError('not_found');
      const {
        id,
        type,
        isLive: isReal,
        customerId,
      } = await stripe.readEvent(signed.bytes, signed.signature, clock());
      // An account may be set up to send test events to a live URL, too.
      if (isReal !== stripe.isLive) return {};
      const job: BillingJob | undefined = /^(product|price)\./.test(type)
        ? { kind: 'catalog' }
        : customerId === undefined
          ? undefined
          : { kind: 'customer', customer: customerId };
      await db.transaction().execute(async (trx) => {
        const isNew = await insertEvent(trx, { stripe_event: id, type, received_at: clock() });
        if (!isNew || job === undefined) return;
        const singletonKey = job.kind === 'customer' ? job.customer : job.kind;
        await queue.send(trx, BILLING_JOB, job, { singletonKey });
      });
      return {};
    },
  };
}

async function readCustomers(context: ReadingContext, customers: readonly string[], isOrdered: boolean) {
  const stripe = await context.access.open();
  for (const { id, stripe_customer: customer, readings } of await beginReadings(context.db, customers)) {
    const found = await stripe.findSubscriptions(customer ?? '');
    await save(context, stripe, {
      id,
      reading: readings,
      found: found ?? [],
      endsMissing: isOrdered,
    });
    if (customer === null || !(await repair(context, stripe, { customer, found: found ?? [] }))) continue;
    const [again] = await beginReadings(context.db, [customer]);
    if (again === undefined) continue;
    const repaired = (await stripe.findSubscriptions(customer)) ?? [];
    await save(context, stripe, { id, reading: again.readings, found: repaired, endsMissing: false });
  }
}

async function readAll(context: ReadingContext): Promise<void> {
  const { db, access, catalog, clock } = context;
  const stripe = await access.open();
  const begun = await beginReadings(db);
  const live = await listLive(db);
  const all = await stripe.listSubscriptions();
  const known = new Set(all.filter((each) => each.isLive === stripe.isLive).map(({ id }) => id));
  const missing = live.filter((name) => !known.has(name));
  if (missing.length * MISSING_ONE_OF > live.length) return refuse(access, missing.length, live.length);
  await catalog.read();
  const found = Map.groupBy(all, ({ customerId }) => customerId);
  for (const { id, stripe_customer: customer, readings: reading } of begun) {
    const own = found.get(customer ?? '') ?? [];
    await save(context, stripe, { id, reading, found: own, endsMissing: true });
    if (customer !== null) await repair(context, stripe, { customer, found: own });
  }
  await reportUnknown(context, stripe, { begun, all });
  await deleteOldEvents(db, new Date(clock().getTime() - EVENTS_LIFE_MS));
}

interface ReadAll {
  begun: Awaited<ReturnType<typeof beginReadings>>;
  all: readonly StripeSubscription[];
}

/** Raises an alarm about our plans whose customer is missing here: they are charged, and no page shows them. */
async function reportUnknown(
  { db, access }: ReadingContext,
  { isLive: isReal }: StripeGateway,
  { begun, all }: ReadAll,
): Promise<void> {
  const customers = new Set(begun.map(({ stripe_customer: customer }) => customer));
  const names: string[] = [];
  for (const each of all) {
    const isOurs = each.isLive === isReal && each.workspaceId !== undefined;
    if (!isOurs || !isCharged(each) || customers.has(each.customerId)) continue;
    // The customer may have been added since the reading started.
    if ((await findOwnership(db, each.customerId)) === undefined) names.push(each.id);
  }
  if (names.length === 0) return;
  const facts = `Stripe charges for ${names.length} ${names.length === 1 ? 'subscription' : 'subscriptions'} of customers that are not in this database`;
  await access.alarm({
    key: 'unknown',
    error: new Error(facts),
    log: `${facts}: ${names.slice(0, MAX_NAMES).join(', ')}${names.length > MAX_NAMES ? ' and others' : ''}. Their account or agency was permanently deleted, or another installation uses the same Stripe account. Cancel those of deleted accounts at Stripe.`,
    text: `${facts}: ${names.slice(0, MAX_NAMES).join(', ')}. Cancel those of deleted accounts at Stripe.`,
  });
}

/** Refuses a response in which many plans are missing: Stripe also lists plans that have ended. */
function refuse({ alarm }: StripeAccess, missing: number, live: number): Promise<void> {
  const facts = `Stripe doesn't list ${missing} of ${live} active plans`;
  return alarm({
    key: 'missing',
    error: new Error(facts),
    log: `Refused a response from Stripe that would have ended many plans: ${facts}. No plan was changed. Check STRIPE_SECRET_KEY and the account at Stripe. If the plans were deleted there on purpose, use Refresh subscription on All Users for each payer.`,
    text: `${facts}, so the response was ignored and no plan was changed. Check the Stripe account, or refresh the payers' subscriptions on All Users.`,
  });
}

interface Reading {
  /** Row id of the customer. */
  id: number;
  reading: number;
  found: readonly StripeSubscription[];
  /** True to end plans that Stripe no longer has. */
  endsMissing: boolean;
}

async function save(context: ReadingContext, stripe: StripeGateway, reading: Reading): Promise<void> {
  const { db } = context;
  const { id, found, endsMissing } = reading;
  const own = found.filter((each) => each.isLive === stripe.isLive);
  const subscriber = await db.transaction().execute(async (trx) => {
    await lockPayer(trx, id);
    const workspaceId = await advanceReading(trx, id, reading.reading);
    if (workspaceId === undefined) return undefined;
    const before = await listOfCustomer(trx, id);
    // Stripe lists the newest first; our ids order subscriptions that started within the same second.
    for (const each of own.toReversed())
      await saveSubscription(trx, { customer_id: id, workspace_id: workspaceId, ...toRow(each) });
    if (endsMissing)
      await endOthers(
        trx,
        id,
        own.map((each) => each.id),
      );
    const after = await listOfCustomer(trx, id);
    await recordChanges(context, trx, { before, after });
    await notifyChanges(context, trx, { before, after });
    return after.filter(isLive).length > before.filter(isLive).length ? own[0]?.customerId : undefined;
  });
  // After one checkout page is paid, the others must not be.
  if (subscriber !== undefined) await expireCheckouts(stripe, subscriber);
}

/** Expires the open checkout pages of a customer, so that nothing is paid twice. */
export async function expireCheckouts(stripe: StripeGateway, customer: string): Promise<void> {
  for (const { id, state } of await stripe.listCheckouts(customer))
    if (state === 'open') await stripe.expireCheckout(id);
}

interface Repair {
  customer: string;
  /** Subscriptions of the customer at Stripe. */
  found: readonly StripeSubscription[];
}

/**
 * Applies our rules at Stripe: a payer has one plan per workspace, a plan ends with its period once its payer no longer
 * leads the agency, and a plan is labeled with its workspace. @returns whether anything was changed
 */
async function repair(context: ReadingContext, stripe: StripeGateway, { customer, found }: Repair) {
  const { db, newId } = context;
  const owner = await findOwnership(db, customer);
  if (owner === undefined) return false;
  if (owner.status === 'deleted') {
    if (found.some(isCharged)) await sendClosing(context, customer);
    return false;
  }
  const { workspace_id: workspaceId, payer_id: payerId, responsible_id: responsibleId } = owner;
  const paid = (await listSubscriptions(db, workspaceId)).filter(
    (row) => isLive(row) && row.payer_id === payerId,
  );
  // Two checkout pages may have been paid at the same moment: keep the newest subscription.
  const duplicates = payerId === null ? [] : paid.slice(1);
  for (const { stripe_subscription: name } of duplicates)
    await stripe.endSubscription(name, `double:${name}`);
  const kept = paid.filter((row) => !duplicates.includes(row) && row.customer_id === owner.id);
  const isHandedOver = payerId !== responsibleId;
  if (isHandedOver) await expireCheckouts(stripe, customer);
  const foreign = isHandedOver ? kept.filter((row) => !row.is_ending) : [];
  for (const { stripe_subscription: name } of foreign) await stripe.setEnding(name, true, newId());
  for (const { id, workspaceId: label } of found)
    if (label !== String(workspaceId) && kept.some((row) => row.stripe_subscription === id))
      await stripe.labelPlan({ customerId: customer, subscriptionId: id, workspaceId });
  return duplicates.length + foreign.length > 0;
}

function isCharged(subscription: StripeSubscription): boolean {
  return isLive({ status: toStatus(subscription) });
}

/** A checkout page that was open when the account or the agency was deleted may have been paid since. */
async function sendClosing({ db, queue }: ReadingContext, customer: string): Promise<void> {
  const job: BillingJob = { kind: 'close', customer };
  await db
    .transaction()
    .execute((trx) => queue.send(trx, BILLING_JOB, job, { singletonKey: `close:${customer}` }));
}

function toStatus({ status }: Pick<StripeSubscription, 'status'>): SubscriptionRow['status'] {
  // Unknown states grant nothing.
  return SUBSCRIPTION_STATUSES.find((known) => known === status) ?? 'incomplete';
}

function toRow(given: StripeSubscription) {
  return {
    stripe_subscription: given.id,
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
  before: readonly SubscriptionRow[];
  after: readonly SubscriptionRow[];
}

/** Describes a plan for the audit log. */
export function describeForAudit(row: SubscriptionRow) {
  const { name, stripe_product: product, status, amount, currency, interval } = row;
  const { is_ending, payer_id, workspace_id } = row;
  const price = { amount, currency, interval };
  return { plan: name ?? product, ...price, status, is_ending, user_id: payer_id, workspace_id };
}

/** Payers start plans; other changes are only known from Stripe, so they have no actor. */
async function recordChanges({ audit }: ReadingContext, trx: Trx, { before, after }: Change): Promise<void> {
  for (const row of after) {
    const object = { kind: 'subscription', id: row.id } as const;
    const known = before.find((each) => each.id === row.id);
    const now = describeForAudit(row);
    if (known === undefined) {
      const payer = row.payer_id === null ? null : { userId: row.payer_id };
      await audit.record(trx, payer, { verb: 'create', object, after: now });
    } else if (!isDeepStrictEqual(describeForAudit(known), now))
      await audit.record(trx, null, { verb: 'update', object, before: describeForAudit(known), after: now });
  }
}

/** Notifies of each change once: readings are repeated, and event keys deduplicate. */
async function notifyChanges(context: ReadingContext, trx: Trx, { before, after }: Change) {
  const { notifications, notices } = context;
  for (const {
    stripe_subscription: name,
    status,
    past_due_since: since,
    payer_id: userId,
    ...row
  } of after) {
    const known = before.find((each) => each.stripe_subscription === name);
    if (status === 'canceled' && known !== undefined && known.status !== 'canceled')
      await notifyEnd(notices, trx, known);
    if (userId === null) continue;
    const plan = row.name === null ? 'plan' : `${row.name} plan`;
    const notify = (text: string, event: string) =>
      notifications.notify(trx, { userId, text, link: '/payment', eventKey: `${event}:${name}` });
    if (known === undefined && isLive({ status })) await notify(`Your ${plan} is active.`, 'begun');
    if (status === 'past_due' && known?.status !== 'past_due')
      await notify(
        'Your payment failed. Update your card to keep your plan.',
        `failed:${since?.getTime() ?? 0}`,
      );
  }
}

async function notifyEnd(notices: PlanNotices, trx: Trx, row: SubscriptionRow): Promise<void> {
  const { payer_id: payerId, responsible_id: mainAdminId, workspace_status: status } = row;
  const eventKey = `ended:${row.stripe_subscription}`;
  if (payerId !== null) await notices.send(trx, 'ended', { row, userId: payerId, eventKey });
  // Members of a deleted agency were notified of the deletion.
  if (mainAdminId !== null && mainAdminId !== payerId && status !== 'deleted')
    await notices.send(trx, 'ended_for_agency', { row, userId: mainAdminId, eventKey });
}
