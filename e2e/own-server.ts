/** For files whose journeys stop, break or starve a server: one of their own. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inject } from 'vitest';
import { home } from './home.ts';
import { type RunningServer, startServer } from './server.ts';

const KEY_FILE = 'secret.key';

export interface OwnServer {
  dataFolder: string;
  /** Lines that it has written so far. */
  readLog: () => readonly string[];
  stop: RunningServer['stop'];
  /** At the same address as before. */
  startAgain: () => Promise<void>;
  /**
   * Stops it and looks for texts, and for its own secret key, in the files of its data folder and in its log.
   * @returns the file, or `log`, and the text
   */
  findLeaks: (texts: readonly string[]) => Promise<string[]>;
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
    findLeaks: async (texts) => {
      await server.stop();
      const key = readFileSync(join(dataFolder, KEY_FILE), 'utf8').trim();
      const entries = readdirSync(dataFolder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && basename(entry.name) !== KEY_FILE);
      const places: [string, string | Buffer][] = [
        ['log', server.log.join('\n')],
        ...files.map(({ parentPath, name }): [string, Buffer] => [
          name,
          readFileSync(join(parentPath, name)),
        ]),
      ];
      return places.flatMap(([place, content]) =>
        [key, ...texts].filter((text) => content.includes(text)).map((text) => `${place}: ${text}`),
      );
    },
    remove: async () => {
      await server.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
