/** Seeds of each platform and the files built from them, in `engine/platforms/<platform>/fixtures/`. */
import { readFileSync, readdirSync } from 'node:fs';

const PLATFORMS = new URL('../engine/platforms/', import.meta.url);

/** @param path platform, case and file: `wix/export/seed.csv` */
export function fixtureUrl(path: string): URL {
  const [platform = '', ...rest] = path.split('/');
  return new URL(`${platform}/fixtures/${rest.join('/')}`, PLATFORMS);
}

/** @param path - platform, case and file: `wix/export/seed.csv` */
export function readFixture(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(fixtureUrl(path)));
}

/** Lists the cases of a platform: `['export', 'plain']`. */
export function listFixtures(platform: string): string[] {
  return readdirSync(fixtureUrl(`${platform}/`));
}

/** Finds the seed of a case: `wix/export/seed.csv`. */
export function findSeedFixture(name: string): string {
  const file = readdirSync(fixtureUrl(`${name}/`)).find((each) => each.startsWith('seed.'));
  if (file === undefined) throw new Error(`${name} has no seed`);
  return `${name}/${file}`;
}
