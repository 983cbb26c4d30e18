/** Settings of operator commands: the same as those of the server, from the same `.env`. */
import { type Config, ConfigError, loadConfig, readConfig } from '../config.ts';

/** Ignores the requirements of production. @throws ConfigError that lists every invalid setting */
export const loadSettings = (): Config => loadConfig('migrate');

/** @returns one line for each further fault that `npm run serve` would refuse */
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
