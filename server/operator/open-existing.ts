/**
 * Opens the database for a command. It must exist and be compatible with this version; nothing is migrated.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { DatabaseError } from '../db/database-error.ts';
import { type Database, openDatabase } from '../db/open.ts';
import { checkTables } from '../infrastructure.ts';

type Place = Pick<Config, 'databaseUrl' | 'dataFolder'>;

/** Connections of one command, in addition to those of jobs. */
const CONNECTIONS = 2;

export const nameDatabaseFolder = ({ dataFolder }: Pick<Config, 'dataFolder'>): string =>
  join(dataFolder, 'database');

/** Opens the database of any version. @throws DatabaseError or LockError with instructions */
export async function openAnyVersion(config: Place): Promise<Database> {
  if (config.databaseUrl !== undefined)
    return openDatabase({ url: config.databaseUrl, connections: CONNECTIONS });
  const folder = nameDatabaseFolder(config);
  if (existsSync(join(folder, 'PG_VERSION'))) return openDatabase({ folder });
  throw new DatabaseError(
    `No database found in ${folder}. Check GEOLOOM_DATA_DIR. The first start of the server creates the database.`,
  );
}

/** Opens a compatible database. @throws DatabaseError, also if this version isn't compatible */
export async function openExisting(config: Place): Promise<Database> {
  const database = await openAnyVersion(config);
  try {
    await checkTables(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
