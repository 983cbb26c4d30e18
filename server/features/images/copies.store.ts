/** SQL for the images and towns of a Geocoder's run. Copies, which combine them, have no rows. */
import { sql } from 'kysely';
import { listPage, type ListOptions } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';

/** Maximum rows per statement. */
const BATCH = 1000;

export interface NewRunImage {
  uploadId: string;
  name: string;
  type: string;
}

/** Stores the images of a run in order. */
export async function insertRunImages(trx: Db, runId: number, images: readonly NewRunImage[]): Promise<void> {
  // A run that waited for the split answer continues with the images of that request.
  await trx.deleteFrom('run_images').where('run_id', '=', runId).execute();
  if (images.length === 0) return;
  const rows = images.map(({ uploadId, name, type }, index) => {
    return { run_id: runId, position: index + 1, upload_id: uploadId, name, type };
  });
  await trx.insertInto('run_images').values(rows).execute();
}

/** Lists images in order. */
export function listRunImages(db: Db, runId: number) {
  return db
    .selectFrom('run_images')
    .innerJoin('uploads', 'uploads.id', 'run_images.upload_id')
    .select(['run_images.position', 'run_images.name', 'run_images.type', 'run_images.upload_id'])
    .select(['uploads.storage_key', 'uploads.sha256'])
    .where('run_images.run_id', '=', runId)
    .orderBy('run_images.position')
    .execute();
}

export type RunImageRow = Awaited<ReturnType<typeof listRunImages>>[number];

/** Finds an image that the pages of any run show. */
export function findPublishedImage(db: Db, uploadId: string) {
  return db
    .selectFrom('run_images')
    .innerJoin('uploads', 'uploads.id', 'run_images.upload_id')
    .select(['run_images.name', 'run_images.type', 'uploads.storage_key', 'uploads.size', 'uploads.sha256'])
    .where('run_images.upload_id', '=', uploadId)
    .limit(1)
    .executeTakeFirst();
}

/** @param towns stored as JSON, with labels for search */
export async function insertRunTowns(
  trx: Db,
  runId: number,
  towns: readonly { label: string }[],
): Promise<void> {
  const rows = towns.map((town, index) => {
    const { label } = town;
    return { run_id: runId, position: index + 1, label, town: JSON.stringify(town) };
  });
  for (let from = 0; from < rows.length; from += BATCH)
    await trx
      .insertInto('run_towns')
      .values(rows.slice(from, from + BATCH))
      .execute();
}

/** Lists a page of the towns of a run, in the order of the sheet. */
export function listRunTowns(db: Db, runId: number, page: ListOptions) {
  const rows = db.selectFrom('run_towns').where('run_id', '=', runId);
  const sorts = { position: { by: sql.ref('run_towns.position') } };
  const list = { rows, key: 'run_towns.position', sorts, searched: ['run_towns.label'] } as const;
  return listPage(list, { ...page, sort: 'position' }, (query) =>
    query.select(['position', 'label', 'town']),
  );
}

/** Reads all towns in batches. */
export async function* readRunTowns(db: Db, runId: number): AsyncGenerator<{ town: unknown }[]> {
  let after = 0;
  for (;;) {
    const rows = await db
      .selectFrom('run_towns')
      .select(['position', 'town'])
      .where('run_id', '=', runId)
      .where('position', '>', after)
      .orderBy('position')
      .limit(BATCH)
      .execute();
    yield rows;
    after += BATCH;
    if (rows.length < BATCH) return;
  }
}

export function findRunTown(db: Db, runId: number, position: number) {
  return db
    .selectFrom('run_towns')
    .select('town')
    .where('run_id', '=', runId)
    .where('position', '=', position)
    .executeTakeFirst();
}

/** @returns uploads that runs use */
export async function listRunImageUploads(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('run_images').select('upload_id').where('upload_id', 'in', ids).execute();
  return rows.map(({ upload_id: id }) => id);
}
