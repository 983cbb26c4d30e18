/** Starts the server: reads the settings, listens, prints its URL, and stops gracefully. */
import { constants } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';
import { type Config, loadConfig } from './config.ts';
import { isWebBuilt } from './http/pages.ts';
import { PARENT_CHECK_MS, STOP_TIMEOUT_MS } from './http/limits.ts';
import { describeSettings } from './settings-summary.ts';
import { fail, orFail } from './start-faults.ts';
import { type Server, WEB_FOLDER, wire } from './wire.ts';

/** Signals within this time count as one request to stop. */
const SAME_SIGNAL_MS = 1000;

/** Explains why listening failed, and how to fix it. */
function explainListening(error: unknown, { entry, host, port }: Config): string {
  const command = entry === 'start' ? 'npm start' : 'npm run serve';
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use by another program. Stop that program, or set another port: PORT=${port + 1} ${command}. Each process on a machine needs its own port; a worker listens for probes and metrics.`;
    case 'EACCES':
      return `This user isn’t allowed to listen on port ${port}. Choose a port above 1023: PORT=8080 ${command}`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}. Set HOST to one that it has, for example HOST=127.0.0.1`;
    default:
      return `The server can’t listen on ${host}:${port}: ${String(error)}`;
  }
}

/**
 * Handles requests to stop: closes a built server gracefully. Before that, no request was accepted, and an
 * interrupted start can be repeated, so the process exits immediately.
 */
function createStop() {
  let app: FastifyInstance | undefined;
  let isStopping = false;
  return {
    isAsked: () => isStopping,
    requestStop: () => {
      if (app === undefined) process.exit(0);
      if (isStopping) return;
      isStopping = true;
      // Only matters while something keeps the process alive.
      setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
      const { log } = app;
      app.close().catch((error: unknown) => {
        log.error({ err: error }, 'Failed to stop the server gracefully');
        process.exit(1);
      });
    },
    take: (built: FastifyInstance) => {
      app = built;
    },
  };
}

/**
 * Stops gracefully on the first signal, and exits on a later one. npm forwards Ctrl-C, so it may arrive
 * twice; SIGHUP means that the terminal was closed.
 */
function stopOnSignals(stop: () => void): void {
  let firstAt: number | undefined;
  const handleSignal = (signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP') => {
    const isRepeated = firstAt !== undefined && performance.now() - firstAt > SAME_SIGNAL_MS;
    if (isRepeated) process.exit(128 + constants.signals[signal]);
    firstAt ??= performance.now();
    stop();
  };
  process.on('SIGTERM', handleSignal);
  process.on('SIGINT', handleSignal);
  process.on('SIGHUP', handleSignal);
}

/** The reader of the log, such as a terminal, may close before the server, which must continue. */
function ignoreBrokenPipe(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** npm stops only the shell of a script, so the server checks whether its parent has exited. */
function stopWithParent(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, PARENT_CHECK_MS);
  timer.unref();
}

/** Creates the configured first account before the server listens, so that it can sign in immediately. */
async function createFirstAccount({ account, app }: Server, { admin }: Config): Promise<void> {
  if (admin === undefined) return;
  try {
    await account.createFirstAdmin(admin.email, admin.password);
  } catch (error) {
    const faults = error instanceof AppError ? (error.details.fields?.['password'] ?? []) : [];
    if (stop.isAsked()) return;
    if (faults.length === 0) {
      app.log.error({ err: error }, 'Failed to create the first account');
      return;
    }
    // An invalid setting is printed like all others, not only logged.
    await app.close();
    const lines = faults.map((fault) => `  GEOLOOM_ADMIN_PASSWORD=… ${fault}`);
    fail(['Invalid configuration:', ...lines].join('\n'));
  }
}

/** On the first start, adds sample data or prints a link to create the first account. */
async function offerSetUp({ account, makeSampleData }: Server, address: string) {
  await makeSampleData();
  const token = await account.prepareSetUp();
  if (token === undefined) return;
  process.stdout.write(`Create the first account here: ${address}/setup?token=${token}\n`);
}

/** @returns the URL of the server */
async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  // Fastify would log the URL as well.
  app.log.level = 'warn';
  const address = await app.listen({ host, port });
  app.log.level = 'info';
  return address;
}

/** Listens, then starts jobs and completes the start, so that early requests don't wait. */
async function open(server: Server, config: Config): Promise<void> {
  const { app } = server;
  const address = await listen(app, config).catch((error: unknown) => {
    // A server that is closing can’t listen.
    if (!stop.isAsked()) fail(explainListening(error, config));
  });
  if (address === undefined || stop.isAsked()) return;
  const purpose = config.role === 'worker' ? ' (worker: health, ready, version and metrics only)' : '';
  process.stdout.write(`Geoloom is ready: ${address}${purpose}\n`);
  await server.startWork();
  if (config.role === 'worker') return;
  await offerSetUp(server, config.publicUrl ?? address).catch((error: unknown) => {
    if (!stop.isAsked()) app.log.error({ err: error }, 'Failed to create the sample data or the setup link');
  });
}

const stop = createStop();

/** Starts the server, and stops it on a signal. */
export async function serve(entry: Config['entry'], webFolder = WEB_FOLDER): Promise<void> {
  stopOnSignals(stop.requestStop);
  ignoreBrokenPipe();
  const config = await orFail(() => loadConfig(entry));
  if (config.isRunByNpm) stopWithParent(stop.requestStop);
  if (entry === 'serve' && config.role !== 'worker' && !isWebBuilt(webFolder))
    fail('The web application isn’t built. Run: npm run build');
  const server = await orFail(() => wire(config, { webFolder, log: process.stdout }));
  const { app } = server;
  stop.take(app);
  const settings = describeSettings(config);
  for (const line of settings) process.stdout.write(`${line}\n`);
  app.log.info({ settings }, 'Starting');
  await createFirstAccount(server, config);
  try {
    await open(server, config);
  } catch (error) {
    if (!stop.isAsked()) throw error;
  }
}
