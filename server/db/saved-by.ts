/** Who saved a row last, as the answer to a save of an older revision names them. */
import { sql } from 'kysely';

/**
 * Part of a query. No join: of a row that changed while its lock was waited for, that would find nobody.
 * @param table of the query that has a column `updated_by`
 */
export const savedBy = (table: 'domains' | 'tutorials' | 'workspaces') =>
  sql<
    string | null
  >`(select first_name || ' ' || last_name from users where users.id = ${sql.ref(`${table}.updated_by`)})`.as(
    'saved_by',
  );
