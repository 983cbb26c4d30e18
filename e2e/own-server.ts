/** A separate server for files that stop, break or overload it. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inject } from 'vitest';
import { home } from './home.ts';
import { type RunningServer, startServer } from './server.ts';

const KEY_FILE = 'secret.key';

export interface OwnServer {
  dataFolder: string;
  /** Log lines so far. */
  readLog: () => readonly string[];
  stop: RunningServer['stop'];
  /** Starts it at the same address. */
  startAgain: () => Promise<void>;
  /**
   * Stops it and searches the data folder and the log for the texts and its secret key.
   * @returns the file, or `log`, and the text
   */
  findLeaks: (texts: readonly string[]) => Promise<string[]>;
  /** Stops it and deletes its data; call this at the end. */
  remove: () => Promise<void>;
}

/**
 * Starts a server for this file. Call it in `beforeAll`.
 * @param kind with the users of the journeys, or without accounts
 * @param more additional settings
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
