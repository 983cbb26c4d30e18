/**
 * How pg-boss is set up: three failures or twelve dead processes, quick wake-up, and nothing of its own
 * that wakes an idle server.
 */
import { type ConstructorOptions, fromKysely, fromPglite, type PgBoss } from 'pg-boss';
import bossPackage from 'pg-boss/package.json' with { type: 'json' };
import { DatabaseError } from '../db/database-error.ts';
import type { Database, Db } from '../db/open.ts';

/** So often may the process die under a job: deaths are seldom the job's fault, but a job that kills must end. */
export const DEATHS = 12;
/** A failure is the job's own: it counts for so many deaths, so the third is the last. */
export const DEATHS_PER_FAILURE = 4;
/** Of the queue to PostgreSQL, with the one on which it listens for new jobs. */
export const QUEUE_CONNECTIONS = 4;
const RETRY_DELAY_S = 1;
/** Stops of the server raise the number of a try as well, and the delay doubles with it. */
const LONGEST_RETRY_DELAY_S = 4;
const LONGEST_HANDLER_S = 3_600;
const KEEP_S = 30 * 86_400;
const DAY_S = 86_400;
const HOUR_S = 3_600;
/** Several processes look for each other's dead; a single one clears away what is old, which takes it some 40 ms. */
const SERVER_LOOK_S = 3;
const SINGLE_LOOK_S = 600;
const NO_ID = '00000000-0000-0000-0000-000000000000';

const DEAD = '.dead';

type Plain = ReturnType<typeof fromPglite>;

export function describeBoss({ db, kind, raw }: Database): ConstructorOptions {
  const lookSeconds = kind === 'postgres' ? SERVER_LOOK_S : SINGLE_LOOK_S;
  const common: ConstructorOptions = {
    useListenNotify: true,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    flowIntervalSeconds: DAY_S,
    bamIntervalSeconds: DAY_S,
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds,
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
 * Statements are prepared as all others are: to look for a job takes five milliseconds otherwise, on the thread that serves
 * requests. Several in one text go without.
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

/** @returns the queue of jobs whose last try failed */
export function nameDead(job: string): string {
  return `${job}${DEAD}`;
}

/** Parses a name of a queue or of `nameDead`. */
export function readQueue(name: string): { queue: string; isDead: boolean } {
  return name.endsWith(DEAD)
    ? { queue: name.slice(0, -DEAD.length), isDead: true }
    : { queue: name, isDead: false };
}

/**
 * Makes the queues and looks into each. Sending to a queue that pg-boss has not seen yet makes it ask
 * through the outer connection, which PGlite does not have within a transaction: it would hang.
 */
export async function createQueues(
  boss: PgBoss,
  jobs: readonly string[],
  heartbeatSeconds: number | null,
): Promise<void> {
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const job of jobs) {
    const dead = nameDead(job);
    const keeping = { retentionSeconds: KEEP_S, deleteAfterSeconds: KEEP_S, notify: true };
    const trying = {
      ...keeping,
      // pg-boss counts each new try as one; `chargeFailure` takes off what a failure costs besides.
      retryLimit: DEATHS - 1,
      retryDelay: RETRY_DELAY_S,
      retryBackoff: true,
      retryDelayMax: LONGEST_RETRY_DELAY_S,
      expireInSeconds: LONGEST_HANDLER_S,
    };
    if (!known.has(dead)) await boss.createQueue(dead, trying);
    await boss.updateQueue(dead, { ...trying, heartbeatSeconds });
    // One waiting job for each singleton key.
    if (!known.has(job)) await boss.createQueue(job, { policy: 'short', ...trying, deadLetter: dead });
    await boss.updateQueue(job, { ...trying, deadLetter: dead, heartbeatSeconds });
    await boss.findJobs(dead, { id: NO_ID });
    await boss.findJobs(job, { id: NO_ID });
  }
}

/**
 * Compares the tables of pg-boss with those that this version needs, without changes.
 * @throws DatabaseError if a newer version made them, which pg-boss would only report later
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
      'The tables of the job queue were made by a newer version of Geoloom, and this version does not work with them. Start the newer version, or restore a backup made by this one.',
    );
  return found < expected ? 'older' : 'same';
}

/** Checks that pg-boss works with its tables, because it would migrate older ones by itself. @throws DatabaseError that says what to do */
export async function checkQueueSchema(database: Pick<Database, 'db'>): Promise<void> {
  if ((await compareQueueSchema(database)) === 'same') return;
  throw new DatabaseError(
    'The tables of the job queue are older than this version of Geoloom. Run: npm run migrate',
  );
}
