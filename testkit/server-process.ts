/**
 * The real server as a process of its own, for tests that kill it: started, watched, ended. Knows nothing of
 * vitest, so that scripts can use it too.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('./start.ts', import.meta.url));
const READY_MS = 180_000;

/** The account that every such server has from its first start. */
export const FIRST_ACCOUNT = { email: 'keeper@example.com', password: 'a lamp in the window' } as const;

export interface ServerExit {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** From the signal to the end. */
  ms: number;
}

export interface ServerProcess {
  address: string;
  pid: number;
  /** From the start to the line that says it is ready. */
  readyMs: number;
  /** Everything that it wrote so far. */
  output(): string;
  signal(signal: NodeJS.Signals): void;
  /** Sends a signal and waits for the end, however long it takes. */
  end(signal: NodeJS.Signals): Promise<ServerExit>;
  ended: Promise<ServerExit>;
}

interface ServerProcessOptions {
  dataFolder: string;
  /** Settings besides the folder, the port and the first account. */
  environment?: Readonly<Record<string, string>>;
  /** Arguments of the program: none as `npm start`, or those of production. */
  args?: readonly string[];
  /** What a shell does in the process before it becomes the server: `ulimit`, for example. */
  before?: string;
}

/**
 * Starts the server on a free port of this machine.
 * @throws with its last words when it ends or is not ready in time
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
  // A parent that ends first leaves nothing behind.
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
