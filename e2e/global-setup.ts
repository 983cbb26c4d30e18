/**
 * Builds the web application if it changed, prepares a data folder, and starts one simulated Google for all journeys
 * and one server per worker, on a copy of that folder.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { unpackDatabase } from '#testkit/pglite-dump.ts';
import { startGoogleSheets } from '../sim/google-sheets.ts';
import { describeBrowser, findBrowserProgram } from './browser-program.ts';
import { addTestUsers } from './prepared-data.ts';
import { startServer } from './server.ts';
import { type SheetLinks, shareSheets } from './sheets.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

declare module 'vitest' {
  interface ProvidedContext {
    journeys: {
      /** Removed at the end. */
      folder: string;
      /** Data folders to copy: one with the users of the journeys, one without users. */
      preparedData: string;
      emptyData: string;
      /** Addresses by worker, without a trailing slash. */
      servers: string[];
      googleBase: string;
      /** Sheets of the simulated Google. */
      sheetLinks: SheetLinks;
    };
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ['tools/build-web.ts'], { cwd: root, stdio: 'inherit' });
  // Unpacks the browser here if necessary, not in all workers at once.
  console.log(`Journeys run in ${describeBrowser(await findBrowserProgram())}.`);
  const folder = mkdtempSync(join(tmpdir(), 'geoloom-journeys-'));
  const preparedData = join(folder, 'prepared');
  const emptyData = join(folder, 'empty');
  await unpackDatabase(emptyData);
  cpSync(emptyData, preparedData, { recursive: true });
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.e2e.ts'));
  await addTestUsers(preparedData, files);
  const google = await startGoogleSheets();
  const servers = await Promise.all(
    Array.from({ length: project.config.maxWorkers }, (_, index) => {
      const dataFolder = join(folder, `server-${index}`);
      cpSync(preparedData, dataFolder, { recursive: true });
      return startServer({ dataFolder, settings: { GOOGLE_SHEETS_BASE: google.base } });
    }),
  );
  project.provide('journeys', {
    folder,
    preparedData,
    emptyData,
    servers: servers.map(({ baseUrl }) => baseUrl),
    googleBase: google.base,
    sheetLinks: shareSheets(google),
  });
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await google.close();
    rmSync(folder, { recursive: true, force: true });
  };
}
