/** Settings of operator commands: the same as those of the server, from the same `.env`. */
import { type Config, ConfigError, loadConfig, readConfig } from '../config.ts';

/** Ignores the requirements of production. @throws ConfigError that lists every invalid setting */
export const loadSettings = (): Config => loadConfig('migrate');

/** Returns one line for each additional problem that `npm run serve` would report. */
export function findServingFaults(): string[] {
  try {
    readConfig(undefined, 'serve');
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
}

/** Returns the URL where users open the application. */
export const findPublicUrl = ({ publicUrl, host, port }: Config): string =>
  publicUrl ?? `http://${host}:${port}`;
