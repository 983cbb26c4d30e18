/** Reads an image once for any number of copies. */
import { IMAGE_BYTES, IMAGE_PIXELS, IMAGE_SEGMENTS } from '#engine/limits.ts';
import type { Problem } from '#engine/problem.ts';
import { findOrientation, isExif, type PreservedExif, preserveExif } from './exif.ts';
import { type Dataset, preserveDatasets } from './iptc.ts';
import {
  joinBytes,
  type JpegFault,
  getPayloads,
  MARKER,
  readJpeg,
  type Segment,
  startsWith,
  toAscii,
} from './jpeg.ts';
import { isPhotoshop, readResources } from './photoshop.ts';
import { joinSegments, preserveTrailer } from './trailer.ts';
import { isXmp, preserveXmp, readXmp } from './xmp.ts';

export interface SourceImage {
  file: string;
  width: number;
  height: number;
  /** 1 to 8, if the file has it. */
  orientation: number | undefined;
  /** Parts of a copy in order; the metadata is between the first two. */
  jfif: Uint8Array;
  segments: Uint8Array;
  /** Position in the segments of the four bytes with the size of the first picture, if they have an index. */
  firstPictureSize?: { at: number; isLittle: boolean };
  scan: Uint8Array;
  trailer: Uint8Array;
  exif: PreservedExif;
  xmp: string;
  datasets: Dataset[];
  resources: Uint8Array[];
}

const JFIF = toAscii('JFIF\0');
const DUCKY = toAscii('Ducky');
const FLASHPIX = toAscii('FPXR\0');
const OLD_PHOTOSHOP = toAscii('Adobe_Photoshop2');
/** Bytes of a JFIF payload without its thumbnail. */
const JFIF_BYTES = 14;

const megapixels = (IMAGE_PIXELS / 1_000_000).toLocaleString('en-US');
const FAULTS: Readonly<Record<JpegFault, { code: string; text: string }>> = {
  empty: { code: 'image-empty', text: 'The file is empty. Export the image again.' },
  format: { code: 'image-format', text: 'The file is not a JPEG image. Save the image as JPEG.' },
  truncated: { code: 'image-truncated', text: 'The image is cut off. Copy or export it again.' },
  pixels: {
    code: 'image-pixels',
    text: `The image has more than ${megapixels} million pixels. Save a smaller version of it.`,
  },
  segments: {
    code: 'image-segments',
    text: `The image has more than ${IMAGE_SEGMENTS.toLocaleString('en-US')} segments. Save it again in an image editor.`,
  },
};

const END_ADDED = {
  code: 'image-end-added',
  text: 'The picture is complete, but the file has no end marker. Copies have one.',
};

/**
 * Checks if a copy preserves the segment. Makers write serial numbers, places and previews to application segments, so
 * only known ones are preserved: color profiles, gain maps, Adobe's color transform, content credentials.
 */
function isPreserved({ marker, payload }: Segment): boolean {
  if (marker < MARKER.app0 || marker > MARKER.app15) return true;
  if (marker === MARKER.app2) return !startsWith(payload, FLASHPIX);
  if (marker === MARKER.app12) return startsWith(payload, DUCKY);
  if (marker === MARKER.app13) return !isPhotoshop(payload) && !startsWith(payload, OLD_PHOTOSHOP);
  return marker === 0xeb || marker === 0xee;
}

/** Removes the thumbnail from a JFIF segment. */
function removeThumbnail({ bytes, payload }: Segment): Uint8Array {
  const [width = 0, height = 0] = payload.subarray(12, JFIF_BYTES);
  if (width * height === 0 && payload.length === JFIF_BYTES) return bytes;
  const bare = joinBytes([bytes.subarray(0, 4 + JFIF_BYTES)]);
  bare.set([0, 2 + JFIF_BYTES], 2);
  bare.fill(0, 4 + 12);
  return bare;
}

function createLoss(file: string, { code, text }: { code: string; text: string }): Problem {
  return { code, severity: 'loss', text, file };
}

/** Reports metadata that is removed because a segment doesn't have space for it. */
function reportDropped(file: string, kinds: Readonly<Record<string, boolean>>): Problem[] {
  const dropped = Object.keys(kinds).filter((kind) => kinds[kind]);
  return dropped.map((kind) => ({
    code: 'image-metadata-dropped',
    severity: 'notice',
    text: `The ${kind} of the image is too large to fit next to the new one, so copies don’t have it.`,
    file,
  }));
}

/**
 * Reads a JPEG file without decoding its pixels.
 * @param bytes of the whole file, which the image refers to
 * @returns an image if no problem is a loss
 */
export function readImage(bytes: Uint8Array, file: string): { image?: SourceImage; problems: Problem[] } {
  if (bytes.length > IMAGE_BYTES) {
    const [size, limit] = [bytes.length, IMAGE_BYTES].map((count) => count.toLocaleString('en-US'));
    const text = `The image has ${size} bytes; at most ${limit} are possible. Save it with a lower quality.`;
    return { problems: [createLoss(file, { code: 'image-too-large', text })] };
  }
  const jpeg = readJpeg(bytes);
  if (typeof jpeg === 'string') return { problems: [createLoss(file, FAULTS[jpeg])] };
  const inApp1 = getPayloads(jpeg, MARKER.app1);
  const { exif, isTooLarge } = preserveExif(inApp1.find(isExif));
  const packet = inApp1.find((payload) => isXmp(payload) === 'packet');
  const properties = packet && readXmp(packet);
  const preserved = preserveTrailer({
    jpeg,
    bytes,
    rdf: properties?.rdf,
    isRemoved: (segment) => !isPreserved(segment),
  });
  const { xmp, isTooLarge: isXmpTooLarge } = preserveXmp(properties, preserved.isDropped);
  const { iptc, preserved: resources } = readResources(getPayloads(jpeg, MARKER.app13).filter(isPhotoshop));
  const jfif = jpeg.segments.find(
    ({ marker, payload }) => marker === MARKER.app0 && startsWith(payload, JFIF),
  );
  const isExtended = inApp1.some((payload) => isXmp(payload) === 'extension');
  const { datasets, isTooLarge: isIptcTooLarge } = preserveDatasets(iptc);
  const problems = reportDropped(file, {
    EXIF: isTooLarge,
    XMP: isXmpTooLarge,
    'extended XMP': isExtended,
    IPTC: isIptcTooLarge,
  });
  const notices = [...(jpeg.isEndMissing ? [END_ADDED] : []), ...preserved.problems];
  problems.push(...notices.map((notice): Problem => ({ ...notice, severity: 'notice', file })));
  const image: SourceImage = {
    file,
    width: jpeg.width,
    height: jpeg.height,
    orientation: findOrientation(exif),
    jfif: jfif ? removeThumbnail(jfif) : new Uint8Array(0),
    ...joinSegments(
      jpeg.segments.filter((segment) => isPreserved(segment) && !preserved.isSegmentDropped(segment)),
      preserved,
    ),
    scan: jpeg.scan,
    trailer: preserved.trailer,
    exif,
    xmp,
    datasets,
    resources,
  };
  return { image, problems };
}
