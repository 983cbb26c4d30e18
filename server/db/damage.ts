/**
 * Notices a damaged database. It starts and answers `select 1` although tables are gone or corrupt, so the beginning of
 * each table is read, and what any statement reported is remembered.
 * Source of the codes: PostgreSQL, appendix A "Error Codes".
 */
import { type LogEvent, sql } from 'kysely';
import { AppError } from '../app-error.ts';
import type { Db } from './database.ts';

/** data_corrupted, index_corrupted, undefined_file, io_error. */
const DAMAGE_CODES: ReadonlySet<unknown> = new Set(['XX001', 'XX002', '58P01', '58030']);
const DAMAGED =
  'The database is damaged: a table or an index cannot be read. Stop the server, put a backup in place of the database, and start it again.';

export interface DamageWatch {
  /** For Kysely's option `log`. */
  log(event: LogEvent): void;
  /** @throws AppError `not_ready` where the database is damaged, from the first sign until the process ends */
  check(db: Db): Promise<void>;
}

export function watchForDamage(): DamageWatch {
  let damage: unknown;
  return {
    log: (event) => {
      if (event.level !== 'error') return;
      const { code } = (event.error ?? {}) as { code?: unknown };
      if (DAMAGE_CODES.has(code)) damage ??= event.error;
    },
    async check(db) {
      // Its statements are logged like all others.
      await readBeginnings(db).catch((error: unknown) => {
        if (damage === undefined) throw error;
      });
      if (damage !== undefined) throw new AppError('not_ready', { message: DAMAGED, cause: damage });
    },
  };
}

/** Takes the embedded database 2 ms once the plans are made (60 tables, November 2026). */
async function readBeginnings(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`.execute(db);
  if (rows.length === 0) return;
  const reads = rows.map(({ name }) => sql`select exists (select from ${sql.table(name)})`);
  await sql`${sql.join(reads, sql` union all `)}`.execute(db);
}
