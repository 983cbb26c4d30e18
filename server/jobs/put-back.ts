/**
 * Gives back jobs that nobody works on any more, at once instead of after their heartbeat. pg-boss has
 * no call for it: to fail them would use up a try and wait for its delay.
 */
import type { JobWithMetadata, PgBoss } from 'pg-boss';

interface LeftJob {
  id: string;
  name: string;
  retry_count: number;
  retry_limit: number;
}

/**
 * For the boot of a single process: whatever is active was cut off with the process before. That was a
 * try, or a job that ends the process would end it for ever.
 */
export async function putBackAll(boss: PgBoss): Promise<void> {
  const { rows } = await boss
    .getDb()
    .executeSql(`select id, name, retry_count, retry_limit from pgboss.job where state = 'active'`);
  for (const { id, name, retry_count: tries, retry_limit: limit } of rows as LeftJob[]) {
    if (tries >= limit) await boss.fail(name, id, { message: 'The process ended during the last try.' });
  }
  await boss
    .getDb()
    .executeSql(
      `update pgboss.job set state = 'retry', start_after = now(), heartbeat_on = null where state = 'active'`,
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
