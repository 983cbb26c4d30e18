/**
 * The one door to the database: PGlite in a folder for one machine, a PostgreSQL server for several.
 * Which of the two is only known here; everybody else writes the same SQL for both.
 */
import type { Database, OpenOptions } from './database.ts';

export { type Database, type Db, JOB_CONNECTIONS, type OpenOptions, type Trx } from './database.ts';

/**
 * Opens the database and asks it once.
 * @throws DatabaseError or LockError with a text that says what to do
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  // Each driver is loaded only where it is used: PGlite alone is ten megabytes of WebAssembly.
  if (options.url !== undefined) {
    const { openPostgres } = await import('./open-postgres.ts');
    return await openPostgres(options.url, options);
  }
  const { openPglite } = await import('./open-pglite.ts');
  return await openPglite(options);
}
