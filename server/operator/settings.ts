/** Settings of the commands for operators: the same as those of the server, with the same `.env`. */
import { existsSync } from 'node:fs';
import { type Config, readConfig } from '../config.ts';

/** @throws ConfigError that lists every wrong setting */
export function loadSettings(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readConfig();
}

/** Where people open the application. */
export const findPublicUrl = ({ publicUrl, host, port }: Config): string =>
  publicUrl ?? `http://${host}:${port}`;
