/**
 * Builds the server from top to bottom: every part is made once, here, and handed to those that need
 * it. Read this file to see what hangs on what.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { endpoints } from '#contract/endpoints.ts';
import { AppError } from './app-error.ts';
import type { TellSecurity } from './caller.ts';
import type { Config } from './config.ts';
import { type Live, openLive } from './db/live.ts';
import { migrate } from './db/migrate.ts';
import { type Database, openDatabase } from './db/open.ts';
import { accountRoutes } from './features/account/account.routes.ts';
import { type AccountService, createAccount } from './features/account/account.service.ts';
import { createLimits } from './features/account/limits.service.ts';
import { nameNetwork } from './features/account/network.rules.ts';
import { notificationsRoutes } from './features/notifications/notifications.routes.ts';
import { createNotifications } from './features/notifications/notifications.service.ts';
import { operationRoutes } from './features/operation/operation.routes.ts';
import { createOperation } from './features/operation/operation.service.ts';
import { createDownloads } from './features/projects/downloads.service.ts';
import { createExecution } from './features/projects/execution.service.ts';
import { createLeftovers, type LeftoversService } from './features/projects/leftovers.service.ts';
import { createRunHandler, createTurnTaker, PROJECT_JOBS } from './features/projects/projects.jobs.ts';
import { filesRoutes, projectsRoutes } from './features/projects/projects.routes.ts';
import { createProjects } from './features/projects/projects.service.ts';
import { createRuns } from './features/projects/runs.service.ts';
import { createSampleData } from './features/projects/sample-data.service.ts';
import { createSaving } from './features/projects/saving.service.ts';
import { createUploads } from './features/projects/uploads.service.ts';
import { loadCommonPasswords } from './gateways/common-passwords.ts';
import { createFiles } from './gateways/create-files.ts';
import type { Files } from './gateways/files.ts';
import { createGuardedFetch } from './gateways/guarded-fetch.ts';
import { createLinkedSheet } from './gateways/linked-sheet.ts';
import { createPasswordHash } from './gateways/password-hash.ts';
import { openSecretKey } from './gateways/secret-key.ts';
import { createSheets } from './gateways/sheets.ts';
import { zipFiles } from './gateways/zip-of-files.ts';
import { createApp, type Times } from './http/app.ts';
import { createSecurityLog } from './http/security-log.ts';
import type { Routes } from './http/bind.ts';
import { isWebBuilt } from './http/pages.ts';
import { formatManifest } from './jobs/engine-manifest.ts';
import { createEnginePool, type EnginePool, type EnginePoolOptions } from './jobs/engine-pool.ts';
import { openQueue, type Queue, type QueueLog } from './jobs/queue.ts';

const SWEEP_MS = 3600 * 1000;
/** What other processes may still be at: a request between a file and its row, a run in its folder. */
const REQUEST_LIFE_MS = 10 * 60 * 1000;
const SCRATCH_LIFE_MS = 5 * 60 * 1000;
const SCRATCH_SWEEP_MS = 5 * 60 * 1000;
/** What is being answered when the server stops may end within this time; the jobs have as long. */
const LAST_ANSWERS_MS = 5_000;
const EXAMPLES = fileURLToPath(new URL('../examples', import.meta.url));

export interface Surroundings {
  /** Folder of the built web application. */
  webFolder?: string;
  log?: { write(line: string): void };
  /** An opened database; it is migrated already, and whoever opened it closes it. */
  database?: Database;
  /** An opened store of the files. */
  files?: Files;
  clock?: () => Date;
  /** Of the engine's threads. */
  engine?: EnginePoolOptions;
  /** Times of the HTTP server that differ. */
  times?: Partial<Times>;
}

export interface Server {
  app: FastifyInstance;
  account: AccountService;
  /** Makes the example project where it is wanted and did not come yet. */
  makeSampleData(): Promise<void>;
}

/** What stands below the services: made first, closed last. */
interface Ground {
  database: Database;
  live: Live;
  files: Files;
  pool: EnginePool;
  queue: Queue;
  secret: string;
  clock: () => Date;
  /** Written from the moment on when there is a log. */
  tellSecurity: TellSecurity;
  /** Nobody else uses database and folder: what lies there from before is of a dead process. */
  isAlone: boolean;
  logError(error: unknown, text: string): void;
}

