/** All SQL about images. */
import { type Insertable, sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';
import { isOwned, owned, type Scope } from '#server/db/scope.ts';

/** What has images: the draft of a form until it is saved, then its project; nothing while an earlier draft is there. */
export type ImageOwner = { draftId: number } | { projectId: number };

/**
 * Writes the row unless its draft, or its author beside drafts, has as many already. Draft or author are locked:
 * many are sent at one moment.
 */
export async function insertImage(
  trx: Db,
  image: Insertable<Schema['images']> & { created_by: number; draft_id: number | null },
  most: number,
): Promise<boolean> {
  const { draft_id: draftId, created_by: userId } = image;
  const [holder, holderId] = draftId === null ? (['users', userId] as const) : (['drafts', draftId] as const);
  await trx.selectFrom(holder).select('id').where('id', '=', holderId).forNoKeyUpdate().execute();
  const { images } = await trx
    .selectFrom('images')
    .select(({ fn }) => fn.countAll<string>().as('images'))
    .where('draft_id', 'is not distinct from', draftId)
    .$if(draftId === null, (query) => query.where('project_id', 'is', null).where('created_by', '=', userId))
    .executeTakeFirstOrThrow();
  if (Number(images) >= most) return false;
  await trx.insertInto('images').values(image).execute();
  return true;
}

function selectImages(db: Db) {
  return db
    .selectFrom('images')
    .innerJoin('uploads', 'uploads.id', 'images.upload_id')
    .selectAll('images')
    .select(['uploads.size', 'uploads.sha256', 'uploads.storage_key']);
}

/** In their order. */
export function listImages(db: Db, owner: ImageOwner) {
  const query = selectImages(db).orderBy('images.chosen_at').orderBy('images.position');
  return 'draftId' in owner
    ? query.where('draft_id', '=', owner.draftId).execute()
    : query.where('project_id', '=', owner.projectId).execute();
}

export type ImageRow = Awaited<ReturnType<typeof listImages>>[number];

export function findImage(db: Db, id: string): Promise<ImageRow | undefined> {
  return selectImages(db).where('images.id', '=', id).executeTakeFirst();
}

export function findImages(db: Db, ids: readonly string[], scope: Scope): Promise<ImageRow[]> {
  return owned(selectImages(db), scope, 'images').where('images.id', 'in', ids).execute();
}

/** @returns images that the user uploaded to any workspace and that belong to no project */
export function findUnsavedImages(db: Db, ids: readonly string[], userId: number): Promise<ImageRow[]> {
  return selectImages(db)
    .where('images.id', 'in', ids)
    .where('images.created_by', '=', userId)
    .where('images.project_id', 'is', null)
    .execute();
}

/** Moves images that the user uploaded and that no project has to the owner. */
export async function takeImages(
  trx: Db,
  ids: readonly string[],
  { userId, ...owner }: { userId: number } & ImageOwner,
): Promise<void> {
  const [draftId, projectId] = 'draftId' in owner ? [owner.draftId, null] : [null, owner.projectId];
  await trx
    .updateTable('images')
    .set({ draft_id: draftId, project_id: projectId })
    .where('id', 'in', ids)
    .where('created_by', '=', userId)
    .where('project_id', 'is', null)
    .execute();
}

/** Updates the workspace and the upload of an image. */
export async function relocateImage(
  trx: Db,
  { id, workspace_id, upload_id }: Pick<ImageRow, 'id' | 'workspace_id' | 'upload_id'>,
): Promise<void> {
  await trx
    .updateTable('images')
    .set({ workspace_id, upload_id })
    .where('id', '=', id)
    .where('workspace_id', '<>', workspace_id)
    .execute();
}

/** Deletes those from before a moment that neither a draft nor a project has. */
export async function deleteOwnerless(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('images')
    .where('draft_id', 'is', null)
    .where('project_id', 'is', null)
    .where('created_at', '<', before)
    .execute();
}

/** Their moments become one after another from `first` on, a millisecond apart. */
export async function orderImages(db: Db, ids: readonly string[], first: Date): Promise<void> {
  await sql`update images set chosen_at = ${first}::timestamptz + (place.number - 1) * interval '1 millisecond'
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality as place(id, number)
    where images.id = place.id::uuid`.execute(db);
}

export async function deleteImage(db: Db, id: string): Promise<void> {
  await db.deleteFrom('images').where('id', '=', id).execute();
}

/** The images of a draft become those of the project. */
export async function moveImages(trx: Db, draftId: number, projectId: number): Promise<void> {
  await trx
    .updateTable('images')
    .set(({ selectFrom }) => ({
      project_id: projectId,
      draft_id: null,
      // An image that was uploaded while the form was being saved is moved here.
      workspace_id: selectFrom('projects').select('workspace_id').where('id', '=', projectId),
    }))
    .where('draft_id', '=', draftId)
    .execute();
}

/** Whether an image or a run that the caller sees has this upload, which may be stored for another workspace. */
export async function isUploadShown(db: Db, uploadId: string, scope: Scope): Promise<boolean> {
  const found = await db
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', uploadId)
    .where('kind', '=', 'image')
    .where(({ or, exists, selectFrom }) =>
      or([
        isOwned(scope, 'uploads'),
        exists(
          selectFrom('images')
            .select('images.id')
            .whereRef('images.upload_id', '=', 'uploads.id')
            .where(isOwned(scope, 'images')),
        ),
        // A run has its images longer than its project.
        exists(
          selectFrom('run_images')
            .innerJoin('runs', 'runs.id', 'run_images.run_id')
            .innerJoin('projects', 'projects.id', 'runs.project_id')
            .select('runs.id')
            .whereRef('run_images.upload_id', '=', 'uploads.id')
            .where(isOwned(scope, 'projects')),
        ),
      ]),
    )
    .executeTakeFirst();
  return found !== undefined;
}

/** @returns those of the uploads that images name */
export async function listImageUploads(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('images').select('upload_id').where('upload_id', 'in', ids).execute();
  return rows.map(({ upload_id: id }) => id);
}

/** @returns those of the uploads that are there */
export async function listStoredUploads(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('uploads').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}
