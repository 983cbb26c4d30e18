/** Opens stored files for responses. */
import type { Readable } from 'node:stream';
import type { FileReply } from '#contract/endpoint.ts';
import type { Files, KnownFile } from '#server/gateways/files.ts';
import { AppError } from '../../app-error.ts';
import type { Context } from '../../context.ts';
import { isStoreFault } from './store-fault.service.ts';

const FILE_MISSING = 'This file is no longer in the file store.';
const CORRUPT = 'The stored copy of this file is corrupt. Build the file again, or restore it from a backup.';

type Stored = Pick<Context, 'logError'> & { files: Pick<Files, 'stat' | 'open'> };

export interface StoredFile {
  key: string;
  name: string;
  type: string;
  disposition?: FileReply['disposition'];
  headers?: Record<string, string>;
  /** Recorded when the file was stored; a file that differs isn't sent. */
  known?: KnownFile;
}

/** @throws AppError `not_found` if the file is missing in the store or has another size */
export async function openStored({ files, logError }: Stored, file: StoredFile): Promise<FileReply> {
  const { key, name, type, disposition = 'attachment', headers = {}, known } = file;
  const found = await files.stat(key);
  if (found === undefined) throw new AppError('not_found', { message: FILE_MISSING });
  if (known !== undefined && known.size !== found.size) {
    const error = new AppError('not_found', { message: CORRUPT });
    raiseAlarm(logError, error, `${key}: it has ${found.size} bytes instead of ${known.size}`);
    throw error;
  }
  return {
    name,
    type,
    size: found.size,
    disposition,
    headers,
    ...(known === undefined ? {} : { sha256: known.sha256 }),
    isSeekable: true,
    open: async (range) => watchForCorrupt(await files.open(key, range, known), logError, key),
  };
}

/** Raises an alarm when the stream finds that a stored file is corrupt. @returns the stream */
export function watchForCorrupt(stream: Readable, logError: Context['logError'], place: string): Readable {
  return stream.once('error', (error) => {
    if (isStoreFault(error) && error.kind === 'corrupt')
      raiseAlarm(logError, error, `${place}: its SHA-256 doesn't match the one recorded when it was stored`);
  });
}

function raiseAlarm(logError: Context['logError'], error: unknown, detail: string): void {
  logError(
    error,
    `ALARM: a stored file is corrupt, ${detail}. It was not sent. Check the disk or bucket, then restore the file from a backup or run the project again.`,
  );
}
