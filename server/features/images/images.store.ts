/** SQL for images. */
import { type Insertable, sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';
import { isOwned, owned, type Scope } from '#server/db/scope.ts';

/** An owner of images: the draft of a form, or a project. */
export type ImageOwner = { draftId: string } | { projectId: number };

/** Inserts an image unless its draft has the maximum. Locks the draft, because uploads are concurrent. */
export async function insertImage(
  trx: Db,
  image: Insertable<Schema['images']> & { draft_id: string },
  max: number,
): Promise<boolean> {
  const { draft_id: draftId } = image;
  await trx.selectFrom('drafts').select('id').where('id', '=', draftId).forNoKeyUpdate().execute();
  const { images } = await trx
    .selectFrom('images')
    .select(({ fn }) => fn.countAll<string>().as('images'))
    .where('draft_id', '=', draftId)
    .executeTakeFirstOrThrow();
  if (Number(images) >= max) return false;
  await trx.insertInto('images').values(image).execute();
  return true;
}

function selectImages(db: Db) {
  return db
    .selectFrom('images')
    .innerJoin('uploads', 'uploads.id', 'images.upload_id')
    .leftJoin('drafts', 'drafts.id', 'images.draft_id')
    .selectAll('images')
    .select('drafts.user_id as draft_user_id')
    .select(['uploads.size', 'uploads.sha256', 'uploads.storage_key']);
}

/** Lists images in order. */
export function listImages(db: Db, owner: ImageOwner) {
  const query = selectImages(db).orderBy('images.chosen_at').orderBy('images.position');
  return 'draftId' in owner
    ? query.where('images.draft_id', '=', owner.draftId).execute()
    : query.where('images.project_id', '=', owner.projectId).execute();
}

export type ImageRow = Awaited<ReturnType<typeof listImages>>[number];

export function findImage(db: Db, id: string): Promise<ImageRow | undefined> {
  return selectImages(db).where('images.id', '=', id).executeTakeFirst();
}

export function findImages(db: Db, ids: readonly string[], scope: Scope): Promise<ImageRow[]> {
  return owned(selectImages(db), scope, 'images').where('images.id', 'in', ids).execute();
}

/** Sets their timestamps in order from `first` on, a millisecond apart. */
export async function orderImages(db: Db, ids: readonly string[], first: Date): Promise<void> {
  await sql`update images set chosen_at = ${first}::timestamptz + (place.number - 1) * interval '1 millisecond'
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality as place(id, number)
    where images.id = place.id::uuid`.execute(db);
}

export async function deleteImage(db: Db, id: string): Promise<void> {
  await db.deleteFrom('images').where('id', '=', id).execute();
}

/** Copies the images of a project into a draft. */
export async function copyImages(
  trx: Db,
  from: { projectId: number } | { draftId: string },
  draftId: string,
): Promise<void> {
  const owner =
    'projectId' in from ? sql`project_id = ${from.projectId}` : sql`draft_id = ${from.draftId}::uuid`;
  await sql`insert into images (id, workspace_id, created_by, draft_id, upload_id, name, type, width, height, created_at,
      chosen_at)
    select gen_random_uuid(), workspace_id, created_by, ${draftId}::uuid, upload_id, name, type, width, height, created_at,
      chosen_at
    from images where ${owner} order by position`.execute(trx);
}

export async function insertImages(trx: Db, images: readonly Insertable<Schema['images']>[]): Promise<void> {
  if (images.length > 0)
    await trx
      .insertInto('images')
      .values([...images])
      .execute();
}

export async function deleteImages(trx: Db, projectId: number): Promise<void> {
  await trx.deleteFrom('images').where('project_id', '=', projectId).execute();
}

/** Moves the images of a draft to the project. */
export async function moveImages(trx: Db, draftId: string, projectId: number): Promise<void> {
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

/** True for an upload, possibly of another workspace, that an image or a run in the scope uses. */
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
        // A run keeps its images even if they are removed from the project.
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

/** @returns uploads that images use */
export async function listImageUploads(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('images').select('upload_id').where('upload_id', 'in', ids).execute();
  return rows.map(({ upload_id: id }) => id);
}

/** @returns uploads that exist */
export async function listStoredUploads(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('uploads').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}
