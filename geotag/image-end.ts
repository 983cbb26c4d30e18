/**
 * Finds the end of an image in its file. Bytes after it may be a file of another format: a ZIP archive, a script, a web
 * page.
 * Sources: PNG, third edition, section 5; ITU-T T.81, annex B; RFC 9649, section 2.4.
 */

import { EXIF_BYTES, EXIF_POINTERS, IMAGE_SEGMENTS } from '#engine/limits.ts';
import { readJpeg } from './jpeg.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
const RIFF = [0x52, 0x49, 0x46, 0x46];
const WEBP = [0x57, 0x45, 0x42, 0x50];
const IEND = 0x49454e44;
/** Pixel chunks; an image may have any number. */
const PNG_PIXELS = new Set([0x49444154, 0x66644154]);
const COMMENT = 0xfe;
/** Types of the EXIF block of a PNG and of a WebP, and the marker of the EXIF segment of a JPEG. */
const EXIF = { png: 0x65584966, webp: 0x45584946, jpeg: 0x45786966 };
/** Tags of EXIF entries that point to another directory, in both byte orders. */
const POINTERS = new Set([0x8769, 0x6987, 0x8825, 0x2588, 0xa005, 0x05a0]);

/** The file isn't a JPEG, PNG or WebP, or has more segments, chunks or directories than an image has. */
export type ImageEndFault = 'format' | 'segments';

/**
 * @returns the length of the image in bytes; larger than the file if the file is truncated. A JPEG whose picture is
 * complete ends with its file, even without an end marker.
 */
export function findImageEnd(bytes: Uint8Array): number | ImageEndFault {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(bytes, PNG)) return findPngEnd(view);
  if (startsWith(bytes, JPEG)) {
    const end = findJpegEnd(view);
    if (typeof end !== 'number' || end <= bytes.length) return end;
    const jpeg = readJpeg(bytes);
    return typeof jpeg !== 'string' && jpeg.isEndMissing ? bytes.length : end;
  }
  if (!startsWith(bytes, RIFF) || !startsWith(bytes.subarray(8), WEBP)) return 'format';
  return findWebpEnd(view);
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}

function findPngEnd(view: DataView): number | ImageEndFault {
  let chunks = 0;
  for (let at = PNG.length; at + 12 <= view.byteLength; ) {
    const type = view.getUint32(at + 4);
    if (type === EXIF.png && hasTooManyPointers(view, at + 8, view.getUint32(at))) return 'segments';
    at += 12 + view.getUint32(at);
    if (type === IEND) return at;
    if (!PNG_PIXELS.has(type)) chunks += 1;
    if (chunks > IMAGE_SEGMENTS) return 'segments';
  }
  return view.byteLength + 1;
}

function findWebpEnd(view: DataView): number | ImageEndFault {
  // A chunk of odd length is followed by a padding byte that its length doesn't include.
  const measure = (at: number) => {
    const size = view.getUint32(at + 4, true);
    return 8 + size + (size % 2);
  };
  const end = measure(0);
  let chunks = 0;
  for (let at = 12; at + 8 <= Math.min(end, view.byteLength); at += measure(at)) {
    chunks += 1;
    const isExif = view.getUint32(at) === EXIF.webp;
    if (chunks > IMAGE_SEGMENTS || (isExif && hasTooManyPointers(view, at + 8, measure(at))))
      return 'segments';
  }
  return end;
}

/** Skips segments by their length, and coded pixels up to the next marker of a segment. */
function findJpegEnd(view: DataView): number | ImageEndFault {
  const { byteLength: length } = view;
  let segments = 0;
  let at = 2;
  while (at + 2 <= length) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff) return length + 1;
    if (marker === 0xd9) return at + 2;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (at + 4 > length) break;
    if (marker !== COMMENT) segments += 1;
    const isExif = at + 8 <= length && view.getUint32(at + 4) === EXIF.jpeg;
    if (segments > IMAGE_SEGMENTS || (isExif && hasTooManyPointers(view, at + 4, view.getUint16(at + 2))))
      return 'segments';
    at += 2 + view.getUint16(at + 2);
    if (marker === 0xda) at = skipPixels(view, at);
  }
  return length + 1;
}

/** Checks for too many pointers: decoders follow each of them, even if directories point to each other. */
function hasTooManyPointers(view: DataView, from: number, size: number): boolean {
  const end = Math.min(from + size, from + EXIF_BYTES, view.byteLength);
  let pointers = 0;
  for (let at = from; at + 2 <= end; at += 1) if (POINTERS.has(view.getUint16(at))) pointers += 1;
  return pointers > EXIF_POINTERS;
}

function skipPixels(view: DataView, start: number): number {
  let at = start;
  for (; at + 1 < view.byteLength; at += 1) {
    if (view.getUint8(at) !== 0xff) continue;
    const next = view.getUint8(at + 1);
    // A stuffed byte, a fill byte, or a restart marker.
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return view.byteLength;
}
