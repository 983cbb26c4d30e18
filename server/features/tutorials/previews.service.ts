/** Preview images: uploaded before the tutorial that shows them, and deleted when none does. */
import type { UploadedFile } from '#contract/endpoint.ts';
import type { Db } from '#server/db/open.ts';
import type { FileHolder } from '../files/garbage-collection.service.ts';
import { createPictures, holdPictures, type PictureKind, toKey } from '../files/pictures.service.ts';
import type { Sign } from '../files/signing.service.ts';
import { deleteUnusedPreviews, insertPreview, listPreviews } from './tutorials.store.ts';

export type PreviewNeeds = Parameters<typeof createPictures>[0] & { clock: () => Date };

const PREVIEWS: PictureKind = {
  kind: 'preview',
  folder: 'previews/',
  field: 'file',
  box: { width: 1280, height: 720 },
  list: async (db, ids) => (await listPreviews(db, ids.map(toName))).map(toId),
};
/** For so long a form may be open between the upload and its save. */
const UNUSED_MS = 24 * 3600 * 1000;

export type PreviewsService = ReturnType<typeof createPreviews>;

export function createPreviews(needs: PreviewNeeds) {
  const { db, clock } = needs;
  const pictures = createPictures(needs, PREVIEWS);
  return {
    source: pictures.source,
    discard: (names: readonly string[]) => pictures.discard(names.map(toId)),
    /** @returns the signed URL, of none where there is no preview */
    toUrl: (sign: Sign, name: string | null) => name && pictures.toUrl(sign, toId(name)),
    /** @returns the name by which a tutorial shows it */
    store: async (file: UploadedFile | undefined, userId: number) =>
      toName(
        // The row first: a file that arrives is always one that is deleted when nobody uses it.
        await pictures.store(file, (id) =>
          insertPreview(db, { name: toName(id), created_by: userId, created_at: clock() }),
        ),
      ),
  };
}

/** For the garbage collection: a preview that no tutorial shows, and what a killed process leaves. */
export function holdPreviews({ db, clock }: { db: Db; clock: () => Date }): FileHolder {
  return {
    ...holdPictures(db, PREVIEWS),
    async *deleteUnused(before) {
      const oldest = Math.min(before.getTime(), clock().getTime() - UNUSED_MS);
      const names = await deleteUnusedPreviews(db, new Date(oldest));
      yield names.map((name) => toKey(PREVIEWS, toId(name)));
    },
  };
}

function toName(id: string): string {
  return `${id}.webp`;
}

function toId(name: string): string {
  return name.replace(/\.webp$/, '');
}
