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
import { listNamed, type PictureColumn } from './pictures.store.ts';
import { encodeUpload } from './image-upload.service.ts';
import type { SignFor } from './signing.service.ts';
import { openStored } from './stored-file.service.ts';

export interface PictureKind {
  kind: FileKind;
  folder: `${string}/`;
  /** Of the names by which rows know the pictures; without it they are their ids. */
  ending: '' | '.webp';
  /** Of the form that it comes in. */
  field: string;
  /** What a larger one is made to fit. */
  box: Box;
  /** Where a row names its picture. */
  column: PictureColumn;
  /** So many milliseconds one is shown and kept without a row: a form that is to name it may be open. */
  waitsMs?: number;
}

export interface PictureNeeds {
  db: Db;
  files: Files;
  images: Images;
  newId: () => string;
  signFor: SignFor;
  logError(error: unknown, text: string): void;
}

export function createPictures(
  { db, files, images, newId, signFor, logError }: PictureNeeds,
  of: PictureKind,
) {
  const source: FileSource = async (id) => {
    const name = `${id}${of.ending}`;
    const isNamed = of.waitsMs !== undefined || (await listNamed(db, of.column, [name])).length > 0;
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
      const name = `${newId()}${of.ending}`;
      await files.put(toKey(of, name), bytes);
      return name;
    },
    /** Removes the files of pictures that no row names any more. */
    discard: (names: readonly (string | null)[]) =>
      discardFiles(
        { db, files },
        names.filter((name) => name !== null).map((name) => toKey(of, name)),
      ),
  };
}

/** For the garbage collection: what no row names. */
export function holdPictures(db: Db, of: PictureKind) {
  const toName = (key: string) => `${toId(key.slice(of.folder.length))}${of.ending}`;
  return {
    folder: of.folder,
    sparesMs: of.waitsMs ?? 0,
    listNeeded: async (keys) =>
      (await listNamed(db, of.column, keys.map(toName))).map((name) => toKey(of, name)),
  } satisfies FileHolder;
}

/** @returns where its file is in the store */
function toKey({ folder }: PictureKind, name: string): string {
  return `${folder}${toId(name)}.webp`;
}

function toId(name: string): string {
  return name.replace(/\.webp$/, '');
}
