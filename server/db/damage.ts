/**
 * Detects a damaged database. A database with missing or corrupt tables still starts and responds to `select
 * 1`, so the check reads the first row of each table, and damage that any statement reports is remembered.
 * Source of the codes: PostgreSQL, appendix A "Error Codes".
 */
import { type LogEvent, sql } from 'kysely';
import { AppError } from '../app-error.ts';
import type { Db, OpenOptions } from './database.ts';

/** data_corrupted, index_corrupted, undefined_file, io_error. */
const DAMAGE_CODES: ReadonlySet<unknown> = new Set(['XX001', 'XX002', '58P01', '58030']);
const DAMAGED =
  'The database is damaged: a table or an index can’t be read. Stop the server, restore the database from a backup, and start the server again.';

export interface DamageWatch {
  /** For Kysely's option `log`. */
  log(event: LogEvent): void;
  /** @throws AppError `not_ready` if the database is damaged, from the first sign until the process ends */
  check(db: Db): Promise<void>;
}

/**
 * Creates the check.
 * @param onQuery is called after each query
 */
export function watchForDamage(onQuery?: OpenOptions['onQuery']): DamageWatch {
  let damage: unknown;
  return {
    log: (event) => {
      const error = event.level === 'error' ? event.error : undefined;
      onQuery?.({ sql: event.query.sql, milliseconds: event.queryDurationMillis, error });
      const { code } = (error ?? {}) as { code?: unknown };
      if (DAMAGE_CODES.has(code)) damage ??= error;
    },
    async check(db) {
      // Errors of these statements reach `log` as well.
      await readFirstRows(db).catch((error: unknown) => {
        if (damage === undefined) throw error;
      });
      if (damage !== undefined) throw new AppError('not_ready', { message: DAMAGED, cause: damage });
    },
  };
}

/** Takes 2 ms on the embedded database once plans are cached (60 tables, November 2026). */
async function readFirstRows(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`.execute(db);
  if (rows.length === 0) return;
  const reads = rows.map(({ name }) => sql`select exists (select from ${sql.table(name)})`);
  await sql`${sql.join(reads, sql` union all `)}`.execute(db);
}
