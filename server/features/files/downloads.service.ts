/** Sends files by signed addresses; what stands behind an address is found by the noun that it is of. */
import type { FileAnswer } from '#contract/endpoint.ts';
import type { FileKind, FileName } from '#contract/files.contract.ts';
import type { Db } from '#server/db/open.ts';
import { findScope } from '#server/db/scope.ts';
import { AppError, getFound } from '../../app-error.ts';
import type { Scope } from '../../caller.ts';
import type { AuditLog } from '../audit-log/audit-log.service.ts';
import { isAddressGood, type Permission } from './signed-address.rules.ts';

/**
 * Finds the file of an address among what its owner may see, at each use: what was deleted is gone at once.
 * @throws AppError `not_found`
 */
export type FileSource = (id: string, scope: Scope) => Promise<FileAnswer>;

export interface DownloadsNeeds {
  db: Db;
  audit: Pick<AuditLog, 'record'>;
  /** Keys whose signatures are accepted. */
  keys: readonly Uint8Array[];
  clock: () => Date;
  sources: Readonly<Record<FileKind, FileSource>>;
  /** What everybody may see who knows its identity. @throws AppError `not_found` */
  openPublished(id: string): Promise<FileAnswer>;
}

export interface DownloadsService {
  download(input: DownloadInput): Promise<FileAnswer>;
  openPublished: DownloadsNeeds['openPublished'];
}

export interface DownloadInput {
  params: FileName;
  query: Permission;
}

export function createDownloads({
  db,
  audit,
  keys,
  clock,
  sources,
  ...needs
}: DownloadsNeeds): DownloadsService {
  return {
    openPublished: needs.openPublished,
    async download({ params, query }) {
      if (!isAddressGood(keys, params, { ...query, now: clock() })) {
        throw new AppError('forbidden', { message: 'This address is no longer valid. Open the page again.' });
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
