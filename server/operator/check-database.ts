/** Checks the database, the store generation and the encrypted tokens. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { formatCause } from '../db/database-error.ts';
import type { Database } from '../db/open.ts';
import { readServerState } from '../db/server-fitness.ts';
import { compareStore, type StoreRelation } from '../features/files/store-generation.service.ts';
import { countSealed } from '../features/operation/reseal.service.ts';
import { OLD_KEY_FILE } from '../gateways/secret-key.ts';
import { checkTables, findSecrets, openFiles } from '../infrastructure.ts';
import { type Check, fail, ok, runCheck, skip, warn } from './check.ts';
import { describeClock } from './check-outside.ts';
import { nameDatabaseFolder, openAnyVersion } from './open-existing.ts';
import { listSealedColumns } from './sealed-columns.ts';

const NAMES = ['Tables', 'Connections', 'Clock of the database', 'Files and database', 'Sealed tokens'];

export async function* checkDatabase(config: Config): AsyncGenerator<Check> {
  const folder = nameDatabaseFolder(config);
  if (config.databaseUrl === undefined && !existsSync(join(folder, 'PG_VERSION'))) {
    yield { name: 'Database', ...warn(`Not found in ${folder}. The first start of the server creates it.`) };
    return;
  }
  let database: Database;
  try {
    database = await openAnyVersion(config);
  } catch (error) {
    const isBusy = error instanceof Error && error.name === 'LockError';
    const text = formatCause(error);
    const found = isBusy ? skip(`${text} The database isn’t checked; the other checks follow.`) : fail(text);
    yield { name: 'Database', ...found };
    for (const name of NAMES) yield { name, ...skip('Not checked without the database.') };
    return;
  }
  try {
    yield* checkOpened(config, database);
  } finally {
    await database.close();
  }
}

async function* checkOpened(config: Config, database: Database): AsyncGenerator<Check> {
  yield runCheck('Database', async () => {
    await database.check();
    const { version } = await readServerState(database);
    return ok(
      `${database.kind === 'pglite' ? 'Embedded, like PostgreSQL' : 'PostgreSQL'} ${version}. All tables can be read.`,
    );
  });
  const tables = await runCheck('Tables', async () => {
    const newer = await checkTables(database);
    if (newer.length === 0) return ok('They match this version.');
    return ok(`A newer version has changed them (${newer.at(-1)}), but this version works with them.`);
  });
  yield tables;
  yield runCheck('Connections', () => checkConnections(config, database));
  yield runCheck('Clock of the database', async () => {
    const before = Date.now();
    const { now } = await readServerState(database);
    return describeClock((before + Date.now()) / 2 - now.getTime());
  });
  const isUsable = tables.state === 'ok';
  for (const [name, check] of [
    ['Files and database', checkGeneration],
    ['Sealed tokens', checkSealed],
  ] as const)
    yield isUsable
      ? runCheck(name, () => check(config, database))
      : { name, ...skip('Not checked until the database is migrated.') };
}

async function checkConnections({ databaseConnections: max }: Config, database: Database) {
  if (database.kind === 'pglite') return ok('The embedded database has one connection.');
  const { maxConnections, usedConnections } = await readServerState(database);
  const text = `${usedConnections} of ${maxConnections} are in use, and each process takes up to ${max} (DATABASE_CONNECTIONS).`;
  if (maxConnections < max)
    return fail(`${text} Raise max_connections of PostgreSQL or lower DATABASE_CONNECTIONS.`);
  if (maxConnections - usedConnections < max)
    return warn(`${text} Another process would have too few: raise max_connections before you add one.`);
  return ok(text);
}

const RELATIONS: Readonly<
  Record<StoreRelation, ReturnType<typeof ok> | ReturnType<typeof warn> | ReturnType<typeof fail>>
> = {
  unlinked: ok('Not used yet. The next sweep, within an hour, writes store.json.'),
  same: ok('They belong together (store.json).'),
  older: warn(
    'The database was restored from an older backup than the files. Files that it doesn’t know are kept for 30 days.',
  ),
  newer: warn(
    'The files were restored from an older backup than the database. Run "geoloom restore --check" to list the missing files.',
  ),
  foreign: fail(
    'The files belong to another database (store.json). Correct DATABASE_URL, GEOLOOM_DATA_DIR or S3_BUCKET before you start the server.',
  ),
};

async function checkGeneration(config: Config, { db }: Database) {
  const { relation, heldSince } = await compareStore({ db, files: await openFiles(config) });
  if (relation === 'same' && heldSince !== undefined)
    return ok(
      `They belong together. Files from before ${heldSince.slice(0, 10)} are kept for 30 days after that date.`,
    );
  return RELATIONS[relation];
}

async function checkSealed(config: Config, { db }: Database) {
  const { secretKey, oldSecretKey, dataFolder } = config;
  if (secretKey === undefined && !existsSync(join(dataFolder, 'secret.key')))
    return warn(`${join(dataFolder, 'secret.key')} doesn’t exist yet, and GEOLOOM_SECRET_KEY is not set.`);
  const secrets = findSecrets(config);
  const { current, old, lost } = await countSealed(db, listSealedColumns(secrets));
  if (lost > 0)
    return fail(
      `${lost} can’t be opened with GEOLOOM_SECRET_KEY${secrets.old === undefined ? '' : ' or the previous key'}. Set GEOLOOM_OLD_SECRET_KEY to the key that sealed them and run "geoloom reseal", or ask their users to reconnect their accounts.`,
    );
  if (old > 0) return warn(`${old} need the old key. Run: geoloom reseal`);
  if (secrets.old === undefined) return ok(`${current} can be opened.`);
  const remove =
    oldSecretKey === undefined ? `delete ${join(dataFolder, OLD_KEY_FILE)}` : 'remove GEOLOOM_OLD_SECRET_KEY';
  return ok(
    `${current} can be opened with the current key, and none needs the old one. Three days after the change, when no waiting email or job needs it, ${remove}.`,
  );
}
