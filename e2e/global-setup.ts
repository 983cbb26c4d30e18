/** Builds the web application when it changed and runs one Google for all journeys. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { startGoogleSheets } from '../sim/google-sheets.ts';
import { type SheetLinks, shareSheets } from './sheets.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

declare module 'vitest' {
  interface ProvidedContext {
    googleBase: string;
    /** Sheets of the simulated Google. */
    sheetLinks: SheetLinks;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ['tools/build-web.ts'], { cwd: root, stdio: 'inherit' });
  const google = await startGoogleSheets();
  project.provide('googleBase', google.base);
  project.provide('sheetLinks', shareSheets(google));
  return () => google.close();
}
