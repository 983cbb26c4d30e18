/**
 * The real server in a separate process, for tests that kill it. Doesn't depend on vitest, so scripts can use
 * it, too.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('./start.ts', import.meta.url));
const READY_MS = 180_000;

/** First account of each server. */
export const FIRST_ACCOUNT = { email: 'keeper@example.com', password: 'a lamp in the window' } as const;

export interface ServerExit {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Time from the signal to the exit. */
  ms: number;
}

export interface ServerProcess {
  address: string;
  pid: number;
  /** Time from the start to the line that reports it as ready. */
  readyMs: number;
  /** Output so far. */
  output(): string;
  signal(signal: NodeJS.Signals): void;
  /** Sends a signal and waits for the exit, without a timeout. */
  end(signal: NodeJS.Signals): Promise<ServerExit>;
  ended: Promise<ServerExit>;
}

interface ServerProcessOptions {
  dataFolder: string;
  /** Settings in addition to the folder, the port and the first account. */
  environment?: Readonly<Record<string, string>>;
  /** Arguments of the program: none as in `npm start`, or those of production. */
  args?: readonly string[];
  /** Shell command that runs in the process before the server, such as `ulimit`. */
  before?: string;
}

/**
 * Starts the server on a free port.
 * @throws with its output if it exits or isn't ready in time
 */
export async function startServerProcess({
  dataFolder,
  environment = {},
  args: programArgs = [],
  before,
}: ServerProcessOptions): Promise<ServerProcess> {
  const start = performance.now();
  const program = [process.execPath, MAIN, ...programArgs] as const;
  const [command, ...args] =
    before === undefined ? program : (['sh', '-c', `${before}; exec "$0" "$@"`, ...program] as const);
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      HOST: '127.0.0.1',
      GEOLOOM_DATA_DIR: dataFolder,
      GEOLOOM_ADMIN_EMAIL: FIRST_ACCOUNT.email,
      GEOLOOM_ADMIN_PASSWORD: FIRST_ACCOUNT.password,
      ...environment,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part) => {
      output += part;
    });
  }
  // Kills the server if this process exits first.
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('close', () => process.off('exit', endWithUs));
  let signalledAt = start;
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    ms: performance.now() - signalledAt,
  }));
  const signal = (name: NodeJS.Signals) => {
    signalledAt = performance.now();
    child.kill(name);
  };
  const address = await waitForAddress(child, () => output);
  return {
    address,
    pid: child.pid ?? 0,
    readyMs: performance.now() - start,
    output: () => output,
    signal,
    end: (name) => {
      signal(name);
      return ended;
    },
    ended,
  };
}

async function waitForAddress(child: ReturnType<typeof spawn>, read: () => string): Promise<string> {
  const deadline = performance.now() + READY_MS;
  for (;;) {
    const address = /Geoloom is ready: (\S+)/.exec(read())?.[1];
    if (address !== undefined) return address;
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The server did not start: ${read()}`);
    }
    await sleep(5);
  }
}
