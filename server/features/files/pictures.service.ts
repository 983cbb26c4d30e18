/**
 * Small uploaded images that other users see: re-encoded from their pixels as WebP files, each referred to by
 * a row.
 */
import type { UploadedFile } from '#contract/endpoint.ts';
import type { FileKind } from '#contract/files.contract.ts';
import type { Db } from '#server/db/open.ts';
import type { Box, Images } from '#server/gateways/images.ts';
import { AppError } from '../../app-error.ts';
import type { Context } from '../../context.ts';
import { discardFiles } from './discarding.service.ts';
import type { FileSource } from './downloads.service.ts';
import type { FileHolder } from './garbage-collection.service.ts';
import { listNamed, type PictureColumn } from './pictures.store.ts';
import { encodeUpload } from './image-upload.service.ts';
import type { SignFor } from './signing.service.ts';
import { openStored } from './stored-file.service.ts';

export interface PictureKind {
  kind: FileKind;
  folder: `${string}/`;
  /** Extension of the names in the rows; without it, names are ids. */
  extension: '' | '.webp';
  /** Form field of the upload. */
  field: string;
  /** Larger pictures are scaled down to fit. */
  box: Box;
  /** Column with the name of the picture. */
  column: PictureColumn;
  /** Time for which an image is kept without a row, because a form that will use it may be open. */
  keepMs?: number;
}

export function createPictures(
  { db, files, newId, logError }: Pick<Context, 'db' | 'files' | 'newId' | 'logError'>,
  { images, signFor }: { images: Images; signFor: SignFor },
  of: PictureKind,
) {
  const source: FileSource = async (id) => {
    const name = `${id}${of.extension}`;
    const isNamed = of.keepMs !== undefined || (await listNamed(db, of.column, [name])).length > 0;
    if (!isNamed) throw new AppError('not_found');
    const file = { name: `${id}.webp`, type: 'image/webp', disposition: 'inline' } as const;
    return openStored({ files, logError }, { key: toKey(of, name), ...file });
  };
  return {
    source,
    toUrl: (name: string, viewerId: number) =>
      signFor({ userId: viewerId })({ kind: of.kind, id: toId(name), name: `${toId(name)}.webp` }),
    has: async (name: string) => (await files.stat(toKey(of, name))) !== undefined,
    /** @returns the name @throws AppError `invalid` */
    async store(file: UploadedFile | undefined): Promise<string> {
      const bytes = await encodeUpload(images, { file, field: of.field, box: of.box });
      const name = `${newId()}${of.extension}`;
      await files.put(toKey(of, name), bytes);
      return name;
    },
    /** Deletes the files of images that rows no longer refer to. */
    discard: (names: readonly (string | null)[]) =>
      discardFiles(
        { db, files },
        names.filter((name) => name !== null).map((name) => toKey(of, name)),
      ),
  };
}

/** Garbage collection of pictures without a row. */
export function holdPictures(db: Db, of: PictureKind) {
  const toName = (key: string) => `${toId(key.slice(of.folder.length))}${of.extension}`;
  return {
    folder: of.folder,
    sparesMs: of.keepMs ?? 0,
    listNeeded: async (keys) =>
      (await listNamed(db, of.column, keys.map(toName))).map((name) => toKey(of, name)),
  } satisfies FileHolder;
}

/** @returns the key of its file in the store */
function toKey({ folder }: PictureKind, name: string): string {
  return `${folder}${toId(name)}.webp`;
}

function toId(name: string): string {
  return name.replace(/\.webp$/, '');
}
