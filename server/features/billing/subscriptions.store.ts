/** All SQL about customers of Stripe, their subscriptions and the events that came. */
import { type Insertable, type SqlBool, sql } from 'kysely';
import type { Subscription } from '#contract/billing-shapes.ts';
import { listPage, type ListWishes } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';

/** Makes one where there is none; under its idempotency key Stripe makes the customer once. */
export async function keepCustomer(db: Db, customer: { workspace_id: number; email: string; key: string }) {
  const { workspace_id, email, key } = customer;
  await db
    .insertInto('customers')
    .values({ workspace_id, email, idempotency_key: key })
    .onConflict((conflict) => conflict.column('workspace_id').doNothing())
    .execute();
  return db
    .selectFrom('customers')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .executeTakeFirstOrThrow();
}

export async function nameCustomer(db: Db, workspaceId: number, stripeCustomer: string): Promise<void> {
  await db
    .updateTable('customers')
    .set({ stripe_customer: stripeCustomer })
    .where('workspace_id', '=', workspaceId)
    .execute();
}

/** @returns the name at Stripe */
export async function findCustomer(db: Db, workspaceId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('customers')
    .select('stripe_customer')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row?.stripe_customer ?? undefined;
}

/** @returns false once their workspace is gone or marked as deleted */
export async function isCustomerInUse(db: Db, stripeCustomer: string): Promise<boolean> {
  const row = await db
    .selectFrom('customers')
    .innerJoin('workspaces', 'workspaces.id', 'customers.workspace_id')
    .select('workspaces.id')
    .where('stripe_customer', '=', stripeCustomer)
    .where('workspaces.status', '<>', 'deleted')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findWorkspace(db: Db, stripeCustomer: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('customers')
    .select('workspace_id')
    .where('stripe_customer', '=', stripeCustomer)
    .executeTakeFirst();
  return row?.workspace_id;
}

/** Begins a reading of Stripe for all customers that it is about. @returns its number for each */
export function beginReadings(db: Db, workspaceId?: number) {
  return db
    .updateTable('customers')
    .set({ readings: sql`readings + 1` })
    .where('stripe_customer', 'is not', null)
    .$if(workspaceId !== undefined, (query) => query.where('workspace_id', '=', workspaceId ?? 0))
    .returning(['workspace_id', 'stripe_customer', 'readings'])
    .execute();
}

/** Locks the customer. @returns false where a reading that began later was kept before */
export async function keepReading(trx: Db, workspaceId: number, reading: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('customers')
    .set({ kept_reading: reading })
    .where('workspace_id', '=', workspaceId)
    .where('kept_reading', '<', reading)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The newest first. */
export function listSubscriptions(db: Db, workspaceId: number) {
  return db
    .selectFrom('subscriptions')
    .leftJoin('products', 'products.stripe_product', 'subscriptions.stripe_product')
    .selectAll('subscriptions')
    .select('products.name')
    .where('workspace_id', '=', workspaceId)
    .orderBy('subscriptions.created_at', 'desc')
    .orderBy('subscriptions.id', 'desc')
    .execute();
}

export type SubscriptionRow = Awaited<ReturnType<typeof listSubscriptions>>[number];

export async function saveSubscription(db: Db, row: Insertable<Schema['subscriptions']>): Promise<void> {
  const { stripe_subscription: _name, ...change } = row;
  await db
    .insertInto('subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('stripe_subscription').doUpdateSet(change))
    .execute();
}

/** Those that Stripe does not know any more are over. */
export async function endOthers(db: Db, workspaceId: number, known: readonly string[]): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ status: 'canceled', past_due_since: null })
    .where('workspace_id', '=', workspaceId)
    .where(sql<SqlBool>`not stripe_subscription = any(${[...known]})`)
    .execute();
}

/** @returns false for an event that came before */
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

type Wishes = ListWishes<keyof typeof SORTS> & {
  status?: readonly string[] | undefined;
  interval?: readonly string[] | undefined;
  product_id?: readonly string[] | undefined;
};

/** One page of the subscriptions of everybody. */
export function listSold(db: Db, wishes: Wishes) {
  const chosen = {
    'subscriptions.status': wishes.status,
    'subscriptions.interval': wishes.interval,
    'subscriptions.stripe_product': wishes.product_id,
  };
  const rows = db
    .selectFrom('subscriptions')
    .innerJoin('workspaces', 'workspaces.id', 'subscriptions.workspace_id')
    .leftJoin('users', (join) =>
      join.on(sql<SqlBool>`users.id = coalesce(workspaces.person_id, workspaces.main_admin_id)`),
    )
    .leftJoin('products', 'products.stripe_product', 'subscriptions.stripe_product');
  const searched = ['workspaces.name', 'users.email', 'users.first_name', 'users.last_name'] as const;
  const list = { rows, key: 'subscriptions.id', sorts: SORTS, searched, chosen } as const;
  return listPage(list, wishes, (query) =>
    query
      .selectAll('subscriptions')
      .select(['products.name', 'workspaces.name as workspace', 'users.id as user_id', 'users.email'])
      .select(sql<string | null>`users.first_name || ' ' || users.last_name`.as('user'))
      .select(MONTHLY.as('monthly_amount')),
  );
}

/** Counts what is not over, and benefits in a month. */
export async function countSold(db: Db) {
  const counts = await db
    .selectFrom('subscriptions')
    .select(sql<number>`count(*) filter (where status in ('active', 'trialing'))::int`.as('active'))
    .select(sql<number>`count(*) filter (where status in ('past_due', 'unpaid'))::int`.as('past_due'))
    .select(sql<number>`count(*) filter (where status = 'active' and is_ending)::int`.as('ending'))
    .executeTakeFirstOrThrow();
  const revenue = await db
    .selectFrom('subscriptions')
    .select('currency')
    .select(sql<number>`sum(${MONTHLY})::int`.as('monthly_amount'))
    .where('status', 'in', ['active', 'past_due'] satisfies Subscription['status'][])
    .groupBy('currency')
    .orderBy('currency')
    .execute();
  return { ...counts, revenue };
}
