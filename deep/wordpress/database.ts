/** Databases for WordPress: a SQLite file, an existing MySQL, or a MariaDB that the test starts. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';

export type Environment = Readonly<Record<string, string | undefined>>;
export type DatabaseName = 'sqlite' | 'mariadb';

export interface Database {
  name: DatabaseName;
  /** Environment of import.sh. */
  env: Environment;
  stop(): Promise<void>;
}

/** Settings of an existing database, which each import clears. */
const GIVEN = ['WP_DB_HOST', 'WP_DB_NAME', 'WP_DB_USER', 'WP_DB_PASSWORD'];
const START_MS = 60_000;
const USER = 'geoloom';
const SETUP = `CREATE DATABASE ${USER} CHARACTER SET utf8mb4;
CREATE USER '${USER}'@'localhost' IDENTIFIED BY '${USER}';
GRANT ALL ON ${USER}.* TO '${USER}'@'localhost';
`;

/** Lists the databases that are available on this machine. */
export function listDatabases(env: Environment): DatabaseName[] {
  const hasMariadb = hasCommand('mariadbd') && hasCommand('mariadb-install-db');
  return env['WP_DB_HOST'] !== undefined || hasMariadb ? ['sqlite', 'mariadb'] : ['sqlite'];
}

/** @param sqliteDir WordPress's integration of SQLite */
export async function openDatabase(
  name: DatabaseName,
  env: Environment,
  sqliteDir: string,
): Promise<Database> {
  const stop = async () => {};
  if (name === 'sqlite') return { name, env: { SQLITE_DIR: sqliteDir }, stop };
  if (env['WP_DB_HOST'] === undefined) return startMariadb();
  return { name, env: Object.fromEntries(GIVEN.map((key) => [key, env[key] ?? ''])), stop };
}

/** Starts a server in a temporary folder, with a socket there and without network. */
async function startMariadb(): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'geoloom-mariadb-'));
  const socket = join(folder, 'db.sock');
  const init = join(folder, 'init.sql');
  writeFileSync(init, SETUP);
  const base = ['--no-defaults', `--datadir=${join(folder, 'data')}`];
  // MariaDB runs as root only with an explicit user.
  if (process.getuid?.() === 0) base.push('--user=root');
  const install = [...base, '--auth-root-authentication-method=normal', '--skip-test-db'];
  const made = spawnSync('mariadb-install-db', install, { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`mariadb-install-db: ${made.stderr || made.stdout}`);
  const place = [`--socket=${socket}`, '--skip-networking', `--init-file=${init}`];
  const small = ['--innodb-buffer-pool-size=64M', '--innodb-flush-log-at-trx-commit=0'];
  const server = spawn('mariadbd', [...base, ...place, ...small], { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  server.stderr.setEncoding('utf8').on('data', (part) => (log = `${log}${part}`.slice(-2_000)));
  const closed = once(server, 'close');
  // Stops the server if this process exits first.
  const endWithUs = () => server.kill('SIGKILL');
  process.once('exit', endWithUs);
  const stop = async () => {
    server.kill();
    await closed;
    process.off('exit', endWithUs);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await vi.waitUntil(() => isReady(socket), { timeout: START_MS, interval: 250 });
  } catch {
    await stop();
    throw new Error(`mariadbd did not start: ${log}`);
  }
  const env = { WP_DB_HOST: `localhost:${socket}`, WP_DB_NAME: USER, WP_DB_USER: USER, WP_DB_PASSWORD: USER };
  return { name: 'mariadb', env, stop };
}

function hasCommand(command: string): boolean {
  return spawnSync('sh', ['-c', 'command -v "$1"', 'sh', command]).status === 0;
}

function isReady(socket: string): boolean {
  const code = `exit(@mysqli_connect('localhost', '${USER}', '${USER}', '${USER}', 0, $argv[1]) ? 0 : 1);`;
  return spawnSync('php', ['-r', `mysqli_report(MYSQLI_REPORT_OFF); ${code}`, socket]).status === 0;
}
