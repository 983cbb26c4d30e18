/** Moves the clock of the queue, which is its database's, forward. */
import { sql } from 'kysely';
import type { Database } from '#server/db/open.ts';

/**
 * Makes delayed jobs due and lets the workers poll.
 * @param which `failed` are jobs that wait for a retry
 */
export async function skipJobWaits(
  { db }: Pick<Database, 'db'>,
  which: 'all' | 'failed' = 'all',
): Promise<void> {
  const waiting = which === 'all' ? sql`state < 'active'` : sql`state = 'retry'`;
  await sql`update pgboss.job set start_after = now() where ${waiting} and start_after > now()`.execute(db);
  // Wakes the workers as pg-boss does.
  await sql`select pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), name)
    from (select distinct name from pgboss.job where state < 'active') as waiting`.execute(db);
}
