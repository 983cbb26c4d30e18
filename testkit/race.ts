/** Deterministic race of two changes: the second is sent before the first is committed. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database, Db } from '#server/db/open.ts';
import { openSecondConnection } from './test-database.ts';

/** Maximum number of polls for locks, for slow machines. PGlite has one connection and needs none. */
const MAX_POLLS = 2000;

/**
 * Commits a change only when a request waits for its rows or has a response without waiting.
 * @param first locks and writes, within the transaction
 * @param second sends the request
 * @returns the response
 */
export async function raceWith<Reply>(
  db: Db,
  first: (trx: Db) => Promise<unknown>,
  second: () => PromiseLike<Reply>,
): Promise<Reply> {
  let reply: Promise<Reply> | undefined;
  await db.transaction().execute(async (trx) => {
    await first(trx);
    const state = { isAnswered: false };
    reply = Promise.resolve(second()).finally(() => {
      state.isAnswered = true;
    });
    for (let look = 0; look < MAX_POLLS && !state.isAnswered; look += 1) if (await isWaitedFor(trx)) break;
  });
  if (reply === undefined) throw new Error('The first change failed.');
  return reply;
}

async function isWaitedFor(trx: Db): Promise<boolean> {
  const { rows } = await sql<{ waiting: boolean }>`select exists (
    select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) as waiting`.execute(
    trx,
  );
  return rows[0]?.waiting === true;
}

type Call = () => Promise<{ statusCode: number } | void>;

/** The second waits for a row that the first has locked, and both wait for the gate. */
interface Pair {
  first: Call;
  second: Call;
  /** Locks a row that both need, in its own transaction. */
  gate(trx: Db): Promise<unknown>;
}

/** Sends both while the gate is locked. @returns both statuses */
export async function runPair(database: Database, { first, second, gate }: Pair) {
  // PGlite has one connection, so nothing waits.
  if (database.kind === 'pglite') return [(await first())?.statusCode, (await second())?.statusCode];
  const other = await openSecondConnection(database);
  const replies = await other.db.transaction().execute(async (trx) => {
    await gate(trx);
    const firstReply = first();
    await waitForWaiting(database, 1);
    const secondReply = second();
    await waitForWaiting(database, 2);
    return { firstReply, secondReply };
  });
  return [(await replies.firstReply)?.statusCode, (await replies.secondReply)?.statusCode];
}

async function waitForWaiting({ db }: Database, count: number): Promise<void> {
  const find = async () =>
    (
      await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    ).rows[0]?.waiting;
  await expect.poll(find).toBe(count);
}
