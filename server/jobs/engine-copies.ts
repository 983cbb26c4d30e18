/**
 * Copies of images, made while they are downloaded. Here on the thread that answers, because each takes a tenth of a
 * millisecond: the picture itself is never decoded, and its bytes go out as they are stored.
 */
import { createTag, nameCopies, readImage, tagImage, type Town } from '#engine/images/index.ts';
import { measureStoredZip, StoredZip } from '#pump/stored-zip.ts';

export type { Town } from '#engine/images/index.ts';

/** An image whose copies can be made, or nothing where its file is none that can be tagged. */
export type OpenedImage = (town: Town) => Uint8Array[];

/**
 * Takes an image apart, once for all of its copies.
 * @throws Error where it cannot be tagged: its run has shown that it can
 */
function openImage(bytes: Uint8Array, name: string): OpenedImage {
  const { image } = readImage(bytes, name);
  if (!image) throw new Error('An image that was tagged before cannot be tagged any more.');
  return (town) => tagImage(image, createTag(town, name));
}

export const copies = { nameCopies, openImage, measureZip: measureStoredZip, createZip };

export type CopyMaker = typeof copies;

function createZip(modified: Date): Pick<StoredZip, 'add' | 'end'> {
  return new StoredZip(modified);
}
