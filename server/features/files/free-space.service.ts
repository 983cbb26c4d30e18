/** Asks for the free space before a run is taken and before it begins: a full disk also stops the database. */
import type { Files } from '#server/gateways/files.ts';
import { AppError } from '../../app-error.ts';

/** The database and everybody else need it. */
export const FREE_BYTES = 200 * 1000 * 1000;
/** The half-written files, and as much again for what is written beside them. */
const TIMES_OUTPUT = 2;
const FULL =
  'There is not enough space left on the server for the files of this run. Nothing was stored. When there is some again, save once more.';

/**
 * @param outputBytes of the run, as its plan says
 * @throws AppError `no_space`
 */
export async function checkSpace(files: Pick<Files, 'freeBytes'>, outputBytes: number): Promise<void> {
  const free = await files.freeBytes();
  if (free !== undefined && free < FREE_BYTES + TIMES_OUTPUT * outputBytes) {
    throw new AppError('no_space', { message: FULL });
  }
}
