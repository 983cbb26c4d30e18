/** The whole server as it is wired, without a socket: tests send requests by `inject`. */
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
  /** Files of the built web application by path; none makes an application that was never built. */
  web?: Readonly<Record<string, string>>;
  config?: Partial<Config>;
  clock?: () => Date;
  /** Sites on loopback that scans may fetch. */
  scanned?: ServerOverrides['scanned'];
  /** A data folder that outlives the app: for tests that start twice. */
  dataFolder?: string;
  /** Starts on the database and the data folder of this one, as another process does. */
  beside?: Pick<TestApp, 'database' | 'dataFolder'>;
  /** Gets each line of the log as it is written. */
  onLogLine?: (line: string) => void;
  /** Mail is off, as without SMTP_URL. Otherwise emails wait in the queue unless the settings name a mail server. */
  isMailOff?: boolean;
  /** Rejects calls when the machine is busy, as the real one does; a test that asks for it waits for it. */
  isEasilyLate?: boolean;
  /** Threads of the engine; without them the server has its own. */
  pool?: EnginePool;
  /** Each test finds the tables and the store empty: for tests that look at all of both. */
  isEmptied?: boolean;
}

export interface TestApp {
  app: FastifyInstance;
  server: Server;
  database: Database;
  dataFolder: string;
  /** Holds runs at their files. */
  store: HeldFiles;
  /** Log lines so far, parsed. */
  log: Record<string, unknown>[];
}

/** The server of a file, as one test finds it. */
export interface Stage extends TestApp {
  /** Somebody new. Assertions look at what is theirs: earlier tests left rows of others. */
  person: SignedInUser;
  /** Where its calls come from. Each test has an address of its own, so that none uses up the limits of the next. */
  ip: string;
  /** Stops the clock of the server and moves it forward by so much; it runs again for the next test. */
  pass(milliseconds: number): void;
}

const ENDING_MS = 15_000;
const LOOK_MS = 5;
const AT_WORK = `state in ('queued', 'planning', 'running', 'auditing')`;

/** Whether the file's database belongs to its server: no test may empty it. */
let isShared = false;

/**
 * One server for all tests of the file, closed after the last. What a test leaves running is canceled
 * after it, and fails it where it does not end.
 * @param options or what makes them, given a way to close at the end what it opens
 * @returns enters it, for each test as a new person, with an empty log and the clock of the machine
 */
export function useTestApp(
  options: TestAppOptions | ((onEnd: OnEnd) => Promise<TestAppOptions>) = {},
): (wish?: UserOptions) => Promise<Stage> {
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
    // The server looks through its files as soon as it starts; no test begins in the middle of that.
    await vi.waitUntil(() => opened?.store.files.stat('store.json'), {
      timeout: ENDING_MS,
      interval: LOOK_MS,
    });
  });
  afterEach(async () => {
    if (opened !== undefined) await endRuns(opened);
  });
  afterAll(async () => {
    isShared = false;
    for (const end of ends.toReversed()) await end();
  });
  return async (wish) => {
    if (opened === undefined) throw new Error('The server of this file did not start.');
    stoppedAt = undefined;
    tests += 1;
    ip = `10.0.${tests >> 8}.${tests & 255}`;
    if (isEmptied) await emptyAll(opened);
    opened.log.length = 0;
    const pass = (milliseconds: number) => {
      stoppedAt = (stoppedAt ?? Date.now()) + milliseconds;
    };
    return { ...opened, ip, pass, person: await addUser(opened.database.db, wish) };
  };
}

/**
 * Builds a server on an empty database for one test and closes it after that test: for what needs
 * settings, a clock or a beginning of its own. All other tests share the one of `useTestApp`.
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
    holdsMails: options.isMailOff !== true,
    // Short runs are to report, too.
    progressMs: 50,
    ...(clock === undefined ? {} : { clock }),
    ...(options.scanned === undefined ? {} : { scanned: options.scanned }),
    ...(options.isEasilyLate === true ? {} : { times: { lateMs: Infinity } }),
  });
  onEnd(() => server.app.close());
  await server.startWork();
  detachRequests(server.app);
  return { app: server.app, server, database, dataFolder, store, log };
}

/** A run must end however busy the machine is with other things. */
const startThreads = () => createEnginePool({ runNice: 0 });

function startOwnThreads(onEnd: OnEnd): EnginePool {
  const pool = startThreads();
  onEnd(() => pool.close());
  return pool;
}

let shared: EnginePool | undefined;

/** For all files of this worker, with which they end: starting threads costs more than most tests. */
function shareThreads(): EnginePool {
  shared ??= startThreads();
  return shared;
}

/** A request isn't part of the transaction in which a test sends it. */
function detachRequests(app: FastifyInstance): void {
  const inject = app.inject.bind(app);
  // It is sent once it is awaited.
  const send = (given: InjectOptions | string) =>
    runOutsideTransaction(() => inject(given).then((reply) => reply));
  Object.assign(app, { inject: send });
}

/** Lets each `inject` that names no address of its own come from this one. */
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

/** Cancels what a test left in the queue and at work, and waits until no handler works on any of it. */
async function endRuns({ database, store }: TestApp): Promise<void> {
  const isWorking = async () =>
    (
      await runSql(
        database,
        `select id from pgboss.job where state < 'completed' and name in ('run', 'test') limit 1`,
      )
    ).length > 0;
  const deadline = performance.now() + ENDING_MS;
  while (await isWorking()) {
    if (performance.now() > deadline) throw new Error('A run of this test does not end.');
    await runSql(database, `delete from pgboss.job where state < 'active' and name in ('run', 'test')`);
    const canceled = await runSql<{ topic: string }>(
      database,
      `update runs set is_cancel_wanted = true where ${AT_WORK} and not is_cancel_wanted
      returning 'project:' || project_id as topic`,
    );
    for (const { topic } of canceled) await database.notify(database.db, 'geoloom_live', topic);
    await store.release();
    await sleep(LOOK_MS);
  }
  await store.release();
  // Those that a test only wrote into the table have no handler.
  await runSql(database, `update runs set state = 'canceled' where ${AT_WORK}`);
}
