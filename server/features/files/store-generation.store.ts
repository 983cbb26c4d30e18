/** The generation of the store as the database records it. */
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';

export interface StoreGeneration {
  /** The same in the database and in its store; empty until the two have met. */
  id: string;
  /** Counts sweeps and stops: a database that is behind the store's count was restored from a backup. */
  generation: number;
  /** ISO 8601: files of before this moment may be known to another copy of the database. */
  held_since?: string;
  /** ISO 8601: when all files were last compared with the rows. */
  listed_at?: string;
}

const NAME = 'store_generation';
const UNMET: StoreGeneration = { id: '', generation: 0 };

export async function findStoreGeneration(db: Db): Promise<StoreGeneration> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst();
  return (row?.value as StoreGeneration | undefined) ?? UNMET;
}

/** Reads it and keeps others from changing it until the transaction ends. */
export async function lockStoreGeneration(trx: Db): Promise<StoreGeneration> {
  const { value } = await trx
    .insertInto('settings')
    .values({ name: NAME, value: JSON.stringify(UNMET) })
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

/** Records that all files were compared with the rows. */
export async function recordListing(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const state = await lockStoreGeneration(trx);
    await updateStoreGeneration(trx, { ...state, listed_at: now.toISOString() });
  });
}

/** Whether files may be known to another copy of the database: then a sweep decides, and nobody else removes any. */
export async function isStoreHeld(db: Db): Promise<boolean> {
  return (await findStoreGeneration(db)).held_since !== undefined;
}

/** The next run gets a higher number than this, so that none comes twice; numbers never go back. */
export async function liftRunNumbers(trx: Db, highest: number): Promise<void> {
  await sql`select setval('runs_id_seq', ${highest}::bigint) from runs_id_seq where last_value < ${highest}::bigint`.execute(
    trx,
  );
}
