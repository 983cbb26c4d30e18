/** Stores uploads under generated names, deduplicates equal bytes, and enforces the quota. */
import { hash } from 'node:crypto';
import { STORAGE } from '#contract/limits.ts';
import type { Db } from '#server/db/open.ts';
import { AppError } from '../../app-error.ts';
import type { Scope } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { discardFiles } from './discarding.service.ts';
import type { FileSource } from './downloads.service.ts';
import { FREE_BYTES } from './free-space.service.ts';
import { openStored } from './stored-file.service.ts';
import type { FileHolder } from './garbage-collection.service.ts';
import {
  deleteUploads,
  findUpload,
  insertUpload,
  listKnownUploads,
  listOldUploads,
  type Quota,
  renewSameUpload,
  type UploadRow,
  type UploadUse,
} from './uploads.store.ts';

export type { UploadRow, UploadUse } from './uploads.store.ts';

/** Time that a request has between storing an upload and using it. */
const REQUEST_LIFE_MS = 10 * 60 * 1000;
/** Uploads of one statement, so that none times out. */
const BATCH = 500;

type UploadsContext = Pick<Context, 'db' | 'files' | 'clock' | 'newId' | 'logError'>;

interface UploadsOptions {
  /**
   * One for each table that refers to uploads, in the order in which an upload moves from one to the next.
   */
  uses: readonly UploadUse[];
  quota?: Quota;
}

export interface NewUpload {
  workspaceId: number;
  createdBy: number;
  kind: 'seed' | 'sheet' | 'image';
  name: string;
  bytes: Uint8Array;
}

export type UploadsService = ReturnType<typeof createUploads>;

export function createUploads(context: UploadsContext, options: UploadsOptions) {
  const { db } = context;
  const source: FileSource = async (id, scope) => {
    const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
    const upload = isId ? await findUpload(db, id, scope) : undefined;
    if (upload === undefined) throw new AppError('not_found');
    const type =
      upload.kind === 'seed' && !/\.csv$/i.test(upload.name) ? 'application/xml' : 'text/csv; charset=utf-8';
    return openStored(context, { key: upload.storage_key, name: upload.name, type, known: upload });
  };
  return {
    /** Stores the bytes, or finds the upload that already has them. */
    store: (upload: NewUpload) => store(context, options, upload),
    find: (id: string, scope: Scope) => findUpload(db, id, scope),
    /** Finds an upload of the caller's draft in any workspace, because its author may have left that workspace. */
    findOfDraft: (id: string) => findUpload(db, id),
    /** Deletes those of the uploads that are no longer used. @returns the storage keys of their files */
    deleteUnused: async (trx: Db, ids: readonly string[]) =>
      deleteUploads(trx, await listUnused(trx, options.uses, ids)),
    /** Opens a seed or a sheet by its signed URL. */
    source,
  };
}

async function store(
  context: UploadsContext,
  { uses, quota = STORAGE }: UploadsOptions,
  { workspaceId, createdBy, kind, name, bytes }: NewUpload,
): Promise<UploadRow> {
  const { db, files, clock, newId } = context;
  const sha256 = hash('sha256', bytes);
  const same = await renewSameUpload(db, { workspaceId, kind, name, sha256 }, clock());
  if (same !== undefined) {
    // A lost or truncated file is stored again: users repair it by choosing the same file.
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
  // The file first, so that a row never names a missing file.
  await files.put(row.storage_key, bytes);
  const insert = () => db.transaction().execute((trx) => insertUpload(trx, row, quota));
  if ((await insert()) || ((await makeRoom(context, uses, workspaceId)) && (await insert()))) return row;
  await files.remove([row.storage_key]);
  throw new AppError('quota_reached');
}

/** Deletes the unused uploads of a workspace without waiting for the next sweep. */
async function makeRoom(
  { db, files, clock }: UploadsContext,
  uses: readonly UploadUse[],
  workspaceId: number,
): Promise<boolean> {
  const before = new Date(clock().getTime() - REQUEST_LIFE_MS);
  let hasRoom = false;
  for await (const keys of deleteUnused(db, uses, { before, workspaceId })) {
    await discardFiles({ db, files }, keys);
    hasRoom ||= keys.length > 0;
  }
  return hasRoom;
}

/** Garbage collection of seeds and sheets. */
export function holdUploads({ db, uses }: Pick<Context, 'db'> & Pick<UploadsOptions, 'uses'>): FileHolder {
  return {
    folder: 'uploads/',
    deleteUnused: (before) => deleteUnused(db, uses, { before }),
    listNeeded: (keys) => listKnownUploads(db, keys),
  };
}

async function* deleteUnused(
  db: Db,
  uses: readonly UploadUse[],
  which: { before: Date; workspaceId?: number },
): AsyncGenerator<string[]> {
  let after: string | undefined;
  for (;;) {
    const ids = await listOldUploads(db, { ...which, after, limit: BATCH });
    yield await deleteUploads(db, await listUnused(db, uses, ids), which.before);
    if (ids.length < BATCH) return;
    after = ids.at(-1);
  }
}

async function listUnused(db: Db, uses: readonly UploadUse[], ids: readonly string[]): Promise<string[]> {
  let unused = [...ids];
  for (const listUsed of uses) {
    const used = new Set(unused.length === 0 ? [] : await listUsed(db, unused));
    unused = unused.filter((id) => !used.has(id));
  }
  return unused;
}
