/**
 * Removes files whose rows are gone. Where another copy of the database may know them, they stay: then a sweep
 * decides, and nobody else.
 */
import type { Db } from '#server/db/open.ts';
import type { Files } from '#server/gateways/files.ts';
import { isStoreHeld } from './store-generation.store.ts';

/** @param keys of files, and of folders with a slash at their end */
export async function discardFiles(
  { db, files }: { db: Db; files: Pick<Files, 'remove'> },
  keys: readonly string[],
): Promise<void> {
  if (keys.length > 0 && !(await isStoreHeld(db))) await files.remove(keys);
}
