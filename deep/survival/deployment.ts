/** Where servers that are killed keep their data; what they left there is judged while none of them runs. */
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
  /** @param before what a shell does in the process before it becomes the server */
  start(before?: string): Promise<ServerProcess>;
  /** Names in a folder of the finished files, as far as they are there. */
  listNames(folder: string): string[];
  /** Entries of the folder of half-written work. */
  listScratch(): string[];
  /** Whether a file of this key, or an entry of the scratch folder, is there. */
  holds(name: string): boolean;
  /** Makes dead servers silent for a minute more: where several work, silence tells that one is dead. */
  ageHeartbeats(): Promise<void>;
  /** To be called when no server runs. */
  checkIntegrity(): Promise<IntegrityReport & { spared: string[] }>;
  /** Several servers may work here, so orphans are spared for some minutes. */
  isShared: boolean;
}

/** PGlite and files in one folder, as `npm start` has it. */
async function openFolderDeployment(): Promise<Deployment> {
  const folder = makeFolder();
  return {
    ...describeDeployment({ folder, scratch: join(folder, 'files/.scratch'), environment: {} }),
    listNames: (path) => listFolder(join(folder, 'files', path)),
    ageHeartbeats: async () => {},
    checkIntegrity: async () => {
      // The server that comes next shall find what the last one left, not what was opened in between.
      const copy = makeFolder();
      cpSync(folder, copy, { recursive: true });
      const database = await openDatabase({ folder: join(copy, 'database') });
      const found = await checkIntegrity(database, await createFiles({ folder: join(copy, 'files') }));
      await database.close();
      return { ...found, spared: [] };
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
    ageHeartbeats: () => ageHeartbeats(url),
    checkIntegrity: async () =>
      checkSharedIntegrity(url, await createFiles({ folder: join(folder, 'files') })),
    isShared: true,
  };
}

/** A PostgreSQL server and a bucket; only half-written work is in the folder. */
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
    ageHeartbeats: () => ageHeartbeats(url),
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
    holds: (name: string) => existsSync(join(folder, 'files', name)) || existsSync(join(scratch, name)),
  };
}

async function startPostgres(): Promise<string> {
  const postgres = await startPostgresServer();
  onTestFinished(() => postgres.stop());
  return postgres.url;
}

async function ageHeartbeats(url: string): Promise<void> {
  const database = await openDatabase({ url });
  await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute'`.execute(database.db);
  await database.close();
}

const listFolder = (path: string) => (existsSync(path) ? readdirSync(path) : []);

/**
 * What a killed server leaves is spared for some minutes where others may be at work: it is counted first,
 * then judged is what stays after the sweep that the next hour would bring.
 */
async function checkSharedIntegrity(
  url: string,
  files: Files,
): Promise<IntegrityReport & { spared: string[] }> {
  const database = await openDatabase({ url });
  const { orphans: spared } = await checkIntegrity(database, files);
  const now = () => new Date();
  const needs = { db: database.db, files, clock: now, newId: randomUUID, warn: console.log };
  await collectGarbage(needs).sweep(new Date(Date.now() + 1_000));
  await files.sweepScratch();
  const found = await checkIntegrity(database, files);
  await database.close();
  return { ...found, spared };
}
