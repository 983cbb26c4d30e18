/**
 * Reads the current state from Stripe and stores it: after an event, after a payment, daily. Neither the content nor the
 * order of events is trusted, and a reading that began earlier never replaces a later one. Each reading also repairs the
 * state at Stripe: duplicates, and plans whose payer no longer leads the agency.
 */
import { isDeepStrictEqual } from 'node:util';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { billingContract } from '#contract/billing.contract.ts';
import { SUBSCRIPTION_STATUSES } from '#contract/billing-shapes.ts';
import type { Db, Trx } from '#server/db/open.ts';
import type { StripeGateway, StripeSubscription } from '#server/gateways/stripe.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { AppError } from '../../app-error.ts';
import type { AuditLog } from '../audit-log/audit-log.service.ts';
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
  keepReading,
  listLive,
  listOfCustomer,
  listSubscriptions,
  saveSubscription,
  type SubscriptionRow,
} from './subscriptions.store.ts';
import { lockPayer } from './usage.store.ts';

/** A job of this noun; customers are named as at Stripe. */
export type BillingJob =
  | { kind: 'all' }
  | { kind: 'catalog' }
  /** Read what is true of a customer. */
  | { kind: 'customer'; customer: string }
  /** Update the email address of the customer. */
  | { kind: 'email'; customer: string }
  /** End all that the customer pays for with its period. */
  | { kind: 'end'; customer: string }
  /** End all that the customer pays for: the account or the agency was deleted. */
  | { kind: 'close'; customer: string };

export const BILLING_JOB = 'billing';

/** Stripe sends an event again for three days; its id is remembered much longer. */
const EVENTS_LIFE_MS = 30 * 24 * 3600 * 1000;
/** A full reading is refused if more than one in this many plans is missing. */
const MISSING_ONE_OF = 10;
/** Subscriptions that an alarm names. */
const MAX_NAMES = 10;

interface Needs {
  db: Db;
  audit: Pick<AuditLog, 'record'>;
  access: StripeAccess;
  catalog: CatalogService;
  notifications: Pick<NotificationsService, 'notify'>;
  notices: PlanNotices;
  queue: Pick<Queue, 'send'>;
  clock: () => Date;
  newId: () => string;
}

export type ReadingService = ReturnType<typeof createReading>;

