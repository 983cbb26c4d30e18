/** SQL for payers of workspaces and the usage of plans. */
import { type Insertable, type SqlBool, sql } from 'kysely';
import type { LimitName, OfferLimits, PlanLimits, UserPayment } from '#contract/billing-shapes.ts';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';

/** Payer of a workspace, with individual terms. */
export function getPayer(db: Db, workspaceId: number) {
  return selectPayer(db, workspaceId).executeTakeFirstOrThrow();
}

/** @returns undefined if the workspace was deleted */
export function findPayer(db: Db, workspaceId: number) {
  return selectPayer(db, workspaceId).executeTakeFirst();
}

function selectPayer(db: Db, workspaceId: number) {
  return db
    .selectFrom('workspaces')
    .innerJoin('users', (join) =>
      join.on(sql<SqlBool>`users.id = coalesce(workspaces.person_id, workspaces.main_admin_id)`),
    )
    .leftJoin('payers', 'payers.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.first_name', 'users.role', 'payers.offer'])
    .select(['workspaces.kind', 'workspaces.name as workspace'])
    .select(sql<boolean>`coalesce(payers.is_exempt, false)`.as('is_exempt'))
    .select(sql<boolean>`coalesce(payers.has_offer, false)`.as('has_offer'))
    .where('workspaces.id', '=', workspaceId);
}

export type Payer = Awaited<ReturnType<typeof getPayer>>;

/** Locks the payer of a customer, because the transaction may notify that user. */
export async function lockPayer(trx: Db, customerId: number): Promise<void> {
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', (by) => by.selectFrom('customers').select('payer_id').where('id', '=', customerId))
    .forKeyShare()
    .execute();
}

export function findRecipient(db: Db, userId: number) {
  return db.selectFrom('users').select(['email', 'first_name']).where('id', '=', userId).executeTakeFirst();
}

/** Active agency that a user leads. */
export function findLedAgency(db: Db, userId: number) {
  return db
    .selectFrom('workspaces')
    .select(['id', 'name'])
    .where('main_admin_id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst();
}

/** Recipients of the server's alarms. */
export async function listSuperadmins(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'superadmin')
    .where('is_disabled', '=', false)
    .execute();
  return rows.map(({ id }) => id);
}

/** @returns undefined for an unknown user */
export async function findSwitches(db: Db, userId: number) {
  return db
    .selectFrom('users')
    .leftJoin('payers', 'payers.user_id', 'users.id')
    .select(['users.id as user_id', 'users.role', 'payers.offer'])
    .select(sql<boolean>`coalesce(payers.is_exempt, false)`.as('is_exempt'))
    .select(sql<boolean>`coalesce(payers.has_offer, false)`.as('has_offer'))
    .where('users.id', '=', userId)
    .executeTakeFirst();
}

type Payment = Omit<UserPayment, 'plan_limits'> & {
  id: number;
  past_due_since: Date | null;
  /** Null for a product that wasn't read. */
  limits: PlanLimits | null;
};

/** Plans of users; a user with several plans gets a renewing one. */
export async function listPayments(db: Db, userIds: readonly number[]): Promise<Payment[]> {
  const { rows } = await sql<Payment>`select users.id,
      coalesce(payers.is_exempt, false) as is_exempt, coalesce(payers.has_offer, false) as has_offer, payers.offer,
      paid.name as plan, paid.status, coalesce(paid.is_ending, false) as cancel_at_period_end,
      paid.past_due_since, paid.limits
    from users left join payers on payers.user_id = users.id
    left join lateral (
      select coalesce(products.name, subscriptions.stripe_product) as name, subscriptions.status, is_ending,
        past_due_since, case when products.id is not null then jsonb_build_object('max_domains', max_domains,
          'max_projects', max_projects, 'max_pages_month', max_pages_month, 'max_members', max_members,
          'keep_runs', keep_runs) end as limits
      from customers join subscriptions on subscriptions.customer_id = customers.id
        left join products on products.stripe_product = subscriptions.stripe_product
      where customers.payer_id = users.id
        and subscriptions.status not in ('incomplete', 'incomplete_expired')
      order by subscriptions.status = 'canceled', is_ending, subscriptions.created_at desc, subscriptions.id desc
      limit 1
    ) paid on true
    where users.id = any(${[...userIds]})`.execute(db);
  return rows;
}

export interface Switches {
  is_exempt: boolean;
  has_offer: boolean;
  offer: OfferLimits | null;
}

export async function saveSwitches(db: Db, userId: number, switches: Switches): Promise<void> {
  const row = { ...switches, offer: switches.offer === null ? null : JSON.stringify(switches.offer) };
  await db
    .insertInto('payers')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

type Month = { start: Date; end: Date };

/** Counts the usage of each limit; pages are those of the month. */
export async function countUsage(
  db: Db,
  workspaceId: number,
  month: Month,
): Promise<Record<LimitName, number>> {
  const { rows } = await sql<Record<LimitName, number>>`select
    (select count(*) from domains where workspace_id = ${workspaceId} and status = '1')::int as domains,
    (select count(*) from projects where workspace_id = ${workspaceId})::int as projects,
    (select count(*) from members where workspace_id = ${workspaceId})::int as members,
    (select coalesce(sum(
        case when runs.state in ('failed', 'canceled') or runs.held + runs.dropped > 0
            then least(page_uses.pages, runs.pages_done)
        else page_uses.pages end), 0)
      from page_uses left join runs on runs.id = page_uses.run_number
      where page_uses.workspace_id = ${workspaceId}
        and used_at >= ${month.start} and used_at < ${month.end})::int as pages_month`.execute(db);
  const [usage] = rows;
  if (usage === undefined) throw new Error('The database returned no row.');
  return usage;
}

export async function insertPageUse(
  db: Db,
  use: { workspace_id: number; run_number: number; pages: number; used_at: Date },
): Promise<void> {
  await db.insertInto('page_uses').values(use).execute();
}

/** Stores the number of earlier runs that a workspace keeps, and until when. */
export async function saveKeepRuns(db: Db, row: Insertable<Schema['kept_runs']>): Promise<void> {
  await db
    .insertInto('kept_runs')
    .values(row)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'keep_runs']).doUpdateSet(LATER_END))
    .execute();
}

const LATER_END = { ends_at: sql<Date>`greatest(kept_runs.ends_at, excluded.ends_at)` };

/** Deletes expired numbers. @returns the others */
export async function listKeepRuns(db: Db, workspaceId: number, now: Date): Promise<number[]> {
  await db
    .deleteFrom('kept_runs')
    .where('workspace_id', '=', workspaceId)
    .where('ends_at', '<=', now)
    .execute();
  const rows = await db
    .selectFrom('kept_runs')
    .select('keep_runs')
    .where('workspace_id', '=', workspaceId)
    .execute();
  return rows.map(({ keep_runs: count }) => count);
}

export async function copyKeepRuns(trx: Db, from: number, to: number): Promise<void> {
  await trx
    .insertInto('kept_runs')
    .columns(['workspace_id', 'keep_runs', 'ends_at'])
    .expression((by) =>
      by
        .selectFrom('kept_runs')
        .select([sql<number>`${to}::integer`.as('workspace_id'), 'keep_runs', 'ends_at'])
        .where('workspace_id', '=', from),
    )
    .onConflict((conflict) => conflict.columns(['workspace_id', 'keep_runs']).doUpdateSet(LATER_END))
    .execute();
}