/**
 * Builds everything without listening; closing the app closes all of it.
 * @param config the settings
 * @param surroundings what a test replaces
 */
export async function wire(config: Config, surroundings: Surroundings = {}): Promise<Server> {
  const { webFolder = fileURLToPath(new URL('../dist/web', import.meta.url)), log, times } = surroundings;
  const { name, version } = readPackage();
  const errors: QueueLog = { error: () => {} };
  const security: { tell: TellSecurity } = { tell: () => {} };
  const ground = {
    ...(await openGround(config, surroundings, errors)),
    logError: (error: unknown, text: string) => errors.error({ err: error }, text),
    tellSecurity: (...line: Parameters<TellSecurity>) => security.tell(...line),
  };
  const services = await createServices(config, ground, version);
  const { account, limits, notifications, projects, runs, saving, uploads, downloads, sampleData } = services;
  const checks = listChecks(ground, webFolder);
  const operation = createOperation({ name, version, checks, tellSecurity: ground.tellSecurity });

  // One line for each noun of the table: a forgotten one does not compile.
  const routes = {
    operation: operationRoutes(operation),
    account: accountRoutes(account),
    notifications: notificationsRoutes(notifications),
    files: filesRoutes(downloads),
    projects: projectsRoutes({ projects, runs, saving, uploads, downloads }),
  } satisfies Record<keyof typeof endpoints, Routes>;

  const app = createApp({
    routes: Object.values(routes).flat(),
    authenticate: account.authenticate,
    isStillIn: account.isStillIn,
    nameNetwork,
    // One process counts in its memory; several count together, in their database.
    ...(ground.database.kind === 'postgres' ? { countCall: limits.countCall } : {}),
    webFolder,
    version,
    trustedProxies: config.trustedProxies,
    ...(log === undefined ? {} : { log }),
    ...(times === undefined ? {} : { times }),
  });
  errors.error = (details, text) => app.log.error(details, text);
  security.tell = createSecurityLog(app.log, ground.secret);
  const endWork = await startWork(ground, services, app.log);
  closeInOrder(app, endWork, async () => {
    await ground.queue.close();
    await ground.pool.close();
    if (surroundings.database === undefined) await ground.database.close();
  });
  return { app, account, makeSampleData: sampleData.makeWanted };
}

async function openGround(config: Config, given: Surroundings, log: QueueLog) {
  const { clock = () => new Date() } = given;
  const secret = config.secretKey ?? openSecretKey(config.dataFolder);
  const database = given.database ?? (await openOwnDatabase(config));
  const live = await openLive(database);
  const files = given.files ?? (await openFiles(config));
  const isAlone = database.kind === 'pglite' && config.s3 === undefined;
  // PGlite's lock holds for the whole data folder, wherever finished files go.
  await files.sweepScratch(database.kind === 'pglite' ? 0 : SCRATCH_LIFE_MS);
  const pool = createEnginePool(given.engine);
  const jobs = PROJECT_JOBS.map((job) => job.name);
  const queue = await openQueue(database, jobs, { error: (details, text) => log.error(details, text) });
  return { database, live, files, pool, queue, secret, clock, isAlone };
}

async function createServices({ sheetsBase, hasSampleData }: Config, ground: Ground, version: string) {
  const { database, live, files, pool, queue, secret, clock, tellSecurity, logError } = ground;
  const { db } = database;
  const limits = createLimits({ db, clock });
  const newId = randomUUID;
  const fetch = createGuardedFetch({ configured: [sheetsBase] });
  const fetchSheet = createLinkedSheet(createSheets({ base: sheetsBase, fetch }));

  const notifications = createNotifications({ db, live, clock });
  const downloads = createDownloads({ db, files, zip: zipFiles, formatManifest, secret, version, clock });
  const { signFor } = downloads;
  const uploads = createUploads({ db, files, pool, clock, newId });
  const runs = createRuns({ db, live, clock, signFor });
  const saving = createSaving({ db, files, pool, queue, fetchSheet, live, uploads, limits, clock, newId });
  const projects = createProjects({
    db,
    files,
    pool,
    live,
    runs,
    saving,
    uploads,
    notifications,
    clock,
    signFor,
    logError,
  });
  const sampleData = createSampleData({
    db,
    saving,
    notifications,
    folder: EXAMPLES,
    isAlwaysWanted: hasSampleData,
    logError,
  });
  const account = createAccount({
    db,
    notifications,
    passwords: createPasswordHash(),
    isCommonPassword: await loadCommonPasswords(),
    clock,
    limits,
    tellSecurity,
    sampleData,
  });
  return { account, limits, notifications, projects, runs, saving, uploads, downloads, sampleData };
}

