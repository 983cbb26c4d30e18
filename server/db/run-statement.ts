/** Statements of packages that write their own SQL. */
import { CompiledQuery } from 'kysely';
import type { Db } from './database.ts';

/** @returns runs a statement whose values are called `$1`, `$2` and so on */
export function createStatements(db: Db) {
  return ({ text, values = [] }: { text: string; values?: readonly unknown[] }) =>
    db.executeQuery(CompiledQuery.raw(text, [...values]));
}
