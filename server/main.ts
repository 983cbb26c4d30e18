/** Starts the server: reads the settings, listens, says where, and stops in good order. */
import type { FastifyInstance } from 'fastify';
import { type Config, ConfigError, readConfig } from './config.ts';
import { STOP_MS } from './http/limits.ts';
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

function stopOnSignals(app: FastifyInstance): void {
  const stop = () => {
    const timer = setTimeout(() => process.exit(1), STOP_MS);
    timer.unref();
    void app.close().then(() => clearTimeout(timer));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

function loadConfig(): Config {
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
try {
  const address = await app.listen({ host: config.host, port: config.port });
  process.stdout.write(`Geoloom is ready: ${address}\n`);
} catch (error) {
  fail(explainListening(error, config));
}
