/** The whole server without a socket: tests send requests with `inject`. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, onTestFinished, vi } from 'vitest';
import type { Config } from '#server/config.ts';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/db/open.ts';
import { openFiles } from '#server/infrastructure.ts';
import { createEnginePool, type EnginePool } from '#server/jobs/engine-pool.ts';
import { type Server, type ServerOverrides, wire } from '#server/wire.ts';
import { makeFolder } from './folder.ts';
import { type HeldFiles, holdFiles } from './held-files.ts';
import { addUser, type UserOptions, type SignedInUser } from './users.ts';
import { runOutsideTransaction } from './statements.ts';
import {
  emptyTables,
  openSecondConnection,
  openOwnDatabase,
  openTestDatabase,
  runSql,
} from './test-database.ts';

type OnEnd = (end: () => void | Promise<void>) => void;

interface TestAppOptions {
  /** Files of the built web application by path; empty as before the first build. */
  web?: Readonly<Record<string, string>>;
  config?: Partial<Config>;
  clock?: () => Date;
  /** Sites on loopback that scans may fetch. */
  scanned?: ServerOverrides['scanned'];
  /** A data folder that outlives the app, for tests that start it twice. */
  dataFolder?: string;
  /** Uses the database and data folder of this app, as another process does. */
  beside?: Pick<TestApp, 'database' | 'dataFolder'>;
  /** Called with each log line. */
  onLogLine?: (line: string) => void;
  /** Turns mail off, as without SMTP_URL. Otherwise emails stay in the queue unless the settings name a mail server. */
  isMailOff?: boolean;
  /** Enables load shedding as in production; the test must handle 503. */
  isEasilyLate?: boolean;
  /** Engine threads; by default the server has its own. */
  pool?: EnginePool;
  /** Empties tables and store before each test, for tests that read all of them. */
  isEmptied?: boolean;
}

export interface TestApp {
  app: FastifyInstance;
  server: Server;
  database: Database;
  dataFolder: string;
  /** File store that can pause runs. */
  store: HeldFiles;
  /** Log lines so far, parsed. */
  log: Record<string, unknown>[];
}

/** A server shared by a test file, with the parts that are new for each test. */
export interface Stage extends TestApp {
  /** A new user. Assertions must look only at this user's rows: earlier tests leave rows. */
  user: SignedInUser;
  /** IP address of the requests, one per test, so that tests don't share rate limits. */
  ip: string;
  /** Stops the server's clock and moves it forward; it runs again in the next test. */
  pass(milliseconds: number): void;
}

const TIMEOUT_MS = 60_000;
const POLL_MS = 5;
/** Longer than a run of all tests: a thread that starts again loads the engine again. */
const IDLE_MS = 3_600_000;
const IS_ACTIVE = `state in ('queued', 'planning', 'running', 'auditing')`;

/** True while the file's server uses the file's database, which tests must not empty. */
let isShared = false;

/**
 * Starts one server for all tests of the file. Runs that a test leaves are canceled after it; a run that doesn't
 * end fails the test.
 * @param options or a function that makes them and registers what to close at the end
 * @returns function that prepares the server for a test: new user, empty log, real clock
 */
export function useTestApp(
  options: TestAppOptions | ((onEnd: OnEnd) => Promise<TestAppOptions>) = {},
): (user?: UserOptions) => Promise<Stage> {
  isShared = true;
  let stoppedAt: number | undefined;
  let isEmptied = false;
  let tests = 0;
  let ip = '';
  let opened: TestApp | undefined;
  const ends: Parameters<OnEnd>[0][] = [];
  const onEnd: OnEnd = (end) => void ends.push(end);
  beforeAll(async () => {
    const given = typeof options === 'function' ? await options(onEnd) : options;
    isEmptied = given.isEmptied === true;
    const own = {
      clock: () => new Date(stoppedAt ?? Date.now()),
      dataFolder: makeFolder({}, onEnd),
      pool: shareThreads(),
    };
    opened = await build(await openTestDatabase(), { ...own, ...given }, onEnd);
    callFrom(opened.app, () => ip);
    // Waits for the sweep of files at startup, so that tests don't run during it.
    await vi.waitUntil(() => opened?.store.files.stat('store.json'), {
      timeout: TIMEOUT_MS,
      interval: POLL_MS,
    });
  });
  afterEach(async () => {
    if (opened !== undefined) await endRuns(opened);
  });
  afterAll(async () => {
    isShared = false;
    for (const end of ends.toReversed()) await end();
  });
  return async (user) => {
    if (opened === undefined) throw new Error('The server of this file did not start.');
    stoppedAt = undefined;
    tests += 1;
    ip = `10.0.${tests >> 8}.${tests & 255}`;
    if (isEmptied) await emptyAll(opened);
    opened.log.length = 0;
    const pass = (milliseconds: number) => {
      stoppedAt = (stoppedAt ?? Date.now()) + milliseconds;
    };
    return { ...opened, ip, pass, user: await addUser(opened.database.db, user) };
  };
}

