/** Workspaces and their members in the database. */
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import { isAmong, listPage, type ListOptions, toNaturalKey, toPattern } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';
import { savedRows } from '#server/db/saved-rows.ts';
import type { Schema } from '#server/db/schema.ts';

export async function insertWorkspace(db: Db, workspace: Insertable<Schema['workspaces']>): Promise<number> {
  const { id } = await db
    .insertInto('workspaces')
    .values(workspace)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Does nothing if the user is already a member. */
export async function insertMember(
  db: Db,
  { workspaceId, userId, now }: { workspaceId: number; userId: number; now: Date },
): Promise<void> {
  await db
    .insertInto('members')
    .values({ workspace_id: workspaceId, user_id: userId, joined_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @returns true if the user was a member */
export async function deleteMember(db: Db, workspaceId: number, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('members')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const NAME = sql<string>`users.first_name || ' ' || users.last_name`;

/** Locks a user. Each change of a membership starts with this lock. */
export async function lockUser(trx: Db, userId: number) {
  return await trx
    .selectFrom('users')
    .select(['id', 'email', 'email_key', 'email_verified_at', 'is_disabled', 'role', NAME.as('name')])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Keeps the members of an agency until the transaction ends, which may notify them. */
export async function lockMembers(trx: Db, agencyId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', (by) =>
      by.selectFrom('members').select('user_id').where('workspace_id', '=', agencyId),
    )
    .orderBy('id')
    .forKeyShare()
    .execute();
  return rows.map(({ id }) => id);
}

/** Finds the agency that a user is a member of; deleted ones don't count. */
export async function findAgencyByMember(db: Db, userId: number) {
  return await db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .select([
      'workspaces.id',
      'workspaces.name',
      'workspaces.status',
      'workspaces.main_admin_id',
      'workspaces.website',
      'workspaces.brand_color',
    ])
    .where('members.user_id', '=', userId)
    .where('workspaces.kind', '=', 'agency')
    .where('workspaces.status', '<>', 'deleted')
    .executeTakeFirst();
}

/** The agency that a user is a member of: an active one, else an inactive one, else the one that was deleted last. */
export function findNoticedAgency(db: Db, userId: number) {
  return db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .select(['workspaces.id', 'workspaces.name', 'workspaces.status', 'workspaces.main_admin_id'])
    .select(sql<Date>`coalesce(deleted_at, inactive_since, workspaces.updated_at)`.as('since'))
    .where('members.user_id', '=', userId)
    .where('workspaces.kind', '=', 'agency')
    .where('workspaces.main_admin_id', 'is not', null)
    .orderBy(sql`array_position(array['active', 'not_active', 'deleted'], workspaces.status)`)
    .orderBy('workspaces.deleted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** True for the main admin of an agency that is not deleted. */
export async function isMainAdmin(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('workspaces')
    .select('id')
    .where('main_admin_id', '=', userId)
    .where('status', '<>', 'deleted')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the agency in a transaction. @returns the agency with the user who saved it last */
export function findAgencyById(db: Db, id: number) {
  return savedRows('workspaces').find(db, id, sql<SqlBool>`kind = 'agency' and main_admin_id is not null`);
}

export async function updateWorkspace(
  db: Db,
  id: number,
  change: Updateable<Schema['workspaces']>,
): Promise<void> {
  await db.updateTable('workspaces').set(change).where('id', '=', id).execute();
}

/** Deletes members who have joined another agency since this one was deleted. @returns them, with that agency */
export async function deleteMovedMembers(trx: Db, agencyId: number) {
  const { rows } = await sql<{ user_id: number; agency: string }>`delete from members
    using members as others, workspaces
    where members.workspace_id = ${agencyId} and others.user_id = members.user_id
      and workspaces.id = others.workspace_id and workspaces.kind = 'agency'
      and workspaces.status <> 'deleted' and workspaces.id <> ${agencyId}
    returning members.user_id, workspaces.name as agency`.execute(trx);
  return rows;
}

/** Detaches a personal workspace from its owner; the garbage collection deletes it. @returns its id */
export async function releasePersonalWorkspace(trx: Db, userId: number, now: Date): Promise<number> {
  const { id } = await trx
    .updateTable('workspaces')
    .set({ person_id: null, status: 'deleted', deleted_at: now })
    .where('person_id', '=', userId)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Makes the longest-standing member who is in no other agency the main admin of each deleted agency of a user. Without
 * such a member the agency can't be restored, and has no main admin. @returns the agencies
 */
export async function passDeletedAgencies(trx: Db, userId: number) {
  const { rows } = await sql<{
    name: string;
    main_admin_id: number | null;
    deleted_at: Date;
  }>`update workspaces set main_admin_id = (
      select members.user_id from members join users on users.id = members.user_id
      where members.workspace_id = workspaces.id and members.user_id <> ${userId} and not users.is_disabled
        and not exists (
          select from members others join workspaces agencies on agencies.id = others.workspace_id
          where others.user_id = members.user_id and agencies.kind = 'agency' and agencies.status <> 'deleted')
      order by members.joined_at, members.user_id limit 1)
    where main_admin_id = ${userId} and status = 'deleted'
    returning name, main_admin_id, deleted_at`.execute(trx);
  return rows;
}

/**
 * Lists one page of the members of an agency; sorted by name, its main admin comes first. Ids are an array
 * for the reason given at `isAmong`.
 */
export function listMembers(db: Db, agencyId: number, options: ListOptions<'name' | 'created_at'>) {
  const ids = sql`select user_id from members where workspace_id = ${agencyId}`;
  const joinedAt = sql<Date>`(
    select joined_at from members where workspace_id = ${agencyId} and user_id = users.id)`;
  const list = {
    rows: db.selectFrom('users').where(sql<SqlBool>`users.id = any(array(${ids}))`),
    key: 'users.id',
    sorts: {
      name: {
        by: toNaturalKey(sql`users.last_name || ' ' || users.first_name`),
        first: sql<SqlBool>`(users.id = (select main_admin_id from workspaces where id = ${agencyId})) is true`,
      },
      created_at: { by: joinedAt },
    },
    searched: ['users.first_name', 'users.last_name', 'users.email'],
  } as const;
  return listPage(list, options, (query) =>
    query.select(['users.id', 'users.email', 'users.avatar_key', joinedAt.as('joined_at'), NAME.as('name')]),
  );
}

const AGENCY_SORTS = {
  name: { by: toNaturalKey(sql.ref('workspaces.name')) },
  members: { by: sql`(select count(*) from members where workspace_id = workspaces.id)` },
  created_at: { by: sql.ref('workspaces.created_at') },
  updated_at: { by: sql.ref('workspaces.updated_at') },
};

type AgencyQuery = ListOptions<keyof typeof AGENCY_SORTS> & { status?: readonly string[] | undefined };

/** One page of all agencies; deleted ones only if the status is given. */
export function listAgencies(db: Db, { status, ...options }: AgencyQuery) {
  const list = {
    rows: selectAgencies(db),
    key: 'workspaces.id',
    sorts: AGENCY_SORTS,
    searched: ['workspaces.name', 'users.first_name', 'users.last_name', 'users.email'],
    chosen: { 'workspaces.status': status?.length ? status : ['active', 'not_active'] },
  } as const;
  return listPage(list, options, selectAgencyRow);
}

/** Gets an agency with the columns of the list. */
export function getShownAgency(db: Db, id: number) {
  return selectAgencyRow(selectAgencies(db)).where('workspaces.id', '=', id).executeTakeFirstOrThrow();
}

function selectAgencies(db: Db) {
  return db
    .selectFrom('workspaces')
    .innerJoin('users', 'users.id', 'workspaces.main_admin_id')
    .where('workspaces.kind', '=', sql.lit('agency'));
}

function selectAgencyRow(query: ReturnType<typeof selectAgencies>) {
  return query.select([
    'workspaces.id',
    'workspaces.name',
    'workspaces.status',
    'workspaces.revision',
    'workspaces.created_at',
    'workspaces.updated_at',
    'workspaces.deleted_at',
    'users.id as main_admin_id',
    NAME.as('main_admin'),
    'users.is_disabled as is_main_admin_disabled',
    // Only a deleted agency can have a main admin who is in another one.
    sql<string | null>`case when workspaces.status = 'deleted' then (
      select others.name from members join workspaces as others on others.id = members.workspace_id
      where members.user_id = workspaces.main_admin_id and others.kind = 'agency' and others.status <> 'deleted'
      limit 1) end`.as('other_agency'),
    sql<number>`(select count(*)::int from members where workspace_id = workspaces.id)`.as('member_count'),
  ]);
}

/** Lists active agencies by name. */
export function listAgencyChoices(db: Db) {
  return db
    .selectFrom('workspaces')
    .select(['id', 'name'])
    .where('kind', '=', sql.lit('agency'))
    .where('status', '=', 'active')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
}

interface PeopleSearch {
  words: string;
  agencyId: number;
  limit: number;
  /** Administrators can be chosen, too. */
  isOfAllRoles: boolean;
}

/** Finds users by name or email address, with the other agency that they are in. Those who can be chosen come first. */
export function searchPeople(db: Db, search: PeopleSearch) {
  const pattern = toPattern(search.words);
  const others = sql`select id from workspaces
    where kind = 'agency' and status <> 'deleted' and id <> ${search.agencyId}`;
  const isElsewhere = isAmong(
    'users.id',
    sql`select user_id from members where ${isAmong('workspace_id', others)}`,
  );
  const isAllowedRole = search.isOfAllRoles ? sql<boolean>`true` : sql<boolean>`users.role = 'user'`;
  const found = db
    .selectFrom('users')
    .select(['users.id', sql<string>`${NAME} || ' (' || users.email || ')'`.as('name')])
    .select([isAllowedRole.as('is_allowed_role'), 'users.is_disabled'])
    .where(sql<SqlBool>`(${NAME} || ' ' || users.email) ilike ${pattern}`)
    .orderBy(sql`not users.is_disabled and ${isAllowedRole} and not ${isElsewhere}`, 'desc')
    .orderBy(sql`lower(users.last_name)`)
    .orderBy(sql`lower(users.first_name)`)
    .orderBy('users.id')
    .limit(search.limit);
  // The agency is read for the rows that were found only; a user is in at most one that isn't deleted.
  return db
    .selectFrom(found.as('found'))
    .selectAll()
    .select(
      sql<string | null>`(select name from workspaces where id in (${others})
        and id = any(array(select workspace_id from members where user_id = found.id)) limit 1)`.as('agency'),
    )
    .execute();
}
