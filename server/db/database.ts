/** Common interface of PGlite and PostgreSQL. */
import type { PGlite } from '@electric-sql/pglite';
import type { Kysely, Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Schema } from './schema.ts';

/** Connections to PostgreSQL reserved for background jobs. */
export const JOB_CONNECTIONS = 2;

/** Database or transaction that a store queries. */
export type Db = Kysely<Schema>;
export type Trx = Transaction<Schema>;

/** Connections of one pool. */
export interface PoolState {
  pool: string;
  size: number;
  idle: number;
  /** Callers that wait for a connection. */
  waiting: number;
}

export interface Database {
  db: Db;
  /** For background jobs: a statement may take 60 s, and requests don't share these connections. */
  jobs: Db;
  kind: 'pglite' | 'postgres';
  /**
   * Listens to notifications on a channel, from all processes on the database.
   * @param onGap called after a reconnect: payloads may have been missed
   * @returns a function that stops listening
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>>;
  /** Notifies all listeners of a channel; in a transaction, after the commit. */
  notify(db: Db | Trx, channel: string, ...payloads: string[]): Promise<void>;
  /** @throws if the database doesn't respond or is damaged */
  check(): Promise<void>;
  close(): Promise<void>;
  /** PostgreSQL: connections of this process. */
  readPools?(): PoolState[];
  /** PGlite: total time that its single connection has been in use. */
  readBusyMs?(): number;
  /** The underlying driver, for the queue and migrations only. */
  raw: PGlite | Pool;
}

export interface EndedQuery {
  /** SQL with placeholders, without values. */
  sql: string;
  milliseconds: number;
  error?: unknown;
}

export interface OpenOptions {
  /** URL of a PostgreSQL server; PGlite without it. */
  url?: string;
  /** Data folder of PGlite; in memory without it. */
  folder?: string;
  /** Dump of a data folder, for a database in memory. */
  dump?: Blob | File;
  /** PostgreSQL: statement timeout, 5 s by default. */
  statementTimeoutMs?: number;
  /** PostgreSQL: lock timeout, 1 s by default. */
  lockTimeoutMs?: number;
  /** PostgreSQL: maximum number of connections without those of jobs and the listener; 7 by default. */
  connections?: number;
  /** Called after each query. */
  onQuery?: (query: EndedQuery) => void;
  /** PGlite: time to wait for the single connection before it counts as a deadlock, 10 s by default. */
  connectionWaitMs?: number;
}
