/** Starts a server for journeys. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Disables optimization: it costs more than it saves for the few requests of journeys, mostly in PGlite. */
const UNOPTIMIZED = ['--liftoff-only', '--max-lazy'];

export interface RunningServer {
  /** Address without a trailing slash. */
  baseUrl: string;
  /** Log lines so far. */
  log: readonly string[];
  /** Stops it. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
}

interface ServerOptions {
  dataFolder: string;
  /** 0 for a free one. */
  port?: number;
  /** Additional settings. */
  settings?: Record<string, string>;
}

/** Starts a server; the web application must have been built. */
export async function startServer({
  dataFolder,
  port = 0,
  settings = {},
}: ServerOptions): Promise<RunningServer> {
  const server = spawn(process.execPath, [...UNOPTIMIZED, 'testkit/start.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      GEOLOOM_DATA_DIR: dataFolder,
      GEOLOOM_ADMIN_EMAIL: '',
      GEOLOOM_ADMIN_PASSWORD: '',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const log: string[] = [];
  const baseUrl = await readAddress(server, log);
  return {
    baseUrl,
    log,
    stop: async (signal = 'SIGTERM') => {
      const isOver = server.exitCode !== null || server.signalCode !== null;
      const end = isOver ? undefined : once(server, 'exit');
      server.kill(signal);
      await end;
    },
  };
}

/** Reads the address from the server's output. */
function readAddress(server: ChildProcess, log: string[]): Promise<string> {
  if (server.stdout === null) throw new Error('The server has no output');
  const lines = createInterface({ input: server.stdout });
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      log.push(line);
      const address = /^Geoloom is ready: (\S+)$/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
    lines.once('close', () =>
      reject(new Error('The server stopped before it was ready; its reason is printed above')),
    );
  });
}
