/**
 * Brings the tables up to the code: `NNNN_name.sql`, forward only, each in a transaction with the row
 * that records it. Kysely's own migrator keeps no hash of what was run, runs all files in one
 * transaction and does not know a database that is newer than the code, so this is ours.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { DatabaseError, formatCause } from './database-error.ts';
import { inMigrationSession, type MigrationSession } from './migration-session.ts';
import type { Database } from './database.ts';

const OWN_FOLDER = fileURLToPath(new URL('migrations', import.meta.url));

interface Migration {
  name: string;
  text: string;
  hash: string;
}

/**
 * Runs what has not been run yet. Several processes may call it at once; an end at any moment leaves
 * each file run wholly or not at all.
 * @param folder of the files
 * @returns the names of what was run now
 * @throws DatabaseError when files and database do not fit each other
 */
export async function migrate(database: Database, folder: string = OWN_FOLDER): Promise<string[]> {
  const migrations = readMigrations(folder);
  return await inMigrationSession(database, async (session) => {
    const missing = findMissing(
      migrations,
      await readDone(session).catch((error: unknown) => refuse(`${formatCause(error)}.`, error)),
    );
    for (const migration of missing) await run(session, migration);
    return missing.map(({ name }) => name);
  });
}

/**
 * Looks at the database and changes nothing.
 * @returns the names of what has not been run yet
 * @throws DatabaseError when files and database do not fit each other
 */
export async function listMissingMigrations(
  { db }: Pick<Database, 'db'>,
  folder: string = OWN_FOLDER,
): Promise<string[]> {
  const table = await sql<{
    is_there: boolean;
  }>`select to_regclass('migrations') is not null as is_there`.execute(db);
  const done = table.rows[0]?.is_there
    ? await sql<{ name: string; hash: string }>`select name, hash from migrations order by name`.execute(db)
    : { rows: [] };
  return findMissing(readMigrations(folder), done.rows).map(({ name }) => name);
}

/** One string that changes whenever a migration does; a cache of a migrated database is named by it. */
export function hashMigrations(folder: string = OWN_FOLDER): string {
  const parts = readMigrations(folder).map(({ name, hash }) => `${name} ${hash}`);
  return hashText(parts.join('\n'));
}

async function run(session: MigrationSession, { name, text, hash }: Migration): Promise<void> {
  await session
    .run(text, { name, hash })
    .catch((error: unknown) =>
      refuse(`${name}: ${formatCause(error)}. Nothing of that file was kept.`, error),
    );
}

function refuse(reason: string, cause: unknown): never {
  throw new DatabaseError(`The tables could not be brought up to this version: ${reason}`, { cause });
}

async function readDone(session: MigrationSession): Promise<{ name: string; hash: string }[]> {
  await session.query(
    'create table if not exists migrations (name text primary key, hash text not null, run_at timestamptz not null default now())',
  );
  return await session.query('select name, hash from migrations order by name');
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name, index) => {
    if (!new RegExp(`^${String(index + 1).padStart(4, '0')}_\\w+\\.sql$`).test(name)) {
      throw new DatabaseError(
        `${join(folder, name)} is out of order: migrations are numbered 0001, 0002 and so on.`,
      );
    }
    // Git may have given the lines another end.
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, text, hash: hashText(text) };
  });
}

function findMissing(
  known: readonly Migration[],
  done: readonly { name: string; hash: string }[],
): Migration[] {
  done.forEach(({ name, hash }, index) => {
    const migration = known[index];
    if (migration === undefined) {
      throw new DatabaseError(
        `The database was made by a newer version of Geoloom (it has ${name}). Start that version, or restore a backup made by this one.`,
      );
    }
    if (migration.name !== name || migration.hash !== hash) {
      throw new DatabaseError(
        `The database has run another ${name} than this version holds${migration.name === name ? '' : ` (${migration.name})`}. Migrations are never changed: install the version that made the database.`,
      );
    }
  });
  return known.slice(done.length);
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
