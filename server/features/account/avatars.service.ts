/** Pictures of people: shown by signed URLs, and deleted with the next one. */
import { createPictures, type PictureKind, type PictureNeeds } from '../files/pictures.service.ts';
import { DEFAULT_AVATAR } from './account.rules.ts';

export const AVATARS: PictureKind = {
  kind: 'avatar',
  folder: 'avatars/',
  extension: '',
  field: 'avatar',
  box: { width: 512, height: 512 },
  column: 'users.avatar_key',
};

export type AvatarsService = ReturnType<typeof createAvatars>;

export function createAvatars(needs: PictureNeeds) {
  const pictures = createPictures(needs, AVATARS);
  return {
    ...pictures,
    /** @param key of the picture, if there is one @returns its URL for a person to open */
    toUrl: (key: string | null, viewerId: number) =>
      key === null ? DEFAULT_AVATAR : pictures.toUrl(key, viewerId),
  };
}
