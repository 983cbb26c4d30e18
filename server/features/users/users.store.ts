/** People in lists of administrators. */
import { type SqlBool, sql } from 'kysely';
import type { Role } from '#contract/account.contract.ts';
import { listPage, type ListWishes } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';

const LAST_SEEN = sql<Date | null>`(select max(seen_at) from sessions where user_id = users.id and parent_id is null)`;

const SORTS = {
  name: { by: sql`lower(users.last_name) || ' ' || lower(users.first_name)` },
  email: { by: sql.ref('users.email_key') },
  role: { by: sql.ref('users.role') },
  last_seen_at: { by: LAST_SEEN, mayBeEmpty: true },
  created_at: { by: sql.ref('users.created_at') },
};

type Wishes = ListWishes<keyof typeof SORTS> & {
  role?: readonly Role[] | undefined;
  status?: readonly string[] | undefined;
  agency_id?: number | undefined;
};

/** One page of the list. */
export function listUsers(db: Db, { role, status, agency_id: agencyId, ...wishes }: Wishes, now: Date) {
  const filters = [
    ...(status?.length === 1 ? [sql<SqlBool>`users.is_disabled = ${status[0] === 'disabled'}`] : []),
    ...(agencyId === undefined ? [] : [sql<SqlBool>`agencies.id = ${agencyId}`]),
  ];
  const list = {
    rows: selectUsers(db),
    key: 'users.id',
    sorts: SORTS,
    searched: ['users.first_name', 'users.last_name', 'users.email', 'agencies.name'],
    filters,
    chosen: { 'users.role': role },
  } as const;
  return listPage(list, wishes, (query) => selectRow(query, now));
}

/** As the list shows them. */
export function findShownUser(db: Db, id: number, now: Date) {
  return selectRow(selectUsers(db), now).where('users.id', '=', id).executeTakeFirst();
}

/** Each person stands once: nobody is in two agencies that are not deleted. */
function selectUsers(db: Db) {
  return db.selectFrom('users').leftJoin(
    (by) =>
      by
        .selectFrom('members')
        .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
        .select([
          'members.user_id',
          'workspaces.id',
          'workspaces.name',
          'workspaces.status',
          'workspaces.main_admin_id',
        ])
        .where('workspaces.kind', '=', 'agency')
        .where('workspaces.status', '<>', 'deleted')
        .as('agencies'),
    (join) => join.onRef('agencies.user_id', '=', 'users.id'),
  );
}

function selectRow(query: ReturnType<typeof selectUsers>, now: Date) {
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
    'agencies.id as agency_id',
    'agencies.name as agency_name',
    'agencies.status as agency_status',
    'agencies.main_admin_id',
    sql<number>`(select count(*)::int from sessions
      where user_id = users.id and parent_id is null and expires_at > ${now})`.as('session_count'),
    LAST_SEEN.as('last_seen_at'),
  ]);
}
