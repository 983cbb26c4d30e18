/** The database's half of the mark by which it and the store of the files know each other. */
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';

export interface StoreMark {
  /** The same in the database and in its store; empty until the two have met. */
  id: string;
  /** Counts sweeps and stops: a database that is behind the store's count was restored from a backup. */
  turn: number;
  /** ISO 8601: files of before this moment may be known to another copy of the database. */
  held_since?: string;
}

const NAME = 'store_mark';
const UNMET: StoreMark = { id: '', turn: 0 };

export async function findStoreMark(db: Db): Promise<StoreMark> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst();
  return (row?.value as StoreMark | undefined) ?? UNMET;
}

/** Reads it and keeps others from changing it until the transaction ends. */
export async function lockStoreMark(trx: Db): Promise<StoreMark> {
  const { value } = await trx
    .insertInto('settings')
    .values({ name: NAME, value: JSON.stringify(UNMET) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ changed_at: sql<Date>`now()` }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return value as StoreMark;
}

export async function updateStoreMark(trx: Db, mark: StoreMark): Promise<void> {
  await trx
    .updateTable('settings')
    .set({ value: JSON.stringify(mark) })
    .where('name', '=', NAME)
    .execute();
}

/** Whether files may be known to another copy of the database: then a sweep decides, and nobody else removes any. */
export async function isStoreHeld(db: Db): Promise<boolean> {
  return (await findStoreMark(db)).held_since !== undefined;
}

/** The next run gets a higher number than this, so that none comes twice; numbers never go back. */
export async function liftRunNumbers(trx: Db, highest: number): Promise<void> {
  await sql`select setval('runs_id_seq', ${highest}::bigint) from runs_id_seq where last_value < ${highest}::bigint`.execute(
    trx,
  );
}
