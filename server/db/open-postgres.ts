/**
 * Opens a PostgreSQL server: pool with timeouts, counts and sums as numbers, and a listener that reconnects.
 */
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { JOB_CONNECTIONS } from './database.ts';
import { watchForDamage } from './damage.ts';
import { DatabaseError, formatCause } from './database-error.ts';
import { createListener } from './listen-postgres.ts';
import { notify } from './notify.ts';
import type { Database, OpenOptions, PoolState } from './database.ts';

const CONNECTIONS = 7;
/** Minimum time to wait for a connection; otherwise it equals the statement timeout. */
const MIN_CONNECT_MS = 5_000;
const STATEMENT_MS = 5_000;
/** Statement timeout of background jobs. */
const JOB_STATEMENT_MS = 60_000;
const LOCK_MS = 1_000;
/** Time after the statement timeout until an unresponsive server counts as down. */
const UNRESPONSIVE_MS = 3_000;
/** Timeout of idle transactions. */
const IDLE_IN_TRANSACTION_MS = 60_000;

/** Connects and opens the pools. @throws DatabaseError if the server doesn't respond */
export async function openPostgres(
  url: string,
  {
    statementTimeoutMs = STATEMENT_MS,
    lockTimeoutMs: lockMs = LOCK_MS,
    connections = CONNECTIONS,
    onQuery,
  }: OpenOptions,
): Promise<Database> {
  const pool = openPool(url, { max: connections, statementMs: statementTimeoutMs, lockMs });
  const jobPool = openPool(url, {
    max: JOB_CONNECTIONS,
    statementMs: Math.max(statementTimeoutMs, JOB_STATEMENT_MS),
    lockMs,
  });
  const damage = watchForDamage(onQuery);
  const toDb = (own: pg.Pool): Database['db'] =>
    new Kysely({ dialect: new PostgresDialect({ pool: own }), log: damage.log });
  const [db, jobs] = [toDb(pool), toDb(jobPool)];
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    await Promise.all([pool.end(), jobPool.end()]);
    throw new DatabaseError(
      `The database server in DATABASE_URL isn’t responding: ${formatCause(error)}. Is it running, and are the name and password correct?`,
      { cause: error },
    );
  }
  const listener = createListener(url);
  let closing: Promise<void> | undefined;
  return {
    db,
    jobs,
    kind: 'postgres',
    raw: pool,
    listen: listener.listen,
    notify,
    readPools: () => [describePool('requests', pool), describePool('jobs', jobPool)],
    check: () => damage.check(db),
    close: () => (closing ??= Promise.all([listener.close(), pool.end(), jobPool.end()]).then(() => {})),
  };
}

interface PoolLimits {
  max: number;
  statementMs: number;
  lockMs: number;
}

function openPool(url: string, { max, statementMs, lockMs }: PoolLimits): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: Math.max(MIN_CONNECT_MS, statementMs),
    statement_timeout: statementMs,
    query_timeout: statementMs + UNRESPONSIVE_MS,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    application_name: 'geoloom',
    types: chooseTypes(),
  });
  // An idle connection that fails is replaced; without a handler the error would end the process.
  pool.on('error', () => {});
  // The pool handles errors only of idle connections. A query on a lost connection rejects by itself.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

function describePool(name: string, { totalCount, idleCount, waitingCount }: pg.Pool): PoolState {
  return { pool: name, size: totalCount, idle: idleCount, waiting: waitingCount };
}

function chooseTypes(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, parseBigNumber);
  return types;
}

/** Parses counts and sums as numbers, like PGlite, if they are safe integers. */
function parseBigNumber(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}
