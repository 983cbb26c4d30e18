/** SQL for Stripe customers, their subscriptions, the Stripe account and received events. */
import { type Insertable, type SqlBool, sql } from 'kysely';
import type { Subscription } from '#contract/billing-shapes.ts';
import { listPage, type ListOptions } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';

/** Inserts a customer; under its idempotency key Stripe creates it once. */
export function insertCustomer(db: Db, customer: NewCustomer) {
  return db.insertInto('customers').values(customer).returningAll().executeTakeFirstOrThrow();
}

type NewCustomer = Pick<Insertable<Schema['customers']>, 'workspace_id' | 'payer_id' | 'email'> & {
  idempotency_key: string;
};

export async function nameCustomer(db: Db, id: number, stripeCustomer: string): Promise<void> {
  await db.updateTable('customers').set({ stripe_customer: stripeCustomer }).where('id', '=', id).execute();
}

interface CustomerFilter {
  workspaceId?: number;
  payerId?: number;
}

/** Customers of a workspace, of a payer, or of a payer in a workspace, the newest first. */
export function listCustomers(db: Db, { workspaceId, payerId }: CustomerFilter) {
  return db
    .selectFrom('customers')
    .innerJoin('workspaces', 'workspaces.id', 'customers.workspace_id')
    .selectAll('customers')
    .select('workspaces.name as workspace')
    .$if(workspaceId !== undefined, (query) => query.where('workspace_id', '=', workspaceId ?? 0))
    .$if(payerId !== undefined, (query) => query.where('payer_id', '=', payerId ?? 0))
    .orderBy('customers.id', 'desc')
    .execute();
}

/** Finds the workspace and the payer of a customer. @returns undefined once the workspace is purged */
export function findOwnership(db: Db, stripeCustomer: string) {
  return db
    .selectFrom('customers')
    .innerJoin('workspaces', 'workspaces.id', 'customers.workspace_id')
    .select(['customers.id', 'customers.workspace_id', 'customers.payer_id', 'workspaces.status'])
    .select(RESPONSIBLE.as('responsible_id'))
    .where('stripe_customer', '=', stripeCustomer)
    .executeTakeFirst();
}

/** Moves a personal plan to an agency, with its subscriptions. */
export async function moveCustomer(trx: Db, id: number, workspaceId: number): Promise<void> {
  await trx
    .updateTable('customers')
    .set({ workspace_id: workspaceId, kept_from_id: null })
    .where('id', '=', id)
    .execute();
}

/** Stores the decision to keep a personal plan out of an agency. */
export async function declineMove(trx: Db, id: number, agencyId: number): Promise<void> {
  await trx.updateTable('customers').set({ kept_from_id: agencyId }).where('id', '=', id).execute();
}

/** Starts a reading of some customers, or of all. @returns its number for each */
export function beginReadings(db: Db, customers?: readonly string[]) {
  return db
    .updateTable('customers')
    .set({ readings: sql`readings + 1` })
    .where('stripe_customer', 'is not', null)
    .$if(customers !== undefined, (query) =>
      query.where(sql<SqlBool>`stripe_customer = any(${[...(customers ?? [])]})`),
    )
    .returning(['id', 'stripe_customer', 'readings'])
    .execute();
}

/** Locks the customer. @returns its workspace; undefined if a later reading is stored already */
export async function advanceReading(trx: Db, id: number, reading: number): Promise<number | undefined> {
  const row = await trx
    .updateTable('customers')
    .set({ kept_reading: reading })
    .where('id', '=', id)
    .where('kept_reading', '<', reading)
    .returning('workspace_id')
    .executeTakeFirst();
  return row?.workspace_id;
}

/** User responsible for the plan of a workspace: its owner, or the main admin of the agency. */
const RESPONSIBLE = sql<number | null>`coalesce(workspaces.person_id, workspaces.main_admin_id)`;

/** Subscriptions with their plan, their workspace and their payer, the newest first. */
function selectSubscriptions(db: Db) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('customers', 'customers.id', 'subscriptions.customer_id')
    .innerJoin('workspaces', 'workspaces.id', 'subscriptions.workspace_id')
    .leftJoin('products', 'products.stripe_product', 'subscriptions.stripe_product')
    .leftJoin('users as payer', 'payer.id', 'customers.payer_id')
    .selectAll('subscriptions')
    .select(['products.name', 'products.max_domains', 'products.max_projects'])
    .select(['products.max_pages_month', 'products.max_members', 'products.keep_runs'])
    .select(['customers.payer_id', 'customers.stripe_customer', 'workspaces.name as workspace'])
    .select(['workspaces.kind as workspace_kind', 'workspaces.status as workspace_status'])
    .select(RESPONSIBLE.as('responsible_id'))
    .select(sql<string | null>`payer.first_name || ' ' || payer.last_name`.as('payer'))
    .orderBy('subscriptions.created_at', 'desc')
    .orderBy('subscriptions.id', 'desc');
}

export type SubscriptionRow = Awaited<ReturnType<typeof listSubscriptions>>[number];

/** Lists subscriptions of a workspace for all payers. */
export function listSubscriptions(db: Db, workspaceId: number) {
  return selectSubscriptions(db).where('subscriptions.workspace_id', '=', workspaceId).execute();
}

export function listOfCustomer(db: Db, customerId: number): Promise<SubscriptionRow[]> {
  return selectSubscriptions(db).where('subscriptions.customer_id', '=', customerId).execute();
}

