/**
 * Runs the migrations `NNNN_name.sql`, forward only, and records each one after it has run. Kysely's own
 * migrator doesn't hash files, runs all files in one transaction and can't check a database that is newer
 * than the code.
 */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Database, Db } from './database.ts';
import { DatabaseError, formatCause } from './database-error.ts';
import { type Migration, readMigrations } from './migration-file.ts';
import { inMigrationSession, type MigrationSession } from './migration-session.ts';

const OWN_FOLDER = fileURLToPath(new URL('migrations', import.meta.url));

interface Done {
  name: string;
  hash: string;
  /**
   * Null for files that ran before this column existed: only versions that include the file are compatible
   * with it.
   */
  works_from: number | null;
}

interface Comparison {
  /** Not run yet. */
  missing: Migration[];
  /** Run by a newer version. */
  newer: string[];
}

export interface Migrated {
  /** Names of the files that this call ran. */
  ran: string[];
  /** Names of the files that a newer version ran and this version is compatible with. */
  newer: string[];
  /** True if the database was empty before. */
  isNew: boolean;
  /** True if processes that used the database before can continue. */
  isCompatible: boolean;
}

/**
 * Runs pending files. Several processes may call it concurrently. After an interruption, each file has run
 * completely or not at all; the next call continues a file that runs outside of a transaction.
 * @param onFile is called before each file
 * @throws DatabaseError when files and database are incompatible
 */
export async function migrate(
  database: Database,
  folder = OWN_FOLDER,
  onFile: (name: string) => void = () => {},
): Promise<Migrated> {
  const known = readMigrations(folder);
  return await inMigrationSession(database, async (session) => {
    const done = await readDone(session).catch((error: unknown) =>
      failMigration(`${formatCause(error)}.`, error),
    );
    const { missing, newer } = compare(known, done);
    for (const migration of missing) {
      onFile(migration.name);
      await run(session, migration);
    }
    return {
      ran: missing.map(({ name }) => name),
      newer,
      isNew: done.length === 0,
      isCompatible: missing.every(({ worksFrom }) => worksFrom <= done.length),
    };
  });
}

/**
 * Checks, without changes, that the code is compatible with the database.
 * @returns names of the files that a newer version ran
 * @throws DatabaseError with instructions
 */
export async function checkSchema(database: Pick<Database, 'db'>, folder = OWN_FOLDER): Promise<string[]> {
  const { missing, newer } = await readSchemaState(database, folder);
  const [first] = missing;
  if (first === undefined) return newer;
  throw new DatabaseError(
    `The database is older than this version of Geoloom: ${missing.length === 1 ? `${first} has` : `${missing.length} migrations have`} not run. Run: npm run migrate`,
  );
}

/**
 * Compares the files with the database, without changes.
 * @returns names of the files that have not run, and of those that a newer version ran
 * @throws DatabaseError if this version is incompatible with the database
 */
export async function readSchemaState({ db }: Pick<Database, 'db'>, folder = OWN_FOLDER) {
  const { missing, newer } = compare(readMigrations(folder), await findDone(db));
  return { missing: missing.map(({ name }) => name), newer };
}

/** Hashes all migrations; the hash names the cache of a migrated database. */
export function hashMigrations(folder = OWN_FOLDER): string {
  const parts = readMigrations(folder).map(({ name, hash }) => `${name} ${hash}`);
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}

async function run(session: MigrationSession, { name, hash, worksFrom, text, steps }: Migration) {
  const record = { name, hash, works_from: worksFrom };
  if (steps === undefined) {
    await session
      .run(text, record)
      .catch((error: unknown) =>
        failMigration(`${name}: ${formatCause(error)}. Nothing of that file was kept.`, error),
      );
    return;
  }
  for (const step of steps)
    await session
      .runStep(step)
      .catch((error: unknown) =>
        failMigration(
          `${name}: ${formatCause(error)}. Earlier statements of the file are kept. The next try continues with: ${step}`,
          error,
        ),
      );
  await session.record(record);
}

function failMigration(reason: string, cause: unknown): never {
  throw new DatabaseError(`Failed to migrate the database to this version: ${reason}`, { cause });
}

async function readDone(session: MigrationSession): Promise<Done[]> {
  await session.query(
    'create table if not exists migrations (name text primary key, hash text not null, run_at timestamptz not null default now())',
  );
  const columns = await session.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'migrations'::regclass and attname = 'works_from'`,
  );
  // Only if it is missing: even a statement without effect waits for readers of the table.
  if (columns.length === 0) await session.query('alter table migrations add column works_from integer');
  return await session.query<Done>('select name, hash, works_from from migrations order by name');
}

async function findDone(db: Db): Promise<Done[]> {
  const table = await sql<{
    is_there: boolean;
  }>`select to_regclass('migrations') is not null as is_there`.execute(db);
  if (table.rows[0]?.is_there !== true) return [];
  // The column may be missing in a database of an older version.
  const { rows } =
    await sql<Done>`select name, hash, (to_jsonb(migrations) ->> 'works_from')::int as works_from
    from migrations order by name`.execute(db);
  return rows;
}

function compare(known: readonly Migration[], done: readonly Done[]): Comparison {
  done.slice(0, known.length).forEach(({ name, hash }, index) => {
    const migration = known[index];
    if (migration?.name === name && migration.hash === hash) return;
    throw new DatabaseError(
      `The database has run another ${name} than this version holds${migration?.name === name ? '' : ` (${migration?.name})`}. Migrations are never changed: install the version that made the database.`,
    );
  });
  const newer = done.slice(known.length);
  const breaking = newer.find(({ works_from: from }) => from === null || from > known.length);
  if (breaking !== undefined) {
    throw new DatabaseError(
      `The database was created by a newer version of Geoloom (it has ${breaking.name}) and doesn’t work with this version. Start the newer version, or restore a backup made by this one.`,
    );
  }
  return { missing: known.slice(done.length), newer: newer.map(({ name }) => name) };
}
