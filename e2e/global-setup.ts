/** Builds the web application when it changed and runs one server, and one Google, for all journeys. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { startGoogleSheets } from '../sim/google-sheets.ts';
import { makeDataFolder, startServer } from './server.ts';
import { shareSheets } from './sheets.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ['tools/build-web.ts'], { cwd: root, stdio: 'inherit' });
  const dataFolder = makeDataFolder();
  const google = await startGoogleSheets();
  const server = await startServer({
    dataFolder: dataFolder.path,
    settings: { GOOGLE_SHEETS_BASE: google.base },
  });
  project.provide('baseUrl', server.baseUrl);
  project.provide('sheetLinks', shareSheets(google));
  return async () => {
    await server.stop();
    await google.close();
    dataFolder.remove();
  };
}
