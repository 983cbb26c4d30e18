/** Starts servers as separate processes, waits until they are ready, and stops them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SERVER = fileURLToPath(new URL('../testkit/start.ts', import.meta.url));
const BARE = fileURLToPath(new URL('./bare-server.ts', import.meta.url));
const READY = /^Geoloom is ready: (\S+)$/;
const TIMEOUT_MS = 120_000;

export interface ServerOptions {
  /** Database URL instead of the embedded database. */
  databaseUrl?: string;
  /** Gives the server the lowest priority, as if it ran on another machine. */
  hasLowPriority?: boolean;
}

export interface Served {
  address: string;
  pid: number;
  /** Time from the start of the process to the line that reports it as ready. */
  readyMs: number;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();

/** Stops all servers at the end of the benchmark. */
export function endAll(): void {
  for (const child of running) end(child, 'SIGKILL');
}

interface Command extends ServerOptions {
  command: string;
  args: readonly string[];
}

async function start(
  dataFolder: string,
  { command, args, hasLowPriority, databaseUrl }: Command,
): Promise<Served> {
  const begin = performance.now();
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...settings(dataFolder), ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) },
    // signals the process group: npm and its children
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  if (hasLowPriority && child.pid !== undefined) lowerPriority(child.pid);
  let output = '';
  child.stderr.on('data', (text: Buffer) => {
    output += text.toString();
  });
  const address = await readAddress(child).catch((error: unknown) => {
    end(child, 'SIGKILL');
    throw new Error(`${command} ${args.join(' ')} did not start:\n${output}`, { cause: error });
  });
  const readyMs = performance.now() - begin;
  child.stdout.resume();
  return { address, pid: child.pid ?? 0, readyMs, stop: () => stop(child) };
}

/** Lowers the priority; later threads inherit it. Linux may also weigh sessions, and the program has its own: sched(7). */
function lowerPriority(pid: number): void {
  const { PRIORITY_LOW } = constants.priority;
  setPriority(pid, PRIORITY_LOW);
  const session = `/proc/${pid}/autogroup`;
  if (existsSync(session)) writeFileSync(session, String(PRIORITY_LOW));
}

/** Settings of the benchmark, independent of the user's environment. */
function settings(dataFolder: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(GEOLOOM_|S3_|DATABASE_URL$|npm_)/.test(name) && name !== 'TRUSTED_PROXIES',
  );
  return { ...Object.fromEntries(inherited), PORT: '0', HOST: '127.0.0.1', GEOLOOM_DATA_DIR: dataFolder };
}

async function readAddress({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('no output');
  const timer = setTimeout(() => stdout.destroy(), TIMEOUT_MS);
  const lines = createInterface({ input: stdout });
  try {
    for await (const line of lines) {
      const address = READY.exec(line)?.[1];
      if (address !== undefined) return address;
    }
  } finally {
    clearTimeout(timer);
  }
  throw new Error('it ended before it was ready');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'close');
  end(child, 'SIGTERM');
  await exited;
}

function end({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // has exited already
  }
}

/** Starts only the server. */
export function startServer(dataFolder: string, options: ServerOptions = {}): Promise<Served> {
  return start(dataFolder, { command: process.execPath, args: [SERVER], ...options });
}

/** Starts `npm start`. */
export function startByNpm(dataFolder: string): Promise<Served> {
  return start(dataFolder, { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: ['start'] });
}

/**
 * Starts a bare server with a database of the same content.
 * @param given input to record the queries that it repeats
 */
export function startBare(dataFolder: string, given: { paths: string[]; token: string }): Promise<Served> {
  return start(dataFolder, { command: process.execPath, args: [BARE, JSON.stringify(given)] });
}
