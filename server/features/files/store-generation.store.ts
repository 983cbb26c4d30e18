/** SQL for the store generation recorded in the database. */
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';

export interface StoreGeneration {
  /** Equal in the database and its store; empty until the two are first used together. */
  id: string;
  /** Counts sweeps and stops: a database behind the store's count was restored from a backup. */
  generation: number;
  /** ISO 8601: files from before this time may be known to another copy of the database. */
  held_since?: string;
  /** ISO 8601: the last time that all files were compared with the rows. */
  listed_at?: string;
}

const NAME = 'store_generation';
const UNLINKED: StoreGeneration = { id: '', generation: 0 };

export async function findStoreGeneration(db: Db): Promise<StoreGeneration> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst();
  return (row?.value as StoreGeneration | undefined) ?? UNLINKED;
}

/** Locks the generation until the transaction ends. */
export async function lockStoreGeneration(trx: Db): Promise<StoreGeneration> {
  const { value } = await trx
    .insertInto('settings')
    .values({ name: NAME, value: JSON.stringify(UNLINKED) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ changed_at: sql<Date>`now()` }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return value as StoreGeneration;
}

export async function updateStoreGeneration(trx: Db, state: StoreGeneration): Promise<void> {
  await trx
    .updateTable('settings')
    .set({ value: JSON.stringify(state) })
    .where('name', '=', NAME)
    .execute();
}

/** Records the time of a comparison of all files with the rows. */
export async function recordListing(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const state = await lockStoreGeneration(trx);
    await updateStoreGeneration(trx, { ...state, listed_at: now.toISOString() });
  });
}

/** True while files may be known to another copy of the database: then only a sweep deletes files. */
export async function isStoreHeld(db: Db): Promise<boolean> {
  return (await findStoreGeneration(db)).held_since !== undefined;
}

/** Raises the sequence of run numbers above the highest in the store, so that no number is reused. */
export async function raiseRunNumbers(trx: Db, highest: number): Promise<void> {
  await sql`select setval('runs_id_seq', ${highest}::bigint) from runs_id_seq where last_value < ${highest}::bigint`.execute(
    trx,
  );
}
