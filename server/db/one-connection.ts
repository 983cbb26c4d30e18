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
export function oneConnectionDialect(
  pglite: PgliteReader,
  waitMs: number,
): { dialect: Dialect; readBusyMs: () => number } {
  const plain = new PGliteDialect({ pglite: prepareStatements(pglite) });
  const turns = createTurns(waitMs);
  const dialect: Dialect = {
    // The adapter of PGlite would make Kysely queue the queries itself, without a limit.
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => limitWaiting(plain.createDriver(), turns),
    createIntrospector: (db) => plain.createIntrospector(db),
    createQueryCompiler: () => plain.createQueryCompiler(),
  };
  return { dialect, readBusyMs: turns.readBusyMs };
}

function limitWaiting(driver: Driver, turns: ReturnType<typeof createTurns>): Driver {
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
function createTurns(waitMs: number) {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  let takenAt = 0;
  let busyMs = 0;
  return {
    /** Time in use, with what waited in between. */
    readBusyMs: () => busyMs,
    take(): Promise<void> {
      if (!isTaken) {
        isTaken = true;
        takenAt = performance.now();
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
    give(): void {
      const next = waiting.shift();
      if (next !== undefined) return next();
      isTaken = false;
      busyMs += performance.now() - takenAt;
    },
  };
}
