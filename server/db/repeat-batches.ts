/** Changes many rows without blocking the database: PGlite runs on the thread that serves requests. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from './database.ts';

/** Blocks the embedded database for about 20 ms, dependent rows included. */
const BATCH = 1000;

/**
 * Runs a statement for batches of rows until none remain, and pauses after each batch for as long as it took.
 * @param change returns true if rows may remain
 * @throws the reason of the signal as soon as it fires
 */
export async function repeatBatches(change: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  for (let isLeft = true; isLeft; ) {
    signal.throwIfAborted();
    const start = performance.now();
    isLeft = await change();
    await sleep(performance.now() - start);
  }
}

export interface Deletion {
  table: string;
  where: RawBuilder<SqlBool>;
  /** Rows per statement; 1,000 without it. */
  count?: number;
}

/** Deletes some of the rows. @returns true if more may remain */
export async function deleteBatch(db: Db, { table, where, count = BATCH }: Deletion): Promise<boolean> {
  const name = sql.table(table);
  const { numAffectedRows = 0n } = await sql`delete from ${name}
    where ctid = any (array(select ctid from ${name} where ${where} limit ${count}))`.execute(db);
  return numAffectedRows >= BigInt(count);
}

/** Deletes all of the rows. @throws the reason of the signal as soon as it fires */
export function deleteInBatches(db: Db, deletion: Deletion, signal: AbortSignal): Promise<void> {
  return repeatBatches(() => deleteBatch(db, deletion), signal);
}
