/** All SQL about uploads and the drafts that hold them. */
import { type ExpressionBuilder, type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';

/** What one person may have stored. */
export interface Quota {
  bytes: number;
  files: number;
}

/**
 * Writes the row of a stored file unless the person would have too much then. The row of the person is
 * locked, so that uploads at the same moment do not all find the last place free.
 * @returns whether there was room
 */
export async function insertUpload(
  trx: Db,
  upload: Insertable<Schema['uploads']>,
  quota: Quota,
): Promise<boolean> {
  const { user_id: userId, size } = upload;
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const { bytes, files } = await trx
    .selectFrom('uploads')
    .select([sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'), sql<number>`count(*)::int`.as('files')])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (bytes + size > quota.bytes || files >= quota.files) return false;
  await trx.insertInto('uploads').values(upload).execute();
  return true;
}

export function findUpload(db: Db, id: string, userId: number) {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export type UploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>;

/**
 * The same bytes of the same person: a sheet that did not change is not stored again. It counts as stored
 * now, so that nobody sweeps it before it is named again.
 */
export function renewSameUpload(
  db: Db,
  { userId, kind, name, sha256 }: { userId: number; kind: 'seed' | 'sheet'; name: string; sha256: string },
  now: Date,
) {
  return db
    .updateTable('uploads')
    .set({ created_at: now })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('uploads as same')
        .select('same.id')
        .where('same.user_id', '=', userId)
        .where('same.kind', '=', kind)
        .where('same.name', '=', name)
        .where('same.sha256', '=', sha256)
        .orderBy('same.created_at', 'desc')
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst();
}

/**
 * Takes out uploads that no draft, project or run names.
 * @param which so many of those from before a moment, of one person or of all; or the named ones
 * @returns their storage keys
 */
export async function deleteUnusedUploads(
  db: Db,
  which: { before: Date; most: number; userId?: number } | { ids: readonly string[] },
): Promise<string[]> {
  if ('ids' in which && which.ids.length === 0) return [];
  const unused = db.selectFrom('uploads').select('uploads.id').where(isUnused);
  const deleting = db.deleteFrom('uploads').returning('storage_key');
  if ('ids' in which) {
    const rows = await deleting.where('id', 'in', unused.where('id', 'in', which.ids)).execute();
    return rows.map((row) => row.storage_key);
  }
  const { before, most, userId } = which;
  const own = userId === undefined ? unused : unused.where('user_id', '=', userId);
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

/** @returns the seeds and sheets that a project, its runs and the draft of its edit form are made of */
export async function listUploadsOfProject(db: Db, projectId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('projects')
    .select(['seed_id', 'sheet_id'])
    .where('id', '=', projectId)
    .unionAll((from) =>
      from.selectFrom('runs').select(['seed_id', 'sheet_id']).where('project_id', '=', projectId),
    )
    .unionAll((from) =>
      from
        .selectFrom('drafts')
        // Of a project both columns are never empty; of a draft each may be.
        .select(({ fn, ref }) => [
          fn.coalesce(ref('seed_id'), ref('sheet_id')).$notNull().as('seed_id'),
          'sheet_id',
        ])
        .where('project_id', '=', projectId)
        .where(({ or, eb }) => or([eb('seed_id', 'is not', null), eb('sheet_id', 'is not', null)])),
    )
    .execute();
  const ids = rows.flatMap(({ seed_id: seed, sheet_id: sheet }) => (sheet === null ? [seed] : [seed, sheet]));
  return [...new Set(ids)];
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

/** Whose form: that of a new project, or the edit form of one. */
export interface FormOwner {
  userId: number;
  /** The project that is edited; none for the form of a new one. */
  projectId?: number | undefined;
}

/** The newest draft of a form, of one type or of any. */
export function findDraft(db: Db, { userId, projectId }: FormOwner, type?: string) {
  let query = db
    .selectFrom('drafts')
    .leftJoin('uploads as seed', 'seed.id', 'drafts.seed_id')
    .leftJoin('uploads as sheet', 'sheet.id', 'drafts.sheet_id')
    .selectAll('drafts')
    .select(['seed.name as seed_name', 'seed.size as seed_size', 'seed.storage_key as seed_storage_key'])
    .select([
      'sheet.storage_key as sheet_storage_key',
      'sheet.size as sheet_size',
      'sheet.sha256 as sheet_sha256',
    ])
    .leftJoin('projects', 'projects.id', 'drafts.project_id')
    .select(['projects.seed_id as project_seed_id', 'projects.sheet_id as project_sheet_id'])
    .where('drafts.user_id', '=', userId)
    .where('drafts.project_id', 'is not distinct from', projectId ?? null);
  if (type !== undefined) query = query.where('drafts.type', '=', type);
  return query.orderBy('drafts.updated_at', 'desc').executeTakeFirst();
}

export type DraftRow = NonNullable<Awaited<ReturnType<typeof findDraft>>>;

const NO_FIELDS = JSON.stringify({ title: '', notes: '', google_spread_sheet: '', footer_links: '' });

/**
 * Writes what is given and keeps the rest, also of a draft that was closed a moment ago: what a form sends
 * as it is left may arrive behind its being closed. One that was closed before `over` begins anew.
 * @returns which files the draft has now
 */
export async function upsertDraft(
  db: Db,
  of: FormOwner & { type: string; now: Date; over: Date },
  change: Pick<Updateable<Schema['drafts']>, 'fields' | 'seed_id' | 'sheet_id' | 'revision'>,
) {
  const { userId, projectId, type, now, over } = of;
  const open = { is_open: true, closed_at: null, updated_at: now };
  const fresh = { fields: NO_FIELDS, seed_id: null, sheet_id: null, ...change };
  await db
    .deleteFrom('drafts')
    .where('user_id', '=', userId)
    .where('project_id', 'is not distinct from', projectId ?? null)
    .where('type', '=', type)
    .where('is_open', '=', false)
    .where('closed_at', '<', over)
    .execute();
  return db
    .insertInto('drafts')
    .values({ user_id: userId, project_id: projectId ?? null, type, ...fresh, ...open })
    .onConflict((conflict) => conflict.constraint('drafts_of_form').doUpdateSet({ ...change, ...open }))
    .returning(['seed_id', 'sheet_id'])
    .executeTakeFirstOrThrow();
}

/** Closes the open drafts of all forms. */
export async function closeDrafts(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .updateTable('drafts')
    .set({ is_open: false, closed_at: now })
    .where('user_id', '=', userId)
    .where('is_open', '=', true)
    .execute();
}

/** Opens the drafts of a form that were closed after `since`. */
export async function openDrafts(db: Db, { userId, projectId }: FormOwner, since: Date): Promise<void> {
  await db
    .updateTable('drafts')
    .set({ is_open: true, closed_at: null })
    .where('user_id', '=', userId)
    .where('project_id', 'is not distinct from', projectId ?? null)
    .where('closed_at', '>=', since)
    .execute();
}

/** Deletes the drafts of a form, of one type or of any. */
export async function deleteDrafts(db: Db, { userId, projectId }: FormOwner, type?: string): Promise<void> {
  let query = db
    .deleteFrom('drafts')
    .where('user_id', '=', userId)
    .where('project_id', 'is not distinct from', projectId ?? null);
  if (type !== undefined) query = query.where('type', '=', type);
  await query.execute();
}

export async function deleteOldDrafts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('drafts').where('is_open', '=', false).where('closed_at', '<', before).execute();
}
