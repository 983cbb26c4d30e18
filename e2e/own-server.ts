/**
 * Runs for each file of journeys: a server of its own, so that no journey meets the projects of another
 * file, nor the limits that the server sets to one person's calls and sign-ins.
 */
import { beforeAll, inject } from 'vitest';
import { home, type StoredSession } from './home.ts';
import { OWNER, VISITOR } from './owner.ts';
import { makeDataFolder, startServer } from './server.ts';

const START_MS = 120_000;

beforeAll(async () => {
  const data = makeDataFolder();
  const server = await startServer({
    dataFolder: data.path,
    settings: { GOOGLE_SHEETS_BASE: inject('googleBase') },
  });
  home.baseUrl = server.baseUrl;
  home.dataFolder = data.path;
  home.log = server.log;
  home.session = await enter('login', OWNER);
  await enter('register', {
    ...VISITOR,
    first_name: 'Grace',
    last_name: 'Hopper',
    password_confirmation: VISITOR.password,
  });
  return async () => {
    await server.stop();
    data.remove();
  };
}, START_MS);

async function enter(by: 'login' | 'register', body: Record<string, string>): Promise<StoredSession> {
  const response = await fetch(`${home.baseUrl}/api/v1/auth/${by}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`auth/${by} answered ${response.status}: ${await response.text()}`);
  const { data } = (await response.json()) as { data: StoredSession };
  const { access_token, role, name, avatar } = data;
  return { access_token, role, name, avatar };
}
