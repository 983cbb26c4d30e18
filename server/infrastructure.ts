/**
 * Infrastructure of the services: database, file store, queue and engine threads. Opened first, closed last.
 */
import { join } from 'node:path';
import type { LogSecurity } from './caller.ts';
import type { Config } from './config.ts';
import { type Live, openLive } from './db/live.ts';
import { checkSchema, migrate } from './db/migrate.ts';
import { type Database, JOB_CONNECTIONS, openDatabase, type OpenOptions } from './db/open.ts';
import { BILLING_JOB } from './features/billing/reading.service.ts';
import { INSPECT_JOB, SEARCH_JOB } from './features/integrations/connection.service.ts';
import { SCAN_JOB, type ScanOptions } from './features/scans/scanning.service.ts';
import { GARBAGE_JOB } from './features/files/garbage-collection.service.ts';
import { MAIL_JOB } from './features/mail/mail.service.ts';
import { RETENTION_JOB } from './features/operation/retention.jobs.ts';
import { RUN_JOBS } from './features/runs/runs.jobs.ts';
import { createFiles } from './gateways/create-files.ts';
import type { Files } from './gateways/files.ts';
import { type GatewayObserver, watchGateway } from './gateways/watch-gateway.ts';
import { openSecrets, type Secrets } from './gateways/secret-key.ts';
import { createEnginePool, type EnginePool } from './jobs/engine-pool.ts';
import { checkQueueSchema, QUEUE_CONNECTIONS } from './jobs/boss-settings.ts';
import type { QueueLog } from './jobs/job-record.ts';
import { openQueue, type Queue } from './jobs/queue.ts';
import type { Metrics } from './telemetry/metrics.ts';
import type { Tracing } from './telemetry/untraced.ts';

/** Connection that listens for notifications of other processes. */
const LISTENER_CONNECTIONS = 1;
const SCRATCH_LIFE_MS = 5 * 60 * 1000;
/** Names of all queues. */
export const QUEUES = [
  ...RUN_JOBS.map((job) => job.name),
  GARBAGE_JOB,
  RETENTION_JOB,
  MAIL_JOB,
  BILLING_JOB,
  SEARCH_JOB,
  INSPECT_JOB,
  SCAN_JOB,
];

export interface ScanSettings extends Pick<ScanOptions, 'gapMs' | 'turnMs' | 'compareMs'> {
  /** Sites that may be fetched even at private addresses. */
  sites: readonly string[];
  /** Time limit for one page, including its body. */
  fetchMs: number;
}

/** Two requests per second. */
const SCANNED: ScanSettings = { sites: [], gapMs: 500, fetchMs: 15_000 };

/** Parts that tests replace. */
export interface InfrastructureOverrides {
  /** An open, migrated database; its opener closes it. */
  database?: Database;
  /** An opened file store. */
  files?: Files;
  clock?: () => Date;
  /** Running threads; their opener closes them. */
  pool?: EnginePool;
  /** Interval of progress reports of a run. */
  progressMs?: number;
  scanned?: ScanSettings;
  /** Queues emails although mail is off. */
  queuesEmails?: boolean;
}

export interface Infrastructure {
  database: Database;
  live: Live;
  files: Files;
  pool: EnginePool;
  queue: Queue;
  secrets: Secrets;
  metrics: Metrics;
  tracing: Tracing;
  /** Counts errors of gateways and traces their calls. */
  observer: GatewayObserver;
  clock: () => Date;
  /** Does nothing until the log is open. */
  logSecurity: LogSecurity;
  /** Migrations that a newer version ran and this version is compatible with. */
  newerMigrations: string[];
  /**
   * True if no other process uses the database and the folder, so that older files belong to a process that
   * has ended.
   */
  isAlone: boolean;
  progressMs?: number | undefined;
  scanned: ScanSettings;
  queuesEmails: boolean;
  /** Origin at which users open the application. */
  publicUrl: () => string;
  logError(error: unknown, text: string): void;
}

export async function openInfrastructure(
  config: Config,
  given: InfrastructureOverrides,
  { log, metrics, tracing }: { log: QueueLog; metrics: Metrics; tracing: Tracing },
): Promise<Omit<Infrastructure, 'logError' | 'logSecurity' | 'publicUrl'>> {
  const { clock = () => new Date(), scanned = SCANNED } = given;
  const secrets = findSecrets(config);
  const { database, newerMigrations } =
    given.database === undefined
      ? await openOwnDatabase(config, tracing.noteQuery)
      : { database: given.database, newerMigrations: [] };
  const live = await openLive(database);
  const observer = { countFault: metrics.countFault, traceCall: tracing.traceCall };
  const files = watchGateway('files', given.files ?? (await openFiles(config)), observer);
  const isAlone = database.kind === 'pglite' && config.s3 === undefined;
  // PGlite's lock covers the whole data folder, wherever finished files are stored.
  await files.sweepScratch(database.kind === 'pglite' ? 0 : SCRATCH_LIFE_MS);
  const pool = given.pool ?? createEnginePool({ placesFile: config.placesFile });
  const queue = await openQueue({
    database,
    jobs: QUEUES,
    log,
    observer: { ...metrics, traceJob: tracing.traceJob },
  });
  return {
    database,
    newerMigrations,
    live,
    files,
    pool,
    queue,
    secrets,
    metrics,
    tracing,
    observer,
    clock,
    isAlone,
    progressMs: given.progressMs,
    scanned,
    queuesEmails: given.queuesEmails ?? false,
  };
}

/** Returns the secrets from the settings, or else from the data folder. */
export function findSecrets({ secretKey, oldSecretKey, dataFolder }: Config): Secrets {
  if (secretKey !== undefined) return { current: secretKey, old: oldSecretKey };
  const { current, old } = openSecrets(dataFolder);
  return { current, old: oldSecretKey ?? old };
}

/** Opens the configured file store. */
export function openFiles({ s3, dataFolder }: Pick<Config, 's3' | 'dataFolder'>): Promise<Files> {
  return createFiles(
    s3 === undefined
      ? { folder: join(dataFolder, 'files') }
      : { ...s3, scratch: join(dataFolder, 'scratch') },
  );
}

/** Opens the configured database. */
export function openConfiguredDatabase(
  { databaseUrl: url, databaseConnections, dataFolder }: DatabaseSettings,
  onQuery: NonNullable<OpenOptions['onQuery']> = () => {},
) {
  return openDatabase(
    url === undefined
      ? { folder: join(dataFolder, 'database'), onQuery }
      : {
          url,
          onQuery,
          connections: databaseConnections - QUEUE_CONNECTIONS - JOB_CONNECTIONS - LISTENER_CONNECTIONS,
        },
  );
}

/**
 * Checks that this version is compatible with all tables, including those of the job queue, without changes.
 * @returns names of the migrations that a newer version ran
 * @throws DatabaseError with instructions
 */
export async function checkTables(database: Database): Promise<string[]> {
  const newerMigrations = await checkSchema(database);
  await checkQueueSchema(database);
  return newerMigrations;
}

type DatabaseSettings = Pick<Config, 'databaseUrl' | 'databaseConnections' | 'dataFolder'>;

/**
 * `npm start` migrates the database. In production only `npm run migrate` does, so that a start never changes
 * a shared database.
 */
async function openOwnDatabase(config: Config, onQuery: NonNullable<OpenOptions['onQuery']>) {
  const database = await openConfiguredDatabase(config, onQuery);
  try {
    if (config.entry === 'start') return { database, newerMigrations: (await migrate(database)).newer };
    return { database, newerMigrations: await checkTables(database) };
  } catch (error) {
    await database.close();
    throw error;
  }
}
