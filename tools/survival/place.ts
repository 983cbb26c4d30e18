/**
 * Where a server that is killed keeps its things: all in one folder, or in PostgreSQL and a store that
 * speaks S3. Here it is started, and here is looked at what it left.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgresServer } from '#testkit/postgres-server.ts';
import { type ServerProcess, startServerProcess } from '#testkit/server-process.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import { createLeftovers } from '#server/features/projects/leftovers.service.ts';
import { createFiles } from '#server/gateways/create-files.ts';
import type { Files } from '#server/gateways/files.ts';
import { type Findings, judge } from './judge.ts';
import { startStoreProcess, type StoreProcess } from './store-process.ts';

export interface Place {
  /** A server after the other, or several side by side where that is allowed. */
  start(wish?: Pick<Parameters<typeof startServerProcess>[0], 'before'>): Promise<ServerProcess>;
  /** Names in a folder of the finished files, as far as they are there. */
  listNames(folder: string): string[];
  /** The folder of half-written work. */
  scratch: string;
  /** To be called when no server runs. */
  judge(): Promise<Findings>;
  /** What holds the files, where that is a process that may die as well. */
  store?: StoreProcess;
  /** A job whose process died waits until its heartbeat has been silent for this long. */
  silenceMs: number;
  close(): Promise<void>;
}

/** PGlite and files in one folder, as `npm start` has it. */
export function makeFolderPlace(dataFolder: string): Place {
  const starter = createStarter(dataFolder, {});
  return {
    start: starter.start,
    listNames: (folder) => listFolder(join(dataFolder, 'files', folder)),
    scratch: join(dataFolder, 'files/.scratch'),
    judge: async () => {
      const database = await openDatabase({ folder: join(dataFolder, 'database') });
      try {
        return await judge(database, await createFiles({ folder: join(dataFolder, 'files') }));
      } finally {
        await database.close();
      }
    },
    silenceMs: 0,
    close: starter.close,
  };
}

/** A PostgreSQL server and files in the folder, which several servers share. */
export async function makeSharedPlace(dataFolder: string): Promise<Place> {
  const postgres = await startPostgresServer();
  const starter = createStarter(dataFolder, { DATABASE_URL: postgres.url });
  return {
    start: starter.start,
    listNames: (folder) => listFolder(join(dataFolder, 'files', folder)),
    scratch: join(dataFolder, 'files/.scratch'),
    judge: () => judgeShared(postgres.url, () => createFiles({ folder: join(dataFolder, 'files') })),
    silenceMs: 30_000,
    close: async () => {
      await starter.close();
      await postgres.stop();
    },
  };
}

/** A PostgreSQL server and a bucket; only half-written work lies in the folder. */
export async function makeStorePlace(dataFolder: string): Promise<Place & { store: StoreProcess }> {
  const postgres = await startPostgresServer();
  const store = await startStoreProcess(join(dataFolder, 'store'));
  const { endpoint, bucket, accessKeyId, secretAccessKey } = store.options;
  const scratch = join(dataFolder, 'scratch');
  const starter = createStarter(dataFolder, {
    DATABASE_URL: postgres.url,
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_FORCE_PATH_STYLE: '1',
  });
  return {
    start: starter.start,
    listNames: store.listNames,
    scratch,
    judge: async () => {
      const findings = await judgeShared(postgres.url, () => createFiles({ ...store.options, scratch }));
      const unfinished = store.listUnfinished().map((name) => `multipart upload ${name}`);
      return { ...findings, orphans: [...findings.orphans, ...unfinished] };
    },
    store,
    silenceMs: 30_000,
    close: async () => {
      await starter.close();
      await store.stop();
      await postgres.stop();
    },
  };
}

function createStarter(dataFolder: string, own: Readonly<Record<string, string>>) {
  const servers = new Set<ServerProcess>();
  return {
    start: async (wish: Parameters<Place['start']>[0] = {}) => {
      const server = await startServerProcess({ dataFolder, environment: own, ...wish });
      servers.add(server);
      return server;
    },
    close: async () => {
      for (const server of servers) server.signal('SIGKILL');
      await Promise.all([...servers].map(({ ended }) => ended));
    },
  };
}

function listFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/**
 * What a killed server leaves behind is spared for some minutes where others may be at work: first that is
 * counted, and then judged is what stays after the sweep that the next hour, or start, would bring.
 */
async function judgeShared(url: string, open: () => Promise<Files>): Promise<Findings> {
  const database: Database = await openDatabase({ url });
  try {
    const files = await open();
    const { orphans: spared } = await judge(database, files);
    const now = () => new Date();
    const needs = { db: database.db, files, clock: now, newId: randomUUID, tell: console.log };
    await createLeftovers(needs).sweep(new Date(Date.now() + 1_000));
    await files.sweepScratch();
    return { ...(await judge(database, files)), spared };
  } finally {
    await database.close();
  }
}
