/** SQL for images that rows refer to. */
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';

/** Column with the name of a picture. */
export type PictureColumn = 'users.avatar_key' | 'tutorials.preview_name';

/** @returns the names that are in a row */
export async function listNamed(db: Db, column: PictureColumn, names: readonly string[]): Promise<string[]> {
  const [table = ''] = column.split('.');
  const { rows } = await sql<{ name: string }>`select ${sql.ref(column)} as name from ${sql.table(table)}
    where ${sql.ref(column)} in (${sql.join(names)})`.execute(db);
  return rows.map(({ name }) => name);
}
