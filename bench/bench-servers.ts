/** Runs a server on a data folder with users, which is created once for all measurements. */
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import type { Fixtures } from './bench-run.ts';
import { writeUsers } from './bench-users.ts';
import { ROOT, type Served, type ServerOptions, startBare, startServer } from './served.ts';

export interface ServerData {
  dataFolder: string;
  /** Bearer tokens, one for each user. */
  tokens: string[];
}

const prepared = new WeakMap<Fixtures, Promise<ServerData>>();

function openServerData(fixtures: Fixtures): Promise<ServerData> {
  const known = prepared.get(fixtures) ?? prepareServerData(getDataFolder(fixtures));
  prepared.set(fixtures, known);
  return known;
}

export function getDataFolder({ folder }: Fixtures): string {
  return join(folder, 'server-data');
}

/** Builds the web application as `npm start` does, if a source changed. */
export function buildWeb(): void {
  execFileSync(process.execPath, ['tools/build-web.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function prepareServerData(dataFolder: string): Promise<ServerData> {
  if (!existsSync(dataFolder)) await (await startServer(dataFolder)).stop();
  return { dataFolder, tokens: await writeUsers({ folder: join(dataFolder, 'database') }) };
}

/** Runs work against a server with the data. */
export async function withServer<Result>(
  fixtures: Fixtures,
  work: (server: Served, data: ServerData) => Promise<Result>,
  options: ServerOptions = {},
): Promise<Result> {
  const data = await openServerData(fixtures);
  const server = await startServer(data.dataFolder, options);
  try {
    return await work(server, data);
  } finally {
    await server.stop();
  }
}

/** Runs work against the server and a bare server with a copy of the database. */
export async function withBothServers<Result>(
  fixtures: Fixtures,
  paths: string[],
  work: (servers: { server: Served; bare: Served }, data: ServerData) => Promise<Result>,
): Promise<Result> {
  const { dataFolder, tokens } = await openServerData(fixtures);
  const copy = join(fixtures.folder, 'bare-data');
  cpSync(join(dataFolder, 'database'), join(copy, 'database'), { recursive: true });
  const bare = await startBare(copy, { paths, token: tokens[0] ?? '' });
  try {
    return await withServer(fixtures, (server, data) => work({ server, bare }, data));
  } finally {
    await bare.stop();
  }
}
