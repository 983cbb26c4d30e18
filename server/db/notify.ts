/** NOTIFY of any number of payloads in one statement. https://www.postgresql.org/docs/current/sql-notify.html */
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Notifies all listeners of a channel; in a transaction, after the commit. */
export async function notify(via: Db, channel: string, ...payloads: string[]): Promise<void> {
  if (payloads.length === 0) return;
  await sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as payload`.execute(via);
}
