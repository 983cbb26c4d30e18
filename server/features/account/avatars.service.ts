/** Pictures of people: made anew from their pixels, shown by signed URLs, and deleted with the next one. */
import type { UploadedFile } from '#contract/endpoint.ts';
import type { Db } from '#server/db/open.ts';
import type { Files } from '#server/gateways/files.ts';
import type { Images } from '#server/gateways/images.ts';
import { AppError } from '../../app-error.ts';
import { discardFiles } from '../files/discarding.service.ts';
import type { FileSource } from '../files/downloads.service.ts';
import type { FileHolder } from '../files/garbage-collection.service.ts';
import { encodeUpload } from '../files/image-upload.service.ts';
import type { SignFor } from '../files/signing.service.ts';
import { openStored } from '../files/stored-file.service.ts';
import { DEFAULT_AVATAR } from './account.rules.ts';
import { findAvatar, listAvatars } from './account.store.ts';

const FOLDER = 'avatars/';
const BOX = { width: 512, height: 512 };

interface Needs {
  db: Db;
  files: Files;
  images: Images;
  newId: () => string;
  signFor: SignFor;
}

export interface AvatarsService {
  source: FileSource;
  /** @param key of the picture, if there is one @returns its URL for a person to open */
  toUrl(key: string | null, viewerId: number): string;
  /** @returns the key of the new picture, whose row comes afterwards */
  store(file: UploadedFile | undefined): Promise<string>;
  discard(keys: readonly (string | null)[]): Promise<void>;
}

export function createAvatars({ db, files, images, newId, signFor }: Needs): AvatarsService {
  return {
    async source(id) {
      if ((await findAvatar(db, id)) === undefined) throw new AppError('not_found');
      const name = `${id}.webp`;
      return openStored(files, { key: toFileKey(id), name, type: 'image/webp', disposition: 'inline' });
    },
    toUrl: (key, viewerId) =>
      key === null ? DEFAULT_AVATAR : signFor(viewerId)({ kind: 'avatar', id: key, name: `${key}.webp` }),
    async store(file) {
      const bytes = await encodeUpload(images, { file, field: 'avatar', box: BOX });
      const key = newId();
      await files.put(toFileKey(key), bytes);
      return key;
    },
    discard: (keys) => discardFiles({ db, files }, keys.filter((key) => key !== null).map(toFileKey)),
  };
}

/** For the garbage collection: what a killed process leaves. */
export function holdAvatars(db: Db): FileHolder {
  return {
    folder: FOLDER,
    listNeeded: async (keys) => (await listAvatars(db, keys.map(toKey))).map(toFileKey),
  };
}

function toFileKey(key: string): string {
  return `${FOLDER}${key}.webp`;
}

function toKey(fileKey: string): string {
  return fileKey.slice(FOLDER.length).replace(/\.webp$/, '');
}
