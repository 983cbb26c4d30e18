/** Rows that users save in forms, with a revision and the last editor. */
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

/** Columns that change with every save. */
interface Save {
  updated_by: number;
  updated_at: Date;
}

/** Columns of a new row, without those of the save. */
export type NewRow<Table extends SavedTable> = Omit<Insertable<Schema[Table]>, keyof Save | 'created_at'>;
export type RowChange<Table extends SavedTable> = Updateable<Schema[Table]>;
export type SavedRow<Table extends SavedTable> = Selectable<Schema[Table]> & { id: number };

/** Last editor, for the response to a save of an outdated revision. */
export type LockedRow<Table extends SavedTable> = SavedRow<Table> & {
  revision: number;
  saved_by: string | null;
};

/** A subquery, because a join finds no user if the row changed while the query waited for its lock. */
const savedBy = (table: SavedTable) =>
  sql<
    string | null
  >`(select first_name || ' ' || last_name from users where users.id = ${sql.ref(`${table}.updated_by`)})`;

export function savedRows<Table extends SavedTable>(table: Table) {
  // Kysely can't infer the columns of a type parameter.
  const name: SavedTable = table;
  return {
    /** Locks a row in a transaction. @param within condition for rows in the caller's scope */
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
