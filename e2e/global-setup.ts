/**
 * Builds the web application when it changed, prepares a data folder, and runs for all journeys one Google
 * and for each worker one server on a copy of that folder.
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
      /** Is removed at the end. */
      folder: string;
      /** Data folders to copy, within the above: one with the people of the journeys, one without any. */
      preparedData: string;
      emptyData: string;
      /** Addresses by worker, without a slash at the end. */
      servers: string[];
      googleBase: string;
      /** Sheets of the simulated Google. */
      sheetLinks: SheetLinks;
    };
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ['tools/build-web.ts'], { cwd: root, stdio: 'inherit' });
  // Unpacked here where needed, and not by all workers at once.
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
