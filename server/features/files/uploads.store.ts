/** All SQL about uploads. */
import { type Insertable, sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';
import { owned, type Scope } from '#server/db/scope.ts';

/** What one workspace may have stored. */
export interface Quota {
  bytes: number;
  files: number;
}

/**
 * Writes the row of a stored file unless the workspace would have too much then. The row of the workspace is
 * locked, so that uploads at the same moment do not all find the last place free.
 * @returns whether there was room
 */
export async function insertUpload(
  trx: Db,
  upload: Insertable<Schema['uploads']>,
  quota: Quota,
): Promise<boolean> {
  const { workspace_id: workspaceId, size } = upload;
  await trx.selectFrom('workspaces').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute();
  const { bytes, files } = await trx
    .selectFrom('uploads')
    .select([sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'), sql<number>`count(*)::int`.as('files')])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  if (bytes + size > quota.bytes || files >= quota.files) return false;
  await trx.insertInto('uploads').values(upload).execute();
  return true;
}

/** @param scope omit if access was checked before */
export function findUpload(db: Db, id: string, scope?: Scope) {
  const query = db.selectFrom('uploads').selectAll().where('id', '=', id);
  return (scope === undefined ? query : owned(query, scope, 'uploads')).executeTakeFirst();
}

export type UploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>;

/**
 * The same bytes in the same workspace: a sheet that did not change is not stored again. It counts as stored
 * now, so that nobody sweeps it before it is named again.
 */
export function renewSameUpload(
  db: Db,
  of: { workspaceId: number; kind: 'seed' | 'sheet' | 'image'; name: string; sha256: string },
  now: Date,
) {
  return db
    .updateTable('uploads')
    .set({ created_at: now })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('uploads as same')
        .select('same.id')
        .where('same.workspace_id', '=', of.workspaceId)
        .where('same.kind', '=', of.kind)
        .where('same.name', '=', of.name)
        .where('same.sha256', '=', of.sha256)
        .orderBy('same.created_at', 'desc')
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst();
}

/** @returns uploads of before a moment, of one workspace or of all, in the order of their identities */
export async function listOldUploads(
  db: Db,
  { before, after, most, workspaceId }: OldUploads,
): Promise<string[]> {
  let query = db.selectFrom('uploads').select('id').where('created_at', '<', before);
  if (after !== undefined) query = query.where('id', '>', after);
  if (workspaceId !== undefined) query = query.where('workspace_id', '=', workspaceId);
  const rows = await query.orderBy('id').limit(most).execute();
  return rows.map(({ id }) => id);
}

interface OldUploads {
  before: Date;
  /** The last identity of the batch before. */
  after?: string | undefined;
  most: number;
  workspaceId?: number | undefined;
}

/** Says which of some uploads a noun uses. */
export type UploadUse = (db: Db, ids: readonly string[]) => Promise<string[]>;

/** Finds uploads that columns of a table refer to. */
export function usesUploads<Table extends 'drafts' | 'projects' | 'runs'>(
  table: Table,
  columns: readonly (keyof Schema[Table] & string)[],
): UploadUse {
  return async (db, ids) => {
    const each = columns.map((column) => {
      const name = sql.ref(`${table}.${column}`);
      return sql`select ${name} as id from ${sql.table(table)} where ${name} in (${sql.join(ids)})`;
    });
    const { rows } = await sql<{ id: string }>`${sql.join(each, sql` union `)}`.execute(db);
    return rows.map(({ id }) => id);
  };
}

/**
 * @param before said once more of the row itself: somebody may be renewing it at this moment
 * @returns storage keys
 */
export async function deleteUploads(db: Db, ids: readonly string[], before?: Date): Promise<string[]> {
  if (ids.length === 0) return [];
  let query = db.deleteFrom('uploads').where('id', 'in', ids);
  if (before !== undefined) query = query.where('created_at', '<', before);
  const rows = await query.returning('storage_key').execute();
  return rows.map((row) => row.storage_key);
}

/** @returns those of the keys that an upload has */
export async function listKnownUploads(db: Db, keys: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('storage_key')
    .where('storage_key', 'in', keys)
    .execute();
  return rows.map((row) => row.storage_key);
}
