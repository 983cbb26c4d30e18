/**
 * Opens the database: PGlite in a folder for one machine, or a PostgreSQL server for several. All other modules use the
 * same SQL for both.
 */
import type { Database, OpenOptions } from './database.ts';

export { type Database, type Db, JOB_CONNECTIONS, type OpenOptions, type Trx } from './database.ts';

/**
 * Opens the database and runs one query.
 * @throws DatabaseError or LockError with instructions for the operator
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  // Only the used driver is loaded: PGlite is 10 MB of WebAssembly.
  if (options.url !== undefined) {
    const { openPostgres } = await import('./open-postgres.ts');
    return await openPostgres(options.url, options);
  }
  const { openPglite } = await import('./open-pglite.ts');
  return await openPglite(options);
}
