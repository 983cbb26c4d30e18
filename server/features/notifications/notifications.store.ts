/** Notifications in the database. */
import { sql } from 'kysely';
import { listPage, type ListOptions } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';
import { isOwned, type Scope } from '#server/db/scope.ts';

export interface NewNotification {
  user_id: number;
  notification: string;
  link: string | null;
  event_key: string | null;
}

const SHOWN = ['id', 'notification', 'link', 'read_at', 'created_at'] as const;

/** @returns those that were inserted: repeated events and deleted users are skipped */
export async function insertNotifications(
  db: Db,
  given: readonly NewNotification[],
  now: Date,
): Promise<{ id: number; user_id: number }[]> {
  if (given.length === 0) return [];
  const { rows } = await sql<{ id: number; user_id: number }>`
    insert into notifications (user_id, notification, link, event_key, created_at)
    select users.id, given.notification, given.link, given.event_key, ${now}
    from users join jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given (user_id integer, notification text, link text, event_key text) on given.user_id = users.id
    order by users.id for key share of users
    on conflict (user_id, event_key) do nothing
    returning id, user_id`.execute(db);
  return rows;
}

/** @returns the user if they are a member of the workspace, otherwise its main admin or owner; null without one */
export async function findRecipient(
  db: Db,
  { userId, workspaceId }: { userId: number | null; workspaceId: number },
): Promise<number | null> {
  const member = sql<number>`(select user_id from members join users on users.id = members.user_id
    where members.workspace_id = workspaces.id and user_id = ${userId}::integer and not users.is_disabled)`;
  const row = await db
    .selectFrom('workspaces')
    .select(sql<number | null>`coalesce(${member}, main_admin_id, person_id)`.as('recipient'))
    .where('id', '=', workspaceId)
    .where('status', '<>', 'deleted')
    .executeTakeFirst();
  return row?.recipient ?? null;
}

/** @returns the projects and domains among these that the scope can open */
export async function findReachable(
  db: Db,
  scope: Scope,
  ids: { projects: readonly number[]; domains: readonly number[] },
): Promise<{ kind: 'projects' | 'domains'; id: number }[]> {
  const found: { kind: 'projects' | 'domains'; id: number }[] = [];
  for (const kind of ['projects', 'domains'] as const) {
    if (ids[kind].length === 0) continue;
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(kind)}
      where id = any(${[...ids[kind]]}::integer[]) and ${isOwned(scope, kind)}`.execute(db);
    found.push(...rows.map(({ id }) => ({ kind, id })));
  }
  return found;
}

/** Finds a notification with its recipient. */
export async function findMailedNotification(db: Db, id: number) {
  return await db
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .select(['notification', 'link', 'read_at', 'email', 'first_name', 'user_id', 'users.role'])
    .select(['notifications.id', 'notifications.created_at'])
    .where('notifications.id', '=', id)
    .executeTakeFirst();
}

/** One page of the list, newest first. */
export function listNotifications(db: Db, userId: number, options: ListOptions) {
  const rows = db.selectFrom('notifications').where('user_id', '=', userId);
  const list = {
    rows,
    key: 'notifications.id',
    sorts: {},
    searched: ['notifications.notification'],
  } as const;
  return listPage(list, options, (query) => query.select(SHOWN));
}

export function listNewestNotifications(db: Db, userId: number, limit: number) {
  return db
    .selectFrom('notifications')
    .select(SHOWN)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function countUnread(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom('notifications')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.total;
}

/** Marks notifications as read: those with these ids, or all of the user. */
export async function updateRead(
  db: Db,
  change: { userId: number; ids?: number[]; now: Date },
): Promise<void> {
  const { userId, ids, now } = change;
  if (ids?.length === 0) return;
  let query = db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null);
  if (ids !== undefined) query = query.where('id', 'in', ids);
  await query.execute();
}

export async function deleteNotifications(db: Db, link: string): Promise<void> {
  await db.deleteFrom('notifications').where('link', '=', link).execute();
}
