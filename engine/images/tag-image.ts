/** A copy of an image with the place and the names of one town: new metadata, the same picture. */
import { writeExif } from './exif.ts';
import { writeIptc } from './iptc.ts';
import { joinBytes, MARKER, writeSegment } from './jpeg.ts';
import { writeResources } from './photoshop.ts';
import type { PlaceTag } from './place-tag.ts';
import type { SourceImage } from './source-image.ts';
import { writeXmp } from './xmp.ts';

const START = Uint8Array.of(0xff, 0xd8);

/**
 * Tags a copy. The same image and town give the same bytes, and a tagged copy that is tagged again gives those too.
 * @returns the file in pieces, to be written one after another; only the first was made for this town
 */
export function tagImage(image: SourceImage, tag: PlaceTag): Uint8Array[] {
  const head = joinBytes([
    START,
    image.jfif,
    writeSegment(MARKER.app1, writeExif(image.exif, tag)),
    writeSegment(MARKER.app1, ...writeXmp(image.xmp, tag)),
    writeResources(writeIptc(image.datasets, tag), image.resources),
  ]);
  return [head, image.segments, image.scan, image.trailer].filter(({ length }) => length > 0);
}
