/** A data folder with people in it, made once for all measures of a server, and the server over it. */
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import type { Workplace } from './bench-run.ts';
import { writePeople } from './bench-people.ts';
import { ROOT, type Served, type ServerOptions, startBare, startServer } from './served.ts';

export interface House {
  dataFolder: string;
  /** One for each person. */
  tokens: string[];
}

const houses = new WeakMap<Workplace, Promise<House>>();

function openHouse(workplace: Workplace): Promise<House> {
  const known = houses.get(workplace) ?? furnish(houseFolder(workplace));
  houses.set(workplace, known);
  return known;
}

export function houseFolder({ folder }: Workplace): string {
  return join(folder, 'house');
}

/** As `npm start` has it; nothing is built where nothing changed. */
export function buildWeb(): void {
  execFileSync(process.execPath, ['tools/build-web.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function furnish(dataFolder: string): Promise<House> {
  if (!existsSync(dataFolder)) await (await startServer(dataFolder)).stop();
  return { dataFolder, tokens: await writePeople({ folder: join(dataFolder, 'database') }) };
}

/** Runs the work beside a server over the house. */
export async function serve<Result>(
  workplace: Workplace,
  work: (server: Served, house: House) => Promise<Result>,
  options: ServerOptions = {},
): Promise<Result> {
  const house = await openHouse(workplace);
  const server = await startServer(house.dataFolder, options);
  try {
    return await work(server, house);
  } finally {
    await server.stop();
  }
}

/** The same beside a bare server as well, which has a copy of the database. */
export async function serveBoth<Result>(
  workplace: Workplace,
  paths: string[],
  work: (servers: { server: Served; bare: Served }, house: House) => Promise<Result>,
): Promise<Result> {
  const { dataFolder, tokens } = await openHouse(workplace);
  const copy = join(workplace.folder, 'bare-house');
  cpSync(join(dataFolder, 'database'), join(copy, 'database'), { recursive: true });
  const bare = await startBare(copy, { paths, token: tokens[0] ?? '' });
  try {
    return await serve(workplace, (server, house) => work({ server, bare }, house));
  } finally {
    await bare.stop();
  }
}
