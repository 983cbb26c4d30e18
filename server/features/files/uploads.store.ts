/** All SQL about uploads. */
import { type ExpressionBuilder, type Insertable, sql } from 'kysely';
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

export function findUpload(db: Db, id: string, scope: Scope) {
  return owned(db.selectFrom('uploads').selectAll(), scope, 'uploads')
    .where('id', '=', id)
    .executeTakeFirst();
}

export type UploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>;

/**
 * The same bytes in the same workspace: a sheet that did not change is not stored again. It counts as stored
 * now, so that nobody sweeps it before it is named again.
 */
export function renewSameUpload(
  db: Db,
  of: { workspaceId: number; kind: 'seed' | 'sheet'; name: string; sha256: string },
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

/**
 * Takes out uploads that no draft, project or run names.
 * @param which so many of those from before a moment, of one workspace or of all; or the named ones
 * @returns their storage keys
 */
export async function deleteUnusedUploads(
  db: Db,
  which: { before: Date; most: number; workspaceId?: number } | { ids: readonly string[] },
): Promise<string[]> {
  if ('ids' in which && which.ids.length === 0) return [];
  const unused = db.selectFrom('uploads').select('uploads.id').where(isUnused);
  const deleting = db.deleteFrom('uploads').returning('storage_key');
  if ('ids' in which) {
    const rows = await deleting.where('id', 'in', unused.where('id', 'in', which.ids)).execute();
    return rows.map((row) => row.storage_key);
  }
  const { before, most, workspaceId } = which;
  const own = workspaceId === undefined ? unused : unused.where('workspace_id', '=', workspaceId);
  const rows = await deleting
    .where('id', 'in', own.where('created_at', '<', before).limit(most))
    // Said once more of the row itself: somebody may be renewing it at this moment.
    .where('created_at', '<', before)
    .execute();
  return rows.map((row) => row.storage_key);
}

/**
 * One condition for each column, not one of several parts: so the database joins against all of them at
 * once instead of looking row by row.
 */
function isUnused({ and, not, exists, selectFrom }: ExpressionBuilder<Schema, 'uploads'>) {
  return and(
    (['drafts', 'projects', 'runs'] as const).flatMap((table) =>
      (['seed_id', 'sheet_id'] as const).map((column) =>
        not(
          exists(selectFrom(table).select(`${table}.id`).whereRef(`${table}.${column}`, '=', 'uploads.id')),
        ),
      ),
    ),
  );
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
