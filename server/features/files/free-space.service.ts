/** Checks the free space before a run is accepted and before it starts, because a full disk also stops the database. */
import type { Files } from '#server/gateways/files.ts';
import { AppError } from '../../app-error.ts';

/** Reserved for the database and other requests. */
export const FREE_BYTES = 200 * 1000 * 1000;
/** Runs need their output twice: files being written, and temporary files. */
const OUTPUT_FACTOR = 2;
const FULL =
  'The server doesn’t have enough disk space for the files of this run. Nothing was saved. Save again once there is space.';

/**
 * @param outputBytes planned output of the run
 * @throws AppError `no_space`
 */
export async function checkSpace(files: Pick<Files, 'freeBytes'>, outputBytes: number): Promise<void> {
  const free = await files.freeBytes();
  if (free !== undefined && free < FREE_BYTES + OUTPUT_FACTOR * outputBytes) {
    throw new AppError('no_space', { message: FULL });
  }
}
