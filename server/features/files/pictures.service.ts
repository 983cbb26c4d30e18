/**
 * Small pictures that people upload to be seen by others: made anew from their pixels, each a WebP file of its
 * own that a row of its noun names.
 */
import type { UploadedFile } from '#contract/endpoint.ts';
import type { FileKind } from '#contract/files.contract.ts';
import type { Db } from '#server/db/open.ts';
import type { Files } from '#server/gateways/files.ts';
import type { Box, Images } from '#server/gateways/images.ts';
import { AppError } from '../../app-error.ts';
import { discardFiles } from './discarding.service.ts';
import type { FileSource } from './downloads.service.ts';
import type { FileHolder } from './garbage-collection.service.ts';
import { encodeUpload } from './image-upload.service.ts';
import type { Sign } from './signing.service.ts';
import { openStored } from './stored-file.service.ts';

export interface PictureKind {
  kind: FileKind;
  folder: `${string}/`;
  /** Of the form that it comes in. */
  field: string;
  /** What a larger one is made to fit. */
  box: Box;
  /** @returns those of the ids that a row names */
  list(db: Db, ids: readonly string[]): Promise<string[]>;
}

interface Needs {
  db: Db;
  files: Files;
  images: Images;
  newId: () => string;
}

export function createPictures({ db, files, images, newId }: Needs, of: PictureKind) {
  const source: FileSource = async (id) => {
    if ((await of.list(db, [id])).length === 0) throw new AppError('not_found');
    const file = { name: `${id}.webp`, type: 'image/webp', disposition: 'inline' } as const;
    return openStored(files, { key: toKey(of, id), ...file });
  };
  return {
    source,
    toUrl: (sign: Sign, id: string) => sign({ kind: of.kind, id, name: `${id}.webp` }),
    /** @param insert keeps a row before the file is there @returns the id @throws AppError `invalid` */
    async store(file: UploadedFile | undefined, insert?: (id: string) => Promise<void>): Promise<string> {
      const bytes = await encodeUpload(images, { file, field: of.field, box: of.box });
      const id = newId();
      await insert?.(id);
      await files.put(toKey(of, id), bytes);
      return id;
    },
    /** Removes the files of pictures that no row names any more. */
    discard: (ids: readonly (string | null)[]) =>
      discardFiles(
        { db, files },
        ids.filter((id) => id !== null).map((id) => toKey(of, id)),
      ),
  };
}

/** For the garbage collection: what a killed process leaves. */
export function holdPictures(db: Db, of: PictureKind) {
  const toId = (key: string) => key.slice(of.folder.length).replace(/\.webp$/, '');
  return {
    folder: of.folder,
    listNeeded: async (keys) => (await of.list(db, keys.map(toId))).map((id) => toKey(of, id)),
  } satisfies FileHolder;
}

/** @returns where its file is in the store */
export function toKey({ folder }: PictureKind, id: string): string {
  return `${folder}${id}.webp`;
}
