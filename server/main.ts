/** Starts the server: reads the settings, listens, says where, and stops in good order. */
import { existsSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { type Config, ConfigError, readConfig } from './config.ts';
import { PARENT_LOOK_MS, STOP_MS } from './http/limits.ts';
import { type Server, wire } from './wire.ts';

/** Errors of a start whose text says what to do. */
const STARTING_ERRORS = new Set(['DatabaseError', 'LockError', 'GatewayError']);

/** Why listening failed, in words that say what to do. */
function explainListening(error: unknown, { host, port }: Config): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`;
    case 'EACCES':
      return `This user may not listen on port ${port}. Choose a port above 1023: PORT=8080 npm start`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}. Set HOST to one that it has, for example HOST=127.0.0.1`;
    default:
      return `The server cannot listen on ${host}:${port}: ${String(error)}`;
  }
}

async function stop(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => process.exit(1), STOP_MS);
  timer.unref();
  await app.close();
  clearTimeout(timer);
}

function stopOnSignals(app: FastifyInstance): void {
  process.once('SIGTERM', () => void stop(app));
  process.once('SIGINT', () => void stop(app));
}

/** npm ends the shell of a script and not what runs in it, so the server looks whether it was left behind. */
function stopWithParent(app: FastifyInstance): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    void stop(app);
  }, PARENT_LOOK_MS);
  timer.unref();
}

function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

function loadConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    return readConfig();
  } catch (error) {
    if (error instanceof ConfigError) fail(error.message);
    throw error;
  }
}

async function build(config: Config): Promise<Server> {
  try {
    return await wire(config, { log: process.stdout });
  } catch (error) {
    // What the database, its lock and the store say is written for the person at the terminal.
    if (error instanceof Error && STARTING_ERRORS.has(error.name)) fail(error.message);
    throw error;
  }
}

/** The first account: by the settings, or by a link that is printed once for each start. */
async function offerSetUp({ account, makeSampleData }: Server, config: Config, address: string) {
  if (config.admin !== undefined) {
    const userId = await account.createFirstAdmin(config.admin.email, config.admin.password);
    if (userId !== undefined && config.hasSampleData) await makeSampleData(userId);
  }
  const token = await account.prepareSetUp();
  if (token === undefined) return;
  process.stdout.write(`Make the first account here: ${address}/setup?token=${token}\n`);
}

const config = loadConfig();
const server = await build(config);
const { app } = server;
stopOnSignals(app);
if (config.isRunByNpm) stopWithParent(app);
try {
  // The framework would log the address as well.
  app.log.level = 'warn';
  const address = await app.listen({ host: config.host, port: config.port });
  app.log.level = 'info';
  process.stdout.write(`Geoloom is ready: ${address}\n`);
  await offerSetUp(server, config, address).catch((error: unknown) => {
    app.log.error({ err: error }, 'the first account or its sample data could not be made');
  });
} catch (error) {
  fail(explainListening(error, config));
}
