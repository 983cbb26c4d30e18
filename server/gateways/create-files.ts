/** Chooses the kind of store that the configuration asks for. */
import { checkSums } from './checked-files.ts';
import type { Files, FolderOptions, S3Options } from './files.ts';
import { createFolderFiles } from './files-folder.ts';

/**
 * Opens the store and makes the local folders that it needs. A bucket must exist already.
 * @throws GatewayError if the folder can't be created
 */
export async function createFiles(options: FolderOptions | S3Options): Promise<Files> {
  if ('folder' in options) return checkSums(await createFolderFiles(options.folder));
  // The client of the store is large: a server that keeps files in a folder never loads it.
  const { createS3Files } = await import('./files-s3.ts');
  return checkSums(await createS3Files(options));
}
