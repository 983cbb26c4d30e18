/**
 * Finds where an image ends in its file. Whatever follows is of another format that the file is at the same time: a
 * zip, a script, a page.
 * Sources: PNG, third edition, section 5; ITU-T T.81, annex B; RFC 9649, section 2.4.
 */

import { IMAGE_SEGMENTS } from '../limits.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
const RIFF = [0x52, 0x49, 0x46, 0x46];
const WEBP = [0x57, 0x45, 0x42, 0x50];
const IEND = 0x49454e44;
/** Chunks of pixels, of which an image may have any number. */
const PNG_PIXELS = new Set([0x49444154, 0x66644154]);
const COMMENT = 0xfe;

/** The file is no JPEG, PNG or WebP, or is made of more segments or chunks than an image has. */
export type ImageEndFault = 'format' | 'segments';

/** @returns the number of bytes of the image, more than there are where it is cut off */
export function findImageEnd(bytes: Uint8Array): number | ImageEndFault {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(bytes, PNG)) return findPngEnd(view);
  if (startsWith(bytes, JPEG)) return findJpegEnd(view);
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
    at += 12 + view.getUint32(at);
    if (type === IEND) return at;
    if (!PNG_PIXELS.has(type)) chunks += 1;
    if (chunks > IMAGE_SEGMENTS) return 'segments';
  }
  return view.byteLength + 1;
}

function findWebpEnd(view: DataView): number | ImageEndFault {
  // A chunk of odd length is followed by a zero, which its length does not count.
  const measure = (at: number) => {
    const size = view.getUint32(at + 4, true);
    return 8 + size + (size % 2);
  };
  const end = measure(0);
  let chunks = 0;
  for (let at = 12; at + 8 <= Math.min(end, view.byteLength); at += measure(at)) {
    chunks += 1;
    if (chunks > IMAGE_SEGMENTS) return 'segments';
  }
  return end;
}

/** Segments have a length; the coded pixels after a scan header end at the next marker that is not of theirs. */
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
    if (segments > IMAGE_SEGMENTS) return 'segments';
    at += 2 + view.getUint16(at + 2);
    if (marker === 0xda) at = skipPixels(view, at);
  }
  return length + 1;
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
