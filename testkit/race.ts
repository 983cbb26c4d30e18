/** Two changes at one moment, without chance: the second is sent while the first is not committed yet. */
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';

/** Looks at the locks that a request may need on a slow machine; PGlite, with its one connection, needs none. */
const MAX_LOOKS = 2000;

/**
 * Commits a change only when a request waits for its rows, or was answered without waiting for them.
 * @param first takes its locks and writes, within its transaction
 * @param second sends the request
 * @returns what the request was answered
 */
export async function raceWith<Reply>(
  db: Db,
  first: (trx: Db) => Promise<unknown>,
  second: () => PromiseLike<Reply>,
): Promise<Reply> {
  let answer: Promise<Reply> | undefined;
  await db.transaction().execute(async (trx) => {
    await first(trx);
    const state = { isAnswered: false };
    answer = Promise.resolve(second()).finally(() => {
      state.isAnswered = true;
    });
    for (let look = 0; look < MAX_LOOKS && !state.isAnswered; look += 1) if (await isWaitedFor(trx)) break;
  });
  if (answer === undefined) throw new Error('The first change failed.');
  return answer;
}

async function isWaitedFor(trx: Db): Promise<boolean> {
  const { rows } = await sql<{ waiting: boolean }>`select exists (
    select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) as waiting`.execute(
    trx,
  );
  return rows[0]?.waiting === true;
}
