/** The statements that a database runs, as tests look at them. */
import type { CompiledQuery, KyselyPlugin } from 'kysely';
import type { Db } from '#server/db/open.ts';

/** @returns the same database; each statement is heard before it runs, where it is asked for */
export function hearStatements(db: Db, onStatement: (statement: CompiledQuery) => void): Db {
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      onStatement(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return db.withPlugin(plugin);
}