function listChecks({ database, files, queue }: Ground, webFolder: string) {
  return {
    web: async () => {
      if (isWebBuilt(webFolder)) return;
      throw new AppError('not_ready', { message: 'The web application is not built. Run: npm run build' });
    },
    database: database.check,
    files: files.check,
    queue: queue.check,
  };
}

/** Takes jobs and sweeps from now on. @returns ends it */
async function startWork(
  ground: Ground,
  { notifications }: Awaited<ReturnType<typeof createServices>>,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  const { database, live, files, pool, queue, clock, logError } = ground;
  const { db } = database;
  const needs = { db, files, pool, live, notifications, clock, newId: randomUUID, logError };
  const execution = createExecution(needs);
  const handle = createRunHandler(execution);
  const takeTurn = createTurnTaker(execution);
  for (const { name, concurrency } of PROJECT_JOBS) {
    await queue.work(name, handle, { concurrency, onGivenUp: execution.giveUp, takeTurn });
  }
  const stopSweeping = startSweeping(
    ground,
    createLeftovers({ ...needs, tell: (text) => log.warn(text) }),
    logError,
  );
  return async () => {
    await Promise.all([stopSweeping(), queue.drain()]);
  };
}

/**
 * Work and requests end side by side, and what they stand on goes last. Hooks of the framework alone
 * would run in reverse, and wait for a slow client as long as it pleases.
 */
function closeInOrder(
  app: FastifyInstance,
  endWork: () => Promise<void>,
  closeGround: () => Promise<void>,
): void {
  let ending: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    ending = endWork();
    // Awaited when the last answers are out; a failure before that would end the process.
    ending.catch(() => {});
    timer = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS);
  });
  app.addHook('onClose', async () => {
    clearTimeout(timer);
    await ending;
    await closeGround();
  });
}

/** Sweeps at once, because a server may never run for an hour, and then now and then. @returns ends it */
function startSweeping(
  { files, clock, isAlone }: Ground,
  leftovers: LeftoversService,
  logError: (error: unknown, text: string) => void,
): () => Promise<void> {
  const stop = new AbortController();
  const fail = (error: unknown) => logError(error, 'sweeping failed');
  const sweep = (spareMs: number) =>
    leftovers.sweep(new Date(clock().getTime() - spareMs), stop.signal).then(() => {}, fail);
  let running = sweep(isAlone ? 0 : REQUEST_LIFE_MS);
  const timers = [
    setInterval(() => {
      running = running.then(() => sweep(REQUEST_LIFE_MS));
    }, SWEEP_MS),
    setInterval(() => void files.sweepScratch(SCRATCH_LIFE_MS).catch(fail), SCRATCH_SWEEP_MS),
  ];
  for (const timer of timers) timer.unref();
  return async () => {
    for (const timer of timers) clearInterval(timer);
    stop.abort();
    await running;
    await leftovers
      .leave()
      .catch((error: unknown) => logError(error, 'the mark of the store was not counted on'));
  };
}

/** Opens the store that the settings name. */
export function openFiles({ s3, dataFolder }: Pick<Config, 's3' | 'dataFolder'>): Promise<Files> {
  return createFiles(
    s3 === undefined
      ? { folder: join(dataFolder, 'files') }
      : { ...s3, scratch: join(dataFolder, 'scratch') },
  );
}

async function openOwnDatabase({ databaseUrl, dataFolder }: Config): Promise<Database> {
  const database = await openDatabase(
    databaseUrl === undefined ? { folder: join(dataFolder, 'database') } : { url: databaseUrl },
  );
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

function readPackage(): { name: string; version: string } {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
}
