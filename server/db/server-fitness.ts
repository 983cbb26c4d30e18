/**
 * Checks that a PostgreSQL server is usable before the first table is created, to report clear errors early.
 */
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import type { Database } from './database.ts';
import { DatabaseError } from './database-error.ts';

const MIN_VERSION = 15;
/** In the format of `server_version_num`. */
const PER_VERSION = 10_000;

export interface Fitness {
  /** `server_version_num`: 150004 is 15.4. */
  version: number;
  user: string;
  database: string;
  may_make_tables: boolean;
  may_make_schemas: boolean;
}

const QUERY = `select current_setting('server_version_num')::int as version,
  current_user::text as user, current_database()::text as database,
  coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_make_tables,
  has_database_privilege(current_database(), 'create')
    or exists (select from pg_namespace where nspname = 'pgboss') as may_make_schemas`;

/** @throws DatabaseError with instructions */
export async function checkFitness(client: PoolClient): Promise<void> {
  const { rows } = await client.query<Fitness>(QUERY);
  for (const row of rows) assertFitness(row);
}

export interface ServerState {
  version: string;
  now: Date;
  /** PostgreSQL only: connections that ordinary users may open, and connections in use, including our own. */
  maxConnections: number;
  usedConnections: number;
}

/** Reads the state of the server. @throws DatabaseError if it is too old or the user can't create tables */
export async function readServerState({ db, kind }: Pick<Database, 'db' | 'kind'>): Promise<ServerState> {
  if (kind === 'postgres')
    for (const row of (await sql.raw<Fitness>(QUERY).execute(db)).rows) assertFitness(row);
  const { rows } = await sql<ServerState>`
    select current_setting('server_version') as version, clock_timestamp() as now,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as "maxConnections",
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as "usedConnections"`.execute(
    db,
  );
  const [state] = rows;
  if (state === undefined) throw new DatabaseError('The database didn’t return its version.');
  return state;
}

/** @throws DatabaseError with instructions */
export function assertFitness(found: Fitness): void {
  const version = Math.floor(found.version / PER_VERSION);
  if (version < MIN_VERSION) {
    throw new DatabaseError(
      `The server in DATABASE_URL is PostgreSQL ${version}. Geoloom needs ${MIN_VERSION} or newer.`,
    );
  }
  const user = quote(found.user);
  const grants = [
    ...(found.may_make_schemas ? [] : [`grant create on database ${quote(found.database)} to ${user};`]),
    ...(found.may_make_tables ? [] : [`grant create on schema public to ${user};`]),
  ];
  if (grants.length === 0) return;
  throw new DatabaseError(
    `The user ${found.user} in DATABASE_URL can’t create tables in the database ${found.database}. Ask the database owner to run there: ${grants.join(' ')}`,
  );
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
