/** Chooses the file store by configuration. */
import { verifyReads } from './checked-files.ts';
import type { Files, FolderOptions, S3Options } from './files.ts';
import { createFolderFiles } from './files-folder.ts';

/**
 * Opens the store and creates its local folders. A bucket must already exist.
 * @throws GatewayError if the folder can't be created
 */
export async function createFiles(options: FolderOptions | S3Options): Promise<Files> {
  if ('folder' in options) return verifyReads(await createFolderFiles(options.folder));
  // The S3 client is large; a server with a local store never loads it.
  const { createS3Files } = await import('./files-s3.ts');
  return verifyReads(await createS3Files(options));
}
