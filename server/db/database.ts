/** What the database is to everybody else: PGlite and PostgreSQL look the same from here. */
import type { PGlite } from '@electric-sql/pglite';
import type { Kysely, Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Schema } from './schema.ts';

/** Connections to PostgreSQL reserved for background jobs. */
export const JOB_CONNECTIONS = 2;

/** What a store asks: the database itself or a transaction in it. */
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
   * Hears what is notified on a channel, from every process that shares the database.
   * @param onGap called after the connection was lost and is back: payloads may have been missed
   * @returns ends it
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>>;
  /** Tells all listeners of a channel; within a transaction only when it is committed. */
  notify(db: Db | Trx, channel: string, ...payloads: string[]): Promise<void>;
  /** @throws when the database does not answer, or is damaged */
  check(): Promise<void>;
  close(): Promise<void>;
  /** PostgreSQL: connections of this process. */
  readPools?(): PoolState[];
  /** PGlite: how long its one connection has been in use since it was opened. */
  readBusyMs?(): number;
  /** The driver below, for the queue and for migrations only. */
  raw: PGlite | Pool;
}

export interface EndedQuery {
  /** SQL with placeholders, without values. */
  sql: string;
  milliseconds: number;
  error?: unknown;
}

export interface OpenOptions {
  /** Address of a PostgreSQL server; without it PGlite is opened. */
  url?: string;
  /** Folder of PGlite's files; without it everything is in memory. */
  folder?: string;
  /** A dumped data folder to begin with, in memory. */
  dump?: Blob | File;
  /** PostgreSQL: time for one statement, 5 s by default. */
  statementTimeoutMs?: number;
  /** PostgreSQL: most connections besides those of jobs and the one that listens, 7 by default. */
  connections?: number;
  /** Called after each query. */
  onQuery?: (query: EndedQuery) => void;
  /** PGlite: time to wait for the one connection before it counts as a deadlock, 10 s by default. */
  connectionWaitMs?: number;
}
