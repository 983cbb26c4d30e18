/** `geoloom reseal`: seals everything stored with the current secret key. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { reseal, type SealedCounts } from '../features/operation/reseal.service.ts';
import { GatewayError } from '../gateways/gateway-error.ts';
import { OLD_KEY_FILE, replaceSecretKey } from '../gateways/secret-key.ts';
import { findSecrets } from '../ground.ts';
import { openExisting } from './open-existing.ts';
import { listSealedColumns } from './sealed-columns.ts';

export interface Resealed extends SealedCounts {
  /** File of the old key, which a later command may delete. */
  oldKeyFile?: string;
}

/**
 * @param isKeyNew whether the key in the data folder is replaced first
 * @throws DatabaseError, LockError, GatewayError
 */
export async function resealAll(config: Config, isKeyNew: boolean): Promise<Resealed> {
  const { databaseUrl, dataFolder, secretKey } = config;
  if (isKeyNew && (secretKey !== undefined || databaseUrl !== undefined)) {
    throw new GatewayError(
      '--new-key replaces the key in the data folder of the embedded database. Here the key is a setting: set the new one as GEOLOOM_SECRET_KEY and the one before as GEOLOOM_OLD_SECRET_KEY, restart all processes, and run geoloom reseal.',
      { service: 'secret key', kind: 'rejected' },
    );
  }
  // Its lock keeps a server from starting with the key that is replaced.
  const database = await openExisting(config);
  try {
    const secrets = isKeyNew ? replaceSecretKey(dataFolder) : findSecrets(config);
    const counts = await reseal(database.db, listSealedColumns(secrets));
    const oldKeyFile = join(dataFolder, OLD_KEY_FILE);
    return secretKey === undefined && existsSync(oldKeyFile) ? { ...counts, oldKeyFile } : counts;
  } finally {
    await database.close();
  }
}
