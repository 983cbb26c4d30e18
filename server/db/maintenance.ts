/**
 * Autovacuum for the embedded database: PGlite never analyzes or vacuums on its own. Tables become due by
 * PostgreSQL's rules, using the counters that PGlite keeps.
 * https://www.postgresql.org/docs/current/routine-vacuuming.html#AUTOVACUUM
 */
import { sql } from 'kysely';
import type { Database, Db } from './database.ts';

const INTERVAL_MS = 60 * 1000;
/** Time limit after which a pass starts no more tables; the next pass continues. */
const PASS_MS = 500;
/**
 * A larger table, including indexes, waits for a quiet minute: vacuuming 104 MB (1,000,000 search figures, a
 * fifth of them deleted) holds the connection for 300 ms (2 Xeon cores, 2026-11-27).
 */
const LARGE_BYTES = 64 * 1024 * 1024;
/**
 * Busy share of the time since the last pass; a server that only polls its queues stays below a hundredth.
 */
const QUIET_SHARE = 0.1;

export interface MaintenanceOptions {
  database: Pick<Database, 'db' | 'readBusyMs'>;
  onError(error: unknown): void;
  everyMs?: number;
  largeBytes?: number;
}

/**
 * Analyzes all tables now, then checks once a minute for tables that have changed.
 * @returns a function that stops it
 */
export function maintainTables({
  database: { db, readBusyMs = () => 0 },
  onError,
  everyMs = INTERVAL_MS,
  largeBytes = LARGE_BYTES,
}: MaintenanceOptions): () => Promise<void> {
  const stop = new AbortController();
  let busyMs = 0;
  const pass = async () => {
    const isQuiet = readBusyMs() - busyMs < everyMs * QUIET_SHARE;
    const end = performance.now() + PASS_MS;
    for (const { table, command, isUrgent, bytes } of await listDue(db)) {
      if (stop.signal.aborted || performance.now() > end) break;
      if (isQuiet || isUrgent || bytes < largeBytes) await run(db, command, table);
    }
    busyMs = readBusyMs();
  };
  let working = analyzeAll(db, stop.signal).catch(onError);
  const timer = setInterval(() => {
    working = working.then(pass).catch(onError);
  }, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    stop.abort();
    return working;
  };
}

/** Runs one statement per table, so that other queries can use the connection in between. */
async function analyzeAll(db: Db, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{ table: string }>`
    select schemaname || '.' || relname as table from pg_stat_user_tables order by 1`.execute(db);
  for (const { table } of rows) if (!signal.aborted) await run(db, 'analyze', table);
}

type Command = 'analyze' | 'vacuum' | 'vacuum analyze';

interface DueTable {
  table: string;
  command: Command;
  /** Mostly deleted rows or old transaction ids; doesn't wait for a quiet minute. */
  isUrgent: boolean;
  bytes: number;
}

/** Lists tables that autovacuum would process now, including system tables, smallest first. */
async function listDue(db: Db): Promise<DueTable[]> {
  const { rows } = await sql<DueTable>`
    select schemaname || '.' || relname as table, bytes::float8 as bytes, is_old or n_dead_tup > n_live_tup as "isUrgent",
      case when not (is_old or is_full) then 'analyze' when is_stale then 'vacuum analyze' else 'vacuum' end as command
    from (
      select stats.*, pg_total_relation_size(relid) as bytes, age(relfrozenxid) > 150000000 as is_old,
        n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0) as is_stale,
        n_dead_tup > 50 + 0.2 * greatest(reltuples, 0)
          or n_ins_since_vacuum > 1000 + 0.2 * greatest(reltuples, 0) as is_full
      from pg_stat_all_tables as stats join pg_class on pg_class.oid = relid
      where relkind = 'r' and schemaname <> 'information_schema'
    ) as tables
    where is_old or is_full or is_stale order by bytes`.execute(db);
  return rows;
}

async function run(db: Db, command: Command, table: string): Promise<void> {
  await sql`${sql.raw(command)} ${sql.table(table)}`.execute(db);
}
