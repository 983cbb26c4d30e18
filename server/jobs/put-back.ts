/**
 * What an end costs a job, and jobs that nobody works on any more given back at once instead of after
 * their heartbeat. pg-boss has no call for either: to it every end is the same try.
 */
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { DEATHS_PER_FAILURE } from './boss-settings.ts';

/** From this try on a job may be what kills the process; such jobs start one after another. */
const SUSPECT_TRIES = 3;
const SUSPECT_PAUSE_S = 5;

interface LeftJob {
  id: string;
  name: string;
  retry_count: number;
  retry_limit: number;
}

/** A failure uses up what several dead processes would. To be called while the job is still active. */
export async function chargeFailure(boss: PgBoss, { id, name, retryCount }: JobWithMetadata): Promise<void> {
  await boss.getDb().executeSql(
    `update pgboss.job set retry_limit = retry_limit - $4
    where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
    [name, id, retryCount, DEATHS_PER_FAILURE - 1],
  );
}

/**
 * For the boot of a single process: whatever is active was cut off with the process before. Whether the
 * job killed it nobody knows, so it counts a little; and of several suspects each has some time alone,
 * so that one that kills does not use up the tries of its neighbours.
 */
export async function putBackAll(boss: PgBoss): Promise<void> {
  const { rows } = await boss
    .getDb()
    .executeSql(`select id, name, retry_count, retry_limit from pgboss.job where state = 'active'`);
  for (const { id, name, retry_count: tries, retry_limit: limit } of rows as LeftJob[]) {
    if (tries >= limit) await boss.fail(name, id, { message: 'The process ended each time.' });
  }
  await boss.getDb().executeSql(
    `update pgboss.job set state = 'retry', heartbeat_on = null,
      start_after = now() + coalesce(suspects.before, 0) * $1 * interval '1 second'
    from pgboss.job as same left join (
      select id, row_number() over (order by retry_count, id) - 1 as before
      from pgboss.job where state = 'active' and retry_count >= $2
    ) as suspects on suspects.id = same.id
    where same.id = job.id and job.state = 'active'`,
    [SUSPECT_PAUSE_S, SUSPECT_TRIES],
  );
}

/**
 * For a server that stops: the try does not count. The attempt gets a new number all the same, so that
 * the end of the old one, if it ever comes, is not taken for the end of the next.
 */
export async function putBackJobs(boss: PgBoss, jobs: readonly JobWithMetadata[]): Promise<void> {
  for (const { id, name, retryCount } of jobs) {
    await boss.getDb().executeSql(
      `update pgboss.job
      set state = 'retry', start_after = now(), started_on = null, heartbeat_on = null,
        retry_count = retry_count + 1, retry_limit = retry_limit + 1
      where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
      [name, id, retryCount],
    );
  }
}
