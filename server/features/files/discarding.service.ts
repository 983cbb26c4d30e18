/**
 * Deletes files whose rows are deleted. Files that another copy of the database may know are kept until a sweep decides.
 */
import type { Db } from '#server/db/open.ts';
import type { Files } from '#server/gateways/files.ts';
import { isStoreHeld } from './store-generation.store.ts';

/** @param keys of files, and of folders with a trailing slash */
export async function discardFiles(
  { db, files }: { db: Db; files: Pick<Files, 'remove'> },
  keys: readonly string[],
): Promise<void> {
  if (keys.length > 0 && !(await isStoreHeld(db))) await files.remove(keys);
}
