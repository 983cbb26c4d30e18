/** The one connection that migrates: alone by an advisory lock, with its own limits, several statements at once. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import type { Pool, PoolClient } from 'pg';
import { DatabaseError } from './database-error.ts';
import type { Database } from './database.ts';
import { checkFitness } from './server-fitness.ts';

/** Any number will do as long as nobody else takes it. */
const LOCK_KEY = 7_310_422;
const LOCK_WAIT_MS = 60_000;
const LOCK_LOOK_MS = 100;
/** A table that is busy is asked for again, so that nobody queues behind us for long. */
const TRIES = 5;
const RETRY_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';
/** The pool takes a server for one that hangs after seconds; a table that is changed may take minutes. */
const FILE_MS = 15 * 60_000;
const LIMITS = "set local lock_timeout = '1s'; set local statement_timeout = '60s';";
const RECORD = 'insert into migrations (name, hash) values ($1, $2)';

export interface MigrationSession {
  query<Row>(text: string): Promise<Row[]>;
  /** Runs a file and records it, both or neither. */
  run(text: string, record: { name: string; hash: string }): Promise<void>;
}

export async function inMigrationSession<Result>(
  { kind, raw }: Database,
  work: (session: MigrationSession) => Promise<Result>,
): Promise<Result> {
  // A folder of PGlite has one process and one connection: nobody to keep out.
  if (kind === 'pglite') return await work(pgliteSession(raw as PGlite));
  const client = await (raw as Pool).connect();
  try {
    await checkFitness(client);
    await lock(client);
    return await work(postgresSession(client));
  } finally {
    // Ends the session, and with it the lock in whatever state things are.
    client.release(true);
  }
}

function pgliteSession(pglite: PGlite): MigrationSession {
  return {
    query: async <Row>(text: string) => (await pglite.query<Row>(text)).rows,
    run: (text, { name, hash }) =>
      pglite.transaction(async (trx) => {
        await trx.exec(text);
        await trx.query(RECORD, [name, hash]);
      }),
  };
}

function postgresSession(client: PoolClient): MigrationSession {
  return {
    query: async <Row>(text: string) => (await client.query(text)).rows as Row[],
    run: async (text, { name, hash }) => {
      // Known to the driver and not to its types.
      const file = { text, query_timeout: FILE_MS };
      for (let tries = 1; ; tries++) {
        try {
          await client.query('begin');
          await client.query(LIMITS);
          await client.query(file);
          await client.query(RECORD, [name, hash]);
          await client.query('commit');
          return;
        } catch (error) {
          await client.query('rollback').catch(() => {});
          if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || tries === TRIES) throw error;
          await sleep(RETRY_MS);
        }
      }
    },
  };
}

/** Asked for again and again: waiting within the database would fall under the limit on locks. */
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
    await sleep(LOCK_LOOK_MS);
  }
}
