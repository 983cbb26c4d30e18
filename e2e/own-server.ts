/** For files whose journeys stop, break or starve a server: one of their own. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { home } from './home.ts';
import { type RunningServer, startServer } from './server.ts';

export interface OwnServer {
  dataFolder: string;
  /** Lines that it has written so far. */
  readLog: () => readonly string[];
  stop: RunningServer['stop'];
  /** At the same address as before. */
  startAgain: () => Promise<void>;
  /** To be called at the end. */
  remove: () => Promise<void>;
}

/**
 * Starts it and makes it the home of this file; called in `beforeAll`.
 * @param kind with the people of the journeys, or before anybody had an account
 * @param more settings that only this file needs
 */
export async function startOwnServer(
  kind: 'preparedData' | 'emptyData' = 'preparedData',
  more: Record<string, string> = {},
): Promise<OwnServer> {
  const { folder, googleBase, ...data } = inject('journeys');
  const dataFolder = mkdtempSync(join(folder, 'own-'));
  cpSync(data[kind], dataFolder, { recursive: true });
  const settings = { GOOGLE_SHEETS_BASE: googleBase, ...more };
  let server = await startServer({ dataFolder, settings });
  home.baseUrl = server.baseUrl;
  return {
    dataFolder,
    readLog: () => server.log,
    stop: (signal) => server.stop(signal),
    startAgain: async () => {
      server = await startServer({ dataFolder, settings, port: Number(new URL(home.baseUrl).port) });
    },
    remove: async () => {
      await server.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
