/**
 * Writes tagged copies of images while they are downloaded. Engine threads parse the images; a copy is
 * written on the main thread, because it takes a tenth of a millisecond.
 */
import { createTag, nameCopies, type SourceImage, tagImage, type Town } from '#geotag';
import { measureStoredZip, StoredZip } from '#pump/stored-zip.ts';

export type { SourceImage, Town } from '#geotag';

/** @returns the copy in chunks: same bytes as the image except for its metadata */
function makeCopy(image: SourceImage, town: Town): Uint8Array[] {
  return tagImage(image, createTag(town, image.file));
}

export const copies = { nameCopies, makeCopy, measureZip: measureStoredZip, createZip };

export type CopyMaker = typeof copies;

function createZip(modified: Date): Pick<StoredZip, 'add' | 'end'> {
  return new StoredZip(modified);
}
