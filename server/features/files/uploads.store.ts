/** SQL for uploads. */
import { type Insertable, sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';
import { owned, type Scope } from '#server/db/scope.ts';

/** Limits of the stored files of one workspace. */
export interface Quota {
  bytes: number;
  files: number;
}

/**
 * Inserts the row of a stored file unless that would exceed the quota. Locks the row of the workspace, so that
 * concurrent uploads can't all use the remaining quota.
 * @returns false if the quota is reached
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
 * Finds an upload of the same bytes in the same workspace, so that an unchanged sheet isn't stored again. Renews its
 * timestamp, so that no sweep deletes it before it is used.
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

/** @returns the ids of uploads from before a time, of one workspace or of all, in order */
export async function listOldUploads(
  db: Db,
  { before, after, limit, workspaceId }: OldUploads,
): Promise<string[]> {
  let query = db.selectFrom('uploads').select('id').where('created_at', '<', before);
  if (after !== undefined) query = query.where('id', '>', after);
  if (workspaceId !== undefined) query = query.where('workspace_id', '=', workspaceId);
  const rows = await query.orderBy('id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

interface OldUploads {
  before: Date;
  /** Last id of the previous batch. */
  after?: string | undefined;
  limit: number;
  workspaceId?: number | undefined;
}

/** Finds the uploads that a feature uses. */
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
 * @param before is checked again in each row, because a request may be renewing it
 * @returns storage keys
 */
export async function deleteUploads(db: Db, ids: readonly string[], before?: Date): Promise<string[]> {
  if (ids.length === 0) return [];
  let query = db.deleteFrom('uploads').where('id', 'in', ids);
  if (before !== undefined) query = query.where('created_at', '<', before);
  const rows = await query.returning('storage_key').execute();
  return rows.map((row) => row.storage_key);
}

/** @returns the keys that belong to an upload */
export async function listKnownUploads(db: Db, keys: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('storage_key')
    .where('storage_key', 'in', keys)
    .execute();
  return rows.map((row) => row.storage_key);
}
