/** Avatars: shown by signed URLs, and deleted when they are replaced. */
import type { Images } from '#server/gateways/images.ts';
import type { Context } from '../../context.ts';
import { createPictures, type PictureKind } from '../files/pictures.service.ts';
import type { SignFor } from '../files/signing.service.ts';
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

export function createAvatars(context: Context, services: { images: Images; signFor: SignFor }) {
  const pictures = createPictures(context, services, AVATARS);
  return {
    ...pictures,
    /** @returns the URL of the image, or of the default avatar */
    toUrl: (key: string | null, viewerId: number) =>
      key === null ? DEFAULT_AVATAR : pictures.toUrl(key, viewerId),
  };
}
