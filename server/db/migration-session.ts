/**
 * Connection for migrations: holds an advisory lock, has its own timeouts, and runs texts of several
 * statements.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import type { Pool, PoolClient } from 'pg';
import { DatabaseError } from './database-error.ts';
import type { Database } from './database.ts';
import { INDEX_STEP } from './migration-file.ts';
import { checkFitness } from './server-fitness.ts';

/** Arbitrary number, unlikely to be used by another application. */
const LOCK_KEY = 7_310_422;
const LOCK_WAIT_MS = 60_000;
const LOCK_POLL_MS = 100;
/** Attempts for a busy table; in between, other statements can acquire their locks. */
const TRIES = 5;
const RETRY_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';
/** Longer than the pool's timeout, because changing a table may take minutes. */
const FILE_TIMEOUT_MS = 15 * 60_000;
const LIMITS = "set local lock_timeout = '1s'; set local statement_timeout = '60s';";
/** Maximum of a timer, 24 days: an index on a large table may take hours. */
const STEP_TIMEOUT_MS = 2 ** 31 - 1;
const RECORD = 'insert into migrations (name, hash, works_from) values ($1, $2, $3)';
/** Otherwise, a server whose client was killed continues until the index is complete, and holds the lock. */
const CHECK_CLIENT = `select set_config('client_connection_check_interval', '5s', false)`;

interface Run {
  name: string;
  hash: string;
  works_from: number;
}

export interface MigrationSession {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs a file and records it atomically. */
  run(text: string, record: Run): Promise<void>;
  /** Runs one statement outside of a transaction. It must be safe to run again. */
  runStep(text: string): Promise<void>;
  record(record: Run): Promise<void>;
}

export async function inMigrationSession<Result>(
  { kind, raw }: Database,
  work: (session: MigrationSession) => Promise<Result>,
): Promise<Result> {
  // A PGlite folder has one process and one connection, so no lock is needed.
  if (kind === 'pglite') return await work(pgliteSession(raw as PGlite));
  const client = await (raw as Pool).connect();
  try {
    await checkFitness(client);
    await lock(client);
    return await work(postgresSession(client));
  } finally {
    // Closes the session, which releases the lock in any state.
    client.release(true);
  }
}

const toValues = ({ name, hash, works_from: from }: Run) => [name, hash, from];

function pgliteSession(pglite: PGlite): MigrationSession {
  const query = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await pglite.query<Row>(text, [...values])).rows;
  return {
    query,
    run: (text, record) =>
      pglite.transaction(async (trx) => {
        await trx.exec(text);
        await trx.query(RECORD, toValues(record));
      }),
    runStep: async (text) => {
      await dropInvalidIndex(query, text);
      await pglite.exec(text);
    },
    record: async (record) => void (await query(RECORD, toValues(record))),
  };
}

function postgresSession(client: PoolClient): MigrationSession {
  const query = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await client.query(text, [...values])).rows as Row[];
  return {
    query,
    run: async (text, record) => {
      await retryWhileLocked(async () => {
        try {
          await client.query('begin');
          await client.query(LIMITS);
          await client.query(withTimeout(text, FILE_TIMEOUT_MS));
          await client.query(RECORD, toValues(record));
          await client.query('commit');
        } catch (error) {
          await client.query('rollback').catch(() => {});
          throw error;
        }
      });
    },
    runStep: async (text) => {
      // Not supported on systems that can't detect a lost client.
      await client.query(CHECK_CLIENT).catch(() => {});
      // An index build waits for older transactions without blocking. Other statements must not make readers
      // wait.
      const lockLimit = INDEX_STEP.test(text) ? '0' : '1s';
      await client.query(`set statement_timeout = 0; set lock_timeout = '${lockLimit}'`);
      await dropInvalidIndex(
        (drop) => client.query(withTimeout(drop, STEP_TIMEOUT_MS)).then(({ rows }) => rows),
        text,
      );
      await retryWhileLocked(() => client.query(withTimeout(text, STEP_TIMEOUT_MS)));
    },
    record: async (record) => void (await query(RECORD, toValues(record))),
  };
}

/** Supported by the driver, but missing from its types. */
const withTimeout = (text: string, milliseconds: number) => ({ text, query_timeout: milliseconds });

async function retryWhileLocked(attempt: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await attempt();
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || tries === TRIES) throw error;
      await sleep(RETRY_MS);
    }
  }
}

/** Drops an index whose creation was interrupted: it is never used, and `if not exists` would keep it. */
async function dropInvalidIndex(query: <Row>(text: string) => Promise<Row[]>, text: string): Promise<void> {
  const name = INDEX_STEP.exec(text)?.[1]?.toLowerCase();
  if (name === undefined) return;
  const invalid = await query(
    `select from pg_index where indexrelid = to_regclass('${name}') and not indisvalid`,
  );
  if (invalid.length > 0) await query(`drop index concurrently ${name}`);
}

/** Polls for the lock, because a blocking wait would hit the lock timeout. */
async function lock(client: PoolClient): Promise<void> {
  const end = performance.now() + LOCK_WAIT_MS;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(${LOCK_KEY}) as taken`,
    );
    if (rows[0]?.taken === true) return;
    if (performance.now() > end) {
      throw new DatabaseError(
        'Another process has been migrating the database for a minute. Wait for it, or stop it.',
      );
    }
    await sleep(LOCK_POLL_MS);
  }
}
