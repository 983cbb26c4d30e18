/** Users in the lists of administrators. */
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Role } from '#contract/account.contract.ts';
import { isAmong, listPage, type ListOptions, toNaturalKey } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';

const LAST_SEEN = sql<Date | null>`(select max(seen_at) from sessions where user_id = users.id and parent_id is null)`;

const SORTS = {
  name: { by: toNaturalKey(sql`users.last_name || ' ' || users.first_name`) },
  email: { by: sql.ref('users.email_key') },
  role: { by: sql.ref('users.role') },
  last_seen_at: { by: LAST_SEEN, mayBeEmpty: true },
  created_at: { by: sql.ref('users.created_at') },
};

type UserQuery = ListOptions<keyof typeof SORTS> & {
  role?: readonly Role[] | undefined;
  status?: readonly string[] | undefined;
  agency_id?: number | undefined;
};

/** One page of the list. */
export function listUsers(db: Db, { role, status, agency_id: agencyId, ...options }: UserQuery, now: Date) {
  const filters = [
    ...(status?.length === 1 ? [sql<SqlBool>`users.is_disabled = ${status[0] === 'disabled'}`] : []),
    ...(agencyId === undefined ? [] : [isInAgency(sql`id = ${agencyId}`)]),
  ];
  const list = {
    rows: db.selectFrom('users'),
    key: 'users.id',
    sorts: SORTS,
    searched: [
      'users.first_name',
      'users.last_name',
      'users.email',
      (pattern: string) => isInAgency(sql`name ilike ${pattern}`),
    ],
    filters,
    chosen: { 'users.role': role },
  } as const;
  return listPage(list, options, (query) => selectRow(query, now));
}

/** Finds a user with the columns of the list. */
export function findShownUser(db: Db, id: number, now: Date) {
  return selectRow(db.selectFrom('users'), now).where('users.id', '=', id).executeTakeFirst();
}

export function findUserByKey(db: Db, emailKey: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'is_disabled'])
    .where('email_key', '=', emailKey)
    .executeTakeFirst();
}

const IS_AGENCY = sql<SqlBool>`workspaces.kind = 'agency' and workspaces.status <> 'deleted'`;

function isInAgency(condition: RawBuilder<unknown>) {
  const agencies = sql`select id from workspaces where ${IS_AGENCY} and ${condition}`;
  return isAmong('users.id', sql`select user_id from members where ${isAmong('workspace_id', agencies)}`);
}

interface AgencyOfUser {
  id: number;
  name: string;
  status: 'active' | 'not_active';
  main_admin_id: number | null;
}

/** A user is in at most one agency that isn't deleted. */
const AGENCY = sql<AgencyOfUser | null>`(
  select jsonb_build_object('id', workspaces.id, 'name', workspaces.name, 'status', workspaces.status,
    'main_admin_id', workspaces.main_admin_id)
  from workspaces where ${IS_AGENCY}
    and id = any(array(select workspace_id from members where user_id = users.id)) limit 1)`;

function selectRow(query: SelectQueryBuilder<Schema, 'users', object>, now: Date) {
  return query.select([
    'users.id',
    'users.first_name',
    'users.last_name',
    'users.email',
    'users.avatar_key',
    'users.role',
    'users.is_disabled',
    'users.email_verified_at',
    'users.created_at',
    sql<boolean>`exists (select from user_two_factor where user_id = users.id and on_since is not null)`.as(
      'has_two_factor',
    ),
    AGENCY.as('agency'),
    sql<number>`(select count(*)::int from sessions
      where user_id = users.id and parent_id is null and expires_at > ${now})`.as('session_count'),
    LAST_SEEN.as('last_seen_at'),
  ]);
}
