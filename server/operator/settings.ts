/** Settings of the commands for operators: the same as those of the server, with the same `.env`. */
import { type Config, ConfigError, loadConfig, readConfig } from '../config.ts';

/** What production requires is not asked here. @throws ConfigError that lists every wrong setting */
export const loadSettings = (): Config => loadConfig('migrate');

/** @returns one line for each setting that `npm run serve` would refuse besides */
export function findServingFaults(): string[] {
  try {
    readConfig(undefined, 'serve');
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
}

/** Where people open the application. */
export const findPublicUrl = ({ publicUrl, host, port }: Config): string =>
  publicUrl ?? `http://${host}:${port}`;
