/** Opens PGlite: locks the folder, recovers from an interrupted first boot, and flushes files to disk. */
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Kysely } from 'kysely';
import { adviseOnFolder } from '../app-error.ts';
import { DatabaseError, formatCause } from './database-error.ts';
import { watchForDamage } from './damage.ts';
import { keepOnDisk } from './keep-on-disk.ts';
import { type Lock, LockError, takeLock } from './lock.ts';
import { notify } from './notify.ts';
import { PgliteReader } from './pglite-reader.ts';
import { oneConnectionDialect } from './one-connection.ts';
import type { Database, OpenOptions } from './database.ts';

const CONNECTION_WAIT_MS = 10_000;
/** Free space that a start needs for its log and caches. */
const START_BYTES = 16 * 1000 * 1000;

/**
 * At each start, V8 uses 600 MB to optimize one function of PostgreSQL, the expression interpreter. With less
 * memory, PGlite uses the output of the baseline compiler: queries take 1.4 times as long on one core.
 */
const MIN_OPTIMIZING_BYTES = 2 * 1024 ** 3;
const WITHOUT_OPTIMIZING = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

const SETTINGS = [
  // Allocated at the start; further pages are in the system's cache.
  'shared_buffers=64MB',
  // Most pages are in memory, so random reads cost little more than sequential ones.
  'random_page_cost=1.1',
  // A sample of 6,000 rows takes a few milliseconds.
  'default_statistics_target=20',
];
const startParams = [...PgliteReader.defaultStartParams, ...SETTINGS.flatMap((setting) => ['-c', setting])];

/** Opens PGlite. @throws DatabaseError or LockError */
export async function openPglite({
  folder,
  dump,
  connectionWaitMs: waitMs = CONNECTION_WAIT_MS,
  onQuery,
}: OpenOptions): Promise<Database> {
  // Memory of the machine, or the limit of the container.
  const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  if (memoryBytes < MIN_OPTIMIZING_BYTES) for (const flag of WITHOUT_OPTIMIZING) setFlagsFromString(flag);
  if (folder === undefined) {
    const pglite = await PgliteReader.open({
      startParams,
      ...(dump === undefined ? {} : { loadDataDir: dump }),
    });
    return describe(pglite, { waitMs, onQuery, end: () => pglite.close() });
  }
  const path = resolve(folder);
  const lock = await lockFolder(path);
  try {
    const pglite = await openFolder(path);
    const disk = keepOnDisk(path);
    return describe(pglite, {
      waitMs,
      onQuery,
      end: async () => {
        await pglite.exec('checkpoint');
        await pglite.close();
        await disk.stop();
        lock.release();
      },
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function lockFolder(path: string): Promise<Lock> {
  const folder = dirname(path);
  try {
    // Contains password hashes and customers' sheets, so other users of the machine have no access.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return await takeLock(path);
  } catch (error) {
    if (error instanceof LockError) throw error;
    throw new DatabaseError(
      `Couldn’t use the data folder ${folder}: ${formatCause(error)}. ${adviseOnFolder(error)}`,
      { cause: error },
    );
  }
}

/** Creates a database only in an empty folder or in one whose creation was interrupted. */
async function openFolder(path: string): Promise<PgliteReader> {
  const marker = `${path}.first-boot`;
  if (existsSync(marker)) rmSync(path, { recursive: true, force: true });
  const names = listNames(path);
  const isNew = names.length === 0;
  if (!isNew && !names.includes('PG_VERSION')) {
    throw new DatabaseError(
      `The folder ${path} contains files but no database. Nothing was changed. Empty it, or set GEOLOOM_DATA_DIR to another folder.`,
    );
  }
  if (isNew)
    writeFileSync(
      marker,
      'A new database is being created. If this file remains, the next start begins again.\n',
    );
  const pglite = await startPglite(path);
  if (isNew) rmSync(marker);
  return pglite;
}

function listNames(path: string): string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new DatabaseError(`Couldn’t read the database folder ${path}: ${formatCause(error)}`, {
      cause: error,
    });
  }
}

async function startPglite(path: string): Promise<PgliteReader> {
  try {
    return await PgliteReader.open({ dataDir: path, startParams });
  } catch (error) {
    const advice = isFull(path)
      ? adviseOnFolder({ code: 'ENOSPC' })
      : 'Move the folder elsewhere, then put a backup in its place.';
    throw new DatabaseError(
      `Couldn’t open the database in ${join(path)}: ${formatCause(error)}. Nothing was deleted. ${advice}`,
      { cause: error },
    );
  }
}

/** Checks for a full disk, which PGlite reports only as an abort. */
function isFull(path: string): boolean {
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize < START_BYTES;
}

interface Opening {
  waitMs: number;
  onQuery: OpenOptions['onQuery'];
  end(): Promise<void>;
}

function describe(pglite: PgliteReader, { waitMs, onQuery, end }: Opening): Database {
  const { dialect, readBusyMs } = oneConnectionDialect(pglite, waitMs);
  const damage = watchForDamage(onQuery);
  const db: Database['db'] = new Kysely({ dialect, log: damage.log });
  let closing: Promise<void> | undefined;
  return {
    db,
    jobs: db,
    kind: 'pglite',
    raw: pglite,
    listen: (channel, onPayload) => pglite.listen(channel, onPayload),
    notify,
    readBusyMs,
    check: () => damage.check(db),
    close: () => (closing ??= end()),
  };
}
