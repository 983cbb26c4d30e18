/** Preview images: uploaded before the tutorial that shows them, and deleted when none does. */
import type { Db } from '#server/db/open.ts';
import type { FileHolder } from '../files/garbage-collection.service.ts';
import { holdPictures, type PictureKind, toKey } from '../files/pictures.service.ts';
import { deleteUnusedPreviews, listPreviews } from './tutorials.store.ts';

export const PREVIEWS: PictureKind = {
  kind: 'preview',
  folder: 'previews/',
  ending: '.webp',
  field: 'file',
  box: { width: 1280, height: 720 },
  list: listPreviews,
};
/** For so long a form may be open between the upload and its save. */
const UNUSED_MS = 24 * 3600 * 1000;

/** For the garbage collection: a preview that no tutorial shows, and what a killed process leaves. */
export function holdPreviews({ db, clock }: { db: Db; clock: () => Date }): FileHolder {
  return {
    ...holdPictures(db, PREVIEWS),
    async *deleteUnused(before) {
      const oldest = Math.min(before.getTime(), clock().getTime() - UNUSED_MS);
      const names = await deleteUnusedPreviews(db, new Date(oldest));
      yield names.map((name) => toKey(PREVIEWS, name));
    },
  };
}
