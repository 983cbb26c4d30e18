/** Runs statements of packages that write their own SQL. */
import { CompiledQuery } from 'kysely';
import type { Db } from './database.ts';

/** @returns a function that runs a statement with values `$1`, `$2` and so on */
export function createStatements(db: Db) {
  return ({ text, values = [] }: { text: string; values?: readonly unknown[] }) =>
    db.executeQuery(CompiledQuery.raw(text, [...values]));
}