/**
 * Starts a server on an empty database for one test that needs its own settings, clock or startup. Other tests
 * share the server of `useTestApp`.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { beside } = options;
  if (beside !== undefined) {
    const { database, dataFolder } = beside;
    return build(await openSecondConnection(database), { ...options, dataFolder }, onTestFinished);
  }
  const database = await (isShared ? openOwnDatabase() : openTestDatabase());
  return build(database, options, onTestFinished);
}

async function build(database: Database, options: TestAppOptions, onEnd: OnEnd): Promise<TestApp> {
  const { web = {}, config = {}, clock, onLogLine } = options;
  const dataFolder = options.dataFolder ?? makeFolder({}, onEnd);
  const log: Record<string, unknown>[] = [];
  const settings = { ...readConfig({}), dataFolder, ...config };
  const store = holdFiles(await openFiles(settings));
  const server = await wire(settings, {
    webFolder: makeFolder(web, onEnd),
    log: {
      write: (line) => {
        onLogLine?.(line);
        log.push(JSON.parse(line));
      },
    },
    database,
    files: store.files,
    pool: options.pool ?? startOwnThreads(onEnd),
    queuesEmails: options.isMailOff !== true,
    // Makes short runs report progress, too.
    progressMs: 50,
    ...(clock === undefined ? {} : { clock }),
    ...(options.scanned === undefined ? {} : { scanned: options.scanned }),
    ...(options.isEasilyLate === true ? {} : { times: { maxLoopDelayMs: Infinity } }),
  });
  onEnd(() => server.app.close());
  await server.startWork();
  detachRequests(server.app);
  return { app: server.app, server, database, dataFolder, store, log };
}

/** Runs at normal priority, so that they end on a busy machine, too. */
const startThreads = () => createEnginePool({ runNice: 0, idleMs: IDLE_MS });

function startOwnThreads(onEnd: OnEnd): EnginePool {
  const pool = startThreads();
  onEnd(() => pool.close());
  return pool;
}

let shared: EnginePool | undefined;

/** Shares threads among all files of this worker: starting them costs more than most tests. */
function shareThreads(): EnginePool {
  shared ??= startThreads();
  return shared;
}

/** A request isn't part of the transaction in which a test sends it. */
function detachRequests(app: FastifyInstance): void {
  const inject = app.inject.bind(app);
  // A request is sent when it is awaited.
  const send = (given: InjectOptions | string) =>
    runOutsideTransaction(() => inject(given).then((reply) => reply));
  Object.assign(app, { inject: send });
}

/** Sends requests from this IP address unless they specify another. */
function callFrom(app: FastifyInstance, chooseIp: () => string): void {
  const inject = app.inject.bind(app);
  const injectFrom = (given: InjectOptions | string) =>
    inject({ remoteAddress: chooseIp(), ...(typeof given === 'string' ? { url: given } : given) });
  Object.assign(app, { inject: injectFrom });
}

async function emptyAll({ database, store }: TestApp): Promise<void> {
  await emptyTables(database);
  for await (const { key } of store.files.list('')) await store.files.remove([key]);
}

/** Cancels the queued and active runs of a test, and waits for their handlers. */
async function endRuns({ database, store }: TestApp): Promise<void> {
  const isWorking = async () =>
    (
      await runSql(
        database,
        `select id from pgboss.job where state < 'completed' and name in ('run', 'test') limit 1`,
      )
    ).length > 0;
  const deadline = performance.now() + TIMEOUT_MS;
  while (await isWorking()) {
    if (performance.now() > deadline) throw new Error('A run of this test did not end.');
    await runSql(database, `delete from pgboss.job where state < 'active' and name in ('run', 'test')`);
    const canceled = await runSql<{ topic: string }>(
      database,
      `update runs set is_cancel_wanted = true where ${IS_ACTIVE} and not is_cancel_wanted
      returning 'project:' || project_id as topic`,
    );
    for (const { topic } of canceled) await database.notify(database.db, 'geoloom_live', topic);
    await store.release();
    await sleep(POLL_MS);
  }
  await store.release();
  // Runs that a test inserted have no handler.
  await runSql(database, `update runs set state = 'canceled' where ${IS_ACTIVE}`);
}
