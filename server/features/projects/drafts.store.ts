/** All SQL about drafts: what was entered into a form and not saved yet. */
import { sql, type Updateable } from 'kysely';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';

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
      'sheet.name as sheet_name',
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
  // An insert uses up a number also where the row is there already, and forms are saved every few seconds.
  const updated = await db
    .updateTable('drafts')
    .set({ ...change, ...open })
    .where('user_id', '=', userId)
    .where('project_id', 'is not distinct from', projectId ?? null)
    .where('type', '=', type)
    .returning(['id', 'seed_id', 'sheet_id'])
    .executeTakeFirst();
  return (
    updated ??
    (await db
      .insertInto('drafts')
      .values({ user_id: userId, project_id: projectId ?? null, type, ...fresh, ...open })
      .onConflict((conflict) => conflict.constraint('drafts_of_form').doUpdateSet({ ...change, ...open }))
      .returning(['id', 'seed_id', 'sheet_id'])
      .executeTakeFirstOrThrow())
  );
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
  await db
    .deleteFrom('drafts')
    .where('is_open', '=', sql.lit(false))
    .where('closed_at', '<', before)
    .execute();
}
