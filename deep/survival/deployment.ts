/** Data stores of killed servers, and the check of their data while no server runs. */
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { startPostgresServer } from '#testkit/postgres-server.ts';
import { type ServerProcess, startServerProcess } from '#testkit/server-process.ts';
import { openDatabase } from '#server/db/open.ts';
import { collectGarbage } from '#server/background.ts';
import { createFiles } from '#server/gateways/create-files.ts';
import type { Files } from '#server/gateways/files.ts';
import { type IntegrityReport, checkIntegrity } from './integrity.ts';
import { startStoreProcess, type StoreProcess } from './store-process.ts';

export interface Deployment {
  /** @param before shell command that runs in the process before the server */
  start(before?: string): Promise<ServerProcess>;
  /** Lists the names in a folder of published files. */
  listNames(folder: string): string[];
  /** Lists the entries of the scratch folder. */
  listScratch(): string[];
  /** Returns true if a file or scratch entry with this name exists. */
  contains(name: string): boolean;
  /** Backdates heartbeats by a minute, so that other servers consider a killed one dead. */
  backdateHeartbeats(): Promise<void>;
  /** Checks the data; call this while no server runs. */
  checkIntegrity(): Promise<IntegrityReport & { tooYoung: string[] }>;
  /** True if several servers may share it, so that orphans are kept for some minutes. */
  isShared: boolean;
}

/** PGlite and files in one folder, as in `npm start`. */
async function openFolderDeployment(): Promise<Deployment> {
  const folder = makeFolder();
  return {
    ...describeDeployment({ folder, scratch: join(folder, 'files/.scratch'), environment: {} }),
    listNames: (path) => listFolder(join(folder, 'files', path)),
    backdateHeartbeats: async () => {},
    checkIntegrity: async () => {
      // Checks a copy, so that the next server finds the data unchanged.
      const copy = makeFolder();
      cpSync(folder, copy, { recursive: true });
      const database = await openDatabase({ folder: join(copy, 'database') });
      const found = await checkIntegrity(database, await createFiles({ folder: join(copy, 'files') }));
      await database.close();
      return { ...found, tooYoung: [] };
    },
    isShared: false,
  };
}

/** A PostgreSQL server, and files in a folder that several servers share. */
async function openSharedDeployment(): Promise<Deployment> {
  const folder = makeFolder();
  const url = await startPostgres();
  const environment = { DATABASE_URL: url };
  return {
    ...describeDeployment({ folder, scratch: join(folder, 'files/.scratch'), environment }),
    listNames: (path) => listFolder(join(folder, 'files', path)),
    backdateHeartbeats: () => backdateHeartbeats(url),
    checkIntegrity: async () =>
      checkSharedIntegrity(url, await createFiles({ folder: join(folder, 'files') })),
    isShared: true,
  };
}

/** A PostgreSQL server and a bucket; the folder has only scratch files. */
export async function openStoreDeployment(): Promise<Deployment & { store: StoreProcess }> {
  const folder = makeFolder();
  const scratch = join(folder, 'scratch');
  const url = await startPostgres();
  const store = await startStoreProcess();
  const environment = {
    DATABASE_URL: url,
    S3_ENDPOINT: store.options.endpoint,
    S3_BUCKET: store.options.bucket,
    S3_ACCESS_KEY_ID: store.options.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.options.secretAccessKey,
    S3_FORCE_PATH_STYLE: '1',
  };
  return {
    ...describeDeployment({ folder, scratch, environment }),
    listNames: store.listNames,
    backdateHeartbeats: () => backdateHeartbeats(url),
    checkIntegrity: async () => {
      const found = await checkSharedIntegrity(url, await createFiles({ ...store.options, scratch }));
      return { ...found, orphans: [...found.orphans, ...store.listUnfinished()] };
    },
    store,
    isShared: true,
  };
}

export const FOLDER = { where: 'PGlite and a folder', open: openFolderDeployment };
export const SHARED_FOLDER = { where: 'PostgreSQL and a folder', open: openSharedDeployment };
export const STORE = { where: 'PostgreSQL and S3', open: openStoreDeployment };

interface Description {
  folder: string;
  scratch: string;
  environment: Readonly<Record<string, string>>;
}

function describeDeployment({ folder, scratch, environment }: Description) {
  return {
    start: async (before?: string) => {
      const options = { dataFolder: folder, environment, ...(before === undefined ? {} : { before }) };
      const server = await startServerProcess(options);
      onTestFinished(async () => void (await server.end('SIGKILL')));
      return server;
    },
    listScratch: () => listFolder(scratch),
    contains: (name: string) => existsSync(join(folder, 'files', name)) || existsSync(join(scratch, name)),
  };
}

async function startPostgres(): Promise<string> {
  const postgres = await startPostgresServer();
  onTestFinished(() => postgres.stop());
  return postgres.url;
}

async function backdateHeartbeats(url: string): Promise<void> {
  const database = await openDatabase({ url });
  await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute'`.execute(database.db);
  await database.close();
}

const listFolder = (path: string) => (existsSync(path) ? readdirSync(path) : []);

/**
 * Counts the files of a killed server, which are kept for some minutes while other servers may run, then checks what
 * remains after the hourly sweep.
 */
async function checkSharedIntegrity(
  url: string,
  files: Files,
): Promise<IntegrityReport & { tooYoung: string[] }> {
  const database = await openDatabase({ url });
  const { orphans: tooYoung } = await checkIntegrity(database, files);
  const now = () => new Date();
  const needs = { db: database.db, files, clock: now, newId: randomUUID, warn: console.log };
  await collectGarbage(needs).sweep(new Date(Date.now() + 1_000));
  await files.sweepScratch();
  const found = await checkIntegrity(database, files);
  await database.close();
  return { ...found, tooYoung };
}
