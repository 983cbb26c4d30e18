/** The time of the queue, which is that of its database: moved forward instead of waited for. */
import { sql } from 'kysely';
import type { Database } from '#server/db/open.ts';

/** Makes all jobs due that wait for their next try or for their turn, and lets the workers look for them. */
export async function skipJobWaits({ db }: Pick<Database, 'db'>): Promise<void> {
  await sql`update pgboss.job set start_after = now() where state < 'active' and start_after > now()`.execute(
    db,
  );
  // As pg-boss itself wakes them.
  await sql`select pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), name)
    from (select distinct name from pgboss.job where state < 'active') as waiting`.execute(db);
}
