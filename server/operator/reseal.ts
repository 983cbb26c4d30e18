/** `geoloom reseal`: encrypts all stored secrets with the current key. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { reseal, type SealedCounts } from '../features/operation/reseal.service.ts';
import { GatewayError } from '../gateways/gateway-error.ts';
import { OLD_KEY_FILE, replaceSecretKey } from '../gateways/secret-key.ts';
import { findSecrets } from '../infrastructure.ts';
import { openExisting } from './open-existing.ts';
import { listSealedColumns } from './sealed-columns.ts';

export interface Resealed extends SealedCounts {
  /** File of the old key, if it exists. */
  oldKeyFile?: string;
}

/**
 * Encrypts all stored secrets again.
 * @param isKeyNew true to replace the key in the data folder first
 * @throws DatabaseError, LockError, GatewayError
 */
export async function resealAll(config: Config, isKeyNew: boolean): Promise<Resealed> {
  const { databaseUrl, dataFolder, secretKey } = config;
  if (isKeyNew && (secretKey !== undefined || databaseUrl !== undefined)) {
    throw new GatewayError(
      '--new-key only replaces the key in the data folder of an embedded installation. Here, the key is a setting: set GEOLOOM_SECRET_KEY to the new key and GEOLOOM_OLD_SECRET_KEY to the previous one, restart all processes, and run geoloom reseal.',
      { service: 'secret key', kind: 'rejected' },
    );
  }
  // The lock prevents a server from starting with the replaced key.
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
