/** Stores what people upload under names of our own, once for the same bytes, within the quota. */
import { hash } from 'node:crypto';
import { STORAGE } from '#contract/limits.ts';
import type { Db } from '#server/db/open.ts';
import type { Files } from '#server/gateways/files.ts';
import { AppError } from '../../app-error.ts';
import type { Scope } from '../../caller.ts';
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

/** A request that is still at work names what it has stored within this time. */
const NAMED_WITHIN_MS = 10 * 60 * 1000;
/** However much has gathered, no statement takes longer than one may. */
const BATCH = 500;

export interface UploadsNeeds {
  db: Db;
  files: Files;
  clock: () => Date;
  newId: () => string;
  logError(error: unknown, text: string): void;
  /** Of each noun that names uploads. What moves an upload from one to the next does so in this order. */
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

export interface UploadsService {
  /** Stores the bytes, or finds them where they are stored already. */
  store(upload: NewUpload): Promise<UploadRow>;
  find(id: string, scope: Scope): Promise<UploadRow | undefined>;
  /** Finds an upload of the caller's draft in any workspace: its author may have left that one since. */
  findOfDraft(id: string): Promise<UploadRow | undefined>;
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
    findOfDraft: (id) => findUpload(db, id),
    deleteUnused: async (trx, ids) => deleteUploads(trx, await listUnused(trx, needs.uses, ids)),
    source: async (id, scope) => {
      const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
      const upload = isId ? await findUpload(db, id, scope) : undefined;
      if (upload === undefined) throw new AppError('not_found');
      const type =
        upload.kind === 'seed' && !/\.csv$/i.test(upload.name)
          ? 'application/xml'
          : 'text/csv; charset=utf-8';
      return openStored(needs, { key: upload.storage_key, name: upload.name, type, known: upload });
    },
  };
}

async function store(needs: UploadsNeeds, upload: NewUpload): Promise<UploadRow> {
  const { db, files, clock, newId, quota = STORAGE } = needs;
  const { workspaceId, createdBy, kind, name, bytes } = upload;
  const sha256 = hash('sha256', bytes);
  const same = await renewSameUpload(db, { workspaceId, kind, name, sha256 }, clock());
  if (same !== undefined) {
    // A store that lost the file, or a part of it, gets it again: choosing it again is how a person repairs that.
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
  await files.remove([row.storage_key]);
  throw new AppError('quota_reached');
}

/** What somebody has replaced or discarded must not be in the way until the next sweep. */
async function makeRoom({ db, files, clock, uses }: UploadsNeeds, workspaceId: number): Promise<boolean> {
  const before = new Date(clock().getTime() - NAMED_WITHIN_MS);
  let hasRoom = false;
  for await (const keys of deleteUnused(db, uses, { before, workspaceId })) {
    await discardFiles({ db, files }, keys);
    hasRoom ||= keys.length > 0;
  }
  return hasRoom;
}

/** Seeds and sheets, for the garbage collection. */
export function holdUploads({ db, uses }: Pick<UploadsNeeds, 'db' | 'uses'>): FileHolder {
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
    const ids = await listOldUploads(db, { ...which, after, most: BATCH });
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
