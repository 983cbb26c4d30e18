/** Sends files by signed URLs; each feature finds the files of its own kinds. */
import type { FileReply } from '#contract/endpoint.ts';
import type { FileKind, FileName } from '#contract/files.contract.ts';
import { findScope } from '#server/db/scope.ts';
import { AppError, getFound } from '../../app-error.ts';
import type { Scope } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { isSignedUrlValid, type Permission } from './signed-address.rules.ts';

/**
 * Finds the file of a URL in the scope of its owner, for each request, so that deleted files are gone
 * immediately.
 * @throws AppError `not_found`
 */
export type FileSource = (id: string, scope: Scope) => Promise<FileReply>;

export type DownloadsService = ReturnType<typeof createDownloads>;

interface DownloadsOptions {
  /** Keys whose signatures are accepted. */
  keys: readonly Uint8Array[];
  sources: Readonly<Record<FileKind, FileSource>>;
  /** Opens a file that is public to everyone with its id. @throws AppError `not_found` */
  openPublished(id: string): Promise<FileReply>;
}

export interface DownloadInput {
  params: FileName;
  query: Permission;
}

export function createDownloads(
  { db, audit, clock }: Pick<Context, 'db' | 'audit' | 'clock'>,
  { keys, sources, openPublished }: DownloadsOptions,
) {
  return {
    openPublished,
    async download({ params, query }: DownloadInput): Promise<FileReply> {
      if (!isSignedUrlValid(keys, params, { ...query, now: clock() })) {
        throw new AppError('forbidden', {
          message: 'This download link is no longer valid. Reload the page.',
        });
      }
      const scope = getFound(await findScope(db, query.owner));
      const file = await sources[params.kind](params.id, scope);
      // Only downloads of all files are recorded: single files are requested in ranges, many times.
      if (params.kind === 'zip') {
        const object = { kind: 'run', id: Number(params.id) } as const;
        const { owner: userId, by } = query;
        const actor = { userId, ...(by !== undefined && { impersonatorId: by }) };
        // Downloads work while the database is read-only, too.
        await db
          .transaction()
          .execute((trx) => audit.record(trx, actor, { verb: 'download', object }))
          .catch(() => undefined);
      }
      return file;
    },
  };
}
