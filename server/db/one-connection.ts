/**
 * Kysely dialect for PGlite with a lock timeout. PGlite has one connection, so a query of the outer `db`
 * inside a transaction would deadlock silently; here it fails. PGlite also responds without yielding to the
 * event loop, so the dialect yields between queries.
 */
import { setImmediate } from 'node:timers/promises';
import { type DatabaseConnection, type Dialect, type Driver, PGliteDialect, PostgresAdapter } from 'kysely';
import { DatabaseError } from './database-error.ts';
import type { PgliteReader } from './pglite-reader.ts';
import { prepareStatements } from './prepared-statements.ts';

const WAIT_TIMEOUT =
  'waited for the only connection. Inside a transaction every query must go through that transaction, not through the outer db';

/** Time after which the next query yields to the event loop. */
const YIELD_MS = 5;

/**
 * Creates the dialect.
 * @param waitMs timeout of a query that waits for the connection
 */
export function oneConnectionDialect(
  pglite: PgliteReader,
  waitMs: number,
): { dialect: Dialect; readBusyMs: () => number } {
  const plain = new PGliteDialect({ pglite: prepareStatements(pglite) });
  const lock = createLock(waitMs);
  const dialect: Dialect = {
    // With PGlite's adapter, Kysely would queue the queries itself, without a timeout.
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => limitWaiting(plain.createDriver(), lock),
    createIntrospector: (db) => plain.createIntrospector(db),
    createQueryCompiler: () => plain.createQueryCompiler(),
  };
  return { dialect, readBusyMs: lock.readBusyMs };
}

function limitWaiting(driver: Driver, lock: ReturnType<typeof createLock>): Driver {
  const get = () => driver.acquireConnection();
  let yieldedAt = 0;
  const connection: DatabaseConnection = {
    async executeQuery(...given) {
      if (performance.now() - yieldedAt > YIELD_MS) {
        await setImmediate();
        yieldedAt = performance.now();
      }
      return await (await get()).executeQuery(...given);
    },
    async *streamQuery(...given) {
      yield* (await get()).streamQuery(...given);
    },
  };
  return {
    init: () => driver.init(),
    acquireConnection: async () => {
      await lock.acquire();
      return connection;
    },
    releaseConnection: async () => lock.release(),
    beginTransaction: async (_, settings) => driver.beginTransaction(await get(), settings),
    commitTransaction: async () => driver.commitTransaction(await get()),
    rollbackTransaction: async () => driver.rollbackTransaction(await get()),
    destroy: () => driver.destroy(),
  };
}

/** Mutex that serves callers in order. */
function createLock(waitMs: number) {
  const waiting: (() => void)[] = [];
  let isLocked = false;
  let lockedAt = 0;
  let busyMs = 0;
  return {
    /** Time in use, including queued work in between. */
    readBusyMs: () => busyMs,
    acquire(): Promise<void> {
      if (!isLocked) {
        isLocked = true;
        lockedAt = performance.now();
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const next = () => {
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(next), 1);
          reject(new DatabaseError(`A query has ${waitMs / 1000} s ${WAIT_TIMEOUT}.`));
        }, waitMs);
        waiting.push(next);
      });
    },
    release(): void {
      const next = waiting.shift();
      if (next !== undefined) return next();
      isLocked = false;
      busyMs += performance.now() - lockedAt;
    },
  };
}
