/**
 * Copies of images, made while they are downloaded. Images are taken apart by the threads of the engine; a copy is
 * written here, on the thread that answers, because it takes a tenth of a millisecond.
 */
import { createTag, nameCopies, type SourceImage, tagImage, type Town } from '#geotag';
import { measureStoredZip, StoredZip } from '#pump/stored-zip.ts';

export type { SourceImage, Town } from '#geotag';

/** @returns the copy in chunks: its bytes except the metadata are those of the image */
function makeCopy(image: SourceImage, town: Town): Uint8Array[] {
  return tagImage(image, createTag(town, image.file));
}

export const copies = { nameCopies, makeCopy, measureZip: measureStoredZip, createZip };

export type CopyMaker = typeof copies;

function createZip(modified: Date): Pick<StoredZip, 'add' | 'end'> {
  return new StoredZip(modified);
}
