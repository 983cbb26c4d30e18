/** Data folder of a migrated, empty PGlite with its job queue: made once, then read from the cache. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashMigrations, migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { openQueue } from '#server/jobs/queue.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Files that determine a dump. */
const SHAPING = ['@electric-sql/pglite', 'pg-boss'];

/** @returns a tar archive of the data folder, from the cache if possible */
export async function readPgliteDump(): Promise<Blob> {
  const file = join(root, '.cache', 'test-database', `${await hashShape()}.tar`);
  try {
    return new Blob([readFileSync(file)]);
  } catch {
    const dump = await makeDump();
    mkdirSync(join(file, '..'), { recursive: true });
    // Another worker may write it at the same time.
    const own = `${file}.${process.pid}`;
    writeFileSync(own, dump);
    renameSync(own, file);
    return new Blob([dump]);
  }
}

/** Makes a server's data folder without accounts, whose first start has nothing to migrate. */
export async function unpackDatabase(dataFolder: string): Promise<void> {
  const path = join(dataFolder, 'database');
  mkdirSync(path, { recursive: true });
  const archive = new Uint8Array(await (await readPgliteDump()).arrayBuffer());
  execFileSync('tar', ['-x', '-C', path], { input: archive, stdio: ['pipe', 'inherit', 'ignore'] });
}

async function makeDump(): Promise<Uint8Array<ArrayBuffer>> {
  const database = await openDatabase({});
  await migrate(database);
  const queue = await openQueue({ database, jobs: [], log: console });
  await queue.close();
  if (!('dumpDataDir' in database.raw)) throw new Error('PGlite is opened only without a URL.');
  const dump = await database.raw.dumpDataDir('none');
  const bytes = new Uint8Array(await dump.arrayBuffer());
  await database.close();
  return bytes;
}

async function hashShape(): Promise<string> {
  const versions = SHAPING.map((name) =>
    readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'),
  );
  return createHash('sha256')
    .update([hashMigrations(), ...versions].join('\n'))
    .digest('hex')
    .slice(0, 16);
}
