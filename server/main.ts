/** Starts the server: reads the settings, listens, says where, and stops in good order. */
import { existsSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { type Config, ConfigError, readConfig } from './config.ts';
import { PARENT_LOOK_MS, STOP_MS } from './http/limits.ts';
import { wire } from './wire.ts';

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

const config = loadConfig();
const app = wire(config, { log: process.stdout });
stopOnSignals(app);
if (config.isRunByNpm) stopWithParent(app);
try {
  // The framework would log the address as well.
  app.log.level = 'warn';
  const address = await app.listen({ host: config.host, port: config.port });
  app.log.level = 'info';
  process.stdout.write(`Geoloom is ready: ${address}\n`);
} catch (error) {
  fail(explainListening(error, config));
}