export function createReading(needs: Needs) {
  const { db, access, catalog, queue, clock } = needs;
  const { stripe } = access;
  return {
    /** Reads these customers now. @param isOrdered by an administrator: plans that Stripe doesn't have are ended */
    readCustomers: (customers: readonly string[], isOrdered = false) =>
      readCustomers(needs, customers, isOrdered),
    /** The job: what an event made doubtful, or everything. */
    async read(job: Extract<BillingJob, { kind: 'all' | 'catalog' | 'customer' }>): Promise<void> {
      if (stripe === undefined) return;
      if (job.kind === 'all') return readAll(needs);
      if (job.kind === 'customer') return readCustomers(needs, [job.customer], false);
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
      // An account sends test events to a live address, too, where somebody set it up so.
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

async function readCustomers(needs: Needs, customers: readonly string[], isOrdered: boolean): Promise<void> {
  const stripe = await needs.access.open();
  for (const { id, stripe_customer: customer, readings } of await beginReadings(needs.db, customers)) {
    const found = await stripe.findSubscriptions(customer ?? '');
    await keep(needs, stripe, { id, reading: readings, found: found ?? [], endsMissing: isOrdered });
    if (customer === null || !(await repair(needs, stripe, { customer, found: found ?? [] }))) continue;
    const [again] = await beginReadings(needs.db, [customer]);
    if (again === undefined) continue;
    const repaired = (await stripe.findSubscriptions(customer)) ?? [];
    await keep(needs, stripe, { id, reading: again.readings, found: repaired, endsMissing: false });
  }
}

async function readAll(needs: Needs): Promise<void> {
  const { db, access, catalog, clock } = needs;
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
    await keep(needs, stripe, { id, reading, found: own, endsMissing: true });
    if (customer !== null) await repair(needs, stripe, { customer, found: own });
  }
  await reportUnknown(needs, stripe, { begun, all });
  await deleteOldEvents(db, new Date(clock().getTime() - EVENTS_LIFE_MS));
}

interface ReadAll {
  begun: Awaited<ReturnType<typeof beginReadings>>;
  all: readonly StripeSubscription[];
}

/** Raises an alarm about plans of ours whose customer is not here: they are charged, and no screen shows them. */
async function reportUnknown(
  { db, access }: Needs,
  { isLive: isReal }: StripeGateway,
  { begun, all }: ReadAll,
): Promise<void> {
  const customers = new Set(begun.map(({ stripe_customer: customer }) => customer));
  const names: string[] = [];
  for (const each of all) {
    const isOurs = each.isLive === isReal && each.workspaceId !== undefined;
    if (!isOurs || !isCharged(each) || customers.has(each.customerId)) continue;
    // The customer may have come since the reading began.
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

/** Refuses an answer in which many plans are missing: Stripe also lists plans that have ended. */
function refuse({ alarm }: StripeAccess, missing: number, live: number): Promise<void> {
  const facts = `Stripe doesn't list ${missing} of ${live} active plans`;
  return alarm({
    key: 'missing',
    error: new Error(facts),
    log: `Refused an answer from Stripe that would have ended many plans: ${facts}. No plan was changed. Check STRIPE_SECRET_KEY and the account at Stripe. If the plans were deleted there on purpose, use Refresh subscription on All Users for each payer.`,
    text: `${facts}, so the answer was ignored and no plan was changed. Check the Stripe account, or refresh the payers' subscriptions on All Users.`,
  });
}

interface Reading {
  /** Row id of the customer. */
  id: number;
  reading: number;
  found: readonly StripeSubscription[];
  /** Whether plans that Stripe no longer has are ended. */
  endsMissing: boolean;
}

async function keep(needs: Needs, stripe: StripeGateway, reading: Reading): Promise<void> {
  const { db } = needs;
  const { id, found, endsMissing } = reading;
  const own = found.filter((each) => each.isLive === stripe.isLive);
  const begun = await db.transaction().execute(async (trx) => {
    await lockPayer(trx, id);
    const workspaceId = await keepReading(trx, id, reading.reading);
    if (workspaceId === undefined) return undefined;
    const before = await listOfCustomer(trx, id);
    // Stripe lists the newest first: of those that began within one second our numbers give the order.
    for (const each of own.toReversed())
      await saveSubscription(trx, { customer_id: id, workspace_id: workspaceId, ...toRow(each) });
    if (endsMissing)
      await endOthers(
        trx,
        id,
        own.map((each) => each.id),
      );
    const after = await listOfCustomer(trx, id);
    await recordChanges(needs, trx, { before, after });
    await notifyChanges(needs, trx, { before, after });
    return after.filter(isLive).length > before.filter(isLive).length ? own[0]?.customerId : undefined;
  });
  // Once one checkout page is paid, the others must not be.
  if (begun !== undefined) await expireCheckouts(stripe, begun);
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
async function repair(needs: Needs, stripe: StripeGateway, { customer, found }: Repair): Promise<boolean> {
  const { db, newId } = needs;
  const owner = await findOwnership(db, customer);
  if (owner === undefined) return false;
  if (owner.status === 'deleted') {
    if (found.some(isCharged)) await sendClosing(needs, customer);
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

/** A card page that was open when the account or the agency was deleted may have been paid since. */
async function sendClosing({ db, queue }: Needs, customer: string): Promise<void> {
  const job: BillingJob = { kind: 'close', customer };
  await db
    .transaction()
    .execute((trx) => queue.send(trx, BILLING_JOB, job, { singletonKey: `close:${customer}` }));
}

function toStatus({ status }: Pick<StripeSubscription, 'status'>): SubscriptionRow['status'] {
  // What Stripe may call it one day gives nothing.
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

/** A plan as the audit log shows it. */
export function describeForAudit(row: SubscriptionRow) {
  const { name, stripe_product: product, status, amount, currency, interval } = row;
  const { is_ending, payer_id, workspace_id } = row;
  const price = { amount, currency, interval };
  return { plan: name ?? product, ...price, status, is_ending, user_id: payer_id, workspace_id };
}

/** A payer begins a plan; other changes are only known from Stripe. */
async function recordChanges({ audit }: Needs, trx: Trx, { before, after }: Change): Promise<void> {
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

/** The event key reports each of them once, however often the same is read. */
async function notifyChanges({ notifications, notices }: Needs, trx: Trx, { before, after }: Change) {
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
  // Members of a deleted agency know from the deletion.
  if (mainAdminId !== null && mainAdminId !== payerId && status !== 'deleted')
    await notices.send(trx, 'ended_for_agency', { row, userId: mainAdminId, eventKey });
}
