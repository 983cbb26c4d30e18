/** Builds the web application when it changed and runs one server, and one Google, for all journeys. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { startGoogleSheets } from '../sim/google-sheets.ts';
import type { OwnerSession } from './browser.ts';
import { OWNER, VISITOR } from './owner.ts';
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
  project.provide('ownerSession', await enter(server.baseUrl, 'login', OWNER));
  const names = { first_name: 'Grace', last_name: 'Hopper' };
  await enter(server.baseUrl, 'register', {
    ...VISITOR,
    ...names,
    password_confirmation: VISITOR.password,
  });
  project.provide('sheetLinks', shareSheets(google));
  return async () => {
    await server.stop();
    await google.close();
    dataFolder.remove();
  };
}

/** @returns what the browser keeps of a session */
async function enter(
  baseUrl: string,
  by: 'login' | 'register',
  body: Record<string, string>,
): Promise<OwnerSession> {
  const response = await fetch(`${baseUrl}/api/v1/auth/${by}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`auth/${by} answered ${response.status}: ${await response.text()}`);
  const { data } = (await response.json()) as { data: OwnerSession };
  const { access_token, role, name, avatar } = data;
  return { access_token, role, name, avatar };
}
