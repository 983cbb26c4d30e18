/** Stores what people upload under names of our own, once for the same bytes, within the quota. */
import { createHash } from 'node:crypto';
import { STORAGE } from '#contract/limits.ts';
import type { Db } from '#server/db/open.ts';
import type { Files } from '#server/gateways/files.ts';
import { AppError } from '../../app-error.ts';
import type { Scope } from '../../caller.ts';
import { discardFiles } from './discarding.service.ts';
import type { FileSource } from './downloads.service.ts';
import { FREE_BYTES } from './free-space.service.ts';
import { openStored } from './stored-file.service.ts';
import {
  deleteUnusedUploads,
  findUpload,
  insertUpload,
  type Quota,
  renewSameUpload,
  type UploadRow,
} from './uploads.store.ts';

export type { UploadRow } from './uploads.store.ts';

/** A request that is still at work names what it has stored within this time. */
const NAMED_WITHIN_MS = 10 * 60 * 1000;
const UNUSED_AT_ONCE = 1000;

export interface UploadsNeeds {
  db: Db;
  files: Files;
  clock: () => Date;
  newId: () => string;
  quota?: Quota;
}

export interface NewUpload {
  workspaceId: number;
  createdBy: number;
  kind: 'seed' | 'sheet';
  name: string;
  bytes: Uint8Array;
}

export interface UploadsService {
  /** Stores the bytes, or finds them where they are stored already. */
  store(upload: NewUpload): Promise<UploadRow>;
  find(id: string, scope: Scope): Promise<UploadRow | undefined>;
  /** Takes out those of them that nothing names any more. @returns the storage keys of their files */
  deleteUnused(trx: Db, ids: readonly string[]): Promise<string[]>;
  /** What the addresses of seeds and sheets lead to. */
  source: FileSource;
}

export function createUploads(needs: UploadsNeeds): UploadsService {
  const { db } = needs;
  return {
    store: (upload) => store(needs, upload),
    find: (id, scope) => findUpload(db, id, scope),
    deleteUnused: (trx, ids) => deleteUnusedUploads(trx, { ids }),
    source: async (id, scope) => {
      const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
      const upload = isId ? await findUpload(db, id, scope) : undefined;
      if (upload === undefined) throw new AppError('not_found');
      const type = upload.kind === 'seed' ? 'application/xml' : 'text/csv; charset=utf-8';
      return openStored(needs.files, { key: upload.storage_key, name: upload.name, type, known: upload });
    },
  };
}

async function store(needs: UploadsNeeds, upload: NewUpload): Promise<UploadRow> {
  const { db, files, clock, newId, quota = STORAGE } = needs;
  const { workspaceId, createdBy, kind, name, bytes } = upload;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const same = await renewSameUpload(db, { workspaceId, kind, name, sha256 }, clock());
  if (same !== undefined) {
    // A store that lost the file, or a part of it, gets it again: choosing it anew is how a person mends that.
    const stored = await files.stat(same.storage_key);
    if (stored?.size !== bytes.length) await files.put(same.storage_key, bytes);
    return same;
  }
  const free = await files.freeBytes();
  if (free !== undefined && free < FREE_BYTES + bytes.length) throw new AppError('no_space');
  const id = newId();
  const row: UploadRow = {
    id,
    workspace_id: workspaceId,
    created_by: createdBy,
    kind,
    name,
    size: bytes.length,
    sha256,
    storage_key: `uploads/${id}`,
    created_at: clock(),
  };
  // The file first: a row never names a file that is not there.
  await files.put(row.storage_key, bytes);
  const insert = () => db.transaction().execute((trx) => insertUpload(trx, row, quota));
  if ((await insert()) || ((await makeRoom(needs, workspaceId)) && (await insert()))) return row;
  await files.remove(row.storage_key);
  throw new AppError('quota_reached');
}

/** What somebody has replaced or discarded must not be in the way until the next sweep. */
async function makeRoom({ db, files, clock }: UploadsNeeds, workspaceId: number): Promise<boolean> {
  const before = new Date(clock().getTime() - NAMED_WITHIN_MS);
  const keys = await deleteUnusedUploads(db, { before, most: UNUSED_AT_ONCE, workspaceId });
  await discardFiles({ db, files }, keys);
  return keys.length > 0;
}
