/** Notifications in the database; every query names whose they are. */
import { type SqlBool, sql } from 'kysely';
import type { Db } from '#server/db/open.ts';

interface NewNotification {
  user_id: number;
  notification: string;
  link: string | null;
  event_key: string | null;
  created_at: Date;
}

interface Page {
  userId: number;
  search: string;
  limit: number;
  offset: number;
}

const SHOWN = ['id', 'notification', 'link', 'read_at', 'created_at'] as const;

/** @returns false when this event was told before */
export async function insertNotification(db: Db, row: NewNotification): Promise<boolean> {
  const inserted = await db
    .insertInto('notifications')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'event_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function listNotifications(db: Db, { userId, search, limit, offset }: Page) {
  return await selectOf(db, userId, search)
    .select(SHOWN)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countNotifications(db: Db, userId: number, search: string): Promise<number> {
  const row = await selectOf(db, userId, search)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
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

/** @param ids all of the person's where it is missing */
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

/** What leads to a page goes with it. */
export async function deleteNotifications(db: Db, link: string): Promise<void> {
  await db.deleteFrom('notifications').where('link', '=', link).execute();
}

/** The words are looked for as they are; nothing in them is a pattern. */
function selectOf(db: Db, userId: number, search: string) {
  const query = db.selectFrom('notifications').where('user_id', '=', userId);
  if (search === '') return query;
  return query.where(sql<SqlBool>`position(lower(${search}::text) in lower(notification)) > 0`);
}
