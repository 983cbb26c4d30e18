/** Columns with encrypted values, read and replaced in batches. */
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';

export interface SealedPlace {
  table: string;
  /** Column that identifies a row. */
  key: string;
  column: string;
}

export interface SealedRow {
  id: string;
  sealed: string;
}

/** Sorted by the key, with its index. @param page.after id of the last row of the previous page */
export async function listSealed(
  db: Db,
  { table, key, column }: SealedPlace,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<SealedRow[]> {
  // The bare name would refer to the selected text.
  const id = sql.ref(`${table}.${key}`);
  const rest = after === undefined ? sql`` : sql`and ${id} > ${after}`;
  const { rows } = await sql<SealedRow>`
    select ${id}::text as id, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${sql.ref(column)} is not null ${rest} order by ${id} limit ${limit}`.execute(db);
  return rows;
}

/** Skips a row that was encrypted again in the meantime. */
export async function updateSealed(
  db: Db,
  { table, key, column }: SealedPlace,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<void> {
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to}
    where ${sql.ref(key)} = ${id} and ${sql.ref(column)} = ${from}`.execute(db);
}
