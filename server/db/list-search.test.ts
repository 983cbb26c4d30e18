/** List searches read each row a constant number of times, even if the planner expects one row per table. */
import { CompiledQuery, sql } from 'kysely';
import { expect, it } from 'vitest';
import { MAX_LINEAR_GROWTH } from '#testkit/growth.ts';
import { addAgency, addUsers, type SignedInUser } from '#testkit/users.ts';
import { watchStatements } from '#testkit/statements.ts';
import { openOwnDatabase } from '#testkit/test-database.ts';
import { listAuditEntries } from '../features/audit-log/audit-log.store.ts';
import { listSold } from '../features/billing/subscriptions.store.ts';
import { listDomains } from '../features/domains/domains.store.ts';
import { listNotifications } from '../features/notifications/notifications.store.ts';
import { listProjects } from '../features/projects/projects.store.ts';
import { listScans } from '../features/scans/scans.store.ts';
import { listUsers } from '../features/users/users.store.ts';
import { listInvitations } from '../features/workspaces/invitations.store.ts';
import { listAgencies, listMembers, searchPeople } from '../features/workspaces/workspaces.store.ts';
import type { Database, Db } from './open.ts';

const SMALL = 80;
const PAGE = { page: 1, per_page: 10, search: 'a' } as const;

interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Plan[];
}

/** Rows that all nodes of a plan have read. */
function countRows(plan: Plan): number {
  const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Join Filter': unmatched = 0 } = plan;
  const own = (plan['Actual Rows'] + filtered + unmatched) * plan['Actual Loops'];
  return own + (plan.Plans ?? []).reduce((sum, part) => sum + countRows(part), 0);
}

type Search = (db: Db, of: Whole) => Promise<unknown>;

const SEARCHES: Readonly<Record<string, Search>> = {
  users: (db) => listUsers(db, PAGE, new Date()),
  'users by name': (db) => listUsers(db, { ...PAGE, sort: 'name' }, new Date()),
  'users of an agency': (db, { agencyId }) => listUsers(db, { ...PAGE, agency_id: agencyId }, new Date()),
  'users without a search': (db) => listUsers(db, { page: 1, per_page: 10 }, new Date()),
  agencies: (db) => listAgencies(db, PAGE),
  members: (db, { agencyId }) => listMembers(db, agencyId, PAGE),
  invitations: (db, { agencyId }) => listInvitations(db, agencyId, PAGE),
  subscriptions: (db) => listSold(db, PAGE),
  'the audit log': (db) => listAuditEntries(db, PAGE),
  projects: (db, { scope }) => listProjects(db, scope, PAGE),
  scans: (db, { scope }) => listScans(db, scope, { ...PAGE, projectId: undefined, states: undefined }),
  domains: (db, { scope }) => listDomains(db, scope, PAGE),
  notifications: (db, { user }) => listNotifications(db, user.userId, PAGE),
  'people to lead an agency': (db, { agencyId }) =>
    searchPeople(db, { words: 'a', agencyId, limit: PAGE.per_page, isOfAllRoles: true }),
};

it('takes four times as long for four times the rows, in every list', async () => {
  const database = await openOwnDatabase();
  const whole = await start(database);
  await grow(database.db, whole, SMALL);
  const small = await measureAll(database.db, whole);
  await grow(database.db, whole, 3 * SMALL);
  const large = await measureAll(database.db, whole);
  for (const name of Object.keys(SEARCHES)) {
    const [before = 0, after = 0] = [small[name], large[name]];
    expect.soft(before, name).toBeGreaterThan(SMALL / 2);
    expect.soft(after / before, `${name}: ${before} rows, then ${after}`).toBeLessThan(MAX_LINEAR_GROWTH);
  }
});

/** @returns the number of rows that each search has read */
async function measureAll(db: Db, whole: Whole): Promise<Record<string, number>> {
  const measured: Record<string, number> = {};
  for (const [name, search] of Object.entries(SEARCHES)) {
    const received: CompiledQuery[] = [];
    await search(
      watchStatements(db, (statement) => received.push(statement)),
      whole,
    );
    let rows = 0;
    for (const { sql: text, parameters } of received) rows += await countVisited(db, text, parameters);
    measured[name] = rows;
  }
  return measured;
}

