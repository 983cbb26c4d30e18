/** Preview images: uploaded before the tutorial that shows them, made anew, and deleted when none does. */
import type { UploadedFile } from '#contract/endpoint.ts';
import type { Db } from '#server/db/open.ts';
import type { Files } from '#server/gateways/files.ts';
import type { Images } from '#server/gateways/images.ts';
import { AppError } from '../../app-error.ts';
import { discardFiles } from '../files/discarding.service.ts';
import type { FileSource } from '../files/downloads.service.ts';
import type { FileHolder } from '../files/garbage-collection.service.ts';
import { encodeUpload } from '../files/image-upload.service.ts';
import type { Sign } from '../files/signing.service.ts';
import { openStored } from '../files/stored-file.service.ts';
import { deleteUnusedPreviews, findPreview, insertPreview, listPreviews } from './tutorials.store.ts';

export interface PreviewNeeds {
  db: Db;
  files: Files;
  images: Images;
  clock: () => Date;
  newId: () => string;
}

const BOX = { width: 1280, height: 720 };
/** For so long a form may be open between the upload and its save. */
const UNUSED_MS = 24 * 3600 * 1000;

export type PreviewsService = ReturnType<typeof createPreviews>;

export function createPreviews(needs: PreviewNeeds) {
  const { db, files, images, clock, newId } = needs;
  const discard = (names: readonly string[]) => discardFiles({ db, files }, names.map(toKey));
  const source: FileSource = async (id) => {
    const name = `${id}.webp`;
    if ((await findPreview(db, name)) === undefined) throw new AppError('not_found');
    return openStored(files, { key: toKey(name), name, type: 'image/webp', disposition: 'inline' });
  };
  return {
    source,
    /** Removes the files of previews whose rows are gone. */
    discard,
    /** @returns the name by which a tutorial shows it */
    async store(file: UploadedFile | undefined, userId: number): Promise<string> {
      const bytes = await encodeUpload(images, { file, field: 'file', box: BOX });
      const name = `${newId()}.webp`;
      // The row first: a file that arrives is always one that is deleted when nobody uses it.
      await insertPreview(db, { name, created_by: userId, created_at: clock() });
      await files.put(toKey(name), bytes);
      return name;
    },
  };
}

/** For the garbage collection: a preview that no tutorial shows, and what a killed process leaves. */
export function holdPreviews({ db, clock }: Pick<PreviewNeeds, 'db' | 'clock'>): FileHolder {
  return {
    folder: 'previews/',
    async *deleteUnused(before) {
      const oldest = Math.min(before.getTime(), clock().getTime() - UNUSED_MS);
      yield (await deleteUnusedPreviews(db, new Date(oldest))).map(toKey);
    },
    listNeeded: async (keys) => (await listPreviews(db, keys.map(toName))).map(toKey),
  };
}

/** @returns the signed URL, of none where there is no preview */
export function signPreview(sign: Sign, name: string | null): string | null {
  return name && sign({ kind: 'preview', id: name.replace(/\.webp$/, ''), name });
}

function toKey(name: string): string {
  return `previews/${name}`;
}

function toName(key: string): string {
  return key.slice('previews/'.length);
}
