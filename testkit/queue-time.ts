/** The time of the queue, which is that of its database: moved forward instead of waited for. */
import { sql } from 'kysely';
import type { Database } from '#server/db/open.ts';

/**
 * Makes jobs due that wait for their next try or for their turn, and lets the workers look for them.
 * @param which `failed` are those that wait for their next try
 */
export async function skipJobWaits(
  { db }: Pick<Database, 'db'>,
  which: 'all' | 'failed' = 'all',
): Promise<void> {
  const waiting = which === 'all' ? sql`state < 'active'` : sql`state = 'retry'`;
  await sql`update pgboss.job set start_after = now() where ${waiting} and start_after > now()`.execute(db);
  // As pg-boss itself wakes them.
  await sql`select pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), name)
    from (select distinct name from pgboss.job where state < 'active') as waiting`.execute(db);
}