async function countVisited(db: Db, text: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    CompiledQuery.raw(`explain (analyze, timing off, format json) ${text}`, [...values]),
  );
  const [row] = rows;
  if (row === undefined) throw new Error('EXPLAIN returned no row.');
  return countRows(row['QUERY PLAN'][0].Plan);
}

interface Whole {
  user: SignedInUser;
  agencyId: number;
  scope: { workspaceIds: number[]; readOnlyIds: number[]; homeId: number };
}

/** One row in each table, analyzed once and never again. */
async function start({ db }: Database): Promise<Whole> {
  const [user] = await addUsers(db, [{}]);
  if (user === undefined) throw new Error('The database returned no row.');
  const agencyId = await addAgency(db, [user]);
  const scope = { workspaceIds: [user.workspaceId], readOnlyIds: [], homeId: user.workspaceId };
  const whole = { user, agencyId, scope };
  await fill(db, whole, [user]);
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  for (const { name } of rows) {
    await sql`alter table ${sql.table(name)} set (autovacuum_enabled = off)`.execute(db);
    await sql`analyze ${sql.table(name)}`.execute(db);
  }
  return whole;
}

/** Adds `count` users, each in an agency, and as many rows in each other table. */
async function grow(db: Db, whole: Whole, count: number): Promise<void> {
  const people = await addUsers(
    db,
    Array.from({ length: count }, () => ({})),
  );
  await fill(db, whole, people);
}

/** Adds one row in each table for each user. */
async function fill(db: Db, { user, agencyId }: Pick<Whole, 'user' | 'agencyId'>, people: SignedInUser[]) {
  const ids = sql`unnest(${people.map(({ userId }) => userId)}::int[]) as id`;
  const userId = sql`${user.userId}::int`;
  const workspace = sql`${user.workspaceId}::int`;
  for (const statement of [
    sql`with agencies as (
        insert into workspaces (kind, name, main_admin_id, created_at, updated_at)
        select 'agency', 'Agency ' || id, id, now(), now() from ${ids} where id % 2 = 0 returning id, main_admin_id)
      insert into members (workspace_id, user_id) select id, main_admin_id from agencies`,
    sql`insert into members (workspace_id, user_id) select ${agencyId}::int, id from ${ids} where id % 2 = 1
      on conflict do nothing`,
    sql`insert into invitations (workspace_id, email, email_key, nonce, token_hash, invited_by, created_at, expires_at)
      select ${agencyId}::int, 'a' || id, 'a' || id, gen_random_uuid(), gen_random_uuid(), id, now(), now() from ${ids}`,
    sql`insert into audit_log (at, actor_id, impersonator_id, verb, object_kind, object_id)
      select now(), id, id, 'update', 'user', id from ${ids}`,
    sql`with made as (
        insert into customers (workspace_id, payer_id, email, idempotency_key)
        select id, person_id, 'a' || id, gen_random_uuid() from workspaces where person_id in (select id from ${ids})
        returning id, workspace_id)
      insert into subscriptions (stripe_subscription, customer_id, workspace_id, stripe_product, stripe_price, status,
        "interval", amount, currency, is_ending, current_period_end, created_at)
      select 's' || id, id, workspace_id, 'p' || id, 'p', 'active', 'month', 1, 'usd', false, now(), now() from made`,
    sql`insert into domains (workspace_id, created_by, updated_by, name, project_type, status, created_at, updated_at)
      select ${workspace}, ${userId}, ${userId}, 'a' || id || '.example', 'WordPress', '1', now(), now() from ${ids}`,
    sql`insert into projects (workspace_id, created_by, key, title, type, notes, google_spread_sheet, footer_links,
        created_at, updated_at)
      select ${workspace}, ${userId}, gen_random_uuid(), 'a' || id, 'geocoder', '', '', '', now(), now() from ${ids}`,
    sql`insert into scans (workspace_id, project_id, created_by, state, pages_total, created_at)
      select ${workspace}, id, ${userId}, 'completed', 1, now() from projects
      where not exists (select from scans where project_id = projects.id)`,
    sql`insert into notifications (user_id, notification, created_at) select ${userId}, 'a' || id, now() from ${ids}`,
  ])
    await statement.execute(db);
}
