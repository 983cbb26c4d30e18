/**
 * Counts failures and crashes differently, and requeues jobs of crashed processes immediately instead of
 * after their heartbeat. pg-boss supports neither: it counts every end as one attempt.
 */
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { MAX_CRASHES, CRASHES_PER_FAILURE } from './boss-settings.ts';

/** Crashes after which a job is quarantined, because it may be their cause. */
const SUSPECT_CRASHES = 3;
/** Suspects start after other jobs; the default priority is 0. */
const SUSPECT_PRIORITY = -1;
/** Output of a job after a crash: this one on PGlite, pg-boss's own after a missed heartbeat. */
const WORKER_CRASHED = { code: 'died', message: 'The process crashed on every attempt.' };
const HEARTBEAT_MISSED = 'job heartbeat timeout';

interface InterruptedJob {
  id: string;
  name: string;
  retry_count: number;
  retry_limit: number;
}

/** Parses the output of the last attempt. */
export function readEnd(output: object | null | undefined): { reason: string; isCrash: boolean } {
  const { code, message, value } = (output ?? {}) as Partial<typeof WORKER_CRASHED> & {
    value?: { message?: string };
  };
  const isCrash = code === WORKER_CRASHED.code || value?.message === HEARTBEAT_MISSED;
  return { reason: isCrash ? WORKER_CRASHED.message : (message ?? value?.message ?? ''), isCrash };
}

/**
 * True if the process crashed so often during this job, including the last attempt, that the job may be the
 * cause.
 */
export function isSuspect({ output, retryCount, retryLimit }: JobWithMetadata): boolean {
  return retryLimit - retryCount < MAX_CRASHES - SUSPECT_CRASHES && readEnd(output).isCrash;
}

/** True if a failure now is the last one. */
export function isLastAttempt({ retryCount, retryLimit }: JobWithMetadata): boolean {
  return retryCount >= retryLimit - (CRASHES_PER_FAILURE - 1);
}

/** Counts a failure as several crashes. Call it while the job is still active. */
export async function chargeFailure(boss: PgBoss, { id, name, retryCount }: JobWithMetadata): Promise<void> {
  await boss.getDb().executeSql(
    `update pgboss.job set retry_limit = retry_limit - $4
    where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
    [name, id, retryCount, CRASHES_PER_FAILURE - 1],
  );
}

/**
 * Requeues all active jobs when a single process starts, because the previous process interrupted them. Each
 * interruption counts as a crash, since the job may be the cause.
 */
export async function requeueAll(boss: PgBoss): Promise<void> {
  const { rows } = await boss
    .getDb()
    .executeSql(`select id, name, retry_count, retry_limit from pgboss.job where state = 'active'`);
  for (const { id, name, retry_count: attempts, retry_limit: limit } of rows as InterruptedJob[]) {
    if (attempts >= limit) await boss.fail(name, id, WORKER_CRASHED);
  }
  await boss.getDb().executeSql(
    `update pgboss.job set state = 'retry', heartbeat_on = null, start_after = now(), output = $3,
      priority = case when retry_limit - retry_count < $2 then $1 else priority end
    where state = 'active'`,
    // This crash is counted with the next attempt.
    [SUSPECT_PRIORITY, MAX_CRASHES - SUSPECT_CRASHES + 1, JSON.stringify(WORKER_CRASHED)],
  );
}

/**
 * Requeues jobs of a stopping server and jobs without a slot, without counting an attempt. The attempt gets a
 * new number, so that a late end of the old attempt isn't mistaken for the end of the new one.
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
