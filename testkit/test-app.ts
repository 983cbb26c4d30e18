/** The whole server as it is wired, without a socket: tests send requests by `inject`. */
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import type { Config } from '#server/config.ts';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/db/open.ts';
import { type Server, wire } from '#server/wire.ts';
import { makeFolder } from './folder.ts';
import { openTestDatabase } from './test-database.ts';

interface TestAppOptions {
  /** Files of the built web application by path; none makes an application that was never built. */
  web?: Readonly<Record<string, string>>;
  config?: Partial<Config>;
  clock?: () => Date;
  /** A data folder that outlives the app: for tests that start twice. */
  dataFolder?: string;
  /** Gets each line of the log as it is written. */
  onLogLine?: (line: string) => void;
  /** Sends calls away when the machine is busy, as the real one does; a test that asks for it waits for it. */
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

/** Builds the server on an empty database for one test and closes it after that test. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { web = {}, config = {}, clock, dataFolder = makeFolder(), onLogLine } = options;
  const log: Record<string, unknown>[] = [];
  const database = await openTestDatabase();
  const server = await wire(
    { ...readConfig({}), dataFolder, ...config },
    {
      webFolder: makeFolder(web),
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
  onTestFinished(() => server.app.close());
  return { app: server.app, server, database, dataFolder, log };
}
