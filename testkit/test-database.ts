/**
 * A migrated database for one test file, emptied for each test: PGlite from a dump that is made once, or, in the
 * Vitest projects `server` and `deep`, a copy of a PostgreSQL database.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { inject, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '#server/db/open.ts';
import { readPgliteDump } from './pglite-dump.ts';
import { COPY_MS } from './postgres-server.ts';
import { recordStores, rejectOuterStatements, writeStatements } from './statements.ts';

/** A machine that is busy with other tests needs longer than a server allows its statements and locks. */
const PATIENT = { statementTimeoutMs: 60_000, lockTimeoutMs: 20_000 };

let opened: Promise<Database> | undefined;

/** Closes the database after the last test of each file: the files of a worker share this module. */
export async function closeTestDatabase(): Promise<void> {
  const database = await opened;
  opened = undefined;
  await database?.close();
  writeStatements();
}

/**
 * Returns the file's database with empty tables and restarted sequences. It is closed after the last test; closing
 * it earlier has no effect.
 */
export async function openTestDatabase(): Promise<Database> {
  const isFirst = opened === undefined;
  opened ??= openOnce();
  const database = await opened;
  if (!isFirst) await emptyTables(database);
  return { ...database, close: async () => {} };
}

/** Returns a separate empty database for one test; closed after the test. */
export async function openOwnDatabase(): Promise<Database> {
  const database = await openOnce();
  onTestFinished(() => database.close());
  return { ...database, close: async () => {} };
}

/** Runs a raw SQL statement. */
export async function runSql<Row>({ db }: Pick<Database, 'db'>, text: string): Promise<Row[]> {
  return (await sql.raw<Row>(text).execute(db)).rows;
}

/** Returns a database without tables for one test; closed after the test. */
export async function openEmptyDatabase(): Promise<Database> {
  const url = await copyPostgresDatabase('template0');
  const database = await openDatabase(url === undefined ? {} : { url });
  onTestFinished(() => database.close());
  return { ...database, close: async () => {} };
}

/** @returns URL of a new copy on the server, or undefined if the tests open PGlite */
async function copyPostgresDatabase(source = 'template_of_tests'): Promise<string | undefined> {
  const template = inject('postgresTemplate');
  if (template === undefined) return undefined;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = template.replace(/\w+$/, 'postgres');
  const admin = await openDatabase({ url, statementTimeoutMs: COPY_MS });
  await runSql(admin, `create database ${name} template ${source}`);
  await admin.close();
  return template.replace(/\w+$/, name);
}

async function openOnce(): Promise<Database> {
  const url = await copyPostgresDatabase();
  const database = await openDatabase(url === undefined ? { dump: await readPgliteDump() } : { url });
  // Matches the plan mode of the test server.
  if (url === undefined) await runSql(database, 'set plan_cache_mode = force_generic_plan');
  return watch(database);
}

function watch(database: Database): Database {
  const db = recordStores(database.db);
  const jobs = database.jobs === database.db ? db : recordStores(database.jobs);
  return rejectOuterStatements({ ...database, db, jobs });
}

/** Opens the same database with its own connections, as another process does; PGlite has only one. */
export async function openSecondConnection(database: Database): Promise<Database> {
  if ('exec' in database.raw) return database;
  const other = await openDatabase({ url: database.raw.options.connectionString ?? '', ...PATIENT });
  onTestFinished(() => other.close());
  return watch(other);
}

/** Deletes all rows and restarts the sequences. */
export async function emptyTables(database: Pick<Database, 'db'>): Promise<void> {
  await runSql(
    database,
    `do $$ declare name text; begin
      -- Turns off the triggers that protect the audit log from deletion.
      set local session_replication_role = replica;
      for name in select format('%I.%I', schemaname, tablename) from pg_tables
        where schemaname = 'public' and tablename <> 'migrations' or schemaname = 'pgboss' and tablename like 'job%'
      loop execute 'delete from ' || name; end loop;
      perform setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false) from pg_sequences
        where schemaname = 'public';
    end $$`,
  );
}
