/** The databases that WordPress runs on: a SQLite file, a given MySQL, or a MariaDB of a moment's life. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCommand } from './needs.ts';
import type { DatabaseName, Environment } from './options.ts';

export interface Database {
  name: DatabaseName;
  /** What import.sh wants in its environment. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

const START_MS = 60_000;
const USER = 'geoloom';

const SETUP = `CREATE DATABASE ${USER} CHARACTER SET utf8mb4;
CREATE USER '${USER}'@'localhost' IDENTIFIED BY '${USER}';
GRANT ALL ON ${USER}.* TO '${USER}'@'localhost';
`;

async function leaveRunning(): Promise<void> {}

/** Opens a database, or says in a sentence why there is none. */
export async function openDatabase(
  name: DatabaseName,
  sqliteDir: string,
  env: Environment,
): Promise<Database | string> {
  if (name === 'sqlite') return { name, env: { SQLITE_DIR: sqliteDir }, stop: leaveRunning };
  if (env.WP_DB_HOST !== undefined) {
    const given = ['WP_DB_HOST', 'WP_DB_NAME', 'WP_DB_USER', 'WP_DB_PASSWORD'].map((key) => [
      key,
      env[key] ?? '',
    ]);
    return { name, env: Object.fromEntries(given), stop: leaveRunning };
  }
  if (!hasCommand('mariadbd') || !hasCommand('mariadb-install-db')) {
    return 'MariaDB is left out: set WP_DB_HOST, WP_DB_NAME, WP_DB_USER, WP_DB_PASSWORD, or install mariadb-server';
  }
  return startMariadb();
}

/** A server of its own in a temporary folder, reached by a socket there and by no network. */
async function startMariadb(): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'geoloom-db-'));
  const socket = join(folder, 'db.sock');
  const base = ['--no-defaults', `--datadir=${join(folder, 'data')}`];
  // it refuses to run as root unless it is told that this is meant
  if (process.getuid?.() === 0) base.push('--user=root');
  const made = spawnSync(
    'mariadb-install-db',
    [...base, '--auth-root-authentication-method=normal', '--skip-test-db'],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`mariadb-install-db: ${made.stderr || made.stdout}`);
  const init = join(folder, 'init.sql');
  const log = join(folder, 'db.log');
  writeFileSync(init, SETUP);
  const extra = [`--socket=${socket}`, '--skip-networking', `--init-file=${init}`, `--log-error=${log}`];
  const small = ['--innodb-buffer-pool-size=64M', '--innodb-flush-log-at-trx-commit=0'];
  const server = spawn('mariadbd', [...base, ...extra, ...small], { stdio: 'ignore' });
  const kill = (): void => {
    server.kill();
  };
  process.once('exit', kill);
  const gone = new Promise<void>((resolve) => server.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    kill();
    await gone;
    process.off('exit', kill);
    rmSync(folder, { recursive: true, force: true });
  };
  for (let waited = 0; !answers(socket); waited += 250) {
    if (waited > START_MS || server.exitCode !== null) {
      await stop();
      throw new Error(`mariadbd did not start: ${readFileSync(log, 'utf8').slice(-500)}`);
    }
    await sleep(250);
  }
  const env = { WP_DB_HOST: `localhost:${socket}`, WP_DB_NAME: USER, WP_DB_USER: USER, WP_DB_PASSWORD: USER };
  return { name: 'mariadb', env, stop };
}

function answers(socket: string): boolean {
  const code = `exit(@mysqli_connect('localhost', '${USER}', '${USER}', '${USER}', 0, $argv[1]) ? 0 : 1);`;
  return spawnSync('php', ['-r', `mysqli_report(MYSQLI_REPORT_OFF); ${code}`, socket]).status === 0;
}
