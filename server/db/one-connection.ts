/**
 * Kysely's dialect for PGlite with a limit on waiting. PGlite has one connection: who uses the outer
 * `db` inside a transaction waits for itself, for ever and without a word. Here it is an error. And it answers
 * within the same turn of the event loop: many queries in a row would keep the process from everything else.
 */
import { setImmediate } from 'node:timers/promises';
import { type DatabaseConnection, type Dialect, type Driver, PGliteDialect, PostgresAdapter } from 'kysely';
import { DatabaseError } from './database-error.ts';
import type { PgliteReader } from './pglite-reader.ts';
import { prepareStatements } from './prepared-statements.ts';

const TOO_LONG =
  'waited for the only connection. Inside a transaction every query must go through that transaction, not through the outer db';

/** After so long the next query begins in a new turn of the event loop. */
const TURN_MS = 5;

/** @param waitMs how long a query may wait for the connection */
export function oneConnectionDialect(pglite: PgliteReader, waitMs: number): Dialect {
  const plain = new PGliteDialect({ pglite: prepareStatements(pglite) });
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
  const get = () => driver.acquireConnection();
  let turnBegan = 0;
  const connection: DatabaseConnection = {
    async executeQuery(...given) {
      if (performance.now() - turnBegan > TURN_MS) {
        await setImmediate();
        turnBegan = performance.now();
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
      await turns.take();
      return connection;
    },
    releaseConnection: async () => turns.give(),
    beginTransaction: async (_, settings) => driver.beginTransaction(await get(), settings),
    commitTransaction: async () => driver.commitTransaction(await get()),
    rollbackTransaction: async () => driver.rollbackTransaction(await get()),
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
