/** All SQL about images. */
import { type Insertable, sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';
import { owned, type Scope } from '#server/db/scope.ts';

/** What has images: the draft of a form until it is saved, then its project. */
export type ImageOwner = { draftId: number } | { projectId: number };

/** Writes the row unless its draft has as many already. The draft is locked: many are sent at one moment. */
export async function insertImage(
  trx: Db,
  image: Insertable<Schema['images']> & { draft_id: number },
  most: number,
): Promise<boolean> {
  await trx.selectFrom('drafts').select('id').where('id', '=', image.draft_id).forNoKeyUpdate().execute();
  const { images } = await trx
    .selectFrom('images')
    .select(({ fn }) => fn.countAll<string>().as('images'))
    .where('draft_id', '=', image.draft_id)
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

export function findImages(db: Db, ids: readonly string[], scope: Scope): Promise<ImageRow[]> {
  return owned(selectImages(db), scope, 'images').where('images.id', 'in', ids).execute();
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
    .set({ project_id: projectId, draft_id: null })
    .where('draft_id', '=', draftId)
    .execute();
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
