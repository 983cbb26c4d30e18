/** A file of the store as an answer sends it. */
import type { FileAnswer } from '#contract/endpoint.ts';
import type { Files } from '#server/gateways/files.ts';
import { AppError } from '../../app-error.ts';

const LOST = 'This file is not in the store of the files any more.';

export interface StoredFile {
  key: string;
  name: string;
  type: string;
  disposition?: FileAnswer['disposition'];
  headers?: Record<string, string>;
  /** As they were when the file was stored. */
  known?: { size: number; sha256: string };
}

/** @throws AppError `not_found` where the store has lost it */
export async function openStored(files: Files, file: StoredFile): Promise<FileAnswer> {
  const { key, name, type, disposition = 'attachment', headers = {}, known } = file;
  const found = await files.stat(key);
  if (found === undefined) throw new AppError('not_found', { message: LOST });
  return {
    name,
    type,
    size: found.size,
    disposition,
    headers,
    // A file that was cut short is another one: a download of the whole must not be gone on with by it.
    ...(known?.size === found.size ? { sha256: known.sha256 } : {}),
    isSeekable: true,
    open: (range) => files.open(key, range),
  };
}
