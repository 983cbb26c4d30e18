/** Writes a copy of an image with the location and the names of one town: new metadata, the same picture. */
import { writeExif } from './exif.ts';
import { writeIptc } from './iptc.ts';
import { joinBytes, MARKER, writeSegment } from './jpeg.ts';
import { writeResources } from './photoshop.ts';
import type { GeoTag } from './geo-tag.ts';
import type { SourceImage } from './source-image.ts';
import { writeXmp } from './xmp.ts';

const START = Uint8Array.of(0xff, 0xd8);

/**
 * Tags a copy. Deterministic and idempotent: tagging a copy again returns the same bytes.
 * @returns the file in chunks; only the first one is created for this town
 */
export function tagImage(image: SourceImage, tag: GeoTag): Uint8Array[] {
  const head = joinBytes([
    START,
    image.jfif,
    writeSegment(MARKER.app1, writeExif(image.exif, tag)),
    writeSegment(MARKER.app1, ...writeXmp(image.xmp, tag)),
    writeResources(writeIptc(image.datasets, tag), image.resources),
  ]);
  const segments = writePictureSize(image, head.length);
  return [head, segments, image.scan, image.trailer].filter(({ length }) => length > 0);
}

/** Updates the size of the first picture, which the tags change, in an index of further pictures. */
function writePictureSize({ segments, scan, firstPictureSize }: SourceImage, headBytes: number): Uint8Array {
  if (!firstPictureSize) return segments;
  const written = joinBytes([segments]);
  const { at, isLittle } = firstPictureSize;
  new DataView(written.buffer).setUint32(at, headBytes + segments.length + scan.length, isLittle);
  return written;
}
