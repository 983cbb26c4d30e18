/** Starts the server: reads the settings, listens, says where, and stops in good order. */
import { constants } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';
import { type Config, loadConfig } from './config.ts';
import { isWebBuilt } from './http/pages.ts';
import { PARENT_LOOK_MS, STOP_MS } from './http/limits.ts';
import { lowerHelperThreads } from './jobs/thread-priority.ts';
import { describeSettings } from './settings-summary.ts';
import { fail, orFail } from './start-faults.ts';
import { type Server, WEB_FOLDER, wire } from './wire.ts';

/** Signals within this time count as one request to stop. */
const SAME_SIGNAL_MS = 1000;

/** Why listening failed, in words that say what to do. */
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
 * Handles requests to stop: a built server is closed gracefully. Before that no request was accepted,
 * and an interrupted start can be repeated, so the process exits at once.
 */
function createStop() {
  let app: FastifyInstance | undefined;
  let isAsked = false;
  return {
    isAsked: () => isAsked,
    ask: () => {
      if (app === undefined) process.exit(0);
      if (isAsked) return;
      isAsked = true;
      // It only matters while something still keeps the process alive.
      setTimeout(() => process.exit(1), STOP_MS).unref();
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
 * The first signal stops in good order, a later one at once. Ctrl-C reaches us twice where npm hands it on;
 * SIGHUP says that the terminal was closed.
 */
function stopOnSignals(stop: () => void): void {
  let firstAt: number | undefined;
  const hear = (signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP') => {
    const isImpatient = firstAt !== undefined && performance.now() - firstAt > SAME_SIGNAL_MS;
    if (isImpatient) process.exit(128 + constants.signals[signal]);
    firstAt ??= performance.now();
    stop();
  };
  process.on('SIGTERM', hear);
  process.on('SIGINT', hear);
  process.on('SIGHUP', hear);
}

/** The reader of the log, such as a terminal, may close before the server; the server goes on. */
function ignoreBrokenPipe(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** npm ends the shell of a script and not what runs in it, so the server looks whether it was left behind. */
function stopWithParent(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, PARENT_LOOK_MS);
  timer.unref();
}

/** Creates the first account by the settings before the server listens, so that it can sign in at once. */
async function makeFirstAccount({ account, app }: Server, { admin }: Config): Promise<void> {
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
    // An invalid setting is reported like all others, not only in the log.
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

/** @returns the URL where it listens */
async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  // The framework would log the address as well.
  app.log.level = 'warn';
  const address = await app.listen({ host, port });
  app.log.level = 'info';
  return address;
}

/** Listens first, then takes jobs and finishes the start, so that early requests don't wait. */
async function open(server: Server, config: Config): Promise<void> {
  const { app } = server;
  const address = await listen(app, config).catch((error: unknown) => {
    // Nobody can listen on what is being closed.
    if (!stop.isAsked()) fail(explainListening(error, config));
  });
  if (address === undefined || stop.isAsked()) return;
  const purpose = config.role === 'worker' ? ' (worker: health, ready, version and metrics only)' : '';
  process.stdout.write(`Geoloom is ready: ${address}${purpose}\n`);
  await server.startWork();
  // A start waits for what they compile.
  lowerHelperThreads();
  if (config.role === 'worker') return;
  await offerSetUp(server, config.publicUrl ?? address).catch((error: unknown) => {
    if (!stop.isAsked()) app.log.error({ err: error }, 'Failed to create the sample data or the setup link');
  });
}

const stop = createStop();

/** Starts the server, and stops it on a signal. */
export async function serve(entry: Config['entry'], webFolder = WEB_FOLDER): Promise<void> {
  stopOnSignals(stop.ask);
  ignoreBrokenPipe();
  const config = await orFail(() => loadConfig(entry));
  if (config.isRunByNpm) stopWithParent(stop.ask);
  if (entry === 'serve' && config.role !== 'worker' && !isWebBuilt(webFolder))
    fail('The web application isn’t built. Run: npm run build');
  const server = await orFail(() => wire(config, { webFolder, log: process.stdout }));
  const { app } = server;
  stop.take(app);
  const settings = describeSettings(config);
  for (const line of settings) process.stdout.write(`${line}\n`);
  app.log.info({ settings }, 'Starting');
  await makeFirstAccount(server, config);
  try {
    await open(server, config);
  } catch (error) {
    if (!stop.isAsked()) throw error;
  }
}
