/**
 * Kysely's dialect for PGlite with a limit on waiting. PGlite has one connection: who uses the outer
 * `db` inside a transaction waits for itself, for ever and without a word. Here it is an error.
 */
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PGliteDialect,
  type PGliteDialectConfig,
  PostgresAdapter,
} from 'kysely';
import { DatabaseError } from './database-error.ts';

const TOO_LONG =
  'waited for the only connection. Inside a transaction every query must go through that transaction, not through the outer db';

/** @param waitMs how long a query may wait for the connection */
export function oneConnectionDialect(pglite: PGliteDialectConfig['pglite'], waitMs: number): Dialect {
  const plain = new PGliteDialect({ pglite });
  return {
    // The adapter of PGlite would make Kysely queue the queries itself, without a limit.
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => limitWaiting(plain.createDriver(), waitMs),
    createIntrospector: (db) => plain.createIntrospector(db),
    createQueryCompiler: () => plain.createQueryCompiler(),
  };
}

function limitWaiting(driver: Driver, waitMs: number): Driver {
  const turns = createTurns(waitMs);
  return {
    init: () => driver.init(),
    acquireConnection: async () => {
      await turns.take();
      return await driver.acquireConnection();
    },
    releaseConnection: async (connection: DatabaseConnection) => {
      await driver.releaseConnection(connection);
      turns.give();
    },
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    destroy: () => driver.destroy(),
  };
}

/** One at a time, in the order of asking. */
function createTurns(waitMs: number): { take(): Promise<void>; give(): void } {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  return {
    take() {
      if (!isTaken) {
        isTaken = true;
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const next = () => {
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(next), 1);
          reject(new DatabaseError(`A query has ${waitMs / 1000} s ${TOO_LONG}.`));
        }, waitMs);
        waiting.push(next);
      });
    },
    give() {
      const next = waiting.shift();
      if (next === undefined) isTaken = false;
      else next();
    },
  };
}
