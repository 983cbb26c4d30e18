/** The whole server as it is wired, without a socket: tests send requests by `inject`. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, onTestFinished } from 'vitest';
import type { Config } from '#server/config.ts';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/db/open.ts';
import { type Server, wire } from '#server/wire.ts';
import { makeFolder } from './folder.ts';
import { addPerson, type PersonWish, type SignedPerson } from './people.ts';
import { openOwnDatabase, openTestDatabase, runSql } from './test-database.ts';

type OnEnd = (end: () => void | Promise<void>) => void;

interface TestAppOptions {
  /** Files of the built web application by path; none makes an application that was never built. */
  web?: Readonly<Record<string, string>>;
  config?: Partial<Config>;
  clock?: () => Date;
  /** A data folder that outlives the app: for tests that start twice. */
  dataFolder?: string;
  /** Gets each line of the log as it is written. */
  onLogLine?: (line: string) => void;
  /** Rejects calls when the machine is busy, as the real one does; a test that asks for it waits for it. */
  isEasilyLate?: boolean;
}

export interface TestApp {
  app: FastifyInstance;
  server: Server;
  database: Database;
  dataFolder: string;
  /** Log lines so far, parsed. */
  log: Record<string, unknown>[];
}

/** The server of a file, as one test finds it. */
export interface Stage extends TestApp {
  /** Somebody new. Assertions look at what is theirs: earlier tests left rows of others. */
  person: SignedPerson;
  /** Stops the clock of the server and moves it forward by so much; it runs again for the next test. */
  pass(milliseconds: number): void;
}

/** Whether the file's database belongs to its server: no test may empty it. */
let isShared = false;

/**
 * One server for all tests of the file, closed after the last. What a test leaves running is canceled
 * after it, and fails it where it does not end.
 * @returns enters it, for each test as a new person, with an empty log and the clock of the machine
 */
export function useTestApp(
  options: Omit<TestAppOptions, 'clock' | 'dataFolder'> | (() => Promise<TestAppOptions>) = {},
): (wish?: PersonWish) => Promise<Stage> {
  isShared = true;
  let stoppedAt: number | undefined;
  let opened: TestApp | undefined;
  const ends: (() => void | Promise<void>)[] = [];
  beforeAll(async () => {
    const given = typeof options === 'function' ? await options() : options;
    const own = {
      clock: () => new Date(stoppedAt ?? Date.now()),
      dataFolder: makeFolder({}, (end) => ends.push(end)),
    };
    opened = await build(await openTestDatabase(), { ...own, ...given }, (end) => ends.push(end));
  });
  afterEach(async () => {
    if (opened !== undefined) await endRuns(opened.database);
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });
  return async (wish) => {
    if (opened === undefined) throw new Error('The server of this file did not start.');
    stoppedAt = undefined;
    opened.log.length = 0;
    const pass = (milliseconds: number) => {
      stoppedAt = (stoppedAt ?? Date.now()) + milliseconds;
    };
    return { ...opened, pass, person: await addPerson(opened.database.db, wish) };
  };
}

/**
 * Builds a server on an empty database for one test and closes it after that test: for what needs
 * settings, a clock or a beginning of its own. All other tests share the one of `useTestApp`.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await (isShared ? openOwnDatabase() : openTestDatabase());
  return build(database, options, onTestFinished);
}

async function build(
  database: Database,
  options: TestAppOptions,
  onEnd: OnEnd,
): Promise<TestApp> {
  const { web = {}, config = {}, clock, onLogLine } = options;
  const dataFolder = options.dataFolder ?? makeFolder({}, onEnd);
  const log: Record<string, unknown>[] = [];
  const server = await wire(
    { ...readConfig({}), dataFolder, ...config },
    {
      webFolder: makeFolder(web, onEnd),
      log: {
        write: (line) => {
          onLogLine?.(line);
          log.push(JSON.parse(line));
        },
      },
      database,
      ...(clock === undefined ? {} : { clock }),
      ...(options.isEasilyLate === true ? {} : { times: { lateMs: Infinity } }),
    },
  );
  onEnd(() => server.app.close());
  return { app: server.app, server, database, dataFolder, log };
}

const ENDING_MS = 15_000;
const LOOK_MS = 5;
const AT_WORK = `state in ('queued', 'planning', 'running', 'auditing')`;

/** Cancels what a test left in the queue and at work, and waits until no handler works on any of it. */
async function endRuns(database: Database): Promise<void> {
  const isWorking = async () =>
    (await runSql(database, `select id from pgboss.job where state < 'completed' limit 1`)).length > 0;
  const deadline = performance.now() + ENDING_MS;
  if (await isWorking()) {
    await runSql(database, `delete from pgboss.job where state < 'active'`);
    const canceled = await runSql<{ topic: string }>(
      database,
      `update runs set is_cancel_wanted = true where ${AT_WORK} returning 'project:' || project_id as topic`,
    );
    for (const { topic } of canceled) await database.notify(database.db, 'geoloom_live', topic);
  }
  while (await isWorking()) {
    if (performance.now() > deadline) throw new Error('A run of this test does not end.');
    await sleep(LOOK_MS);
  }
  // Those that a test only wrote into the table have no handler.
  await runSql(database, `update runs set state = 'cancelled' where ${AT_WORK}`);
}
