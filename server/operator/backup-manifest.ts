/** File list of a backup, written last so that an incomplete backup is never mistaken for a complete one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { formatCause } from '../db/database-error.ts';

export const MANIFEST = 'manifest.json';

const manifest = z.object({
  format: z.literal('geoloom-backup-1'),
  /** Version of Geoloom that created the backup. */
  version: z.string(),
  made_at: z.iso.datetime(),
  /** Last migration of the database. */
  schema: z.string(),
  bytes: z.int(),
  /** Includes empty folders, because a database doesn't start without them. */
  folders: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), size: z.int(), sha256: z.string() })),
});

export type Manifest = z.infer<typeof manifest>;

/** A backup can't be created or used; the message says what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** @throws BackupError */
export function readManifest(backup: string): Manifest {
  try {
    const found = manifest.parse(JSON.parse(readFileSync(join(backup, MANIFEST), 'utf8')));
    const isInside = (path: string) =>
      path !== '' && !path.startsWith('/') && !path.split('/').includes('..');
    if ([...found.folders, ...found.files.map(({ path }) => path)].every(isInside)) return found;
    throw new Error('it names files outside of the backup');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR') {
      throw new BackupError(`${backup} is a file. Unpack it and name the folder of the backup.`, {
        cause: error,
      });
    }
    const isAbsent = code === 'ENOENT';
    const reason = isAbsent
      ? 'it has no manifest.json'
      : `its manifest.json can’t be used: ${formatCause(error)}`;
    throw new BackupError(
      `${backup} isn’t a complete backup: ${reason}. An interrupted backup has none; use another backup.`,
      { cause: error },
    );
  }
}
