/**
 * What an end costs a job, and jobs of dead processes requeued at once instead of after their heartbeat. pg-boss has no call for either: to it every end is the same try.
 */
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { DEATHS, DEATHS_PER_FAILURE } from './boss-settings.ts';

/** After so many deaths a job may be what kills the process; such jobs are done alone. */
const SUSPECT_DEATHS = 3;
/** Jobs that are no suspects begin first; the default priority is 0. */
const SUSPECT_PRIORITY = -1;
/** What a death leaves at the job: our own words on PGlite, those of pg-boss where it ends silent ones. */
const DIED = { code: 'died', message: 'The process ended each time.' };
const SILENT = 'job heartbeat timeout';

interface LeftJob {
  id: string;
  name: string;
  retry_count: number;
  retry_limit: number;
}

/** @returns what the last end said, and whether it was a death of the process */
export function readEnd(output: object | null | undefined): { reason: string; isDeath: boolean } {
  const { code, message, value } = (output ?? {}) as Partial<typeof DIED> & { value?: { message?: string } };
  const isDeath = code === DIED.code || value?.message === SILENT;
  return { reason: isDeath ? DIED.message : (message ?? value?.message ?? ''), isDeath };
}

/** Whether the process died under this job so often, and the last time, that the job may be the reason. */
export function isSuspect({ output, retryCount, retryLimit }: JobWithMetadata): boolean {
  return retryLimit - retryCount < DEATHS - SUSPECT_DEATHS && readEnd(output).isDeath;
}

/** True if a failure now is the last one. */
export function isLastTry({ retryCount, retryLimit }: JobWithMetadata): boolean {
  return retryCount >= retryLimit - (DEATHS_PER_FAILURE - 1);
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
 * job killed it nobody knows, so it counts a little.
 */
export async function requeueAll(boss: PgBoss): Promise<void> {
  const { rows } = await boss
    .getDb()
    .executeSql(`select id, name, retry_count, retry_limit from pgboss.job where state = 'active'`);
  for (const { id, name, retry_count: tries, retry_limit: limit } of rows as LeftJob[]) {
    if (tries >= limit) await boss.fail(name, id, DIED);
  }
  await boss.getDb().executeSql(
    `update pgboss.job set state = 'retry', heartbeat_on = null, start_after = now(), output = $3,
      priority = case when retry_limit - retry_count < $2 then $1 else priority end
    where state = 'active'`,
    // This death is counted with the next try.
    [SUSPECT_PRIORITY, DEATHS - SUSPECT_DEATHS + 1, JSON.stringify(DIED)],
  );
}

/**
 * For a server that stops, and for a job that may not begin yet: the try does not count. The attempt gets a
 * new number all the same, so that the end of the old one, if it ever comes, is not taken for the next.
 */
export async function requeueJobs(
  boss: PgBoss,
  jobs: readonly JobWithMetadata[],
  waitSeconds = 0,
): Promise<void> {
  for (const { id, name, retryCount } of jobs) {
    await boss.getDb().executeSql(
      `update pgboss.job
      set state = 'retry', start_after = now() + $4 * interval '1 second', started_on = null, heartbeat_on = null,
        retry_count = retry_count + 1, retry_limit = retry_limit + 1
      where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
      [name, id, retryCount, waitSeconds],
    );
  }
}