/** Subscriptions that a user pays for, in any workspace. */
export function listPaidBy(db: Db, payerId: number): Promise<SubscriptionRow[]> {
  return selectSubscriptions(db).where('customers.payer_id', '=', payerId).execute();
}

export function findSubscription(db: Db, id: number): Promise<SubscriptionRow | undefined> {
  return selectSubscriptions(db).where('subscriptions.id', '=', id).executeTakeFirst();
}

/** Personal subscriptions of an agency's main admin who hasn't decided yet whether they move there. */
export function listUnanswered(db: Db, agencyId: number): Promise<SubscriptionRow[]> {
  return selectSubscriptions(db)
    .where('workspaces.kind', '=', 'person')
    .where(sql<SqlBool>`customers.kept_from_id is distinct from ${agencyId}`)
    .where(
      sql<SqlBool>`customers.payer_id = (select main_admin_id from workspaces as agency
        where agency.id = ${agencyId} and agency.kind = 'agency' and agency.status = 'active')`,
    )
    .execute();
}

/** Stripe ids of all subscriptions that haven't ended, the newest first. */
export async function listLive(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('stripe_subscription')
    .where('status', 'not in', ['canceled', 'incomplete', 'incomplete_expired'])
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ stripe_subscription: name }) => name);
}

export function findStripeAccount(db: Db) {
  return db.selectFrom('stripe_accounts').select(['account', 'is_live']).executeTakeFirst();
}

export async function saveStripeAccount(
  db: Db,
  account: { account: string | null; is_live: boolean },
): Promise<void> {
  await db
    .insertInto('stripe_accounts')
    .values({ id: 1, ...account })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(account))
    .execute();
}

export async function saveSubscription(db: Db, row: Insertable<Schema['subscriptions']>): Promise<void> {
  const { stripe_subscription: _name, ...change } = row;
  await db
    .insertInto('subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('stripe_subscription').doUpdateSet(change))
    .execute();
}

/** Ends subscriptions that Stripe no longer has. */
export async function endOthers(db: Db, customerId: number, known: readonly string[]): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ status: 'canceled', past_due_since: null })
    .where('customer_id', '=', customerId)
    .where(sql<SqlBool>`not stripe_subscription = any(${[...known]})`)
    .execute();
}

/** @returns false for an event that was received before */
export async function insertEvent(db: Db, event: Insertable<Schema['webhook_events']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('webhook_events')
    .values(event)
    .onConflict((conflict) => conflict.column('stripe_event').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function deleteOldEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('webhook_events').where('received_at', '<', before).execute();
}

const MONTHLY = sql<number>`case subscriptions.interval when 'year' then round(subscriptions.amount / 12.0)::int
  else subscriptions.amount end`;

const SORTS = {
  created_at: { by: sql.ref('subscriptions.created_at') },
  current_period_end: { by: sql.ref('subscriptions.current_period_end') },
  amount: { by: MONTHLY },
  status: { by: sql.ref('subscriptions.status') },
};

type SoldQuery = ListOptions<keyof typeof SORTS> & {
  status?: readonly string[] | undefined;
  interval?: readonly string[] | undefined;
  product_id?: readonly string[] | undefined;
};

/** One page of all subscriptions. */
export function listSold(db: Db, query: SoldQuery) {
  const chosen = {
    'subscriptions.status': query.status,
    'subscriptions.interval': query.interval,
    'subscriptions.stripe_product': query.product_id,
  };
  const rows = db
    .selectFrom('subscriptions')
    .innerJoin('workspaces', 'workspaces.id', 'subscriptions.workspace_id')
    .innerJoin('customers', 'customers.id', 'subscriptions.customer_id')
    .leftJoin('users', 'users.id', 'customers.payer_id')
    .leftJoin('products', 'products.stripe_product', 'subscriptions.stripe_product');
  const searched = ['workspaces.name', 'users.email', 'users.first_name', 'users.last_name'] as const;
  const list = { rows, key: 'subscriptions.id', sorts: SORTS, searched, chosen } as const;
  return listPage(list, query, (page) =>
    page
      .selectAll('subscriptions')
      .select(['products.name', 'workspaces.name as workspace', 'users.id as user_id', 'users.email'])
      .select(sql<string | null>`users.first_name || ' ' || users.last_name`.as('user'))
      .select(MONTHLY.as('monthly_amount')),
  );
}

/** Counts running subscriptions and their revenue per month. */
export async function countSold(db: Db) {
  const counts = await db
    .selectFrom('subscriptions')
    .select(sql<number>`count(*) filter (where status in ('active', 'trialing'))::int`.as('active'))
    .select(sql<number>`count(*) filter (where status in ('past_due', 'unpaid'))::int`.as('past_due'))
    .select(
      sql<number>`count(*) filter (where status in ('active', 'trialing') and is_ending)::int`.as('ending'),
    )
    .executeTakeFirstOrThrow();
  const revenue = await db
    .selectFrom('subscriptions')
    .select('currency')
    .select(sql<number>`sum(${MONTHLY})::int`.as('monthly_amount'))
    .select(sql<number>`coalesce(sum(${MONTHLY}) filter (where is_ending), 0)::int`.as('ending_amount'))
    .where('status', 'in', ['active', 'past_due'] satisfies Subscription['status'][])
    .groupBy('currency')
    .orderBy('currency')
    .execute();
  return { ...counts, revenue };
}
