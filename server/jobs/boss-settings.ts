/**
 * Settings of pg-boss: three failures or twelve crashes, notification of new jobs, and no timers that wake an
 * idle server.
 */
import { type ConstructorOptions, fromKysely, fromPglite, type PgBoss } from 'pg-boss';
import bossPackage from 'pg-boss/package.json' with { type: 'json' };
import { DatabaseError } from '../db/database-error.ts';
import type { Database, Db } from '../db/open.ts';

/**
 * Maximum number of process crashes during a job: most crashes have another cause, but a job that causes them
 * must end.
 */
export const MAX_CRASHES = 12;
/** One failure counts as this many crashes, so that the third failure is the last. */
export const CRASHES_PER_FAILURE = 4;
/** Connections of the queue to PostgreSQL, including the one that listens for new jobs. */
export const QUEUE_CONNECTIONS = 4;
const RETRY_DELAY_S = 1;
/** Limits the backoff, because stops of the server also raise the number of attempts. */
const MAX_RETRY_DELAY_S = 4;
const MAX_HANDLER_S = 3_600;
const KEEP_S = 30 * 86_400;
const DAY_S = 86_400;
const HOUR_S = 3_600;
/**
 * Interval of maintenance: servers detect crashed processes; a single process only deletes old jobs, in about
 * 40 ms.
 */
const SERVER_SUPERVISE_S = 3;
const SINGLE_SUPERVISE_S = 600;
const NO_ID = '00000000-0000-0000-0000-000000000000';

const DEAD = '.dead';

type Plain = ReturnType<typeof fromPglite>;

export function describeBoss({ db, kind, raw }: Database): ConstructorOptions {
  const superviseSeconds = kind === 'postgres' ? SERVER_SUPERVISE_S : SINGLE_SUPERVISE_S;
  const common: ConstructorOptions = {
    useListenNotify: true,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    flowIntervalSeconds: DAY_S,
    bamIntervalSeconds: DAY_S,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: HOUR_S,
    queueCacheIntervalSeconds: HOUR_S,
  };
  if ('exec' in raw) return { ...common, backend: 'pglite', db: prepareJobs(db, fromPglite(raw)) };
  return {
    ...common,
    connectionString: raw.options.connectionString ?? '',
    max: QUEUE_CONNECTIONS - 1,
    application_name: 'geoloom queue',
    options: '-c statement_timeout=60000 -c lock_timeout=10000',
  };
}

/**
 * Runs single statements as prepared ones; otherwise claiming a job takes 5 ms on the thread that serves
 * requests. Texts with several statements aren't prepared.
 */
function prepareJobs(db: Db, plain: Plain): Plain {
  const prepared = fromKysely(db);
  const isOne = (text: string) => !text.trim().slice(0, -1).includes(';');
  return {
    ...plain,
    executeSql: (text, values) =>
      isOne(text) ? prepared.executeSql(text, values) : plain.executeSql(text, values),
  };
}

/** @returns the name of the dead letter queue */
export function toDeadLetterName(job: string): string {
  return `${job}${DEAD}`;
}

/** Parses a name of a queue or of `toDeadLetterName`. */
export function readQueue(name: string): { queue: string; isDead: boolean } {
  return name.endsWith(DEAD)
    ? { queue: name.slice(0, -DEAD.length), isDead: true }
    : { queue: name, isDead: false };
}

/**
 * Creates the queues and reads from each, so that pg-boss caches them. It would look up an uncached queue through the
 * outer connection, which deadlocks in a transaction on PGlite.
 */
export async function createQueues(
  boss: PgBoss,
  jobs: readonly string[],
  heartbeatSeconds: number | null,
): Promise<void> {
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const job of jobs) {
    const dead = toDeadLetterName(job);
    const retention = { retentionSeconds: KEEP_S, deleteAfterSeconds: KEEP_S, notify: true };
    const retries = {
      ...retention,
      // pg-boss counts one per attempt; `chargeFailure` subtracts the rest of a failure.
      retryLimit: MAX_CRASHES - 1,
      retryDelay: RETRY_DELAY_S,
      retryBackoff: true,
      retryDelayMax: MAX_RETRY_DELAY_S,
      expireInSeconds: MAX_HANDLER_S,
    };
    if (!known.has(dead)) await boss.createQueue(dead, retries);
    await boss.updateQueue(dead, { ...retries, heartbeatSeconds });
    // At most one waiting job per singleton key.
    if (!known.has(job)) await boss.createQueue(job, { policy: 'short', ...retries, deadLetter: dead });
    await boss.updateQueue(job, { ...retries, deadLetter: dead, heartbeatSeconds });
    await boss.findJobs(dead, { id: NO_ID });
    await boss.findJobs(job, { id: NO_ID });
  }
}

/**
 * Compares the tables of pg-boss with those that this version needs, without changes.
 * @throws DatabaseError if a newer version created them, which pg-boss would only report later
 */
export async function compareQueueSchema({
  db,
}: Pick<Database, 'db'>): Promise<'missing' | 'older' | 'same'> {
  const { executeSql } = fromKysely(db);
  const table = await executeSql(`select from pg_class where oid = to_regclass('pgboss.version')`);
  if (table.rows.length === 0) return 'missing';
  const { rows } = await executeSql('select version from pgboss.version');
  const [found, expected] = [rows[0]?.version ?? 0, bossPackage.pgboss.schema];
  if (found > expected)
    throw new DatabaseError(
      'The job queue tables were created by a newer version of Geoloom and don’t work with this version. Start the newer version, or restore a backup made by this one.',
    );
  return found < expected ? 'older' : 'same';
}

/**
 * Checks the version of pg-boss's tables, because pg-boss would migrate older ones on its own. @throws
 * DatabaseError with instructions
 */
export async function checkQueueSchema(database: Pick<Database, 'db'>): Promise<void> {
  if ((await compareQueueSchema(database)) === 'same') return;
  throw new DatabaseError(
    'The job queue tables are older than this version of Geoloom. Run: npm run migrate',
  );
}
