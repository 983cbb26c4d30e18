/** All SQL about drafts, the unsaved entries of forms. */
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';

/** Form of a user: that of a new project, or the edit form of one. */
export interface FormOwner {
  userId: number;
  /** The edited project; undefined for the form of a new one. */
  projectId?: number | undefined;
}

function selectDrafts(db: Db, { userId }: Pick<FormOwner, 'userId'>) {
  return db
    .selectFrom('drafts')
    .leftJoin('uploads as seed', 'seed.id', 'drafts.seed_id')
    .leftJoin('uploads as sheet', 'sheet.id', 'drafts.sheet_id')
    .leftJoin('uploads as linked', 'linked.id', 'drafts.linked_id')
    .leftJoin('uploads as combined', 'combined.id', 'drafts.combined_id')
    .selectAll('drafts')
    .select(['seed.name as seed_name', 'seed.size as seed_size'])
    .select(['seed.storage_key as seed_key', 'seed.sha256 as seed_sha256'])
    .select(['sheet.name as sheet_name', 'sheet.size as sheet_size'])
    .select(['sheet.storage_key as sheet_key', 'sheet.sha256 as sheet_sha256'])
    .select(['linked.name as linked_name', 'linked.storage_key as linked_key'])
    .select(['linked.sha256 as linked_sha256', 'combined.sha256 as combined_sha256'])
    .select(['combined.name as combined_name', 'combined.size as combined_size'])
    .select('combined.storage_key as combined_key')
    .where('drafts.user_id', '=', userId);
}

export function findDraft(db: Db, id: string, userId: number) {
  return selectDrafts(db, { userId }).where('drafts.id', '=', id).executeTakeFirst();
}

export type DraftRow = NonNullable<Awaited<ReturnType<typeof findDraft>>>;

/** The newest open draft of a form. */
export function findOpenDraft(db: Db, { userId, projectId }: FormOwner, type: string) {
  return selectDrafts(db, { userId })
    .where('drafts.project_id', 'is not distinct from', projectId ?? null)
    .where('drafts.type', '=', type)
    .where('drafts.is_open', '=', true)
    .orderBy('drafts.updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * The newest changed draft of a form that was closed after a timestamp. A draft that a test made a project of, and
 * that was not changed since, is continued there.
 */
export function findClosedDraft(db: Db, { userId, projectId }: FormOwner, since: Date) {
  return db
    .selectFrom('drafts')
    .select(['id', 'type', 'fields', 'updated_at'])
    .where('user_id', '=', userId)
    .where('project_id', 'is not distinct from', projectId ?? null)
    .where('is_changed', '=', true)
    .where('closed_at', '>=', since)
    .where(({ selectFrom, exists, not }) =>
      not(
        exists(
          selectFrom('projects')
            .select('projects.id')
            .whereRef('projects.key', '=', 'drafts.id')
            .whereRef('projects.created_at', '>=', 'drafts.updated_at'),
        ),
      ),
    )
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertDraft(db: Db, draft: Insertable<Schema['drafts']>): Promise<void> {
  await db.insertInto('drafts').values(draft).execute();
}

/** Deletes drafts of a user above a limit: unchanged ones first, then the least recently changed. */
export async function deleteSurplusDrafts(trx: Db, userId: number, max: number): Promise<void> {
  await trx
    .deleteFrom('drafts')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('drafts')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('is_changed', 'desc')
        .orderBy('updated_at', 'desc')
        .offset(max)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}

export type DraftChange = Omit<Updateable<Schema['drafts']>, 'id' | 'user_id' | 'project_id' | 'type'>;

/** Files of a draft that were read. */
export type DraftFiles = Pick<DraftRow, 'seed_id' | 'sheet_id'>;

/**
 * Changes a draft, if its files are still those that were read.
 * @returns true if it was changed
 */
export async function updateDraft(
  db: Db,
  { id, read }: { id: string; read?: DraftFiles | undefined },
  change: DraftChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('drafts')
    .set(change)
    .where('id', '=', id)
    .$if(read !== undefined, (query) =>
      query
        .where('seed_id', 'is not distinct from', read?.seed_id ?? null)
        .where('sheet_id', 'is not distinct from', read?.sheet_id ?? null),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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

/** Locks a draft and its images until the transaction ends. @returns true if it exists */
export async function lockDraft(trx: Db, id: string): Promise<boolean> {
  const row = await trx.selectFrom('drafts').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return row !== undefined;
}

export async function deleteDraft(db: Db, id: string): Promise<void> {
  await db.deleteFrom('drafts').where('id', '=', id).execute();
}

/** Deletes drafts closed before one timestamp, and open ones unchanged since another. */
export async function deleteOldDrafts(
  db: Db,
  { closed, open }: Record<'closed' | 'open', Date>,
): Promise<void> {
  await db
    .deleteFrom('drafts')
    .where('is_open', '=', sql.lit(false))
    .where('closed_at', '<', closed)
    .execute();
  await db.deleteFrom('drafts').where('is_open', '=', sql.lit(true)).where('updated_at', '<', open).execute();
}

/** Lists projects from a user's drafts that wait for the split answer and have no other run. */
export async function listUnansweredProjects(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('drafts')
    .innerJoin('projects', 'projects.key', 'drafts.id')
    .select('projects.id')
    .where('drafts.user_id', '=', userId)
    .where('drafts.project_id', 'is', null)
    .where('projects.created_by', '=', userId)
    .where(({ selectFrom, exists, not }) =>
      not(
        exists(
          selectFrom('runs')
            .select('runs.id')
            .whereRef('runs.project_id', '=', 'projects.id')
            .where((eb) => eb.or([eb('state', '<>', 'waiting_for_split'), eb('started_by', '<>', userId)])),
        ),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}
