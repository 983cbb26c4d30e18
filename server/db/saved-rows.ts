/** Rows that people save by a form: each has its revision, and who saved it last. */
import {
  type Expression,
  type Insertable,
  type Selectable,
  type SqlBool,
  sql,
  type Updateable,
} from 'kysely';
import type { Db } from './open.ts';
import type { Schema } from './schema.ts';

export type SavedTable = 'domains' | 'tutorials' | 'workspaces';

/** What changes with every save. */
interface Save {
  updated_by: number;
  updated_at: Date;
}

/** Columns of a new row besides those of the save. */
export type NewRow<Table extends SavedTable> = Omit<Insertable<Schema[Table]>, keyof Save | 'created_at'>;
export type RowChange<Table extends SavedTable> = Updateable<Schema[Table]>;
export type SavedRow<Table extends SavedTable> = Selectable<Schema[Table]> & { id: number };

/** As the answer to a save of an older revision names them. */
export type LockedRow<Table extends SavedTable> = SavedRow<Table> & {
  revision: number;
  saved_by: string | null;
};

/** No join: of a row that changed while its lock was waited for, that would find nobody. */
const savedBy = (table: SavedTable) =>
  sql<
    string | null
  >`(select first_name || ' ' || last_name from users where users.id = ${sql.ref(`${table}.updated_by`)})`;

export function savedRows<Table extends SavedTable>(table: Table) {
  // Of a type parameter Kysely knows no columns.
  const name: SavedTable = table;
  return {
    /** Locks a row in a transaction. @param within which rows the caller may see */
    async find(db: Db, id: number, within: Expression<SqlBool> = sql<SqlBool>`true`) {
      const [row] = await db
        .selectFrom(name)
        .selectAll()
        .select(savedBy(name).as('saved_by'))
        .where('id', '=', id)
        .where(within)
        .forNoKeyUpdate()
        .$castTo<LockedRow<Table>>()
        .execute();
      return row;
    },
    insert: (db: Db, row: NewRow<Table> & Save & { created_at: Date }) =>
      db.insertInto(name).values(row).returningAll().$castTo<SavedRow<Table>>().executeTakeFirstOrThrow(),
    update: (db: Db, id: number, change: RowChange<Table>) =>
      db
        .updateTable(name)
        .set(change)
        .where('id', '=', id)
        .returningAll()
        .$castTo<SavedRow<Table>>()
        .executeTakeFirstOrThrow(),
    remove: (db: Db, id: number) => db.deleteFrom(name).where('id', '=', id).execute(),
  };
}
